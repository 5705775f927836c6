package sim_test

import (
	"testing"

	"evsim/clock"
)

// dice is a generator of the tests' own: equal seeds, equal tests.
type dice uint64

// below is a number from 0 to n-1.
func (d *dice) below(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d) >> 33 % uint64(n))
}

// plain is a clock without an Oracle.
func plain() *clock.Clock { return clock.New(clock.Setup{}, 0, 0, nil) }

// clocks are the ways in which a clock compares exact times.
func clocks() map[string]*clock.Clock {
	return map[string]*clock.Clock{
		"no oracle": plain(),
		"oracle":    clock.New(clock.Setup{}, 0, 0, clock.Plain{}),
	}
}

// noAllocations makes sure that f, once it has run, allocates nothing: not one
// time in many, as what leaks a little would.
func noAllocations(t *testing.T, f func()) {
	t.Helper()
	f()
	n := testing.AllocsPerRun(1, func() {
		for range 50 {
			f()
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
