package explore

import (
	"math/rand/v2"
	"testing"

	"evsim/clock"
)

// randomZone is a part of a cube of whole numbers.
func randomZone(r *rand.Rand, plain bounds) bounds {
	for {
		z := plain.clone()
		fits := true
		for range r.IntN(6) {
			i, j, d := r.IntN(z.size), r.IntN(z.size), clock.Span(r.IntN(9)-4)
			if i == j {
				continue
			}
			if fits = z.allows(i, j, d); !fits {
				break
			}
			z.assume(i, j, d)
		}
		if fits {
			return z
		}
	}
}

// TestCoveredByBruteForce: zones cover a region if they have each of its points.
func TestCoveredByBruteForce(t *testing.T) {
	const side = 4
	plain := newBounds()
	for range 3 {
		plain.follow(0, 0, side)
	}
	r := rand.New(rand.NewPCG(1, 1))
	s := &solver{plain: plain, late: func() bool { return false }, solverMemory: new(solverMemory)}
	covered := 0
	for round := range 20_000 {
		region := randomZone(r, plain)
		var zones []bounds
		for range 1 + r.IntN(6) {
			zones = append(zones, randomZone(r, plain))
		}
		want := true
		at := make([]clock.Span, 4)
		for n := range (side + 1) * (side + 1) * (side + 1) {
			at[1], at[2], at[3] = clock.Span(n%(side+1)), clock.Span(n/(side+1)%(side+1)), clock.Span(n/(side+1)/(side+1))
			want = want && (!holds([]bounds{region}, at) || holds(zones, at))
		}
		s.steps = manySteps
		if got := s.covered(region, zones); got != want {
			t.Fatalf("round %d: %t, want %t: %v in %v", round, got, want, region, zones)
		}
		if want {
			covered++
		}
	}
	if covered < 1000 || covered > 19_000 {
		t.Errorf("%d of 20000 regions are covered", covered)
	}
}
