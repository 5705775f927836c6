package js

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/sim"
)

// intrinsics are objects of the language that code cannot change for this
// package, by what it says about itself.
type intrinsics struct {
	promise    *goja.Object                // the constructor
	prototype  *goja.Object                // its prototype
	then       *goja.Object                // Promise.prototype.then, as it was made
	generators *goja.Object                // what async generators inherit
	requested  [len(requests)]*goja.Object // its methods, as they were made
	kinds      [moduleFrame]*asyncKind     // what async functions inherit
	globals    map[string]*goja.Object     // see kept
	custom     *goja.Symbol                // nodejs.util.inspect.custom of Symbol.for; nil: no code can name it

	arrayValues        goja.Value    // by which arrays are iterated
	iteratorClass      *goja.Object  // Iterator; nil: it was not asked for, or the release has none
	iteratorOwn        *goja.Object  // the methods that iterators inherit
	next, throw, leave goja.Callable // of every generator
}

// symNumber is under what async generators and timers keep their
// numbers; no code can name it. symAsyncIterator is Symbol.asyncIterator, which
// the engine has not, as it has not those of explicit resource management.
var (
	symNumber        = goja.NewSymbol("evsim.number")
	symAsyncIterator = goja.NewSymbol("Symbol.asyncIterator")
	symAsyncDispose  = goja.NewSymbol("Symbol.asyncDispose")
	symDispose       = goja.NewSymbol("Symbol.dispose")
)

// plain is a value as the runtime keeps it, which does not look whether it is a
// thenable.
func (m *machine) plain(v goja.Value) ecma.Value {
	switch {
	case v == nil || goja.IsUndefined(v):
		return ecma.Value{}
	}
	if o, ok := v.(*goja.Object); ok {
		if id, ok := m.isPromise(o); ok {
			return ecma.Value{Kind: ecma.ValuePromise, Ref: id}
		}
		if isError(o) {
			return m.keep(ecma.ValueError, v)
		}
	}
	return m.keep(ecma.ValuePlain, v)
}

// opaque is a value that nobody will await or resolve a promise with: the value
// of an iterator's result, which may be a promise and stays one.
func (m *machine) opaque(v goja.Value) ecma.Value {
	if v == nil || goja.IsUndefined(v) {
		return ecma.Value{}
	}
	return m.keep(ecma.ValuePlain, v)
}

// keep numbers a value.
func (m *machine) keep(kind ecma.ValueKind, v goja.Value) ecma.Value {
	m.values = append(m.values, v)
	return ecma.Value{Kind: kind, Ref: uint32(len(m.values) - 1)}
}

// resolution is a value that a promise is resolved with: if it is an object, it
// is asked for its then (ECMA-262 §27.2.1.3.2, steps 8 to 12), which may throw.
func (m *machine) resolution(v goja.Value) (resolution ecma.Value, threw bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		return m.plain(v), false
	}
	if made, has, threw := m.thenable(o); has || threw {
		return made, threw
	}
	if _, promise := m.isPromise(o); promise { // whose then is no function
		return m.opaque(v), false
	}
	return m.plain(v), false
}

// ordinary reports whether a promise is one of %Promise%, and nobody gave it
// another constructor: what its then returns is one of %Promise%, too.
func (m *machine) ordinary(o *goja.Object) bool {
	return o.Prototype() == m.prototype && (!m.reflects || len(o.GetOwnPropertyNames()) == 0)
}

// awaitable is a value that is awaited, as PromiseResolve takes it (ECMA-262
// §27.2.4.7.1): a promise whose constructor is Promise is used as it is, and an
// object whose then cannot be had is a rejected promise. threw: to ask for the
// constructor threw the value.
func (m *machine) awaitable(v goja.Value) (awaited ecma.Value, threw bool) {
	if o, ok := v.(*goja.Object); ok && !m.policy.ECMA.OldAwait {
		if id, ok := m.isPromise(o); ok {
			return m.awaitablePromise(o, id)
		}
	}
	return m.settledOr(m.resolution(v)), false
}

// settledOr is what a promise is resolved with, or a promise that is rejected
// with what was thrown.
func (m *machine) settledOr(resolution ecma.Value, threw bool) ecma.Value {
	if threw {
		return ecma.Value{Kind: ecma.ValuePromise, Ref: saw(m, m.rt.NewRefused(resolution))}
	}
	return resolution
}

func (m *machine) awaitablePromise(o *goja.Object, id uint32) (awaited ecma.Value, threw bool) {
	awaited = ecma.Value{Kind: ecma.ValuePromise, Ref: id}
	if !m.reflects && o.Prototype() == m.prototype {
		return awaited, false
	}
	var constructor goja.Value
	if thrown, threw := m.try(func() { constructor = o.Get("constructor") }); threw {
		return m.plain(thrown), true
	}
	if constructor != m.promise {
		m.rt.CiteRule(ecma.RuleAwaitSubclass)
		if made := m.settledOr(m.resolution(o)); made.Kind != ecma.ValuePromise || made.Ref != id {
			return made, false
		}
		if m.policy.ECMA.AwaitDirect { // which asks for its species first: see ownThen
			made := m.keep(ecma.ValueThenable, o)
			m.thens[made.Ref] = nil
			return made, false
		}
		awaited.Ref = saw(m, m.rt.NewPromise())
		m.resolve(awaited.Ref, o)
	}
	return awaited, false
}

// value is what a value of the runtime is in code.
func (m *machine) value(v ecma.Value) goja.Value {
	switch v.Kind {
	case ecma.ValueUndefined:
		return goja.Undefined()
	case ecma.ValuePromise:
		return m.promiseObject(v.Ref)
	case ecma.ValueCycle:
		if m.policy.Name == firefoxName {
			return m.newError("TypeError", "A promise cannot be resolved with itself.")
		}
		return m.newError("TypeError", "Chaining cycle detected for promise #<Promise>")
	case ecma.ValueNoThrow:
		return m.newError("TypeError", "The iterator does not provide a 'throw' method.")
	case ecma.ValueResult, ecma.ValueDone:
		return m.iterResult(m.values[v.Ref], v.Kind == ecma.ValueDone)
	case ecma.ValueUnhandled:
		return m.newError("Error", m.ErrorText(v))
	}
	return m.values[v.Ref]
}

func (m *machine) iterResult(v goja.Value, done bool) *goja.Object {
	o := m.vm.NewObject()
	m.give(o, "value", v)
	m.give(o, "done", m.vm.ToValue(done))
	return o
}

// give makes a property of an object (CreateDataProperty, ECMA-262 §7.3.5),
// whatever setters it inherits.
func (m *machine) give(o *goja.Object, name string, v goja.Value) {
	_ = o.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

// isPromise is the number of a promise.
func (m *machine) isPromise(o *goja.Object) (id uint32, ok bool) {
	id, ok = m.numbers[o]
	return id, ok
}

// promiseObject is the object of a promise.
func (m *machine) promiseObject(id uint32) *goja.Object {
	if int(id) < len(m.promises) && m.promises[id] != nil {
		return m.promises[id]
	}
	if m.prototype == nil {
		m.installPromise()
	}
	o := m.vm.CreateObject(m.prototype)
	m.bind(o, id)
	return o
}

// bind makes an object that of a promise.
func (m *machine) bind(o *goja.Object, id uint32) {
	for int(id) >= len(m.promises) {
		m.promises = append(m.promises, nil)
	}
	m.promises[id] = o
	m.born(id)
	m.numbers[o] = id
}

// isError reports whether an object is an error, as the engine makes them.
func isError(o *goja.Object) bool { return o.ClassName() == "Error" }

// throwType throws a TypeError in code.
func (m *machine) throwType(format string, args ...any) {
	panic(m.newError("TypeError", fmt.Sprintf(format, args...)))
}

// throwCoded throws an error with a code, as Node does.
func (m *machine) throwCoded(of, code, message string) {
	o := m.newError(of, message)
	m.code(o, of, code)
	panic(o)
}

// code gives an error of a class a code of Node's. The error says it behind its name, which
// before Node 12 has it itself, and inherits that from a class of Node's (lib/internal/errors.js).
func (m *machine) code(o *goja.Object, of, code string) {
	if m.node == nil || !strings.HasPrefix(code, "ERR_") {
		_ = o.Set("code", code)
		return
	}
	stack, made := m.own(o, "stack").(goja.String) // as the class that the engine knows says it
	class := m.vm.NewObject()
	_ = class.SetPrototype(o.Prototype())
	hidden := func(name string, v goja.Value) {
		_ = class.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	said := of + " [" + code + "]"
	if since(m.policy, 12) {
		_ = o.Set("code", code)
		hidden("toString", m.function("toString", 0, func(call goja.FunctionCall) goja.Value {
			e := call.This.(*goja.Object)
			return m.vm.ToValue(e.Get("name").String() + " [" + code + "]: " + e.Get("message").String())
		}))
	} else {
		hidden("name", m.vm.ToValue(said))
		hidden("code", m.vm.ToValue(code))
	}
	_ = o.SetPrototype(class)
	if made {
		if rest, ok := strings.CutPrefix(stack.String(), of); ok {
			_ = o.DefineDataProperty("stack", m.vm.ToValue(said+rest), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
}

// try calls something that may throw.
func (m *machine) try(f func()) (thrown goja.Value, threw bool) {
	if err := m.vm.Try(f); err != nil {
		m.reword(err.Value())
		return err.Value(), true
	}
	return nil, false
}

// ErrorText is what a value says that nothing caught (model.Script).
func (m *machine) ErrorText(v ecma.Value) string {
	m.enters(enterText, 0, v)
	switch v.Kind {
	case ecma.ValueUndefined:
		return "undefined"
	case ecma.ValueCycle:
		return "TypeError: Chaining cycle detected for promise #<Promise>"
	case ecma.ValueUnhandled:
		return "This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch()." +
			" The promise rejected with the reason \"" + m.process.unhandled + "\"."
	case ecma.ValueThenable:
		return "#<Object>"
	}
	value := m.value(v)
	text := ""
	if _, threw := m.try(func() { text = m.thrownText(value) }); threw {
		text = "an object that cannot be shown"
	}
	if o, ok := value.(*goja.Object); ok && isError(o) {
		if at := m.errorPlace(o); at != "" {
			text += " (" + at + ")"
		}
	}
	return text
}

// thrownText is what Node writes of a value that nothing caught: of an object that is no
// error, what console.log shows (src/node_errors.cc, PrintUncaughtException).
func (m *machine) thrownText(v goja.Value) string {
	if o, ok := v.(*goja.Object); ok && m.node != nil && since(m.policy, 12) && !isError(o) {
		return m.display(v)
	}
	return v.String()
}

// elementsAtOnce is how many elements of an iterable come before the run asks whether it
// may go on: the engine's own iterators run no code that does.
const elementsAtOnce = 256

// asksWithin ends a run that may not go on within a function of this package.
func (m *machine) asksWithin() {
	at := m.at(m.from())
	m.asksAt(at)
	if m.halt != nil && m.halt() {
		m.rt.Stop(sim.Stop{Reason: sim.Abandoned, Label: inCode, At: at})
	}
}

// iterate goes over what is iterable, until the run is over, and closes the iterator if code that is
// given a value throws (ECMA-262 §7.4).
func (m *machine) iterate(iterable goja.Value, each func(goja.Value)) {
	if isNothing(iterable) {
		m.notIterable(iterable)
	}
	method, ok := goja.AssertFunction(iterable.ToObject(m.vm).GetSymbol(goja.SymIterator))
	if !ok {
		m.notIterable(iterable)
	}
	made, err := method(iterable)
	m.rethrow(err)
	iterator, ok := made.(*goja.Object)
	if !ok {
		m.throwType("Result of the Symbol.iterator method is not an object")
	}
	next, ok := goja.AssertFunction(iterator.Get("next"))
	if !ok {
		m.notCalled(iterator.Get("next"))
	}
	for n := 1; !m.rt.Stopped(); n++ {
		if n%elementsAtOnce == 0 {
			m.asksWithin()
		}
		made, err := next(iterator)
		m.rethrow(err)
		result, ok := made.(*goja.Object)
		if !ok {
			m.throwType("Iterator result %s is not an object", m.brief(made))
		}
		if truth(result.Get("done")) {
			return
		}
		v := result.Get("value")
		if v == nil {
			v = goja.Undefined()
		}
		if thrown, threw := m.try(func() { each(v) }); threw {
			m.try(func() { m.closeIterator(iterator) }) // what this throws is lost
			panic(thrown)
		}
	}
}

// closeIterator calls an iterator's return (§7.4.11).
func (m *machine) closeIterator(iterator *goja.Object) {
	method := iterator.Get("return")
	if isNothing(method) {
		return
	}
	call, ok := goja.AssertFunction(method)
	if !ok {
		m.throwType("%s is not a function", m.brief(method))
	}
	result, err := call(iterator)
	m.rethrow(err)
	if _, ok := result.(*goja.Object); !ok {
		m.throwType("%s is not an object", m.brief(result))
	}
}
