package sim

import (
	"evsim/internal/say"
)

// StopReason says why a run is over.
type StopReason uint8

// The reasons.
const (
	Running        StopReason = iota // it is not over
	Ended                            // nothing was left to do
	Exited                           // the script asked for it
	Died                             // an exception that nothing caught
	Abandoned                        // who watches it wants no more of it (Config.Rest)
	Waiting                          // the loop waits, and nothing will ever wake it; Label and At: one thing that keeps it alive
	LimitCallbacks                   // a limit was reached
	LimitTurns
	LimitTime
	LimitStatements
)

var stopNames = [...]string{"running", "ended", "exited", "died", "abandoned", "waits", "callbacks", "turns", "time", "statements"}

// String is the reason in NDJSON; for a limit, the key that sets it.
func (r StopReason) String() string { return stopNames[r] }

// Valid reports whether r is one of the reasons, as a number that was read need
// not be.
func (r StopReason) Valid() bool { return int(r) < len(stopNames) }

// Endless reports whether the process goes on, so that it has no exit code.
func (r StopReason) Endless() bool { return r.Limit() || r == Waiting }

// Limit reports whether a limit ended the run.
func (r StopReason) Limit() bool { return r >= LimitCallbacks }

// Stop is how a run ended.
type Stop struct {
	Reason StopReason
	Code   int      // the exit code: 0, or what the script or the exception made it
	Error  say.Text // Died: what was thrown; Abandoned: what failed, if something did

	// When a limit was reached, or the run was abandoned in a callback: the callback
	// that ran or was about to, and the queues of the checkpoint that never ended, if
	// it was one.
	// Waiting: what keeps the loop alive.
	Label  string
	At     Pos
	Queues []Place
	Count  int64 // callbacks run since that checkpoint began
}

// Explain says in one sentence why a run reached a limit, or waits for ever:
// which queue never drains, and which statement keeps it from draining, or what
// keeps the loop alive.
func (s Stop) Explain() say.Text {
	where := say.Word(s.Label)
	if s.Label == say.InCode.String() {
		where = say.InCode
	}
	if s.At.Line > 0 {
		where = say.Of("%s at %s", where, s.At)
	}
	goesOn := say.Of("%s goes on for ever (%d callbacks in one checkpoint)", where, s.Count)
	switch {
	case s.Reason == Waiting:
		return say.Of("nothing will wake the loop, and %s keeps it alive", where)
	case len(s.Queues) == 1:
		return say.Of("the %s queue never drains: %s", s.Queues[0], goesOn)
	case len(s.Queues) > 1:
		return say.Of("the pair of queues %s and %s never drains: %s", min(s.Queues[0], s.Queues[1]), max(s.Queues[0], s.Queues[1]), goesOn)
	}
	if s.Label == "" {
		return "it was reached between two callbacks"
	}
	return say.Of("the last callback was %s", where)
}

// Cut is why a run was abandoned: what failed, or else the cause that the one
// who watched it had.
func (s Stop) Cut(cause error) error {
	if s.Error != "" {
		return say.Errorf("%s", s.Error)
	}
	return cause
}

// Stop ends the run; the first reason stays.
func (l *Loop) Stop(s Stop) {
	if l.Stopped() {
		return
	}
	if (s.Reason.Limit() || s.Reason == Abandoned) && s.Label == "" && l.running.ID != 0 {
		s.Label, s.At = l.host.Describe(l.running.Call)
	}
	l.stop = s
	l.bareCallbacks, l.bareTurns, l.bare = 0, 0, false
	if l.wants.Has(EventStop) {
		l.emit(&Event{Kind: EventStop, Text: s.Reason.String(), Pos: s.At})
	}
}

// Stopped reports whether the run is over. Loops of a policy end when it is.
func (l *Loop) Stopped() bool { return l.stop.Reason != Running }

// How is how the run ended.
func (l *Loop) How() Stop { return l.stop }

// starve stops a run with t about to run.
//
//go:noinline
func (l *Loop) starve(t Task) { l.Stop(l.starved(t)) }

// starved is the Stop of a run that reached its limit of callbacks with t about
// to run. A checkpoint that took up half of them is one that never ends.
func (l *Loop) starved(t Task) Stop {
	s := Stop{Reason: LimitCallbacks}
	s.Label, s.At = l.host.Describe(t.Call)
	if count := l.callbacks - 1 - l.drain.from; l.drain.depth > 0 && count > l.limits.Callbacks/2 {
		s.Count = count
		for _, queue := range l.drain.queue {
			if queue != "" {
				s.Queues = append(s.Queues, queue)
			}
		}
	}
	return s
}
