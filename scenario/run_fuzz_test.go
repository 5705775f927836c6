package scenario_test

import (
	"hash/maphash"
	"os"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// digest is a Sink that keeps a hash of every event.
type digest struct{ hash maphash.Hash }

func (d *digest) Emit(e sim.Event) { maphash.WriteComparable(&d.hash, e) }

// FuzzRun parses a file and, if it is a scenario, runs it twice under every
// policy with small limits: it ends, does not panic, and does the same again,
// also when unknowns are drawn.
func FuzzRun(f *testing.F) {
	for _, file := range scenarioFiles(f) {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		s, _ := scenario.Parse("fuzz.yaml", src)
		if s == nil {
			return
		}
		for _, p := range model.Policies() {
			if s.Lacks(p) == nil {
				fuzzPolicy(t, s, p)
			}
		}
	})
}

func fuzzPolicy(t *testing.T, s *scenario.Scenario, p model.Policy) {
	world := s.World
	world.Limits = sim.Limits{Callbacks: 500, Turns: 500, Time: 3000 * clock.Second}
	var sums [3]uint64
	seed := maphash.MakeSeed()
	for i := range sums {
		var d digest
		d.hash.SetSeed(seed)
		o := program.Options{Sink: &d, Wants: sim.AllKinds, PromiseRoom: 1 << (10 * min(i, 1))}
		if i == 2 {
			o.Oracle = clock.NewSampler(7)
		}
		if stop := s.In(p, &world).Run(o); stop.Reason == sim.Running {
			t.Fatalf("%s did not stop", p.Name)
		}
		sums[i] = d.hash.Sum64()
	}
	if sums[0] != sums[1] {
		t.Fatalf("%s: two runs differ", p.Name)
	}
}
