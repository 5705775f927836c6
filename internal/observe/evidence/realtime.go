package evidence

import (
	"slices"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/script"
	"evsim/sim"
)

// How late things come at most: on an idle machine, and
// on one that is busy with others.
const (
	prompt = 250 * clock.Microsecond
	late   = 200 * clock.Millisecond
)

// coarse is how much a browser's clock may be behind, by which a script
// measures how long it works.
const coarse = clock.Millisecond

// RealTime is the scenario as far as it is known of a real machine: when the
// loop begins, and where in a millisecond; how long each turn and each callback
// of a timer take; how much longer than the scenario says work goes on, and
// what comes from outside is on its way. How long the thread pool needs is the
// machine's own affair.
func RealTime(s *scenario.Scenario, p model.Policy, late clock.Span) *scenario.Scenario {
	out := copied(s)
	eachStatement(out, func(stmt *script.Stmt) {
		switch {
		case stmt.Verb == script.VerbReadFile:
			stmt.Span = anyUpTo(given(stmt, s.World.Files), late)
		case stmt.Verb == script.VerbIO && pooled(stmt):
			stmt.Span = anyUpTo(given(stmt, nil), late)
		case stmt.Verb == script.VerbIO, stmt.Verb == script.VerbBusy, stmt.Verb == script.VerbGet:
			stmt.Span = later(given(stmt, nil), late)
		case stmt.Verb == script.VerbFetch, stmt.Verb == script.VerbSend:
			stmt.Span = later(given(stmt, s.World.Network), late)
		}
		if stmt.Verb == script.VerbBusy && p.Web != nil {
			stmt.Span.Low = max(0, stmt.Span.Low-coarse)
		}
	})
	out.World = realWorld(s.World, late)
	return out
}

// Slow is the scenario on a machine on which statements take time, too, before
// each that looks at the clock; of code, before each call that sets a timer.
func Slow(s *scenario.Scenario, late clock.Span) *scenario.Scenario {
	out := copied(s)
	if s.Code != nil {
		out.World.Costs.Call = anyUpTo(s.World.Costs.Call, late)
		return out
	}
	for i := range out.Script.Bodies {
		body := &out.Script.Bodies[i]
		for j := len(body.Stmts) - 1; j >= 0; j-- {
			if timed(body.Stmts[j].Verb) {
				body.Stmts = slices.Insert(body.Stmts, j, pause(body.Stmts[j].Pos, late))
			}
		}
	}
	return out
}

// timed reports whether a statement asks for something to happen in so many
// milliseconds.
func timed(v script.Verb) bool {
	switch v {
	case script.VerbSetTimeout, script.VerbSetInterval, script.VerbRefresh, script.VerbIO, script.VerbFetch, script.VerbSend:
		return true
	}
	return false
}

// pause is some work of no known length.
func pause(at sim.Pos, late clock.Span) script.Stmt {
	return script.Stmt{
		Verb: script.VerbBusy, Pos: at, Span: clock.Range{High: late}, Timeout: -1,
		Text: script.None, Target: script.None, As: script.None, Func: script.None,
		Do: script.NoBody, Catch: script.NoBody, Finally: script.NoBody,
	}
}

// given is how long a statement's work takes in the scenario: what it says
// itself, or the world does.
func given(s *script.Stmt, world []program.Latency) clock.Range {
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

func pooled(s *script.Stmt) bool {
	switch script.IOKind(s.Kind) {
	case script.IOFile, script.IODNS, script.IOCrypto:
		return true
	}
	return false
}

func realWorld(w program.World, late clock.Span) program.World {
	w.Clock.Startup = anyUpTo(w.Clock.Startup, late)
	w.Clock.Phase = clock.Range{High: clock.Millisecond - 1}
	w.Costs.Turn, w.Costs.Timer = anyUpTo(w.Costs.Turn, late), anyUpTo(w.Costs.Timer, late)
	for _, cost := range []*clock.Range{&w.Costs.Callback, &w.Costs.Microtask, &w.Costs.Log, &w.Costs.Call} {
		if !cost.IsZero() {
			*cost = anyUpTo(*cost, late)
		}
	}
	w = w.Clone()
	for i := range w.Files {
		w.Files[i].Latency = anyUpTo(w.Files[i].Latency, late)
	}
	for _, list := range [...][]program.Latency{w.Network, w.IO} {
		for i := range list {
			list[i].Latency = later(list[i].Latency, late)
		}
	}
	if w.Other.High > 0 {
		w.Other = later(w.Other, late)
	}
	for i := range w.Users {
		w.Users[i].At = later(w.Users[i].At, late)
	}
	if w.Display.Hz > 0 {
		w.Display.Phase = clock.Range{High: clock.Second / clock.Span(w.Display.Hz)}
	}
	return w
}

// later is a length of time that may be exceeded.
func later(r clock.Range, late clock.Span) clock.Range {
	return clock.Range{Low: r.Low, High: r.High + late}
}

// anyUpTo is the same without a least length.
func anyUpTo(r clock.Range, late clock.Span) clock.Range { return clock.Range{High: r.High + late} }
