package scenario_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/clock"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// TestRunsAgain runs every scenario again in the memory of its own run before,
// and of one with other choices: the events stay the same.
func TestRunsAgain(t *testing.T) {
	for _, file := range scenarioFiles(t) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, complaints := scenario.Parse(file, src)
		if s == nil {
			t.Fatal(complaints)
		}
		t.Run(strings.TrimPrefix(file, "../scenarios/"), func(t *testing.T) {
			t.Parallel()
			world := s.World
			world.Limits.Callbacks = 300
			for _, p := range s.RunsOn() {
				sampler := clock.NewSampler(1)
				var log recorder
				r := s.Prepare(p, &world, program.Options{Oracle: sampler, Sink: &log, Wants: sim.AllKinds})
				var first recorder
				for _, seed := range []uint64{1, 1, 2, 1} {
					*sampler, log = *clock.NewSampler(seed), nil
					r.Run()
					if seed == 1 && first == nil {
						first = log
					}
					if seed == 1 && !slices.Equal(first, log) {
						t.Errorf("%s: a run after others differs:\n%s", p.Name, cmp.Diff(first, log))
					}
				}
			}
		})
	}
}

type recorder []sim.Event

func (r *recorder) Emit(e sim.Event) { *r = append(*r, e) }
