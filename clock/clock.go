package clock

// Clock is the time of one run: true time, which passes as work is done and as
// the loop sleeps, and the loop's own cached reading of it.
//
// The loop's reading is what uv_now returns in Node: it is taken now and then,
// rounded down to whole milliseconds, and stands still in between (libuv,
// uv_update_time; uv__hrtime divided by 1e6).
type Clock struct {
	oracle Oracle    `state:"-"` // nil: times are plain numbers
	phase  Range     `state:"-"` // how long before the start the loop's clock read a whole unit
	seed   uint64    `state:"-"`
	late   LateFloor `state:"-"` // the oracle, if it can leave readings open
	ties   bool      `state:"-"` // the oracle leaves open what coincides
	now    Instant
	loop   Instant
	read   Instant `state:"-"` // when loop was read last
	base   Instant // at or before the start: where the loop's clock reads a whole unit
	unit   Span
	ahead  Span // how far the last reading was ahead of true time, by skew
	strays Span // the part of it that is the same at all times: offset, and the jitter of that reading
	behind Span // how far the last reading was behind the loop's time, of a clock of whole units
	skew   Skew `state:"-"`
	skewed bool
	plain  bool // no Oracle, no skew
	jitter random
}

// New is a clock at the start of a run. Its reading is rounded down to whole
// units; seed feeds the jitter. With a nil Oracle every range is its low end.
func New(setup Setup, unit Span, seed uint64, oracle Oracle) *Clock {
	c := new(Clock)
	c.Prepare(setup, unit, seed, oracle)
	c.Restart()
	return c
}

// Prepare makes c a clock of runs that have yet to begin: each begins with a call of
// Restart, which asks the Oracle, and Prepare does not.
func (c *Clock) Prepare(setup Setup, unit Span, seed uint64, oracle Oracle) {
	*c = Clock{oracle: oracle, phase: setup.Phase, seed: seed, unit: unit, skew: setup.Skew, skewed: !setup.Skew.IsZero()}
	c.plain = oracle == nil && !c.skewed
	if unit > 0 && !c.skewed {
		c.late, _ = oracle.(LateFloor)
	}
	if phase := &c.phase; oracle != nil && phase.High == unit && phase.Low == 0 && unit > 0 {
		phase.High-- // a whole unit is the same phase as none, which is in the range
	}
}

// Restart makes c a clock at the start of a run, as New does.
func (c *Clock) Restart() {
	c.now, c.read, c.ahead, c.strays, c.behind, c.jitter = 0, 0, 0, 0, 0, random(c.seed)
	c.base = Instant(0).Add(-c.phase.Low)
	if c.oracle != nil {
		c.base = c.after(0, Range{-c.phase.High, -c.phase.Low, c.phase.Of})
	}
	c.ties = c.late != nil && c.late.TiesLate()
	c.loop = c.floor(c.reading())
}

// Now is true time.
func (c *Clock) Now() Instant { return c.now }

// Loop is the loop's cached time.
func (c *Clock) Loop() Instant { return c.loop }

// Exploring reports whether an Oracle answers, so that asking it is worth while.
func (c *Clock) Exploring() bool { return c.oracle != nil }

// TiesLate reports whether an Oracle leaves open which instants coincide (LateFloor).
func (c *Clock) TiesLate() bool { return c.ties }

// Move lets true time pass until t, which is not before now.
func (c *Clock) Move(t Instant) { c.now = t }

// Spend lets true time pass.
func (c *Clock) Spend(d Range) {
	if !d.IsZero() {
		c.now = c.after(c.now, d)
	}
}

// Reach lets true time pass until t, and reports whether t was still to come.
func (c *Clock) Reach(t Instant) bool {
	if !c.Before(c.now, t) {
		return false
	}
	c.now = t
	return true
}

// Update reads the clock anew, as uv_update_time does. Loop time never goes back.
func (c *Clock) Update() Instant {
	if c.plain && uint64(c.now-c.loop) < uint64(c.unit) {
		return c.loop // the same unit still
	}
	return c.update()
}

func (c *Clock) update() Instant {
	if c.plain && c.unit == Millisecond {
		// It stands at a whole unit, and no processor needs to divide by a constant.
		c.loop += (c.now - c.loop) / Instant(Millisecond) * Instant(Millisecond)
		return c.loop
	}
	if c.read == c.now && !c.skewed {
		return c.loop // an Oracle would answer the same again
	}
	c.read = c.now
	switch t := c.floor(c.reading()); {
	case !c.skewed, c.Before(c.loop, t): // true time does not go back anyway
		c.loop, c.behind = t, 0
	case c.unit > 0:
		c.behind = c.Reading(c.loop, t)
	}
	return c.loop
}

// After is the instant at which something that takes d and starts at t is over.
func (c *Clock) After(t Instant, d Range) Instant { return c.after(t, d) }

// Before reports whether a comes before b.
func (c *Clock) Before(a, b Instant) bool {
	if c.oracle == nil {
		return a < b
	}
	return c.oracle.Before(a, b)
}

// First is the index of the earliest candidate; of equal ones, of the first.
// Linear time.
func (c *Clock) First(of Candidates) int {
	if c.oracle == nil {
		return Plain{}.First(of)
	}
	return c.oracle.First(of)
}

// Sub is the span from b to a; known is false when it is not known exactly.
func (c *Clock) Sub(a, b Instant) (d Span, known bool) {
	if c.oracle == nil {
		return Span(a - b), true
	}
	return c.oracle.Sub(a, b)
}

// Wake is the instant by true time until which a loop sleeps that waits for its
// clock to read t, if it runs on as it did when it was read last. A clock of whole units
// sleeps for as long as t is after the loop's reading, as poll does, and that is a
// number. Any other sleeps until the clock reads t: a reading to which the clock was set
// back and has not come again yet says nothing of that. If it has read t, that is when it
// did first.
func (c *Clock) Wake(t Instant) Instant {
	if c.oracle == nil && c.unit > 0 && c.behind == 0 {
		return t + (c.now - c.loop)
	}
	return c.wake(t)
}

func (c *Clock) wake(t Instant) Instant {
	switch {
	case c.unit == 0 && c.bends() && !c.Before(c.loop, t):
		return c.reached(t)
	case c.unit == 0:
		return t.Add(-c.ahead)
	case c.late != nil:
		if wake, ok := c.late.WakeLoosely(c.now, c.loop, t, c.unit); ok {
			return wake
		}
	}
	d := c.Reading(t, c.loop)
	if c.behind > d && d > 0 {
		return c.now.Add(c.sleeps(d))
	}
	return c.now.Add(d)
}

// WakeOr is the instant until which a loop sleeps that waits for its clock to
// read t, and that something wakes at next: the earlier one of [Clock.Wake] and
// next.
func (c *Clock) WakeOr(t, next Instant) Instant {
	if c.late != nil && c.Before(next, t) {
		return next // it would sleep until t at least, and until when need not be known
	}
	if wake := c.Wake(t); !c.Before(next, wake) {
		return wake
	}
	return next
}

// ByTrueTime is when the loop's clock reads t, if it runs on as it did when it was read
// last, as an instant that true time can reach: an Oracle that left open which reading it
// is decides.
func (c *Clock) ByTrueTime(t Instant) Instant {
	if c.late == nil {
		return t.Add(-c.ahead)
	}
	return c.base.Add(c.Reading(t, c.base))
}

// Reading is the span from b to a, which must be a number whatever an Oracle
// leaves open: two readings of a clock of whole units are.
func (c *Clock) Reading(a, b Instant) Span {
	d, known := c.Sub(a, b)
	if !known {
		panic("clock: two readings of the loop's clock are a number apart")
	}
	return d
}

// Elapsed is how long after its first reading a reading of the loop's clock is, of
// whole units; Reads is the reading so long after the first.
func (c *Clock) Elapsed(reading Instant) Span { return c.Reading(reading, c.base) }

// Reads is the reverse of Elapsed.
func (c *Clock) Reads(elapsed Span) Instant { return c.base.Add(elapsed) }

// Pick answers a free choice among n. One possibility is no choice.
func (c *Clock) Pick(q Question, n int) int {
	if c.oracle == nil || n < 2 {
		return 0
	}
	return c.oracle.Pick(q, n)
}

func (c *Clock) after(t Instant, d Range) Instant {
	if c.oracle != nil {
		return c.oracle.Add(t, d)
	}
	return t.Add(d.Low)
}

func (c *Clock) floor(t Instant) Instant {
	switch {
	case c.unit == 0:
		return t
	case c.oracle == nil:
		return floor(t, c.base, c.unit)
	case c.late != nil:
		return c.late.FloorLate(t, c.base, c.unit)
	}
	return c.oracle.Floor(t, c.base, c.unit)
}

// FloorTo is the last instant at or before t that is a whole number of units
// after the start.
func (c *Clock) FloorTo(t Instant, unit Span) Instant { return c.FloorFrom(t, 0, unit) }

// FloorFrom is the last instant at or before t that is a whole number of units after
// base, or before it.
func (c *Clock) FloorFrom(t, base Instant, unit Span) Instant {
	if c.oracle == nil {
		return floor(t, base, unit)
	}
	return c.oracle.Floor(t, base, unit)
}
