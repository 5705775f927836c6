package js

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/model"
	"evsim/program"
)

// TestStaged proves that what Next.js does with two timers keeps them together,
// whenever the loop starts and however long a line takes, and that it would not
// without the write to _idleStart.
func TestStaged(t *testing.T) {
	text, err := os.ReadFile("testdata/staged.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"node20", "node22", "node26"} {
		policy, err := model.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, together := range []string{"true", "false"} {
			p := load(t, "staged.js", strings.ReplaceAll(string(text), "TOGETHER", together))
			w := p.world.Clone()
			w.Clock.Startup, w.Clock.Phase = clock.Range{High: 3 * clock.Millisecond, Of: 1}, clock.Range{High: clock.Millisecond, Of: 2}
			w.Costs.Log = clock.Range{High: 2 * clock.Millisecond, Of: 3}
			r := explore.Explore(context.Background(), program.Setting{Program: p, Policy: policy, World: &w}, explore.Options{})
			if !r.Complete {
				t.Fatalf("%s: %s", name, r.Why)
			}
			apart := slices.ContainsFunc(r.Orders, func(o explore.Order) bool {
				return o.Log[2].Text != "work of the first stage" || o.Log[3].Text != "second stage"
			})
			if apart != (together == "false") {
				t.Errorf("%s, together %s: something comes between the stages: %v, in %d orders", name, together, apart, len(r.Orders))
			}
		}
	}
}
