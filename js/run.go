package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// DefaultSteps bounds the rounds of loops and the calls of functions of a run
// that has no limit of statements of its own: no program that ends comes there
// before somebody is tired of waiting.
const DefaultSteps int64 = 100_000_000

// prepared is a program with what its runs need. Each run has an engine of its
// own: what one leaves behind is nothing to the next.
type prepared struct {
	program *Program
	policy  model.Policy
	options program.Options
	world   *program.World
	rt      *model.Runtime
	machine *machine
	limit   int64
}

// Prepare makes ready for runs under a policy that lacks nothing.
func (p *Program) Prepare(policy model.Policy, o program.Options) program.Run {
	world := o.World
	if world == nil {
		world = &p.world
	}
	r := &prepared{program: p, policy: policy, options: o, world: world, machine: &machine{program: p, world: world, policy: policy}}
	m := r.machine
	around := world.Model(m.eventNumber)
	around.PromiseRoom, around.OnRule = max(o.PromiseRoom, 64), o.OnRule
	limits := world.Limits
	if m.limit = limits.Statements; m.limit == 0 {
		m.limit = DefaultSteps
	}
	limits.Statements = 0 // it counts what callbacks do, which this package does itself
	m.halt, m.seed, m.events = o.Halt, o.Seed, m.events[:0]
	m.heard = o.Wants != 0
	m.rt = model.New(policy, m, around, world.Clock, o.Seed, o.Oracle,
		sim.Config{Sink: o.Sink, Wants: o.Wants, Costs: world.Costs, Limits: limits, Rest: o.Rest, Halt: o.Halt})
	m.node, m.web = m.rt.Node(), m.rt.Web()
	r.rt = m.rt
	return r
}

// Run runs the program once more, from its start.
func (r *prepared) Run() (stop sim.Stop) {
	m := r.machine
	m.restart()
	within := m.vm.ToValue(func(goja.FunctionCall) goja.Value {
		stop = m.rt.Run()
		return nil
	})
	// From within a call the engine keeps its stack, and runs no jobs between
	// two callbacks. That the run has been stopped comes back as an error.
	value, err := m.vm.RunProgram(entry())
	if err == nil {
		call, _ := goja.AssertFunction(value)
		_, err = call(goja.Undefined(), within)
	}
	if err != nil && stop.Reason == sim.Running {
		panic(err)
	}
	return stop
}

// Figures are those of the last run.
func (r *prepared) Figures() program.Figures {
	elapsed, _ := r.rt.Sub(r.rt.Now(), 0)
	return program.Figures{Callbacks: r.rt.Callbacks(), Turns: r.rt.Turns(), Time: elapsed, Most: r.rt.Figures()}
}

var _ interface {
	model.Script
	ecma.Frames
	ecma.Foreign
	ecma.Releaser
} = (*machine)(nil)
