package interp

import (
	"evsim/ecma"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/script"
	"evsim/sim"
)

// Prepared is a script with all that its runs need. It can be run again and
// again, by one goroutine at a time, and then uses its memory again.
type Prepared struct{ machine *Machine }

// Prepare makes ready for runs with equal arguments.
func Prepare(s *script.Script, world *program.World, p model.Policy, o program.Options) program.Run {
	m := newMachine(s, world)
	c := o.Config(p, m, world, m.eventNumber)
	m.inputs = len(m.events)
	if c.Loop.Limits.Statements == 0 && s.Loops() {
		c.Loop.Limits.Statements = DefaultStatements
	}
	m.rt = model.New(c)
	m.node, m.web = m.rt.Node(), m.rt.Web()
	return &Prepared{machine: m}
}

// DefaultStatements bounds the statements of a run whose script repeats some. A
// file could not give it: it is so far off that only a mistake comes there.
const DefaultStatements int64 = 100_000_000

// Run runs the script once more, from its start.
func (r *Prepared) Run() sim.Stop {
	r.machine.restart()
	return r.machine.rt.Run()
}

// State is the machine and its runtime (program.Stateful).
func (r *Prepared) State() any { return r.machine }

// Figures are those of the last run.
func (r *Prepared) Figures() model.Figures {
	return r.machine.rt.Figures()
}

// restart makes m what it was before its first statement, in the same memory.
func (m *Machine) restart() {
	clear(m.handles)
	clear(m.counts)
	clear(m.calls)
	m.errors, m.intervals, m.events = m.errors[:0], m.intervals[:0], m.events[:m.inputs]
	m.members, m.held, m.elements, m.using, m.depth = m.members[:0], m.held[:0], m.elements[:0], m.using[:0], 0
	for _, f := range m.frames {
		*f = frame{id: f.id, blocks: f.blocks[:0]}
	}
	m.frames, m.free = m.frames[:0], m.free[:0]
}

var _ interface {
	model.Script
	model.Equivalent
	ecma.Frames
	ecma.Holder
} = (*Machine)(nil)
