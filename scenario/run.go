package scenario

import (
	"evsim/clock"
	"evsim/model"
	"evsim/sim"
)

// World of a run, as the model wants it.
func (w *World) model(event func(string) uint32) model.World {
	out := model.World{Pool: w.Pool, ESM: w.ESM, Display: model.Display{Hz: w.Display.Hz, Phase: w.Display.Phase, Hidden: w.Display.Hidden}}
	for _, in := range w.Users {
		out.Inputs = append(out.Inputs, model.Input{At: in.At, Target: uint32(in.Target), Event: event(in.Event)})
	}
	return out
}

// Options of a run. The zero Options run a scenario in its own world, with
// every range at its low end and nobody watching.
type Options struct {
	World  *World       // nil: the scenario's; a case brings its own
	Seed   uint64       // for the jitter of clock.skew
	Oracle clock.Oracle // nil: exact times
	Sink   sim.Sink
	Wants  sim.Kinds
	Rest   func() bool // sim.Config's
	Halt   func() bool // sim.Config's

	// PromiseRoom is how many promises a run makes before it looks for dead ones
	// to use again; 0 is a good number. No event depends on it.
	PromiseRoom int

	Follows func(rule string) // told the id of each rule of docs/rules.md as it decides something
}

const defaultPromiseRoom = 256

// Run runs the scenario under a policy, which must have what the scenario
// needs (see Supported). Equal arguments give equal events.
func (s *Scenario) Run(p model.Policy, o Options) sim.Stop { return s.Prepare(p, o).Run() }
