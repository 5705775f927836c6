package sim

import "evsim/clock"

// Costs is the CPU time that each kind of work takes. It passes when the work
// is over, so what a callback schedules is measured from where it stands in
// the callback and not from its end.
type Costs struct {
	Callback  clock.Range // any callback that has no cost of its own below
	Timer     clock.Range // the callback of a timer
	Microtask clock.Range // a promise job or queueMicrotask callback
	Log       clock.Range // one logged line
	Turn      clock.Range // one turn of the loop, spent as it begins
	Call      clock.Range // what comes before a call that sets a timer, spent by SpendCall
}

// Work says which of the Costs a callback takes.
type Work uint8

// The kinds of work.
const (
	FreeWork      Work = iota // takes no time at all
	CallbackWork              // Costs.Callback
	TimerWork                 // Costs.Timer
	MicrotaskWork             // Costs.Microtask
)

func (c *Costs) of(w Work) clock.Range {
	return [...]clock.Range{{}, c.Callback, c.Timer, c.Microtask}[w]
}

// Limits bound a run, so that a scenario which never ends is reported and does
// not hang. Zero means the default.
type Limits struct {
	Callbacks int64      // callbacks run
	Turns     int64      // turns of the loop, and the sleeps of a turn after its first thousand
	Time      clock.Span // virtual time since the start

	// Statements bounds what callbacks do, as Loop.Step counts it: one callback
	// can repeat statements for longer than anybody waits. Zero is no limit here:
	// a host whose callbacks can be long says which it wants.
	Statements int64
}

// The limits of a run that sets none.
const (
	DefaultCallbacks int64      = 1_000_000
	DefaultTurns     int64      = 1_000_000
	DefaultTime      clock.Span = 1000 * 3600 * clock.Second
)

// Give reports whether they say when a run stops for this reason.
func (l Limits) Give(reason StopReason) bool {
	switch reason {
	case LimitCallbacks:
		return l.Callbacks != 0
	case LimitTurns:
		return l.Turns != 0
	case LimitTime:
		return l.Time != 0
	case LimitStatements:
		return l.Statements != 0
	}
	return false
}

func (l Limits) withDefaults() Limits {
	if l.Callbacks == 0 {
		l.Callbacks = DefaultCallbacks
	}
	if l.Turns == 0 {
		l.Turns = DefaultTurns
	}
	if l.Time == 0 {
		l.Time = DefaultTime
	}
	return l
}
