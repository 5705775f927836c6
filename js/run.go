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
type prepared struct{ machine *machine }

// Prepare makes ready for runs under a policy that lacks nothing.
func (p *Program) Prepare(policy model.Policy, world *program.World, o program.Options) program.Run {
	m := &machine{program: p, world: world, policy: policy, halt: o.Halt, seed: o.Seed, heard: o.Wants != 0}
	c := o.Config(policy, m, world, m.eventNumber)
	if m.limit = c.Loop.Limits.Statements; m.limit == 0 {
		m.limit = DefaultSteps
	}
	c.Loop.Limits.Statements = 0 // it counts what callbacks do, which this package does itself
	m.rt = model.New(c)
	m.node, m.web = m.rt.Node(), m.rt.Web()
	return &prepared{m}
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
func (r *prepared) Figures() program.Figures { return program.FiguresOf(r.machine.rt) }

var _ interface {
	model.Script
	ecma.Frames
	ecma.Foreign
	ecma.Releaser
} = (*machine)(nil)
