package lint

import (
	"evsim/program"
	"evsim/scenario"
)

// each visits every statement.
func (l *linter) each(visit func(*scenario.Stmt)) {
	for b := range l.Script.Bodies {
		stmts := l.Script.Bodies[b].Stmts
		for i := range stmts {
			visit(&stmts[i])
		}
	}
}

// refers visits the handles that a statement refers to, and does not make.
func (l *linter) refers(s *scenario.Stmt, visit func(scenario.HandleID)) {
	if s.Target != scenario.None && !scenario.Makes(s.Verb) {
		visit(s.Target)
	}
	if s.Given.Handle != scenario.None && s.Given.Handle != s.Target {
		visit(s.Given.Handle)
	}
	for _, m := range s.Members {
		if m != scenario.None {
			visit(m)
		}
	}
	if s.Text != scenario.None {
		for _, part := range l.Script.Texts[s.Text].Parts {
			if part.Mark != scenario.None {
				visit(part.Mark)
			}
		}
	}
}

// makes is the handle that a statement gives a name to, or None.
func makes(s *scenario.Stmt) scenario.HandleID {
	if scenario.Makes(s.Verb) {
		return s.Target
	}
	return s.As
}

func (l *linter) countUses() {
	l.uses = make([]int, len(l.Script.Handles))
	l.each(func(s *scenario.Stmt) {
		l.refers(s, func(h scenario.HandleID) { l.uses[h]++ })
	})
	l.eachWorld(func(w *program.World) {
		for _, in := range w.Users {
			if in.Target != scenario.None {
				l.uses[in.Target]++
			}
		}
	})
}

func (l *linter) eachWorld(visit func(*program.World)) {
	visit(&l.World)
	for i := range l.Cases {
		visit(&l.Cases[i].World)
	}
}

// bodies are the bodies that belong to a statement.
func bodies(s *scenario.Stmt) []scenario.BodyID {
	all := []scenario.BodyID{s.Do, s.Catch, s.Finally}
	for _, link := range s.Links {
		all = append(all, link.Body)
	}
	return all
}

// reach marks what a body leads to: the bodies of its statements, and those of
// the functions that it calls. Bodies nest no deeper than files do, and each is
// entered once.
func (l *linter) reach(b scenario.BodyID) {
	if b == scenario.NoBody || l.reached[b] {
		return
	}
	l.reached[b] = true
	stmts := l.Script.Bodies[b].Stmts
	for i := range stmts {
		for _, inner := range bodies(&stmts[i]) {
			l.reach(inner)
		}
		for _, f := range []scenario.FuncID{stmts[i].Func, stmts[i].Given.Func} {
			if f != scenario.None {
				l.reach(l.Script.Functions[f].Body)
			}
		}
	}
}
