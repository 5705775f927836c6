package clock_test

import (
	"math/rand/v2"
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

// TestWakeOfAClockSetBack: a clock of whole units sleeps through what it was set back by,
// and reads then, without a wake-up between, what it waited for.
func TestWakeOfAClockSetBack(t *testing.T) {
	back := clock.Setup{Skew: clock.Skew{Steps: []clock.Step{{At: 2 * ms, By: -1000 * ms}}}}
	for name, oracle := range map[string]clock.Oracle{"no oracle": nil, "an oracle": clock.NewSampler(1)} {
		c := clock.New(back, ms, 1, oracle)
		c.Spend(clock.Exactly(ms + ms/2))
		stood := c.Update()
		c.Spend(clock.Exactly(ms))
		wait := c.Update().Add(7 * ms)
		c.Move(c.Wake(wait))
		if before := wait.Add(-7 * ms); before != stood || c.Update() != wait || c.Now() != clock.Instant(0).Add(1008*ms+ms/2) {
			t.Errorf("%s: at %d it reads %d, want %d; it stood at %d, and before at %d", name, c.Now(), c.Loop(), wait, before, stood)
		}
	}
}
