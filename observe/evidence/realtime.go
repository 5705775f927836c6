package evidence

import (
	"slices"

	"evsim/clock"
	"evsim/scenario"
)

// late is how late things come at most on a machine that is busy with others.
const late = 200 * clock.Millisecond

// RealTime is the scenario as far as it is known of a real machine: when the
// loop begins, and where in a millisecond; how long each turn and each callback
// of a timer take; how much longer than the scenario says work goes on, and
// what comes from outside is on its way. How long the thread pool needs is the
// machine's own affair.
func RealTime(s *scenario.Scenario) *scenario.Scenario {
	out := copied(s)
	eachStatement(out, func(stmt *scenario.Stmt) {
		switch {
		case stmt.Verb == scenario.VerbReadFile:
			stmt.Span = anyUpTo(given(stmt, s.World.Files))
		case stmt.Verb == scenario.VerbIO && pooled(stmt):
			stmt.Span = anyUpTo(given(stmt, nil))
		case stmt.Verb == scenario.VerbIO, stmt.Verb == scenario.VerbBusy:
			stmt.Span = later(given(stmt, nil))
		case stmt.Verb == scenario.VerbFetch:
			stmt.Span = later(given(stmt, s.World.Network))
		}
	})
	out.World = realWorld(s.World)
	return out
}

// given is how long a statement's work takes in the scenario: what it says
// itself, or the world does.
func given(s *scenario.Stmt, world []scenario.Latency) clock.Range {
	if s.Span.Low >= 0 {
		return s.Span
	}
	for _, l := range world {
		if l.Name == s.Name {
			return l.Latency
		}
	}
	return clock.Range{}
}

func pooled(s *scenario.Stmt) bool {
	switch scenario.IOKind(s.Kind) {
	case scenario.IOFile, scenario.IODNS, scenario.IOCrypto:
		return true
	}
	return false
}

func realWorld(w scenario.World) scenario.World {
	w.Clock.Startup = later(w.Clock.Startup)
	w.Clock.Phase = clock.Range{High: clock.Millisecond - 1}
	w.Costs.Turn, w.Costs.Timer = later(w.Costs.Turn), later(w.Costs.Timer)
	w.Users = slices.Clone(w.Users)
	for i := range w.Users {
		w.Users[i].At = later(w.Users[i].At)
	}
	if w.Display.Hz > 0 {
		w.Display.Phase = clock.Range{High: clock.Second / clock.Span(w.Display.Hz)}
	}
	return w
}

// later is a length of time that may be exceeded.
func later(r clock.Range) clock.Range { return clock.Range{Low: r.Low, High: r.High + late} }

// anyUpTo is the same without a least length.
func anyUpTo(r clock.Range) clock.Range { return clock.Range{High: r.High + late} }
