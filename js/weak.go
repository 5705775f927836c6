package js

import (
	"github.com/dop251/goja"
)

var weakPrelude = newPrelude(weakSource)

// installWeak makes the classes that speak of what is collected.
func (m *machine) installWeak() {
	define := m.enter(weakPrelude)
	host := m.vm.NewObject()
	symbols := m.symbolsAreWeak()
	_ = host.Set("symbols", symbols)
	m.method(host, "brief", 1, func(call goja.FunctionCall) goja.Value { return m.vm.ToValue(m.brief(call.Argument(0))) })
	m.method(host, "token", 1, func(call goja.FunctionCall) goja.Value {
		text := m.brief(call.Argument(0))
		if symbols {
			return m.vm.ToValue("Invalid unregisterToken ('" + text + "')")
		}
		return m.vm.ToValue("unregisterToken ('" + text + "') must be an object")
	})
	list, err := define(goja.Undefined(), host)
	m.rethrow(err)
	for _, name := range [...]string{"WeakRef", "FinalizationRegistry"} {
		if m.has(name) {
			m.set(name, list.(*goja.Object).Get(name))
		}
	}
}
