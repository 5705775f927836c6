package js

import (
	"reflect"

	"github.com/dop251/goja"

	"evsim/internal/say"
)

var clonePrelude = newPrelude(cloneSource)

// installClone makes structuredClone (HTML, "structured cloning API").
func (m *machine) installClone() {
	if !m.has("structuredClone") {
		return
	}
	clone := m.cloner()
	call, _ := goja.AssertFunction(clone)
	before := m.vm.ToValue("") // what stands before a refusal; nothing in Node
	if m.web != nil {
		before = m.vm.ToValue(m.refusal(windowFunction("structuredClone")))
	}
	m.setFunction("structuredClone", 1, func(given goja.FunctionCall) goja.Value {
		if m.web != nil {
			m.few(given, windowFunction("structuredClone"), 1)
		} else if len(given.Arguments) == 0 {
			m.throwType("%s", m.valueMissing())
		}
		v, err := call(goja.Undefined(), given.Argument(0), given.Argument(1), goja.Undefined(), before)
		m.rethrow(err)
		if m.node != nil && !(appearance{from: cloneNative}).in(m.policy) {
			m.node.SendAsync()
		}
		return v
	})
}

// cloneNative is since when Node's structuredClone sends no message from one port of its
// own to another (lib/internal/structured_clone.js), which ends one wait of poll.
const cloneNative = "20.11 21.2"

// valueMissing is what structuredClone says where it is given nothing (Node
// src/node_messaging.cc, StructuredClone; lib/internal/worker/js_transferable.js before).
func (m *machine) valueMissing() string {
	const plain = "The value argument must be specified"
	switch {
	case (appearance{from: "22.12 23.0"}).in(m.policy):
		return `The "` + plain + `" argument must be specified`
	case (appearance{from: cloneNative}).in(m.policy):
		return plain
	}
	return `The "value" argument must be specified`
}

// cloneHost gives a prelude what copies values, which is made for the first of them
// unless atOnce.
func (m *machine) cloneHost(host *goja.Object) {
	if m.atOnce() {
		m.cloner()
	}
	m.method(host, "clone", 4, func(call goja.FunctionCall) goja.Value {
		clone, _ := goja.AssertFunction(m.cloner())
		v, err := clone(goja.Undefined(), call.Arguments...)
		m.rethrow(err)
		return v
	})
}

// cloner is what copies a value, and what is transferred with it.
func (m *machine) cloner() goja.Value {
	if m.clone == nil {
		make := m.enter(clonePrelude)
		native := func(f func(v goja.Value) any) goja.Value {
			return m.vm.ToValue(func(call goja.FunctionCall) goja.Value { return m.vm.ToValue(f(call.Argument(0))) })
		}
		v, err := make(goja.Undefined(), m.vm.ToValue(m.policy.Name),
			native(func(v goja.Value) any { return m.domException("DataCloneError", 25, v.String()) }),
			native(func(v goja.Value) any { return v.Export().(goja.ArrayBuffer).Detach() }),
			native(func(v goja.Value) any {
				buffer, ok := v.Export().(goja.ArrayBuffer)
				return ok && buffer.Detached()
			}),
			native(func(v goja.Value) any { return isProxy(v.(*goja.Object)) }),
			native(func(v goja.Value) any {
				bytes := v.ToInteger()
				return bytes <= large || m.hasRoom(bytes)
			}),
			native(func(v goja.Value) any { m.refusePort(v); return nil }))
		m.rethrow(err)
		m.clone = v
	}
	return m.clone
}

// refusePort ends the run where a port of Node is handed on, or is part of a message.
func (m *machine) refusePort(v goja.Value) {
	if m.isPort == nil {
		return
	}
	is, err := m.isPort(goja.Undefined(), v)
	if m.rethrow(err); is.ToBoolean() {
		m.lacks(say.Of("evsim cannot hand on a MessagePort of Node"))
	}
}

// domException is an exception of the web, of the class DOMException where the program may have it.
func (m *machine) domException(name string, code int, message string) *goja.Object {
	if m.exception != nil {
		o, err := m.vm.New(m.exception, m.vm.ToValue(message), m.vm.ToValue(name))
		m.rethrow(err)
		return o
	}
	o := m.newError("Error", message)
	_ = o.Set("name", name)
	_ = o.Set("code", code)
	return o
}

// exportType is what an object is for the engine; nil: a view of a buffer that is
// detached, of which the engine cannot tell.
func exportType(o *goja.Object) (t reflect.Type) {
	defer func() {
		if recover() != nil {
			t = nil
		}
	}()
	return o.ExportType()
}
