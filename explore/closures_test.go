package explore_test

import (
	"context"
	"slices"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/closures"
	"evsim/program"
)

// hidden is three operations on sockets, and much later a timer that logs in
// which order they were done. Until then that stands in a variable which nobody
// sees. Meanwhile others race, so that there is something to explore.
func hidden() *closures.Program {
	p := &closures.Program{Name: "hidden state"}
	for i := range uint32(3) {
		p.Open = append(p.Open, program.Unknown{Name: "latency", Range: clock.Range{High: clock.Millisecond, Of: i + 1}})
	}
	p.Main = func(l *closures.Loop) {
		order := ""
		for i, u := range p.Open {
			l.Net(u.Range, func() { order += string(rune('a' + i)) })
		}
		for range 2 {
			l.Net(clock.Range{Low: 3 * clock.Millisecond, High: 4 * clock.Millisecond}, func() {})
		}
		l.Timeout(10, func() { l.Log(order) })
	}
	return p
}

// TestHiddenStatesAreNotEqual: no two states of a run that cannot say its state
// count as equal, though all that can be seen of them is.
func TestHiddenStatesAreNotEqual(t *testing.T) {
	for name, search := range map[string]func(context.Context, program.Program) explore.Result{
		"by paths": func(ctx context.Context, p program.Program) explore.Result {
			return explore.Explore(ctx, program.NewSetting(p, policy(t, "node22")), explore.Options{})
		},
		"by states": func(ctx context.Context, p program.Program) explore.Result {
			return explore.ByStates(ctx, program.NewSetting(p, policy(t, "node22")), explore.Options{Workers: 2})
		},
	} {
		r := search(t.Context(), hidden())
		var logs []string
		for _, o := range r.Orders {
			logs = append(logs, o.Log[0].Text)
		}
		slices.Sort(logs)
		if !r.Complete || !slices.Equal(logs, []string{"abc", "acb", "bac", "bca", "cab", "cba"}) {
			t.Errorf("%s: complete %t, logs %q", name, r.Complete, logs)
		}
	}
}
