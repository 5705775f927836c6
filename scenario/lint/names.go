package lint

import (
	"slices"

	"evsim/internal/say"
	"evsim/scenario/expect"
	"evsim/scenario/script"
)

func (l *linter) unusedFunctions() {
	for _, f := range l.Script.Functions {
		if f.Body != script.NoBody && !l.reached[f.Body] {
			l.report(f.Pos, say.Of("nothing calls %s", code(f.Name)), say.Of("add %s where it should run, or delete it", code("call: "+f.Name)))
		}
	}
}

// unusedNames leaves out names that a verb cannot do without, but for marks,
// which are of no other use.
func (l *linter) unusedNames() {
	l.each(func(s *script.Stmt) {
		name := s.As
		if s.Verb == script.VerbMark {
			name = s.Target
		}
		if name == script.None || l.uses[name] > 0 {
			return
		}
		h := l.Script.Handles[name]
		fix := say.Of("remove %s, or use it", code("as: "+h.Name))
		if s.Verb == script.VerbMark {
			fix = say.Of("remove the mark, or log %s", code("${"+h.Name+"}"))
		}
		l.report(s.Pos, say.Of("nothing refers to %s", code(h.Name)), fix)
	})
}

// lostNames looks at statements that follow one another: nothing can run
// between them that would use the first thing.
func (l *linter) lostNames() {
	for _, body := range l.Script.Bodies {
		made := make(map[script.HandleID]*script.Stmt)
		for i := range body.Stmts {
			s := &body.Stmts[i]
			l.refers(s, func(h script.HandleID) { delete(made, h) })
			if runsOthers(s) {
				clear(made)
			}
			h := makes(s)
			if h == script.None || l.Script.Handles[h].Kind == script.HandleTarget {
				continue
			}
			if first := made[h]; first != nil && l.uses[h] > 0 {
				name := l.Script.Handles[h].Name
				l.report(s.Pos, say.Of("%s names something else from here on, and nothing used what it named in line %d", code(name), first.Pos.Line), "give one of the two another name")
			}
			made[h] = s
		}
	}
}

// runsOthers reports whether a statement runs other statements before it ends.
func runsOthers(s *script.Stmt) bool {
	switch s.Verb {
	case script.VerbCall, script.VerbDispatch, script.VerbRepeat, script.VerbTry, script.VerbAwait, script.VerbYield:
		return true
	case script.VerbPromise:
		return s.Do != script.NoBody
	}
	return s.Given.Func != script.None
}

// deadStatements leaves out what is only there to show that nothing runs there:
// lines that are logged, and statements of which the rules say as much.
func (l *linter) deadStatements() {
	for _, body := range l.Script.Bodies {
		ends := script.VerbNone
		for i := range body.Stmts {
			s := &body.Stmts[i]
			if ends != script.VerbNone && s.Verb != script.VerbLog && !l.meant([]script.Stmt{*s}) {
				l.report(s.Pos, say.Of("%s comes after %s and never runs", code(s.Verb.String()), code(ends.String())), "move it above, or delete it")
				break
			}
			if s.Verb == script.VerbThrow || s.Verb == script.VerbExit {
				ends = s.Verb
			}
		}
	}
}

// neverSettled finds who waits for promises that only `promise` makes, and
// that no statement resolves or rejects.
func (l *linter) neverSettled() {
	settles := make([]bool, len(l.Script.Handles))
	l.each(func(s *script.Stmt) {
		if s.Target != script.None && (s.Verb == script.VerbResolve || s.Verb == script.VerbReject) {
			settles[s.Target] = true
		}
		if s.As != script.None {
			settles[s.As] = true // by itself
		}
		if s.Verb == script.VerbPromise && s.Target != script.None && s.Do != script.NoBody {
			settles[s.Target] = true // by what its executor throws, perhaps
		}
	})
	for _, body := range l.Script.Bodies {
		for i := range body.Stmts {
			s := &body.Stmts[i]
			idle := body.Stmts[i : i+1]
			if s.Verb == script.VerbAwait {
				idle = body.Stmts[i+1:]
			}
			if h := s.Given.Handle; h != script.None && l.Script.Handles[h].Kind == script.HandlePromise && !settles[h] && waits(s) && !l.meant(idle) {
				name := l.Script.Handles[h].Name
				l.report(s.Pos, say.Of("%s waits for %s, which nothing settles", code(s.Verb.String()), code(name)),
					say.Of("settle it with %s or %s; or say in `rules` that what comes then is logged `never`", code("resolve: "+name), code("reject: "+name)))
			}
		}
	}
}

// waits reports whether something runs when the promise of the statement is
// settled.
func waits(s *script.Stmt) bool {
	return s.Verb == script.VerbAwait || s.Do != script.NoBody || s.Catch != script.NoBody || len(s.Links) > 0
}

// meant reports whether the rules say of all lines in the statements, and of
// one at least, that they are never logged.
func (l *linter) meant(stmts []script.Stmt) bool {
	some, all := false, true
	var visit func(stmts []script.Stmt)
	visit = func(stmts []script.Stmt) {
		for i := range stmts {
			s := &stmts[i]
			if s.Verb == script.VerbLog && s.Text != script.None {
				some, all = true, all && l.saidNever(l.Script.Texts[s.Text])
			}
			for _, b := range bodies(s) {
				if b != script.NoBody {
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
	return slices.ContainsFunc(l.Expect, func(e expect.Expectation) bool { return e.Exit.Given() })
}

func (l *linter) saidNever(text script.Text) bool {
	never := func(r expect.Rule) bool { return r.Kind == expect.Never && text.Matches(r.A) }
	return slices.ContainsFunc(l.Scenario.Rules, never) ||
		slices.ContainsFunc(l.Cases, func(c script.Case) bool { return slices.ContainsFunc(c.Rules, never) })
}
