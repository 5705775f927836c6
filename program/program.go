// Package program defines what can be run, and what can be said about its runs.
// It is the interface between languages and packages that depend only on runs:
// a language makes a Program, and explore, why, record and others know nothing
// else about it.
package program

import (
	"context"

	"evsim/clock"
	"evsim/internal/likely"
	"evsim/model"
	"evsim/sim"
)

// Program is what can be run: under every policy that has what it needs, in
// worlds of its own or changed ones. Nothing in it changes, so one Program may
// be run by many goroutines at once.
type Program interface {
	// Title is its name, one line.
	Title() string
	// Lengths are the lengths of time that it knows to a range only: a range's
	// Of is an index plus one.
	Lengths() []Unknown
	// Worlds are those that it knows of: its own first, then its variants.
	Worlds() []*World
	// Lacks is what it needs and a policy has not; nil when nothing is lacking.
	Lacks(model.Policy) *Need
	// Prepare makes ready for runs under a policy that lacks nothing, in one of its
	// worlds or one like them. Setting calls it.
	Prepare(model.Policy, *World, Options) Run
}

// Lined is a Program that can tell what it may log before it runs.
type Lined interface {
	// Lines are the lines that it logs with the same text each time.
	Lines() []string
	// Logs reports whether some statement logs a line like this one.
	Logs(line string) bool
}

// Unknown is a length of time that is known only to a range.
type Unknown struct {
	Name  string // the key or verb that it stands under, such as startup or latency
	Range clock.Range
	Pos   sim.Pos
	Shape likely.Shape // how its lengths are distributed; what is possible does not depend on it
}

// Need is a feature that the scenario uses, and the first place that uses it.
type Need struct {
	Feature model.Feature
	Verb    string // as the file writes it, such as "setImmediate" or "on: exit"
	Pos     sim.Pos

	Has   func(model.Policy) bool // reports whether a policy has it; nil: one does that has the feature
	AtRun bool                    // under a policy without it the program can begin, and fails when it comes there
}

// In reports whether a policy has what is needed.
func (n *Need) In(p model.Policy) bool {
	if n.Has != nil {
		return n.Has(p)
	}
	return p.Features.Has(n.Feature)
}

// Options of a run. The zero Options run a program with every range at its low
// end and nobody watching.
type Options struct {
	Seed   uint64       // for the jitter of clock.skew
	Oracle clock.Oracle // nil: exact times
	Sink   sim.Sink
	Wants  sim.Kinds
	Rest   func() bool            // sim.Config's
	Halt   func() bool            // sim.Config's
	Room   func(bytes int64) bool // sim.Config's

	// Until ends code when it is over, wherever that is: a call may take long before
	// Halt is asked again. nil: Halt alone does.
	Until context.Context

	// PromiseRoom is how many promises a run makes before it looks for dead ones
	// to use again; 0 is a good number. No event depends on it.
	PromiseRoom int

	OnRule func(rule sim.Rule) // told the id of each rule of docs/rules.md as it decides something
}

// Run is a Program with all that its runs need. It can be run again and again,
// by one goroutine at a time, and then uses its memory again.
type Run interface {
	// Run runs the program once more, from its start. Equal arguments of Prepare
	// give equal events.
	Run() sim.Stop
	// Figures are those of the last run.
	Figures() model.Figures
}

// Stateful is a Run whose state can be compared with that of another. An
// exploration of a large space then explores equal states once. Of other runs it
// takes each state for one of its own, and finds the same more slowly.
type Stateful interface {
	// State points to all that the rest of the run depends on, when it is at rest
	// (see Options.Rest). It is read field by field, and functions are passed
	// over: a Run that keeps state in variables of closures is no Stateful.
	State() any
}
