package interp

import (
	"evsim/ecma"
	"evsim/sim"
)

// newError is an Error with a message.
func (m *Machine) newError(text string) ecma.Value {
	m.errors = append(sim.Grown(m.rt, m.errors), text)
	return ecma.Value{Kind: ecma.ValueError, Ref: uint32(len(m.errors) - 1)}
}

// ErrorText is a value as ${error} shows it (model.Script).
func (m *Machine) ErrorText(v ecma.Value) string {
	switch v.Kind {
	case ecma.ValueError:
		return m.errors[v.Ref]
	case ecma.ValueAggregate:
		return "All promises were rejected"
	case ecma.ValueCycle:
		return "Chaining cycle detected for promise " + m.reasonText(ecma.ValueKind(v.Ref))
	case ecma.ValueNoThrow:
		return "The iterator does not provide a 'throw' method."
	case ecma.ValueUnhandled:
		return "This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch()." +
			" The promise rejected with the reason \"" + m.reasonText(ecma.ValueKind(v.Ref)) + "\"."
	case ecma.ValueUndefined:
		return "undefined"
	}
	return "value"
}

// reasonText is what Node's noSideEffectsToString makes of a reason that is no
// error.
func (m *Machine) reasonText(kind ecma.ValueKind) string {
	switch kind {
	case ecma.ValuePromise:
		return "#<Promise>"
	case ecma.ValueSubclassed:
		return "#<Subclass>"
	case ecma.ValueThenable:
		return "#<Object>"
	case ecma.ValueGenerator:
		return "[object AsyncGenerator]"
	}
	return m.ErrorText(ecma.Value{Kind: kind})
}
