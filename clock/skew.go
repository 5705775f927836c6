package clock

// reading is what the loop's clock shows, before it is rounded.
func (c *Clock) reading() Instant {
	if !c.skewed {
		return c.now
	}
	c.strays = c.skew.Offset + c.jitter.within(c.skew.Jitter)
	c.ahead = c.strays
	if c.skew.Drift != 0 {
		// Drift counts whole milliseconds, so that a reading stays an instant plus a
		// constant, which is all that an Oracle can reason about.
		elapsed := c.Reading(c.FloorTo(c.now, Millisecond), 0)
		c.ahead += elapsed / Millisecond * Span(c.skew.Drift)
	}
	for _, s := range c.skew.Steps {
		if !c.Before(c.now, c.after(0, Exactly(s.At))) {
			c.ahead += s.By
		}
	}
	return c.after(c.now, Exactly(c.ahead))
}

// bends reports whether the clock is not always equally far ahead of true time.
func (c *Clock) bends() bool { return c.skew.Drift != 0 || len(c.skew.Steps) > 0 }

// sleeps is how long a loop sleeps in all that sleeps d again and again, until its clock
// may read something new: it was set back by more than d.
func (c *Clock) sleeps(d Span) Span {
	if !c.skew.Jitter.IsZero() || c.skew.Drift > 0 {
		return d // each reading is drawn, or runs faster than true time
	}
	all := (min(c.behind, Farthest/8)/d + 1) * d // an exploration can tell where that ends
	for _, s := range c.skew.Steps {
		if step := Instant(0).Add(s.At); c.Before(c.now, step) && !c.Before(c.now.Add(all), step) {
			return d
		}
	}
	return all
}

// reached is when a clock that is not rounded read t first. It must have done so.
func (c *Clock) reached(t Instant) Instant {
	ahead, from := c.strays, Span(0)
	for _, s := range c.skew.Steps { // in their order
		if s.At > from && c.Before(t, c.highest(from, s.At, ahead)) {
			break
		}
		ahead, from = ahead+s.By, s.At
	}
	if !c.Before(c.reads(from, ahead), t) {
		return Instant(0).Add(from)
	}
	at := c.reachedFrom(t.Add(-ahead), Instant(0).Add(from))
	if !c.skew.Jitter.IsZero() && c.Before(c.now, at) {
		return c.now // the jitter of an earlier reading took it there
	}
	return at
}

// reads is what the clock reads at a time since the start, by drift and that much ahead. It
// is not farther away than an exploration can tell: no time that was read is.
func (c *Clock) reads(at, ahead Span) Instant {
	at += ahead + at/Millisecond*Span(c.skew.Drift)
	return Instant(0).Add(min(max(at, 2-Farthest), Farthest-2))
}

// highest is what the clock comes near to between two times, and does not read.
func (c *Clock) highest(from, to, ahead Span) Instant {
	high := c.reads(to-1, ahead).Add(1)
	if whole := (to - 1) / Millisecond * Millisecond; c.skew.Drift < 0 && whole > from {
		high = max(high, c.reads(whole-1, ahead).Add(1)) // where it falls back
	}
	return high
}

// reachedFrom is when, from an instant on, a clock reads t first that nothing but drift
// tells from true time. It must do so at some time.
func (c *Clock) reachedFrom(t, from Instant) Instant {
	at, drift := t, Span(c.skew.Drift)
	if drift != 0 {
		// In the millisecond k the clock is k*drift ahead. The first is looked for at whose
		// end it reads more than t.
		k := Span(from) / Millisecond
		if pace := Millisecond + drift; pace > 0 {
			before := c.FloorFrom(t.Add(-Millisecond), 0, pace)
			k = max(k, c.Reading(before, 0)/pace+1)
		}
		from = max(from, Instant(0).Add(k*Millisecond))
		at = t.Add(-k * drift)
	}
	if c.Before(at, from) {
		return from
	}
	return at
}

// At is what a loop's clock that is not rounded reads at an instant to come by true time,
// if it runs on as it did when it was read last. After a step back the loop's time stands
// still until the clock has come to it again: then At is the loop's time and what is left
// until the instant, to a whole millisecond.
func (c *Clock) At(t Instant) Instant {
	t = t.Add(c.ahead)
	if now := c.now.Add(c.ahead); len(c.skew.Steps) > 0 && c.Before(now, c.loop) {
		t = t.Add(c.Reading(c.FloorFrom(c.loop, now, Millisecond), now))
	}
	return t
}
