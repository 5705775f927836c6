package lint

import (
	"slices"

	"evsim/scenario"
)

// unwrittenLines looks at the logs that are expected. Lines of rules and of
// `starves` are the parser's to check: it refuses those that nothing logs.
func (l *linter) unwrittenLines() {
	var written []scenario.Text
	l.each(func(s *scenario.Stmt) {
		if s.Verb != scenario.VerbLog || s.Text == scenario.None {
			return
		}
		written = append(written, l.Script.Texts[s.Text])
	})
	checked := map[string]bool{}
	look := func(expect []scenario.Expectation) {
		for _, e := range expect {
			for _, order := range e.Orders {
				for i, line := range order.Lines {
					if _, done := checked[line]; !done {
						checked[line] = slices.ContainsFunc(written, func(t scenario.Text) bool { return t.Matches(line) })
					}
					if !checked[line] {
						fix := "correct it, or add the statement"
						if meant := scenario.NeverLogged(&l.Tree, line); meant != "" {
							fix = meant
						}
						l.report(order.Pos[i], code(line)+" is never logged: no statement logs it", fix)
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
