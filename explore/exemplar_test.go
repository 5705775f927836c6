package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// TestExamplesAreTheFirstRuns makes every path of random scenarios, and wants as the
// example of each order of a search by states the first path that has it: with all
// orders wanted at once, and with one alone.
func TestExamplesAreTheFirstRuns(t *testing.T) {
	policies, coincidences := model.Policies(), 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := policies[r.IntN(len(policies))]
		s, diagnostics := scenario.Parse("first.yaml", []byte(gridScenario(r, p)))
		if s == nil {
			t.Fatal(diagnostics)
		}
		setting := program.NewSetting(s, p)
		want := explore.FirstRuns(setting)
		explore.KeepStatesAfter(t, int(seed%2)*64)
		for _, alone := range []bool{false, true} {
			found := explore.Explore(context.Background(), setting, explore.Options{Small: 1, Apart: alone})
			var all []int
			for i := range found.Orders {
				if all = append(all, i); alone {
					all = []int{i}
				}
				if why := found.Exemplify(context.Background(), all...); alone && why != "" {
					t.Fatal(why)
				}
			}
			if why := found.Exemplify(context.Background(), all...); why != "" || !found.Complete || len(found.Orders) != len(want) {
				t.Fatalf("seed %d: %q, %d orders, want %d", seed, why, len(found.Orders), len(want))
			}
			for i := range found.Orders {
				o := &found.Orders[i]
				key := fmt.Sprint(texts(o.Log), o.Stop.Reason, o.Stop.Code)
				if got := o.Witness.Token(nil); got != want[key].Token(nil) {
					t.Errorf("seed %d, %s: the example of %s is %v, and the first run %v", seed, p.Name, key, o.Witness, want[key])
				}
				for _, pick := range o.Witness.Picks {
					coincidences += min(pick.Number, 1)
				}
			}
		}
	}
	if coincidences == 0 {
		t.Error("no order needs an unusual choice")
	}
}
