package clock

// Question names a choice that a specification leaves to the implementation,
// or to the world around it.
type Question uint8

// The questions.
const (
	// SimultaneousArrivals asks which of several completions that fall on the
	// same instant the kernel reports first.
	SimultaneousArrivals Question = iota
	// TaskQueue asks which task queue a browser's event loop takes its next
	// task from (HTML, event loop processing model, step 2).
	TaskQueue
	// MessagePort asks which of several ports that have messages is emptied
	// first, where a browser takes the messages of all at once.
	MessagePort
	// SpinningList asks which of several lists of timers, which Node 10 asks in turn
	// until the clock moves, is the first that it asks then.
	SpinningList
)

var questionNames = [...]string{"simultaneous arrivals", "task queue", "message port", "spinning list"}

// String is the question as a reader would put it.
func (q Question) String() string { return questionNames[q] }

// Valid reports whether q is one of the questions, as a number that was read
// need not be.
func (q Question) Valid() bool { return int(q) < len(questionNames) }

// Oracle answers every comparison of times and every free choice of a run. It
// must be consistent: an answer that contradicts an earlier one can keep a
// loop from ending. [Plain] answers for times that are exact numbers.
type Oracle interface {
	// Add is the instant a length of time after t that is known only to lie in d,
	// which may be one length.
	Add(t Instant, d Range) Instant
	// Sub is the span from b to a; known is false when the answers so far leave
	// it open.
	Sub(a, b Instant) (d Span, known bool)
	// Floor is the last instant, at or before t, that is a whole number of units after base.
	Floor(t, base Instant, unit Span) Instant
	// Before reports whether a comes before b.
	Before(a, b Instant) bool
	// First is the index of the earliest candidate; of equal ones, of the first.
	// Where two are equivalent, and nothing is known of one instant that is not known
	// of the other, it may take the first of the two for the earlier one.
	First(Candidates) int
	// Pick is the choice made, from 0 to n-1; 0 is what an implementation does
	// when nothing speaks for another.
	Pick(q Question, n int) int
}

// LateFloor is an Oracle that need not decide at once which whole unit an instant
// lies in. What it gives for a floor is good for [Clock.Before] with any instant,
// for Add of a constant, and for [Clock.Reading]; true time cannot reach it.
type LateFloor interface {
	Oracle
	// FloorLate is Floor, decided when a comparison needs it.
	FloorLate(t, base Instant, unit Span) Instant
	// WakeLoosely is some instant, not before now, of the unit that begins at t, for
	// an Oracle that need not say when exactly a sleep of whole units ends, only
	// within which unit. Runs can then do more than there is. ok is false where the
	// end of the sleep is certain, or wanted: then it is not this.
	WakeLoosely(now, loop, t Instant, unit Span) (wake Instant, ok bool)
	// TiesLate reports whether the Oracle leaves open which instants coincide until
	// that matters. First then takes any candidate that need not be after another
	// for the first, whichever was announced before, unless both are surely the same.
	TiesLate() bool
}

// Candidates are things that will happen, of which the first is asked for.
type Candidates interface {
	Len() int // at least 1
	At(i int) Instant
	// Equivalent reports that nothing but their instants tells two candidates apart,
	// and that nothing else depends on these instants.
	Equivalent(i, j int) bool
}

// Plain is the Oracle of exact times: a range is its low end, a choice is the
// first. A [Clock] without an Oracle answers the same, without the calls.
type Plain struct{}

// Add is t plus the low end of d.
func (Plain) Add(t Instant, d Range) Instant { return t.Add(d.Low) }

// Sub is a-b.
func (Plain) Sub(a, b Instant) (Span, bool) { return Span(a - b), true }

// Floor rounds t down to whole units after base.
func (Plain) Floor(t, base Instant, unit Span) Instant { return floor(t, base, unit) }

// Before is a < b.
func (Plain) Before(a, b Instant) bool { return a < b }

// First is the index of the least.
func (Plain) First(c Candidates) int {
	first := 0
	for i := range c.Len() {
		if c.At(i) < c.At(first) {
			first = i
		}
	}
	return first
}

// Pick is 0.
func (Plain) Pick(Question, int) int { return 0 }

func floor(t, base Instant, unit Span) Instant {
	rest := Span(t-base) % unit
	if rest < 0 {
		rest += unit
	}
	return t.Add(-rest)
}
