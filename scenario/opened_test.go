package scenario_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestOpeningSharesLists: to open the lengths of thousands of cases that share
// thousands of files makes each unknown once, and no list for each case. A case
// with files of its own has unknowns of its own.
func TestOpeningSharesLists(t *testing.T) {
	const n = 2000
	var b strings.Builder
	b.WriteString("evsim: 1\nname: many\npolicies: node22\nscript:\n  - {readFile: f0, do: {log: a}}\nfiles:\n")
	for i := range n {
		fmt.Fprintf(&b, "  f%d: {latency: 1ms}\n", i)
	}
	b.WriteString("cases:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {name: c%d, expect: [{log: [a]}]}\n", i)
	}
	b.WriteString("  - {name: own, files: {f0: {latency: 7ms}}, expect: [{log: [a]}]}\n")
	s := parse(t, b.String())
	opened, err := s.Free([]string{"latency"})
	if err != nil {
		t.Fatal(err)
	}
	if got := len(opened.Unknowns); got < n+1 || got > 2*n+1 {
		t.Errorf("%d unknowns, want %d for the files and at most as many for the last case", got, n)
	}
	worlds := opened.Worlds()
	if &worlds[0].Files[0] != &worlds[n].Files[0] || worlds[0].Files[0].Latency.Known() || !s.World.Files[0].Latency.Known() {
		t.Error("a list is not shared, not opened, or that of the closed scenario")
	}
	if own := worlds[n+1].Files[0].Latency; own.Known() || own == worlds[0].Files[0].Latency {
		t.Errorf("the files of the last case: %+v", own)
	}
}
