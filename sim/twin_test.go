package sim_test

import (
	"math"
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
// time in fifty, as what leaks a little would. What is counted is the whole
// process's, so on a busy machine something else may come into a count; f is to
// blame for what is in every one.
func noAllocations(t *testing.T, f func()) {
	t.Helper()
	f()
	least := math.Inf(1)
	for range 3 {
		if least = min(least, testing.AllocsPerRun(1, func() {
			for range 50 {
				f()
			}
		})); least == 0 {
			return
		}
	}
	t.Errorf("%v allocations", least)
}
