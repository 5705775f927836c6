package explore

import (
	"testing"

	"evsim/clock"
)

// TestForksHalt: a run that asks much at once, each answer of which takes memory, ends
// where the search does, and not when it has asked all.
func TestForksHalt(t *testing.T) {
	p, asked := newPath(), 0
	p.halt = func() bool {
		asked++
		return asked > 100
	}
	var ends []clock.Instant
	for range 60 {
		ends = append(ends, p.Add(0, clock.Range{High: clock.Millisecond}))
	}
	for _, a := range ends {
		for _, b := range ends {
			p.Before(a, b)
		}
	}
	if len(p.branches) != 100 || !p.halted {
		t.Errorf("%d branches, halted: %t", len(p.branches), p.halted)
	}
}
