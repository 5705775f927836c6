package record

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"evsim/scenario"
	"evsim/viewer"
)

// maxPage is how many bytes the page of a small scenario may have.
const maxPage = 500_000

// TestPagesAreSmall writes a page of every seed scenario, with every policy
// that it is for, and one with every order.
func TestPagesAreSmall(t *testing.T) {
	files, err := filepath.Glob("../scenarios/seeds/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, diags := scenario.Parse(file, text)
		if s == nil {
			t.Fatal(diags)
		}
		for _, explored := range []bool{false, true} {
			limits := Report
			limits.Paths = 1000
			r := New(file, s, text, limits)
			for _, p := range s.RunsOn() {
				if s.Supported(p) != nil {
					continue
				}
				plan := Plan{Scenario: s, Text: text, Policy: p, Command: Command{File: file, Policy: p.Name}}
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
