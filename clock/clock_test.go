package clock_test

import (
	"slices"
	"testing"

	"evsim/clock"
)

const ms = clock.Millisecond

// readings are what the loop's clock shows after each of the spans has passed.
func readings(setup clock.Setup, unit clock.Span, seed uint64, spans ...clock.Span) []clock.Instant {
	c := clock.New(setup, unit, seed, nil)
	got := []clock.Instant{c.Loop()}
	for _, d := range spans {
		c.Spend(clock.Exactly(d))
		got = append(got, c.Update())
	}
	return got
}

func at(spans ...clock.Span) []clock.Instant {
	var list []clock.Instant
	for _, d := range spans {
		list = append(list, clock.Instant(0).Add(d))
	}
	return list
}

func TestReadings(t *testing.T) {
	const half = ms / 2
	for _, test := range []struct {
		name  string
		setup clock.Setup
		unit  clock.Span
		spans []clock.Span
		want  []clock.Instant
	}{
		{"whole units", clock.Setup{}, ms, []clock.Span{half, half, 3*ms + 1}, at(0, 0, ms, 4*ms)},
		{"no unit", clock.Setup{}, 0, []clock.Span{half, 1}, at(0, half, half+1)},
		{
			"the phase moves the edges of milliseconds",
			clock.Setup{Phase: clock.Exactly(300 * clock.Microsecond)}, ms,
			[]clock.Span{700*clock.Microsecond - 1, 1, ms},
			at(-300*clock.Microsecond, -300*clock.Microsecond, 700*clock.Microsecond, 1700*clock.Microsecond),
		},
		{"offset", clock.Setup{Skew: clock.Skew{Offset: 5 * ms}}, ms, []clock.Span{half, half}, at(5*ms, 5*ms, 6*ms)},
		{"an offset before the start", clock.Setup{Skew: clock.Skew{Offset: -half}}, ms, []clock.Span{half, half}, at(-ms, 0, 0)},
		{
			"drift counts whole milliseconds", clock.Setup{Skew: clock.Skew{Drift: 500_000}}, 0,
			[]clock.Span{ms - 1, 1, 9 * ms}, at(0, ms-1, ms+half, 15*ms),
		},
		{"a slow clock", clock.Setup{Skew: clock.Skew{Drift: -250_000}}, ms, []clock.Span{4 * ms, 4 * ms}, at(0, 3*ms, 6*ms)},
		{
			"a step forward", clock.Setup{Skew: clock.Skew{Steps: []clock.Step{{At: 2 * ms, By: 10 * ms}}}}, ms,
			[]clock.Span{2*ms - 1, 1, ms}, at(0, ms, 12*ms, 13*ms),
		},
		{
			"a step back stands still", clock.Setup{Skew: clock.Skew{Steps: []clock.Step{{At: 4 * ms, By: -3 * ms}}}}, ms,
			[]clock.Span{3 * ms, ms, ms, 2 * ms}, at(0, 3*ms, 3*ms, 3*ms, 4*ms),
		},
		{
			"steps add up", clock.Setup{Skew: clock.Skew{Steps: []clock.Step{{ms, 5 * ms}, {2 * ms, -4 * ms}}}}, ms,
			[]clock.Span{ms, ms, 6 * ms}, at(0, 6*ms, 6*ms, 9*ms),
		},
		{"known jitter is an offset", clock.Setup{Skew: clock.Skew{Jitter: clock.Exactly(2 * ms)}}, ms, []clock.Span{ms}, at(2*ms, 3*ms)},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := readings(test.setup, test.unit, 1, test.spans...); !slices.Equal(got, test.want) {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestJitterComesFromTheSeed(t *testing.T) {
	setup := clock.Setup{Skew: clock.Skew{Jitter: clock.Range{Low: 0, High: 50 * ms}}}
	spans := slices.Repeat([]clock.Span{100 * ms}, 50)
	one, again, other := readings(setup, 0, 1, spans...), readings(setup, 0, 1, spans...), readings(setup, 0, 2, spans...)
	if !slices.Equal(one, again) {
		t.Error("equal seeds read differently")
	}
	if slices.Equal(one, other) {
		t.Error("other seeds read alike")
	}
	for i, got := range one {
		if low := clock.Instant(0).Add(clock.Span(i) * 100 * ms); got < low || got > low.Add(50*ms) {
			t.Errorf("reading %d is %d, outside of its range from %d", i, got, low)
		}
	}
}

// random is a setup and what passes under it, all of it small.
func randomSetup(d *dice) clock.Setup {
	signed := func(n int) clock.Span { return clock.Span(d.below(2*n) - n) }
	s := clock.Setup{Phase: clock.Exactly(clock.Span(d.below(1000)) * clock.Microsecond)}
	if d.below(2) == 0 {
		return s
	}
	s.Skew = clock.Skew{Offset: signed(3_000_000), Drift: int64(signed(900_000))}
	if d.below(2) == 0 {
		s.Skew.Jitter = clock.Range{Low: 0, High: clock.Span(d.below(2_000_000))}
	}
	for range d.below(3) {
		s.Skew.Steps = append(s.Skew.Steps, clock.Step{At: clock.Span(d.below(20_000_000)), By: signed(5_000_000)})
	}
	return s
}

// TestClockHasATwin holds the clock of plain numbers against the one that asks
// an Oracle everything, and against what no clock may do.
func TestClockHasATwin(t *testing.T) {
	for seed := range uint64(300) {
		d := dice(seed)
		setup, unit := randomSetup(&d), []clock.Span{0, ms}[d.below(2)]
		fast, slow := clock.New(setup, unit, seed, nil), clock.New(setup, unit, seed, clock.Plain{})
		if fast.Exploring() || !slow.Exploring() {
			t.Fatal("who asks an Oracle?")
		}
		for step := range 40 {
			now, loop := fast.Now(), fast.Loop()
			move := clock.Range{Low: clock.Span(d.below(2_000_000)), High: 2_000_000}
			for _, c := range []*clock.Clock{fast, slow} {
				switch step % 3 {
				case 0:
					c.Spend(move)
				case 1:
					c.Reach(now.Add(move.Low - ms))
				case 2:
					c.Update()
				}
			}
			if fast.Now() != slow.Now() || fast.Loop() != slow.Loop() || fast.FloorTo(fast.Now(), 7) != slow.FloorTo(slow.Now(), 7) {
				t.Fatalf("seed %d, step %d: %d and %d, the twin has %d and %d", seed, step, fast.Now(), fast.Loop(), slow.Now(), slow.Loop())
			}
			if fast.Before(fast.Now(), now) || fast.Before(fast.Loop(), loop) {
				t.Fatalf("seed %d, step %d: time went back", seed, step)
			}
			if fast.Before(now, fast.Now()) != slow.Before(now, slow.Now()) || fast.Reading(fast.Now(), now) != slow.Reading(slow.Now(), now) || fast.Wake(fast.Loop()) != slow.Wake(slow.Loop()) || fast.After(now, move) != slow.After(now, move) {
				t.Fatalf("seed %d, step %d: the twins compare differently", seed, step)
			}
		}
	}
}

func TestReachDoesNotGoBack(t *testing.T) {
	c := clock.New(clock.Setup{}, ms, 0, nil)
	c.Spend(clock.Exactly(5 * ms))
	c.Reach(clock.Instant(0).Add(3 * ms))
	if c.Now() != clock.Instant(0).Add(5*ms) {
		t.Errorf("now %d", c.Now())
	}
	if c.Reach(clock.Instant(0).Add(8 * ms)); c.Now() != clock.Instant(0).Add(8*ms) {
		t.Errorf("now %d", c.Now())
	}
	if !c.Before(c.Now(), clock.Never) {
		t.Error("now is never")
	}
}

// TestWake waits until the loop's clock reads a later millisecond: by true time
// that is as much later, wherever inside a millisecond the process started.
func TestWake(t *testing.T) {
	c := clock.New(clock.Setup{Phase: clock.Exactly(300 * clock.Microsecond)}, ms, 0, nil)
	c.Spend(clock.Exactly(900 * clock.Microsecond))
	loop := c.Update() // at 0.7 ms
	if got, want := c.Wake(loop.Add(2*ms)), c.Now().Add(2*ms); got != want {
		t.Errorf("wakes at %d, want %d", got, want)
	}
}

// counting is an Oracle that notes which questions came.
type counting struct {
	clock.Plain
	adds, picks int
}

func (o *counting) Add(t clock.Instant, d clock.Range) clock.Instant {
	if !d.Known() {
		o.adds++
	}
	return t.Add(d.High)
}

func (o *counting) Pick(_ clock.Question, n int) int {
	o.picks++
	return n - 1
}

func TestOnlyWhatIsOpenIsAsked(t *testing.T) {
	o := &counting{}
	c := clock.New(clock.Setup{}, ms, 0, o)
	c.Spend(clock.Range{})
	c.Spend(clock.Exactly(ms))
	if c.After(c.Now(), clock.Exactly(ms)) != clock.Instant(0).Add(2*ms) || o.adds != 0 {
		t.Errorf("asked %d times about known lengths", o.adds)
	}
	if c.Spend(clock.Range{Low: 1, High: 3}); o.adds != 1 || c.Now() != clock.Instant(0).Add(ms+3) {
		t.Errorf("asked %d times about a range, and it is %d", o.adds, c.Now())
	}
	if c.Pick(clock.TaskQueue, 1) != 0 || o.picks != 0 {
		t.Error("asked about one possibility")
	}
	if c.Pick(clock.TaskQueue, 3) != 2 || o.picks != 1 {
		t.Error("not asked about three")
	}
	if clock.New(clock.Setup{}, ms, 0, nil).Pick(clock.TaskQueue, 3) != 0 {
		t.Error("without an Oracle the first is chosen")
	}
}

// TestPhaseIsOpen lets an Oracle choose the phase: the high end of minus it.
func TestPhaseIsOpen(t *testing.T) {
	o := &counting{}
	c := clock.New(clock.Setup{Phase: clock.Range{Low: 200, High: 900}}, 1000, 0, o)
	if o.adds != 1 || c.Loop() != -200 {
		t.Errorf("asked %d times; the loop's clock begins at %d", o.adds, c.Loop())
	}
}

func TestRange(t *testing.T) {
	for _, test := range []struct {
		r           clock.Range
		known, zero bool
	}{
		{clock.Range{}, true, true},
		{clock.Exactly(3), true, false},
		{clock.Range{Low: 0, High: 3}, false, false},
	} {
		if test.r.Known() != test.known || test.r.IsZero() != test.zero {
			t.Errorf("%v: known %t, zero %t", test.r, test.r.Known(), test.r.IsZero())
		}
	}
}

func TestClockDoesNotAllocate(t *testing.T) {
	setup := clock.Setup{Skew: clock.Skew{Drift: 5, Jitter: clock.Range{Low: 0, High: 9}, Steps: []clock.Step{{At: 3, By: 4}}}}
	for _, o := range []clock.Oracle{nil, clock.Plain{}} {
		c := clock.New(setup, ms, 0, o)
		if n := testing.AllocsPerRun(100, func() {
			c.Spend(clock.Exactly(ms))
			c.Update()
			c.Reach(c.Loop().Add(ms))
		}); n != 0 {
			t.Errorf("%v allocations with the Oracle %v", n, o)
		}
	}
}
