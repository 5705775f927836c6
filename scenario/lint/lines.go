package lint

import (
	"slices"

	"evsim/internal/say"
	"evsim/scenario/expect"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
)

// unwrittenLines looks at the logs that are expected. Lines of rules and of
// `starves` are the parser's to check: it refuses those that nothing logs.
func (l *linter) unwrittenLines() {
	if l.Code != nil {
		return // what it logs is known when it runs
	}
	var written []script.Text
	l.each(func(s *script.Stmt) {
		if s.Verb != script.VerbLog || s.Text == script.None {
			return
		}
		written = append(written, l.Script.Texts[s.Text])
	})
	checked := map[string]bool{}
	look := func(expect []expect.Expectation) {
		for _, e := range expect {
			for _, order := range e.Orders {
				for i, line := range order.Lines {
					if _, done := checked[line]; !done {
						checked[line] = slices.ContainsFunc(written, func(t script.Text) bool { return t.Matches(line) })
					}
					if !checked[line] {
						fix := say.Text("correct it, or add the statement")
						if meant := syntax.NeverLogged(&l.Tree, line); meant != "" {
							fix = meant
						}
						l.report(order.Pos[i], say.Of("%s is never logged: no statement logs it", code(line)), fix)
					}
				}
			}
		}
	}
	look(l.Expect)
	for i := range l.Cases {
		look(l.Cases[i].Expect)
	}
}
