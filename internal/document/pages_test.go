package document

import (
	"bytes"
	"testing"

	"evsim/internal/testmain"
	"evsim/internal/viewer"
	"evsim/program"
)

// maxPage is how many bytes the page of a small scenario may have.
const maxPage = 500_000

// TestPagesAreSmall writes a page of every third seed scenario, of all with
// EVSIM_SWEEPS=1, with every policy that it is for, and one with every order.
func TestPagesAreSmall(t *testing.T) {
	for i, seed := range seeds(t) {
		if i%testmain.Every(3) != 0 {
			continue
		}
		file, text, s := seed.file, seed.text, seed.scenario
		for _, explored := range []bool{false, true} {
			limits := Report
			limits.Paths = 1000
			r := New(file, s, text, limits)
			for _, p := range s.RunsOn() {
				if s.Lacks(p) != nil {
					continue
				}
				plan := Plan{Setting: program.NewSetting(s, p), Text: text, Command: Command{File: file, Policy: p.Name}}
				if explored {
					r.Orders(t.Context(), &plan)
				} else {
					r.Run(t.Context(), &plan, nil)
				}
			}
			r.Cite()
			var page bytes.Buffer
			if err := viewer.WriteReport(&page, r.Document); err != nil {
				t.Fatal(err)
			}
			if page.Len() > maxPage {
				t.Errorf("%s, explored: %v: %d bytes", file, explored, page.Len())
			}
		}
	}
}
