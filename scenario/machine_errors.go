package scenario

import "evsim/model"

// newError is an Error with a message.
func (m *Machine) newError(text string) model.Value {
	m.errors = append(m.errors, text)
	return model.Value{Kind: model.ValueError, Ref: uint32(len(m.errors) - 1)}
}

// ErrorText is a value as ${error} shows it (model.Script).
func (m *Machine) ErrorText(v model.Value) string {
	switch v.Kind {
	case model.ValueError:
		return m.errors[v.Ref]
	case model.ValueAggregate:
		return "All promises were rejected"
	case model.ValueCycle:
		return "Chaining cycle detected for promise " + m.reasonText(model.ValueKind(v.Ref))
	case model.ValueNoThrow:
		return "The iterator does not provide a 'throw' method."
	case model.ValueUnhandled:
		return "This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch()." +
			" The promise rejected with the reason \"" + m.reasonText(model.ValueKind(v.Ref)) + "\"."
	case model.ValueUndefined:
		return "undefined"
	}
	return "value"
}

// reasonText is what Node's noSideEffectsToString makes of a reason that is no
// error.
func (m *Machine) reasonText(kind model.ValueKind) string {
	switch kind {
	case model.ValuePromise:
		return "#<Promise>"
	case model.ValueSubclassed:
		return "#<Subclass>"
	case model.ValueThenable:
		return "#<Object>"
	case model.ValueGenerator:
		return "[object AsyncGenerator]"
	}
	return m.ErrorText(model.Value{Kind: kind})
}
