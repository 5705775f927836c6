package interleave

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata anew")

// TestTexts holds the scenarios and models against those in testdata.
func TestTexts(t *testing.T) {
	for _, p := range []Program{{3, 1}, {3, 3}} {
		for name, text := range map[string]string{
			"scenario.yaml": p.Scenario(), "loop.pml": p.Promela(true), "own.pml": p.Promela(false),
		} {
			file := filepath.Join("testdata", fmt.Sprintf("%dx%d-%s", p.Parts, p.Waits, name))
			if *update {
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), text); diff != "" {
				t.Errorf("%s:\n%s", file, diff)
			}
		}
	}
}

// spin is how many states Spin 6.5.2 stores, with reduction, where each callback is a
// step of its part.
var spin = map[Program]int{{10, 1}: 23, {14, 1}: 31, {4, 3}: 27, {8, 3}: 43, {20, 3}: 91}

// TestFewPaths: evsim proves what Spin proves with at most ten times as many paths as Spin
// has states. The rule is broken where one less may be begun.
func TestFewPaths(t *testing.T) {
	for p, states := range spin {
		proof, err := p.Prove(context.Background(), false)
		if err != nil {
			t.Fatal(err)
		}
		if !proof.Proved || proof.Paths == 0 || proof.Paths > 10*states {
			t.Errorf("%v: proved: %t, with %d paths; Spin has %d states", p, proof.Proved, proof.Paths, states)
		}
	}
	for _, whole := range []bool{false, true} {
		if proof, err := (Program{3, 3}).Prove(context.Background(), whole); err != nil || !proof.Proved {
			t.Errorf("whole: %t: %v, %v", whole, proof, err)
		}
		fewer := Program{4, 3}
		if proof, err := prove(context.Background(), fewer.scenario(1), whole); err != nil || proof.Proved {
			t.Errorf("whole: %t: at most 1 is begun at a time: %v, %v", whole, proof, err)
		}
	}
}
