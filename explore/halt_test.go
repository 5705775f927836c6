package explore_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

var searches = map[string]func(context.Context, program.Setting, explore.Options) explore.Result{
	"path by path": explore.Explore, "state by state": explore.ByStates,
}

// TestHaltsInOneRun ends searches of which the first run takes longer than
// anybody waits: in a callback, and at one choice among very many.
func TestHaltsInOneRun(t *testing.T) {
	errLate := errors.New("late")
	for name, script := range map[string]string{
		"one callback": "  repeat: 10000000\n  do: {repeat: 10000000, do: {repeat: 1000, do: {mark: m}}}\n",
		"one choice":   "  - {io: net, latency: 0ms..10ms, do: {log: a}}\n  - repeat: 30000\n    do: {io: net, latency: 5ms, do: {log: b}}\n",
	} {
		s := parsed(t, "evsim: 1\nname: endless\nscript:\n"+script)
		for way, search := range searches {
			ctx, cancel := context.WithTimeoutCause(t.Context(), 100*time.Millisecond, errLate)
			r := search(ctx, s.In(policy(t, "node22"), &s.World), explore.Options{})
			cancel()
			if r.Complete || r.Why.String() != "late" || len(r.Orders) != 0 {
				t.Errorf("%s, %s: complete: %t (%s), %d orders", name, way, r.Complete, r.Why, len(r.Orders))
			}
		}
	}
}

// TestMemoryIsLimited ends searches whose orders, or whose choices in one run,
// take more memory than they may.
func TestMemoryIsLimited(t *testing.T) {
	var choices strings.Builder
	for i := range 60 {
		fmt.Fprintf(&choices, "  - {io: net, latency: 0ms..10ms, do: {log: a%d}}\n", i)
	}
	orders := "  - repeat: 1000\n    do: {log: a}\n" + strings.Repeat("  - {io: net, latency: 0ms..10ms, do: {log: '${now}'}}\n  - {setTimeout: 5, do: {log: '${now}'}}\n", 6)
	for name, script := range map[string]string{"orders": orders, "choices": choices.String()} {
		s := parsed(t, "evsim: 1\nname: large\nscript:\n"+script)
		for way, search := range searches {
			r := search(t.Context(), s.In(policy(t, "node22"), &s.World), explore.Options{Memory: 1 << 20})
			if r.Complete || r.Why.String() != "the limit of 1048576 bytes was reached" {
				t.Errorf("%s, %s: complete: %t (%s), %d orders, %d paths", name, way, r.Complete, r.Why, len(r.Orders), r.Paths)
			}
		}
	}
}

// TestConditionsEndWithTheirExploration: once its time is over no condition is
// told, and the result says why.
func TestConditionsEndWithTheirExploration(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	r := explore.Explore(ctx, program.NewSetting(parsed(t, timeoutRace), policy(t, "node22")), explore.Options{})
	if c := r.When(0); c.Formula == "" || r.Untold.String() != "" {
		t.Errorf("in time: %+v, %q", c, r.Untold)
	}
	cancel(errors.New("late"))
	if c := r.When(0); c.Formula != "" || c.Words != "" || r.Untold.String() != "late" {
		t.Errorf("too late: %+v, %q", c, r.Untold)
	}
}

// TestClockStandsStill: a loop whose clock never moves waits for its timers for ever, and
// that ends at the limit of turns, in a run and in an exploration under any policy.
func TestClockStandsStill(t *testing.T) {
	s := parsed(t, `
evsim: 1
name: a clock that stands still
clock: {startup: 0ms..1ms, skew: {drift: -1000000}}
limits: {turns: 2000}
script:
  - {setTimeout: 5, do: {log: first}}
`)
	for _, p := range model.Policies() {
		if stop := s.Run(p, program.Options{}); stop.Reason != sim.LimitTurns {
			t.Errorf("%s: ended by %s", p.Name, stop.Reason)
		}
		r := explore.Explore(t.Context(), s.In(p, &s.World), explore.Options{})
		if !r.Complete || len(r.Orders) != 1 || r.Orders[0].Stop.Reason != sim.LimitTurns {
			t.Errorf("%s: complete: %t (%s), %d orders: %v", p.Name, r.Complete, r.Why, len(r.Orders), r.Orders)
		}
	}
}
