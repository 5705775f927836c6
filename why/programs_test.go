package why_test

import (
	"fmt"
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
			explainPairs(t, run(s, p, &s.World, nil), p, fmt.Sprint("seed ", seed), map[why.Kind]int{})
		}
	}
}
