package lint

import (
	"evsim/program"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
)

// each visits every statement.
func (l *linter) each(visit func(*script.Stmt)) {
	for b := range l.Script.Bodies {
		stmts := l.Script.Bodies[b].Stmts
		for i := range stmts {
			visit(&stmts[i])
		}
	}
}

// refers visits the handles that a statement refers to, and does not make.
func (l *linter) refers(s *script.Stmt, visit func(script.HandleID)) {
	if s.Target != script.None && !syntax.Makes(s.Verb) {
		visit(s.Target)
	}
	if s.Given.Handle != script.None && s.Given.Handle != s.Target {
		visit(s.Given.Handle)
	}
	for _, m := range s.Members {
		if m != script.None {
			visit(m)
		}
	}
	if s.Text != script.None {
		for _, part := range l.Script.Texts[s.Text].Parts {
			if part.Mark != script.None {
				visit(part.Mark)
			}
		}
	}
}

// makes is the handle that a statement gives a name to, or None.
func makes(s *script.Stmt) script.HandleID {
	if syntax.Makes(s.Verb) {
		return s.Target
	}
	return s.As
}

func (l *linter) countUses() {
	l.uses = make([]int, len(l.Script.Handles))
	l.each(func(s *script.Stmt) {
		l.refers(s, func(h script.HandleID) { l.uses[h]++ })
	})
	l.eachWorld(func(w *program.World) {
		for _, in := range w.Users {
			if in.Target != script.None {
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
func bodies(s *script.Stmt) []script.BodyID {
	all := []script.BodyID{s.Do, s.Catch, s.Finally}
	for _, link := range s.Links {
		all = append(all, link.Body)
	}
	return all
}

// reach marks what a body leads to: the bodies of its statements, and those of
// the functions that it calls. Bodies nest no deeper than files do, and each is
// entered once.
func (l *linter) reach(b script.BodyID) {
	if b == script.NoBody || l.reached[b] {
		return
	}
	l.reached[b] = true
	stmts := l.Script.Bodies[b].Stmts
	for i := range stmts {
		for _, inner := range bodies(&stmts[i]) {
			l.reach(inner)
		}
		for _, f := range []script.FuncID{stmts[i].Func, stmts[i].Given.Func} {
			if f != script.None {
				l.reach(l.Script.Functions[f].Body)
			}
		}
	}
}
