package script

import (
	"slices"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/program"
)

// freed is how far Opened opens each kind of unknown: wide enough to show every
// order that people ask about, and no wider, because each millisecond that a
// range spans multiplies the paths to explore.
var freed = map[string]clock.Range{
	"startup": {High: 3 * clock.Millisecond},
	"phase":   {High: clock.Millisecond},
	"latency": {High: 5 * clock.Millisecond},
	"cost":    {High: clock.Millisecond},
}

// FreeKinds lists what Opened can open.
func FreeKinds() []string { return []string{"startup", "phase", "latency", "cost"} }

// Opened is the file with lengths of time opened that it gives exactly: startup
// (0 to 3 ms), phase (0 to 1 ms), latency (of files, addresses and operations:
// up to 5 ms more than given) and cost (of any callback: up to 1 ms more than
// given). What is a range already stays as it is.
func (s *Tree) Opened(kinds []string) (*Tree, error) {
	out := s.copied()
	for _, kind := range kinds {
		if _, ok := freed[kind]; !ok {
			return nil, say.Errorf("no unknown %q: there are startup, phase, latency and cost", kind)
		}
		out.free(kind)
	}
	return out, nil
}

// AssumedOpened is the file with all opened that its worlds leave out.
func (s *Tree) AssumedOpened() *Tree {
	out := s.copied()
	for _, w := range out.Worlds() {
		for _, kind := range w.Assumed() {
			out.freeWorld(w, kind)
		}
	}
	return out
}

// copied is a copy that can be opened. Its worlds share the lists of files and
// addresses with those of s until these are opened: there may be thousands of
// cases, each with thousands of files.
func (s *Tree) copied() *Tree {
	out := *s
	out.Unknowns = slices.Clone(s.Unknowns)
	out.Cases = slices.Clone(s.Cases)
	return &out
}

func (s *Tree) free(kind string) {
	for _, w := range s.Worlds() {
		s.freeWorld(w, kind)
	}
	if kind == "latency" {
		s.freeLatencies()
		s.freeStatements()
	}
}

func (s *Tree) freeWorld(w *program.World, kind string) {
	switch kind {
	case "startup":
		w.Stated.Startup = true
		s.open(kind, &w.Clock.Startup)
	case "phase":
		w.Stated.Phase = true
		s.open(kind, &w.Clock.Phase)
	case "cost":
		s.open("callback", &w.Costs.Callback)
		s.open("timer", &w.Costs.Timer)
	}
}

// freeLatencies opens the latencies of every world. A list that worlds share is
// opened once, and they share what it becomes.
func (s *Tree) freeLatencies() {
	done := make(map[*program.Latency][]program.Latency)
	opened := func(list []program.Latency) []program.Latency {
		if len(list) == 0 {
			return list
		}
		out := done[&list[0]]
		if len(out) != len(list) {
			out = slices.Clone(list)
			for i := range out {
				s.open("latency of "+out[i].Name, &out[i].Latency)
			}
			done[&list[0]] = out
		}
		return out
	}
	for _, w := range s.Worlds() {
		if s.Code != nil { // what it waits for is known when it runs
			s.open("latency of a wait without a name", &w.Other)
		}
		w.Files, w.Network, w.IO = opened(w.Files), opened(w.Network), opened(w.IO)
	}
}

// freeStatements opens the latencies that statements give themselves.
func (s *Tree) freeStatements() {
	s.Script.Bodies = slices.Clone(s.Script.Bodies)
	for b := range s.Script.Bodies {
		body := &s.Script.Bodies[b]
		body.Stmts = slices.Clone(body.Stmts)
		for i := range body.Stmts {
			st := &body.Stmts[i]
			if st.Verb == VerbIO && !st.RefusedAtOnce() && !st.Never || st.Verb == VerbGet || st.Span.Low >= 0 && (st.Verb == VerbReadFile || st.Verb == VerbFetch || st.Verb == VerbSend) {
				st.Span.Low, st.Span.High = max(st.Span.Low, 0), max(st.Span.High, 0)
				if st.Span.Known() {
					s.open("latency", &st.Span)
					s.Unknowns[len(s.Unknowns)-1].Pos = st.Pos
				}
			}
		}
	}
}

// open makes a known length an unknown one.
func (s *Tree) open(name string, r *clock.Range) {
	if !r.Known() {
		return
	}
	extra := freed["latency"]
	switch name {
	case "startup", "phase":
		extra = freed[name]
	case "callback", "timer":
		extra = freed["cost"]
	}
	if name == "phase" {
		r.Low = 0
	}
	r.High = r.Low + extra.High
	s.Unknowns = append(s.Unknowns, program.Unknown{Name: name, Range: *r})
	r.Of = uint32(len(s.Unknowns))
}
