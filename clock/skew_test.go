package clock_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"evsim/clock"
)

// TestWakeOfThePast: when a clock read what it has read is when it did first, whatever
// drift and steps came before and after. It is held against readings at each microsecond.
func TestWakeOfThePast(t *testing.T) {
	const us = clock.Microsecond
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		skew := clock.Skew{Offset: clock.Span(rng.IntN(4001)-2000) * us, Steps: jumps(rng)}
		switch rng.IntN(5) {
		case 0: // none
		case 1:
			skew.Drift = -1_000_000 // it stands still, but within each millisecond
		default:
			skew.Drift = int64(rng.IntN(3001)-1000) * 1000 // a thousandth of a microsecond in a millisecond, or more
		}
		read := func(at clock.Span) clock.Instant {
			ahead := skew.Offset + at/ms*clock.Span(skew.Drift)
			for _, s := range skew.Steps {
				if s.At <= at {
					ahead += s.By
				}
			}
			return clock.Instant(0).Add(at + ahead)
		}
		c := clock.New(clock.Setup{Skew: skew}, 0, 1, nil)
		c.Spend(clock.Exactly(clock.Span(rng.IntN(12_000)) * us))
		loop := c.Update()
		for range 40 {
			past := loop.Add(-clock.Span(rng.Int64N(int64(loop-read(0))/int64(us)+1)) * us)
			first := clock.Span(0)
			for read(first) < past {
				first += us
			}
			if got, want := c.Wake(past), clock.Instant(0).Add(first); got != want {
				t.Fatalf("seed %d, %+v: at %d it reads %d, and read %d at %d, want %d", seed, skew, c.Now(), loop, past, got, want)
			}
		}
	}
}

// jumps are up to three steps, in their order, of which two may be at one time.
func jumps(rng *rand.Rand) []clock.Step {
	const us = clock.Microsecond
	var list []clock.Step
	at := clock.Span(0)
	for range rng.IntN(4) {
		at += clock.Span(rng.IntN(4000)) * us * clock.Span(rng.IntN(2))
		list = append(list, clock.Step{At: at, By: clock.Span(rng.IntN(10_001)-5000) * us})
	}
	return list
}

// TestWakesOfAClockSetBack: a loop whose clock of whole units was set back wakes seldom, and
// its clock comes to what it waits for when it does for one that sleeps as long as is left
// by its reading, and looks again.
func TestWakesOfAClockSetBack(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 2))
		skew := clock.Skew{Steps: append([]clock.Step{{At: 2 * ms, By: -clock.Span(rng.IntN(1000)) * ms}}, jumps(rng)...)}
		for i := range skew.Steps[1:] {
			skew.Steps[1+i].At += clock.Span(2+rng.IntN(500)) * ms
		}
		slices.SortStableFunc(skew.Steps, func(a, b clock.Step) int { return int(a.At - b.At) })
		if rng.IntN(3) == 0 {
			skew.Drift = int64(rng.IntN(1_500_000) - 900_000)
		}
		var ends [2]clock.Instant
		wakes := 0
		d := clock.Span(1+rng.IntN(20)) * ms
		for i, oracle := range []clock.Oracle{nil, clock.NewSampler(1)} {
			c := clock.New(clock.Setup{Skew: skew}, ms, 1, oracle)
			c.Spend(clock.Exactly(ms + ms/2))
			c.Update()
			c.Spend(clock.Exactly(ms))
			for wait := c.Update().Add(d); c.Before(c.Update(), wait); wakes += i {
				if i == 0 {
					c.Move(c.Now().Add(clock.Span(wait - c.Loop())))
				} else {
					c.Move(c.Wake(wait))
				}
			}
			ends[i] = c.Now()
		}
		if ends[0] != ends[1] {
			t.Errorf("seed %d, %+v: it reads %d ms more at %d, want %d", seed, skew, d/ms, ends[1], ends[0])
		}
		if still := len(skew.Steps) == 1 && skew.Drift == 0; still && wakes > 2 {
			t.Errorf("seed %d, %+v: it wakes %d times", seed, skew, wakes)
		}
	}
}
