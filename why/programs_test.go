package why_test

import (
	"testing"

	"evsim/internal/observe/fuzz"
	"evsim/model"
	"evsim/scenario"
	"evsim/why"
)

// TestPrograms explains pairs of lines of random programs under every policy of
// Node, and looks up in the events what is claimed.
func TestPrograms(t *testing.T) {
	for seed := range uint64(30) {
		for _, p := range model.Policies() {
			if p.Node == nil {
				continue
			}
			s, diagnostics := scenario.Parse("program.yaml", []byte(fuzz.Program(seed, p, nil)))
			if s == nil {
				t.Fatal(diagnostics)
			}
			events := run(s, p, &s.World, nil)
			for _, pair := range pairsOf(events) {
				r := why.Record(pair[0], pair[1])
				for _, e := range events {
					r.Emit(e)
				}
				e := explain(t, r, p, s.Name)
				if len(e.Claims) == 0 {
					t.Errorf("seed %d, %s: no reason for %v", seed, p.Name, pair)
				}
				for _, c := range e.Claims {
					if err := check(r.Events, p, c); err != nil {
						t.Errorf("seed %d, %s %v: %v %s %q: %v", seed, p.Name, pair, c.Kind, c.Rule, c.Text, err)
					}
				}
			}
		}
	}
}
