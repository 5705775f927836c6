package lint

import (
	"reflect"
	"slices"

	"evsim/internal/say"
	"evsim/program"
	"evsim/scenario/expect"
	"evsim/scenario/script"
	"evsim/sim"
)

func (l *linter) unusedFiles() {
	read := map[string]bool{}
	fetched := map[string]bool{}
	l.each(func(s *script.Stmt) {
		switch s.Verb {
		case script.VerbReadFile:
			read[s.Name] = true
		case script.VerbFetch, script.VerbSend:
			fetched[s.Name] = true
		}
	})
	if l.Code != nil {
		return // what it waits for is known when it runs
	}
	looked := make(map[*program.Latency]bool) // the first entries of lists: worlds share them
	unread := func(list []program.Latency, used map[string]bool, verb say.Text, message func(name string) say.Text) {
		if len(list) > 0 && !looked[&list[0]] {
			looked[&list[0]] = true
			l.unread(list, used, verb, message)
		}
	}
	l.eachWorld(func(w *program.World) {
		unread(w.IO, nil, "the code behind `script: ./FILE`", func(name string) say.Text { return say.Of("no statement waits for %s", name) })
		unread(w.Files, read, "`readFile`", func(name string) say.Text { return say.Of("nothing reads %s", name) })
		unread(w.Network, fetched, "`fetch` or `send`", func(name string) say.Text { return say.Of("nothing fetches %s", name) })
	})
}

func (l *linter) unread(list []program.Latency, used map[string]bool, verb say.Text, message func(name string) say.Text) {
	for _, entry := range list {
		if !used[entry.Name] {
			l.report(entry.Pos, message(code(entry.Name)), say.Of("write it as %s has it, or delete it", verb))
		}
	}
}

// neverDrawn finds callbacks of frames in pages that have none.
func (l *linter) neverDrawn() {
	drawn := false
	l.eachWorld(func(w *program.World) { drawn = drawn || !w.Display.Hidden })
	if drawn {
		return
	}
	for _, body := range l.Script.Bodies {
		for i := range body.Stmts {
			s := &body.Stmts[i]
			if (s.Verb == script.VerbRequestAnimationFrame || s.Verb == script.VerbObserveSize) && !l.meant(body.Stmts[i:i+1]) {
				l.report(s.Pos, "the page is hidden, so no frame of the model runs this", say.Of("remove %s; or say in `rules` that its lines are logged `never`", code("hidden: true")))
			}
		}
	}
}

func (l *linter) idleCases() {
	for i := range l.Cases {
		c := &l.Cases[i]
		if same(reflect.ValueOf(c.World), reflect.ValueOf(l.World)) {
			l.report(c.Pos, "the world of this case is that of the scenario", "change a key of the world, or delete the case")
		}
		if len(c.Expect) == 0 && len(c.Rules) == 0 && len(l.Rules) == 0 {
			l.report(c.Pos, "nothing is expected of this case", "give it `expect` or `rules`")
		}
	}
}

// same reports whether two worlds differ in nothing but where they are written.
func same(a, b reflect.Value) bool {
	if a.Type() == reflect.TypeFor[sim.Pos]() {
		return true
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).Name != "Of" && !same(a.Field(i), b.Field(i)) { // the number of an unknown
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		if a.Pointer() == b.Pointer() {
			return true // cases share what they do not change
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}

// uncheckedPolicies speaks of policies that the file names. Where it names
// none, an expectation for some of them says enough.
func (l *linter) uncheckedPolicies() {
	if len(l.Expect)+len(l.Scenario.Rules)+len(l.Cases) == 0 {
		return // a script to be run, and nothing else
	}
	for _, name := range l.Policies {
		if !l.checked(name) {
			l.report(l.PoliciesPos, say.Of("nothing is expected of %s", code(name)), "add what it logs to `expect`, or take it out of `policies`")
		}
	}
}

func (l *linter) checked(policy string) bool {
	speaks := func(e expect.Expectation) bool { return e.Policies == nil || slices.Contains(e.Policies, policy) }
	rules := func(r expect.Rule) bool { return r.On == nil || slices.Contains(r.On, policy) }
	return slices.ContainsFunc(l.Expect, speaks) || slices.ContainsFunc(l.Scenario.Rules, rules) ||
		slices.ContainsFunc(l.Cases, func(c script.Case) bool {
			return slices.ContainsFunc(c.Expect, speaks) || slices.ContainsFunc(c.Rules, rules)
		})
}
