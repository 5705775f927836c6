package document

import (
	"slices"
	"strings"
	"testing"

	"evsim/model"
	"evsim/sim"
)

// TestLanesOfNode holds the order of the phases against libuv's uv_run: since
// 1.45, which Node 20 has, timers run behind the closing callbacks (unix/core.c).
func TestLanesOfNode(t *testing.T) {
	const before, since = "timers pending poll check closing", "pending poll check closing timers"
	for name, want := range map[string]string{"node10": before, "node11": before, "node12": before, "node15": before, "node20": since, "node22": since, "node26": since} {
		p, err := model.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		var loop []string
		for _, l := range Lanes(p) {
			if l.In == "loop" {
				loop = append(loop, string(l.Queues[0]))
			}
		}
		if got := strings.Join(loop, " "); got != want {
			t.Errorf("%s: the loop serves %s, not %s", name, got, want)
		}
	}
}

// TestLanesHoldEveryQueue wants each queue of each policy in one lane, and each
// lane of a kind that the page has a colour for.
func TestLanesHoldEveryQueue(t *testing.T) {
	colours := []string{"script", "tick", "microtask", "timer", "io", "immediate", "frame", "closing", "task"}
	for _, p := range model.Policies() {
		var held []sim.Place
		for _, l := range Lanes(p) {
			held = append(held, l.Queues...)
			if !slices.Contains(colours, l.Kind) || !slices.Contains([]string{"between", "loop", "outside"}, l.In) {
				t.Errorf("%s: %+v", p.Name, l)
			}
		}
		queues := p.Queues()
		slices.Sort(queues)
		slices.Sort(held)
		if !slices.Equal(held, queues) {
			t.Errorf("%s: lanes hold %q, the policy has %q", p.Name, held, queues)
		}
	}
}
