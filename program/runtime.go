package program

import (
	"evsim/model"
	"evsim/sim"
)

// promiseRoom is how many promises a run makes, unless Options say otherwise,
// before it looks for dead ones.
const promiseRoom = 256

// Config is what [model.New] makes the runtime of a program's runs of, in a
// world and as the options say. Event numbers the names of the events that the
// world's users cause, by which the script knows them; nil where there are none.
func (o Options) Config(p model.Policy, script model.Script, w *World, event func(name string) uint32) model.Config {
	around := w.Model(event)
	if around.PromiseRoom = o.PromiseRoom; o.PromiseRoom == 0 {
		around.PromiseRoom = promiseRoom
	}
	around.OnRule = o.OnRule
	return model.Config{
		Policy: p, Script: script, World: around, Clock: w.Clock, Seed: o.Seed, Oracle: o.Oracle,
		Loop: sim.Config{Sink: o.Sink, Wants: o.Wants, Costs: w.Costs, Limits: w.Limits, Rest: o.Rest, Halt: o.Halt, Room: o.Room},
	}
}
