package diagnostic

import (
	"testing"

	"evsim/sim"
)

func TestDiagnostics(t *testing.T) {
	warning := Diagnostic{File: "f", Pos: sim.Pos{Line: 2, Col: 1}, Message: "odd", Warning: true}
	failure := Diagnostic{File: "f", Pos: sim.Pos{Line: 1, Col: 3}, Message: "wrong"}
	ds := List{warning, failure, failure}.Sorted(0)
	if got, want := ds.Error(), "f:1:3: error: wrong\nf:2:1: warning: odd"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if ds.Err() == nil || (List{warning}).Err() != nil || (List)(nil).Err() != nil {
		t.Error("only errors are an error")
	}
}

// YAML ends lines at more characters than editors do.
func TestLineEnds(t *testing.T) {
	src := "a\nb\r\nc\rd\u0085e\u2028f\u2029g"
	for i, want := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		if got, ok := Line(src, int32(i+1)); !ok || got != want {
			t.Errorf("line %d is %q, want %q", i+1, got, want)
		}
	}
	for _, n := range []int32{0, 8} {
		if got, ok := Line(src, n); ok {
			t.Errorf("line %d is %q", n, got)
		}
	}
}
