package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
)

// nodeTick is a tick that Node's own code queues.
type nodeTick struct {
	label string
	name  string // of the function, which a process.nextTick of the program's own is given
	args  []goja.Value
	run   func() (goja.Value, error)
}

// queue queues a tick as Node's code does: by process.nextTick, which the program may
// have replaced.
func (m *machine) queue(t nodeTick) {
	if m.ticksReplaced() {
		m.queueByProgram(t)
		return
	}
	m.node.NextTick(m.add(callback{kind: kindNative, label: t.label, from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		return t.run()
	}}))
}

// queueByProgram gives the program's own process.nextTick a tick of Node's.
func (m *machine) queueByProgram(t nodeTick) {
	replaced, ok := goja.AssertFunction(m.process.object.Get("nextTick"))
	if !ok {
		m.throwType("process.nextTick is not a function")
	}
	run := m.function(t.name, len(t.args), func(goja.FunctionCall) goja.Value {
		v, err := t.run()
		m.rethrow(err)
		return v
	})
	_, err := replaced(m.process.object, append([]goja.Value{run}, t.args...)...)
	m.rethrow(err)
}

// ticksReplaced reports whether something else stands where process.nextTick was.
func (m *machine) ticksReplaced() bool {
	return m.process.nextTick != nil && m.own(m.process.object, "nextTick") != m.process.nextTick
}

// hearsWarnings reports whether code of the program may run when Node warns.
func (m *machine) hearsWarnings() bool { return m.mentions("warning") || m.ticksReplaced() }

// SettledAgain gives the program's own process.nextTick the tick that emits
// multipleResolves, to which nobody can listen (model.Unhandler).
func (m *machine) SettledAgain() bool {
	if !m.ticksReplaced() {
		return false
	}
	m.enters(enterSettled, 0, ecma.Value{})
	if _, threw := m.try(func() {
		m.queueByProgram(nodeTick{run: func() (goja.Value, error) { return goja.Undefined(), nil }})
	}); threw {
		m.lacks("evsim does not have an exception of a `process.nextTick` of the program's own, behind a promise that is settled again")
	}
	return true
}
