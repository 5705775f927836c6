package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
)

// finallyMethod is Promise.prototype.finally (§27.2.5.3).
func (m *machine) finallyMethod(call goja.FunctionCall) goja.Value {
	o, ok := call.This.(*goja.Object)
	if !ok {
		m.throwType("Promise.prototype.finally called on non-object")
	}
	fn, callable := goja.AssertFunction(call.Argument(0))
	class := m.speciesOf(o)
	method := m.thenOf(o)
	switch id, own := m.isPromise(o); {
	case !callable:
		return m.callThen(method, o, call.Argument(0), call.Argument(0))
	case own && class == m.promise && method == m.then:
		return m.promiseObject(saw(m, m.rt.Finally(id, m.handler(call.Argument(0), kindFinally, "finally", m.from()))))
	}
	wrap := func(after func(v goja.Value) goja.Value) goja.Value {
		return m.function("", 1, func(call goja.FunctionCall) goja.Value {
			result, err := fn(goja.Undefined())
			m.rethrow(err)
			v := call.Argument(0)
			handOn := m.function("", 0, func(goja.FunctionCall) goja.Value { return after(v) })
			waited := m.promiseResolve(class, result)
			return m.callThen(m.thenOf(waited), waited, handOn)
		})
	}
	return m.callThen(method, o, wrap(func(v goja.Value) goja.Value { return v }), wrap(func(v goja.Value) goja.Value { panic(v) }))
}

// ofFinally is what the callback of a finally returned. It matters only as something to
// wait for, and an object is asked for its then by AfterFinally.
func (m *machine) ofFinally(result goja.Value) ecma.Value {
	o, ok := result.(*goja.Object)
	if !ok {
		return ecma.Value{}
	}
	if id, ok := m.isPromise(o); ok && o.Prototype() == m.prototype && len(o.GetOwnPropertyNames()) == 0 && m.keepsThen() {
		return ecma.Value{Kind: ecma.ValuePromise, Ref: id}
	}
	return m.opaque(result)
}

// keepsThen reports whether the then of promises is the language's, and to read it runs
// no code.
func (m *machine) keepsThen() bool {
	d := m.descriptor(m.prototype, m.vm.ToValue("then"))
	return d != nil && d.Get("value") == m.then
}

// AfterFinally waits for an object that a finally's callback returned (ecma.Foreign).
func (m *machine) AfterFinally(result ecma.Value, with ecma.Completion) (given ecma.Value, threw bool) {
	m.enters(enterFinally, 0, result)
	var next goja.Value
	thrown, threw := m.try(func() {
		v := m.value(with.Value)
		handOn := m.function("", 0, func(goja.FunctionCall) goja.Value {
			if with.Type == ecma.Throw {
				panic(v)
			}
			return v
		})
		waited := m.promiseResolve(m.promise, m.value(result))
		next = m.callThen(m.thenOf(waited), waited, handOn)
	})
	if threw {
		return m.plain(thrown), true
	}
	return m.resolution(next)
}
