package lint

import (
	"fmt"
	"slices"

	"evsim/scenario"
)

func (l *linter) unusedFunctions() {
	for _, f := range l.Script.Functions {
		if f.Body != scenario.NoBody && !l.reached[f.Body] {
			l.report(f.Pos, "nothing calls "+code(f.Name), fmt.Sprintf("add %s where it should run, or delete it", code("call: "+f.Name)))
		}
	}
}

// unusedNames leaves out names that a verb cannot do without, but for marks,
// which are of no other use.
func (l *linter) unusedNames() {
	l.each(func(s *scenario.Stmt) {
		name := s.As
		if s.Verb == scenario.VerbMark {
			name = s.Target
		}
		if name == scenario.None || l.uses[name] > 0 {
			return
		}
		h := l.Script.Handles[name]
		fix := "take " + code("as: "+h.Name) + " away, or use it"
		if s.Verb == scenario.VerbMark {
			fix = "take the mark away, or log " + code("${"+h.Name+"}")
		}
		l.report(s.Pos, "nothing refers to "+code(h.Name), fix)
	})
}

// lostNames looks at statements that follow one another: nothing can run
// between them that would use the first thing.
func (l *linter) lostNames() {
	for _, body := range l.Script.Bodies {
		made := make(map[scenario.HandleID]*scenario.Stmt)
		for i := range body.Stmts {
			s := &body.Stmts[i]
			l.refers(s, func(h scenario.HandleID) { delete(made, h) })
			if runsOthers(s) {
				clear(made)
			}
			h := makes(s)
			if h == scenario.None || l.Script.Handles[h].Kind == scenario.HandleTarget {
				continue
			}
			if first := made[h]; first != nil && l.uses[h] > 0 {
				name := l.Script.Handles[h].Name
				l.report(s.Pos, fmt.Sprintf("%s names something else from here on, and nothing used what it named in line %d", code(name), first.Pos.Line), "give one of the two another name")
			}
			made[h] = s
		}
	}
}

// runsOthers reports whether a statement runs other statements before it ends.
func runsOthers(s *scenario.Stmt) bool {
	switch s.Verb {
	case scenario.VerbCall, scenario.VerbDispatch, scenario.VerbRepeat, scenario.VerbTry, scenario.VerbAwait, scenario.VerbYield:
		return true
	case scenario.VerbPromise:
		return s.Do != scenario.NoBody
	}
	return s.Given.Func != scenario.None
}

// deadStatements leaves out what is only there to show that nothing runs there:
// lines that are logged, and statements of which the rules say as much.
func (l *linter) deadStatements() {
	for _, body := range l.Script.Bodies {
		ends := scenario.VerbNone
		for i := range body.Stmts {
			s := &body.Stmts[i]
			if ends != scenario.VerbNone && s.Verb != scenario.VerbLog && !l.meant([]scenario.Stmt{*s}) {
				l.report(s.Pos, fmt.Sprintf("%s stands behind %s and never runs", code(s.Verb.String()), code(ends.String())), "move it above, or delete it")
				break
			}
			if s.Verb == scenario.VerbThrow || s.Verb == scenario.VerbExit {
				ends = s.Verb
			}
		}
	}
}

// neverSettled finds who waits for promises that only `promise` makes, and
// that no statement resolves or rejects.
func (l *linter) neverSettled() {
	settles := make([]bool, len(l.Script.Handles))
	l.each(func(s *scenario.Stmt) {
		if s.Target != scenario.None && (s.Verb == scenario.VerbResolve || s.Verb == scenario.VerbReject) {
			settles[s.Target] = true
		}
		if s.As != scenario.None {
			settles[s.As] = true // by itself
		}
		if s.Verb == scenario.VerbPromise && s.Target != scenario.None && s.Do != scenario.NoBody {
			settles[s.Target] = true // by what its executor throws, perhaps
		}
	})
	for _, body := range l.Script.Bodies {
		for i := range body.Stmts {
			s := &body.Stmts[i]
			idle := body.Stmts[i : i+1]
			if s.Verb == scenario.VerbAwait {
				idle = body.Stmts[i+1:]
			}
			if h := s.Given.Handle; h != scenario.None && l.Script.Handles[h].Kind == scenario.HandlePromise && !settles[h] && waits(s) && !l.meant(idle) {
				name := l.Script.Handles[h].Name
				l.report(s.Pos, fmt.Sprintf("%s waits for %s, which nothing settles", code(s.Verb.String()), code(name)),
					fmt.Sprintf("settle it with %s or %s; or say in `rules` that what comes then is logged `never`", code("resolve: "+name), code("reject: "+name)))
			}
		}
	}
}

// waits reports whether something runs when the promise of the statement is
// settled.
func waits(s *scenario.Stmt) bool {
	return s.Verb == scenario.VerbAwait || s.Do != scenario.NoBody || s.Catch != scenario.NoBody || len(s.Links) > 0
}

// meant reports whether the rules say of all lines in the statements, and of
// one at least, that they are never logged.
func (l *linter) meant(stmts []scenario.Stmt) bool {
	some, all := false, true
	var visit func(stmts []scenario.Stmt)
	visit = func(stmts []scenario.Stmt) {
		for i := range stmts {
			s := &stmts[i]
			if s.Verb == scenario.VerbLog && s.Text != scenario.None {
				some, all = true, all && l.saidNever(l.Script.Texts[s.Text])
			}
			for _, b := range bodies(s) {
				if b != scenario.NoBody {
					visit(l.Script.Bodies[b].Stmts)
				}
			}
		}
	}
	visit(stmts)
	return some && all || len(stmts) == 0 && l.World.ESM && l.expectsExit()
}

// expectsExit reports whether the file expects an exit code: that a module's last
// `await` is never settled makes one.
func (l *linter) expectsExit() bool {
	return slices.ContainsFunc(l.Expect, func(e scenario.Expectation) bool { return e.Exit.Given() })
}

func (l *linter) saidNever(text scenario.Text) bool {
	never := func(r scenario.Rule) bool { return r.Kind == scenario.RuleNever && text.Matches(r.A) }
	return slices.ContainsFunc(l.Scenario.Rules, never) ||
		slices.ContainsFunc(l.Cases, func(c scenario.Case) bool { return slices.ContainsFunc(c.Rules, never) })
}
