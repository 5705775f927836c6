package explore_test

import (
	"bytes"
	"strings"
	"sync/atomic"
	"testing"

	"evsim/explore"
	"evsim/model"
)

// TestFaultsLoseNothing: a mistake in a policy, which panics after some runs,
// ends the search with one line that says where; what was found by then stays,
// and what is left can be gone on with once the mistake is gone.
func TestFaultsLoseNothing(t *testing.T) {
	s, sound := parsed(t, tenCallbacks), policy(t, "node22")
	for way, search := range searches {
		for _, workers := range []int{1, 4} {
			var runs atomic.Int64
			broken, rules := sound, *sound.Node
			rules.Run = func(n *model.Node) {
				if runs.Add(1) == 200 {
					var nothing []int
					nothing[runs.Load()] = 1
				}
				sound.Node.Run(n)
			}
			broken.Node = &rules
			r := search(t.Context(), s.In(broken, &s.World), explore.Options{Workers: workers})
			if r.Complete || len(r.Orders) == 0 && workers == 1 {
				t.Errorf("%s: complete: %t, %d orders", way, r.Complete, len(r.Orders))
			}
			if !strings.Contains(r.Fault, "index out of range") || !strings.Contains(r.Fault, "explore/fault_test.go, line") || strings.Contains(r.Why.String(), "\n") || !strings.Contains(r.Why.String(), r.Fault) {
				t.Errorf("%s: %q, %q", way, r.Fault, r.Why)
			}
			var file bytes.Buffer
			if err := r.Kept().Write(&file, nil); err != nil {
				t.Fatal(err)
			}
			left, err := explore.ReadFrontier(&file, nil)
			if err != nil {
				t.Fatal(err)
			}
			whole := explore.Explore(t.Context(), s.In(sound, &s.World), explore.Options{Resume: left})
			if want := explore.ByStates(t.Context(), s.In(sound, &s.World), explore.Options{}); !whole.Complete || len(whole.Orders) != len(want.Orders) {
				t.Errorf("%s: %d orders in the end, want %d", way, len(whole.Orders), len(want.Orders))
			}
		}
	}
}
