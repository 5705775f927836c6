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
	clone := m.enter(clonePrelude)
	m.setFunction("structuredClone", 1, func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) == 0 {
			m.throwType("The \"value\" argument must be specified")
		}
		v, err := clone(goja.Undefined(), call.Argument(0), m.vm.ToValue(func(call goja.FunctionCall) goja.Value {
			o := m.newError("Error", call.Argument(0).String()+" could not be cloned.")
			_ = o.Set("name", "DataCloneError")
			panic(o)
		}))
		m.rethrow(err)
		return v
	})
}
