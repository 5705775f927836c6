package js

import (
	_ "embed"
	"sync"

	"github.com/dop251/goja"
)

//go:embed prelude/clone.js
var cloneSource string

var clonePrelude = sync.OnceValue(func() *goja.Program { return goja.MustCompile("evsim", cloneSource, true) })

// installClone makes structuredClone (HTML, "structured cloning API").
func (m *machine) installClone() {
	if !m.has("structuredClone") {
		return
	}
	made, err := m.vm.RunProgram(clonePrelude())
	m.rethrow(err)
	clone, _ := goja.AssertFunction(made)
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
