package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
)

// installPromise makes the class Promise.
func (m *machine) installPromise() {
	m.promise = m.vm.ToValue(m.construct).(*goja.Object)
	m.name(m.promise, "Promise", 1)
	m.prototype = m.promise.Get("prototype").(*goja.Object)
	_ = m.promise.DefineDataProperty("prototype", m.prototype, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	_ = m.prototype.DefineDataPropertySymbol(goja.SymToStringTag, m.vm.ToValue("Promise"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	m.then = m.method(m.prototype, "then", 2, m.thenMethod)
	m.named(m.prototype, "catch", 1, m.catchMethod)
	m.named(m.prototype, "finally", 1, m.finallyMethod)
	_ = m.promise.DefineAccessorPropertySymbol(goja.SymSpecies, m.function("get [Symbol.species]", 0, func(call goja.FunctionCall) goja.Value { return call.This }), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	m.method(m.promise, "resolve", 1, func(call goja.FunctionCall) goja.Value {
		return m.promiseResolve(m.class(call, "resolve"), call.Argument(0))
	})
	m.named(m.promise, "reject", 1, func(call goja.FunctionCall) goja.Value {
		c := m.newCapability(m.class(call, "reject"))
		c.reject(call.Argument(0))
		return c.promise
	})
	m.combinator(ecma.All, "all")
	m.combinator(ecma.RaceOf, "race")
	if m.has("Promise.allSettled") {
		m.combinator(ecma.AllSettledOf, "allSettled")
	}
	if m.has("Promise.any") {
		m.combinator(ecma.AnyOf, "any")
	}
	if m.has("Promise.withResolvers") {
		m.named(m.promise, "withResolvers", 0, m.withResolvers)
	}
	if m.has("Promise.try") {
		m.named(m.promise, "try", 1, m.tryMethod)
	}
	_ = m.vm.GlobalObject().DefineDataProperty("Promise", m.promise, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// class is the class that a function of Promise is called on.
func (m *machine) class(call goja.FunctionCall, method string) goja.Value {
	if _, ok := call.This.(*goja.Object); !ok {
		switch method {
		case "resolve":
			m.throwType("PromiseResolve called on non-object")
		case "reject":
			m.throwType("PromiseReject called on non-object")
		}
		m.throwType("Promise.%s called on non-object", method)
	}
	return call.This
}

// withResolvers is Promise.withResolvers (§27.2.4.8).
func (m *machine) withResolvers(call goja.FunctionCall) goja.Value {
	o := m.vm.NewObject()
	c := m.newCapability(call.This)
	resolve, reject := c.functions()
	_ = o.Set("promise", c.promise)
	_ = o.Set("resolve", resolve)
	_ = o.Set("reject", reject)
	return o
}

// tryMethod is Promise.try (§27.2.4.6).
func (m *machine) tryMethod(call goja.FunctionCall) goja.Value {
	c := m.newCapability(m.class(call, "try"))
	fn, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		c.reject(m.newError("TypeError", m.brief(call.Argument(0))+" is not a function"))
		return c.promise
	}
	v, err := fn(goja.Undefined(), call.Arguments[1:]...)
	if err == nil && m.policy.Name == "browser" { // V8 15.6 gives a promise back, as Promise.resolve does
		return m.promiseResolve(call.This, v)
	} else if err == nil {
		c.resolve(v)
	} else if thrown, threw := m.thrown(err); threw {
		c.reject(m.value(thrown))
	}
	return c.promise
}

// combination is one call of a combinator (§27.2.4.1 to §27.2.4.5).
type combination struct {
	kind ecma.Combinator
	*capability
	values    []goja.Value
	remaining int
	twice     bool // each of a member's two callbacks may be called once
}

func (m *machine) combinator(kind ecma.Combinator, name string) {
	twice := kind == ecma.AllSettledOf && !(appearance{from: "14.17", chrome: true}).in(m.policy) // V8 before 8.4.371.23
	m.named(m.promise, name, 1, func(call goja.FunctionCall) goja.Value {
		class := m.class(call, name)
		c := &combination{kind: kind, capability: m.newCapability(class), remaining: 1, twice: twice}
		if thrown, threw := m.try(func() { m.combine(c, class, call.Argument(0)) }); threw {
			c.reject(thrown)
		}
		return c.promise
	})
}

// combine asks each element, and settles the result if there is none.
func (m *machine) combine(c *combination, class, iterable goja.Value) {
	resolve, ok := goja.AssertFunction(class.(*goja.Object).Get("resolve"))
	if !ok {
		m.throwType("Promise resolve or reject function is not callable")
	}
	from := m.from()
	m.iterate(iterable, func(v goja.Value) {
		next, err := resolve(class, v)
		m.rethrow(err)
		at := len(c.values)
		c.values = append(c.values, goja.Undefined())
		c.remaining++
		m.element(c, at, next, from)
	})
	m.counted(c)
}

// element waits for one element.
func (m *machine) element(c *combination, at int, next goja.Value, from goja.StackFrame) {
	var used, usedToReject bool
	once := func(used *bool, f func(goja.Value)) func(goja.Value) {
		return func(v goja.Value) {
			if !*used {
				*used = true
				m.rt.CiteRule(ecma.RuleJobCombinator)
				f(v)
			}
		}
	}
	set := func(used *bool, made func(goja.Value) goja.Value) func(goja.Value) {
		return once(used, func(v goja.Value) {
			c.values[at] = made(v)
			m.counted(c)
		})
	}
	same := func(v goja.Value) goja.Value { return v }
	fulfilled, rejected := c.resolve, c.reject
	switch c.kind {
	case ecma.All:
		fulfilled = set(&used, same)
	case ecma.AnyOf:
		rejected = set(&used, same)
	case ecma.AllSettledOf:
		fulfilled = set(&used, func(v goja.Value) goja.Value { return m.settled("fulfilled", "value", v) })
		ofReject := &used
		if c.twice {
			ofReject = &usedToReject
		}
		rejected = set(ofReject, func(v goja.Value) goja.Value { return m.settled("rejected", "reason", v) })
	}
	label := "element of " + c.kind.String()
	then := m.thenOf(next)
	if o, ok := next.(*goja.Object); ok && then == m.then {
		if id, ok := m.isPromise(o); ok && m.speciesOf(o) == m.promise {
			m.rt.Then(id, m.addNative(label, from, func(v ecma.Value) { fulfilled(m.value(v)) }), m.addNative(label, from, func(v ecma.Value) { rejected(m.value(v)) }))
			return
		}
	}
	onFulfilled, onRejected := c.functions()
	if c.kind == ecma.All || c.kind == ecma.AllSettledOf {
		onFulfilled = m.taking(fulfilled)
	}
	if c.kind == ecma.AnyOf || c.kind == ecma.AllSettledOf {
		onRejected = m.taking(rejected)
	}
	m.callThen(then, next, onFulfilled, onRejected)
}

// taking is a function of code that takes one value.
func (m *machine) taking(f func(goja.Value)) *goja.Object {
	return m.function("", 1, func(call goja.FunctionCall) goja.Value { f(call.Argument(0)); return goja.Undefined() })
}

func (m *machine) settled(status, key string, v goja.Value) goja.Value {
	o := m.vm.NewObject()
	m.give(o, "status", m.vm.ToValue(status))
	m.give(o, key, v)
	return o
}

// counted settles the result when the last element has counted.
func (m *machine) counted(c *combination) {
	if c.remaining--; c.remaining > 0 || c.kind == ecma.RaceOf {
		return
	}
	list := m.array(c.values)
	if c.kind != ecma.AnyOf {
		c.resolve(list)
		return
	}
	text := "All promises were rejected"
	if m.policy.Name == firefoxName {
		text = "No Promise in Promise.any was resolved"
	}
	all, err := m.vm.New(m.kept("AggregateError"), m.vm.NewArray(), m.vm.ToValue(text))
	if err != nil {
		all = m.newError("Error", text)
	}
	_ = all.DefineDataProperty("errors", list, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	c.reject(all)
}

func (m *machine) array(values []goja.Value) goja.Value {
	items := make([]any, len(values))
	for i, v := range values {
		items[i] = v
	}
	return m.vm.NewArray(items...)
}
