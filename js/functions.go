package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
)

// asyncKind is what functions of a kind inherit: %AsyncFunction.prototype%
// (ECMA-262 §27.7.3) or %AsyncGeneratorFunction.prototype% (§27.4.3).
type asyncKind struct {
	constructor, prototype *goja.Object
}

// say is what a bundle calls with a function that has another name than the
// program gave it (undefined: it has not), or is of a kind (frameKind).
func (m *machine) say(call goja.FunctionCall) goja.Value {
	fn, ok := call.Argument(0).(*goja.Object)
	if !ok {
		return call.Argument(0)
	}
	if name := call.Argument(1); !goja.IsUndefined(name) {
		_ = fn.DefineDataProperty("name", name, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	if kind := frameKind(call.Argument(2).ToInteger()); kind != noFrame {
		m.mark(fn, kind)
	}
	return fn
}

// mark makes a function one of its kind.
func (m *machine) mark(fn *goja.Object, kind frameKind) {
	_ = fn.SetPrototype(m.functions(kind).prototype)
	if kind == generatorFrame {
		_ = fn.DefineDataProperty("prototype", m.vm.CreateObject(m.generatorPrototype()), goja.FLAG_TRUE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	} else if fn.Get("prototype") != nil { // it cannot be taken away
		_ = fn.DefineDataProperty("prototype", goja.Undefined(), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
}

// functions makes what functions of a kind inherit.
func (m *machine) functions(kind frameKind) *asyncKind {
	if k := m.kinds[kind]; k != nil {
		return k
	}
	k := &asyncKind{}
	m.kinds[kind] = k
	name, words := "AsyncFunction", "async function"
	if kind == generatorFrame {
		name, words = "AsyncGeneratorFunction", "async function*"
	}
	function := m.kept("Function")
	k.constructor = m.vm.ToValue(func(call goja.ConstructorCall) *goja.Object { return m.makeFunction(words, call) }).(*goja.Object)
	m.name(k.constructor, name, 1)
	_ = k.constructor.SetPrototype(function)
	k.prototype = m.vm.CreateObject(function.Get("prototype").(*goja.Object))
	_ = k.constructor.DefineDataProperty("prototype", k.prototype, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	_ = k.prototype.DefineDataProperty("constructor", k.constructor, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = k.prototype.DefineDataPropertySymbol(goja.SymToStringTag, m.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if kind == generatorFrame {
		generators := m.generatorPrototype()
		_ = k.prototype.DefineDataProperty("prototype", generators, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		_ = generators.DefineDataProperty("constructor", k.prototype, goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return k
}

// generatorPrototype is what async generators inherit (§27.6.1), and
// %AsyncIteratorPrototype% below it (§27.1.4).
func (m *machine) generatorPrototype() *goja.Object {
	if m.generators != nil {
		return m.generators
	}
	iterator := m.vm.NewObject()
	own := m.function("[Symbol.asyncIterator]", 0, func(call goja.FunctionCall) goja.Value { return call.This })
	_ = iterator.DefineDataPropertySymbol(symAsyncIterator, own, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if disposes(m.policy) {
		dispose := m.function("[Symbol.asyncDispose]", 0, m.asyncDispose)
		_ = iterator.DefineDataPropertySymbol(symAsyncDispose, dispose, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	m.generators = m.vm.CreateObject(iterator)
	_ = m.generators.DefineDataPropertySymbol(goja.SymToStringTag, m.vm.ToValue("AsyncGenerator"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	m.functions(generatorFrame) // it gives it a constructor
	for i, r := range requests {
		m.requested[i] = m.method(m.generators, r.name, 1, m.request(r.name, r.kind))
	}
	return m.generators
}

// untouched reports whether a generator's methods are the language's.
func (m *machine) untouched(generator *goja.Object) bool {
	for i, r := range requests {
		var method goja.Value
		if _, threw := m.try(func() { method = generator.Get(r.name) }); threw || method != m.requested[i] {
			return false
		}
	}
	return true
}

// requests are the methods of async generators.
var requests = [...]struct {
	name string
	kind ecma.CompletionType
}{{"next", ecma.Normal}, {"return", ecma.Return}, {"throw", ecma.Throw}}

// asyncDispose is %AsyncIteratorPrototype%[%Symbol.asyncDispose%] (§27.1.4.2).
func (m *machine) asyncDispose(call goja.FunctionCall) goja.Value {
	c := m.newCapability(m.promiseClass())
	thrown, threw := m.try(func() {
		o := call.This.ToObject(m.vm)
		method := o.Get("return")
		if isNothing(method) {
			c.resolve(goja.Undefined())
			return
		}
		leave, ok := goja.AssertFunction(method)
		if !ok {
			m.throwType("%s is not a function", m.brief(method))
		}
		result, err := leave(call.This)
		m.rethrow(err)
		waited := m.promiseResolve(m.promiseClass(), result).(*goja.Object)
		id, _ := m.isPromise(waited)
		m.rt.Then(id, m.addNative("[Symbol.asyncDispose]", m.from(), func(ecma.Value) { c.resolve(goja.Undefined()) }),
			m.addNative("[Symbol.asyncDispose]", m.from(), func(v ecma.Value) { c.reject(m.value(v)) }))
	})
	if threw {
		c.reject(thrown)
	}
	return c.promise
}

// promiseClass is %Promise%.
func (m *machine) promiseClass() *goja.Object {
	if m.promise == nil {
		m.installPromise()
	}
	return m.promise
}
