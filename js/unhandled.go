package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
)

// Unhandled is what ends the process for a rejection (model.Unhandler;
// lib/internal/process/promises.js). The code of a Proxy, or of Error, may run.
func (m *machine) Unhandled(reason ecma.Value) (ecma.Value, bool) {
	m.enters(enterUnhandled, 0, reason)
	like := false
	if thrown, threw := m.try(func() { like = m.likeError(m.value(reason)) }); threw {
		return m.plain(thrown), true
	}
	if like {
		return reason, false
	}
	const name = "UnhandledPromiseRejection"
	text := "This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch()." +
		" The promise rejected with the reason \"" + m.unhandledText(m.value(reason)) + "\"."
	o := m.newError("Error", text)
	_ = o.DefineDataProperty("name", m.vm.ToValue(name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = o.DefineDataProperty("stack", m.vm.ToValue(name+": "+text), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = o.Set("code", "ERR_UNHANDLED_REJECTION")
	return m.plain(o), false
}

// likeByStack are the releases to which an object with a stack of its own is like an
// error, whatever it is; to those before, what is an instance of Error.
var likeByStack = appearance{from: "16.14 17.5"}

// likeError reports whether a reason is thrown as it is.
func (m *machine) likeError(reason goja.Value) bool {
	o, ok := reason.(*goja.Object)
	switch {
	case !ok:
		return false
	case likeByStack.in(m.policy):
		return !isFunction(o) && m.descriptor(o, m.vm.ToValue("stack")) != nil
	}
	return m.vm.InstanceOf(o, m.kept("Error"))
}

// unhandledText is a reason as that error names it.
func (m *machine) unhandledText(reason goja.Value) string {
	if s, ok := reason.(*goja.Symbol); ok {
		return "Symbol(" + s.String() + ")"
	}
	return m.brief(reason)
}

// ReplacedImmediate is a call of what a program has put in the place of setImmediate in
// the module timers (model.Unhandler; lib/internal/process/execution.js).
func (m *machine) ReplacedImmediate() (uint32, bool) {
	timers, ok := m.modules["timers"].(*goja.Object)
	if !ok || m.own(timers, "setImmediate") == m.platform["setImmediate"] {
		return 0, false
	}
	m.enters(enterImmediate, 0, ecma.Value{})
	return m.add(callback{kind: kindNative, label: "setImmediate", native: func(ecma.Value) (goja.Value, error) {
		var fn goja.Callable
		if err := m.vm.Try(func() {
			if fn, ok = goja.AssertFunction(timers.Get("setImmediate")); !ok {
				m.throwType("require(...).setImmediate is not a function")
			}
		}); err != nil {
			return nil, err
		}
		return fn(timers, m.function("noop", 0, func(goja.FunctionCall) goja.Value { return goja.Undefined() }))
	}}), true
}
