package document

import (
	"strings"
	"testing"
)

// TestOrdersAreLikely tells how likely orders are where somebody says how a length is
// distributed, and not elsewhere.
func TestOrdersAreLikely(t *testing.T) {
	for world, want := range map[string][]string{
		"clock: {startup: 0ms..4ms uniform, phase: 0ms}\n": {"25% (24", "7"},
		"clock: {startup: 0ms..4ms, phase: 0ms}\n":         {"", ""},
	} {
		p := planOf(t, "  - {setTimeout: , do: {log: t}}\n  - {setImmediate: , do: {log: i}}\n"+world)
		r := New("x.yaml", p.Program, p.Text, Report)
		r.Orders(t.Context(), p)
		if len(r.Runs) != 2 {
			t.Fatalf("%d runs", len(r.Runs))
		}
		for i := range r.Runs {
			if got := r.Runs[i].Likely; !strings.HasPrefix(got, want[i]) || (got == "") != (want[i] == "") {
				t.Errorf("order %d is likely %q, want about %q", i+1, got, want[i])
			}
		}
	}
}
