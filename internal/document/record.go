// Package document makes the document that the viewer shows: it runs a scenario,
// in one way or in every way that is possible, and keeps events, reasons and
// rules, within limits.
package document

import (
	"context"

	"evsim/clock"
	"evsim/internal/budget"
	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/internal/viewer"
	"evsim/program"
	"evsim/sim"
	"evsim/why"
)

// Limits bound a document.
type Limits struct {
	Events int   // of one run that are kept; the others are counted. At most viewer.MaxEvents.
	Looked int   // causes, and what is known of each, that are looked at to give the lines of one run their reasons
	Size   int   // bytes of the document as JSON, about, beyond which reasons and orders are left out; 0: no limit
	Orders int   // of one policy that are shown
	Paths  int   // of one policy that are explored; 0: no limit
	Memory int64 // bytes of one exploration, about; 0: no limit
}

// MemoryOfSize is the memory that a command takes at most with a document, for
// each byte of Size: numbers take some three times as much as they do in JSON, and
// the collector needs room.
const MemoryOfSize = 7

// Report is the limits of a page that somebody keeps.
var Report = Limits{Events: viewer.MaxEvents, Looked: 2_000_000, Size: 128 << 20, Orders: 64}

// Plan is runs in one setting.
type Plan struct {
	program.Setting
	Text    []byte  // the program's source, all of it: tokens are those of one version
	Command Command // shows the run in text
}

// Heading is what a writer is told of the run.
func (p *Plan) Heading() trace.Run {
	return trace.Run{
		File: p.Command.File, Title: titleOf(p.Program), Case: p.Command.Case, Seed: p.Command.Seed,
		Policy: p.Policy.Name, Versions: p.Policy.Versions, Process: p.Policy.Node != nil,
	}
}

// titleOf is the title of a program, in each language that it has one in.
func titleOf(p program.Program) say.Text {
	if t, ok := p.(interface{ Titled() say.Text }); ok {
		return t.Titled()
	}
	return say.Word(p.Title())
}

// Recorder adds runs to a document.
type Recorder struct {
	*viewer.Document
	limits Limits
	size   int // of the document as JSON, about

	searches []search
}

// New is a Recorder of a document without runs.
func New(file string, s program.Program, text []byte, limits Limits) *Recorder {
	return &Recorder{Document: viewer.NewDocument(file, titleOf(s), string(text)), limits: limits, size: len(text)}
}

// Full reports whether the document has reached its size.
func (r *Recorder) Full() bool { return r.limits.Size > 0 && r.size >= r.limits.Size }

// room is how many bytes the document may yet have; 0: any number.
func (r *Recorder) room() int {
	if r.limits.Size == 0 {
		return 0
	}
	return max(r.limits.Size-r.size, 1)
}

// Run adds the run in which the oracle answers what is not known exactly; nil
// takes low ends. A run that ctx ended says so where one that reached a limit
// says which.
func (r *Recorder) Run(ctx context.Context, p *Plan, oracle clock.Oracle) sim.Stop {
	return r.run(ctx, p, viewer.Run{Command: p.Command.String()}, oracle)
}

func (r *Recorder) run(ctx context.Context, p *Plan, next viewer.Run, oracle clock.Oracle) sim.Stop {
	kept := sink{most: min(r.limits.Events, viewer.MaxEvents), room: r.room()}
	stop := p.run(ctx, oracle, &kept, kept.follow)
	next.Queues, next.General = p.Policy.Queues(), why.General(p.Policy.Node != nil)
	next.Lanes, next.Lists = Lanes(p.Policy), p.Policy.Node != nil && !p.Policy.Node.TicksBetween
	switch {
	case stop.Reason == sim.Abandoned:
		next.Why = say.InBoth(say.OfError(stop.Cut(context.Cause(ctx))))
	case stop.Reason.Endless():
		next.Why = say.InBoth(stop.Explain())
	}
	next.Reasons = r.reasons(ctx, kept.events, p.Policy)
	w := viewer.Recorder{Document: r.Document, Next: &next}
	texts := len(r.Texts)
	w.Begin(p.Heading())
	kept.write(w)
	_ = w.End(stop, "") // keeps it, and writes nothing
	last := &r.Runs[len(r.Runs)-1]
	last.LeftOut += kept.more
	last.Limit = last.Limit || stop.Reason == sim.Abandoned
	r.count(texts, len(kept.events), len(last.Ruled))
	return stop
}

// run runs the plan; ctx ends it wherever it is.
func (p *Plan) run(ctx context.Context, oracle clock.Oracle, sink sim.Sink, onRule func(rule sim.Rule)) sim.Stop {
	o := program.Options{Seed: p.Command.Seed, Oracle: oracle, Sink: sink, Wants: sim.AllKinds, OnRule: onRule}
	if ctx.Done() != nil {
		o.Halt, o.Room, o.Until = func() bool { return ctx.Err() != nil }, budget.Room(ctx), ctx
	}
	return p.Run(o)
}

// What a document takes as JSON, in bytes, about.
const (
	runSize   = 1800
	eventSize = 28
	ruleSize  = 5
	textSize  = 4
)

// count adds what the last run takes.
func (r *Recorder) count(texts, events, rules int) {
	r.size += runSize + eventSize*events + ruleSize*rules
	for _, text := range r.Texts[texts:] {
		r.size += len(text) + textSize
	}
}

// sink keeps the first events of a run, and the rules that decided them, and
// counts the others.
type sink struct {
	events  []sim.Event
	decided []decision
	most    int
	more    int
	size    int // of the texts that are kept, in bytes
	room    int // for them; 0: no limit
}

// decision is a rule that decided an event.
type decision struct {
	event int // from 0
	rule  sim.Rule
}

// decisionsPerEvent bounds the rules that are kept.
const decisionsPerEvent = 4

// follow keeps that a rule decided the event that comes next.
func (s *sink) follow(rule sim.Rule) {
	if len(s.events) < s.most && len(s.decided) < decisionsPerEvent*s.most {
		s.decided = append(s.decided, decision{len(s.events), rule})
	}
}

// write gives everything that was kept to a document.
func (s *sink) write(w viewer.Recorder) {
	decided := s.decided
	for i, e := range s.events {
		for ; len(decided) > 0 && decided[0].event == i; decided = decided[1:] {
			w.Decide(decided[0].rule)
		}
		w.Emit(e)
	}
}

// Emit keeps an event (sim.Sink).
func (s *sink) Emit(e sim.Event) {
	if len(s.events) == s.most || s.room > 0 && s.size > s.room {
		s.more++
		return
	}
	s.size += len(e.Text)
	s.events = append(s.events, e)
}
