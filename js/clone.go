package js

import (
	"github.com/dop251/goja"
)

var clonePrelude = newPrelude(cloneSource)

// installClone makes structuredClone (HTML, "structured cloning API").
func (m *machine) installClone() {
	if !m.has("structuredClone") {
		return
	}
	clone := m.cloner()
	call, _ := goja.AssertFunction(clone)
	m.setFunction("structuredClone", 1, func(given goja.FunctionCall) goja.Value {
		if len(given.Arguments) == 0 {
			m.throwType("The \"value\" argument must be specified")
		}
		v, err := call(goja.Undefined(), given.Argument(0), given.Argument(1))
		m.rethrow(err)
		return v
	})
}

// cloner is what copies a value, and what is transferred with it.
func (m *machine) cloner() goja.Value {
	if m.clone == nil {
		make := m.enter(clonePrelude)
		v, err := make(goja.Undefined(), m.vm.ToValue(func(call goja.FunctionCall) goja.Value {
			panic(m.domException("DataCloneError", 25, call.Argument(0).String()+" could not be cloned."))
		}), m.vm.ToValue(func(call goja.FunctionCall) goja.Value {
			return m.vm.ToValue(call.Argument(0).Export().(goja.ArrayBuffer).Detach())
		}))
		m.rethrow(err)
		m.clone = v
	}
	return m.clone
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
