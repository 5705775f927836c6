package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
)

// capability is a promise with what settles it (PromiseCapability, ECMA-262
// §27.2.1.1).
type capability struct {
	machine           *machine
	promise           goja.Value
	id                uint32       // of a promise of %Promise%
	own               bool         // it is one
	resolver, refuser *goja.Object // its functions; nil: nobody has asked for them
}

func (c *capability) resolve(v goja.Value) {
	if c.own {
		c.machine.resolve(c.id, v)
	} else {
		c.machine.callOn(c.resolver, v)
	}
}

func (c *capability) reject(v goja.Value) {
	if c.own {
		c.machine.reject(c.id, v)
	} else {
		c.machine.callOn(c.refuser, v)
	}
}

// functions are what settles the promise, as code has it.
func (c *capability) functions() (resolve, reject *goja.Object) {
	if c.resolver == nil {
		c.resolver, c.refuser = c.machine.resolvers(c.id)
	}
	return c.resolver, c.refuser
}

// callOn calls a function of code that is known to be one.
func (m *machine) callOn(function *goja.Object, v goja.Value) {
	call, _ := goja.AssertFunction(function)
	_, err := call(goja.Undefined(), v)
	m.rethrow(err)
}

// resolve and reject settle a promise as its resolving functions do.
func (m *machine) resolve(id uint32, v goja.Value) {
	if o, ok := v.(*goja.Object); ok {
		if own, ok := m.isPromise(o); ok && own == id { // step 7, before it is asked for its then
			m.rt.Resolve(id, ecma.Value{Kind: ecma.ValuePromise, Ref: id})
			return
		}
	}
	if resolution, threw := m.resolution(v); threw {
		m.rt.Reject(id, resolution)
	} else {
		m.rt.Resolve(id, resolution)
	}
}

func (m *machine) reject(id uint32, v goja.Value) {
	m.rejected(id)
	m.rt.Reject(id, m.plain(v))
}

// resolvers are CreateResolvingFunctions (§27.2.1.3) as functions of code.
func (m *machine) resolvers(id uint32) (resolve, reject *goja.Object) {
	used := false
	resolve = m.function("", 1, func(call goja.FunctionCall) goja.Value {
		if used {
			m.rt.Resolve(id, ecma.Value{}) // it is told that it was called again
		} else {
			used = true
			m.resolve(id, call.Argument(0))
		}
		return goja.Undefined()
	})
	reject = m.function("", 1, func(call goja.FunctionCall) goja.Value {
		used = true
		m.reject(id, call.Argument(0))
		return goja.Undefined()
	})
	return resolve, reject
}

// construct is new Promise(executor) (§27.2.3.1).
func (m *machine) construct(call goja.ConstructorCall) *goja.Object {
	plain := call.NewTarget == nil || call.NewTarget == m.promise // the engine gives none to a plain new
	if _, had := m.isPromise(call.This); plain && (had || call.This.Prototype() != m.prototype) {
		m.throwType("Promise constructor cannot be invoked without 'new'")
	}
	executor, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		m.throwType("Promise resolver %s is not a function", m.brief(call.Argument(0)))
	}
	id := saw(m, m.rt.NewPromise()) // of its class only this package knows
	m.bind(call.This, id)
	m.rt.CiteRule(ecma.RuleJobExecutor)
	resolve, reject := m.resolvers(id)
	if _, err := executor(goja.Undefined(), resolve, reject); err != nil {
		if v, threw := m.thrown(err); threw {
			m.rt.Reject(id, v)
		}
	}
	return nil
}

// newCapability is NewPromiseCapability (§27.2.1.5).
func (m *machine) newCapability(of goja.Value) *capability {
	if of == m.promise {
		id := saw(m, m.rt.NewPromise())
		return &capability{machine: m, promise: m.promiseObject(id), id: id, own: true}
	}
	construct, ok := goja.AssertConstructor(of)
	if !ok {
		m.throwType("%s is not a constructor", m.brief(of))
	}
	var functions [2]goja.Value
	executor := m.function("", 2, func(call goja.FunctionCall) goja.Value {
		for i, had := range functions {
			if had != nil && !goja.IsUndefined(had) {
				m.throwType("Promise executor has already been invoked with non-undefined arguments")
			}
			functions[i] = call.Argument(i)
		}
		return goja.Undefined()
	})
	object, err := construct(nil, executor)
	m.rethrow(err)
	for _, f := range functions {
		if _, ok := goja.AssertFunction(f); !ok {
			m.throwType("Promise resolve or reject function is not callable")
		}
	}
	return &capability{machine: m, promise: object, resolver: functions[0].(*goja.Object), refuser: functions[1].(*goja.Object)}
}

// rethrow throws in code what came back from it to this package.
func (m *machine) rethrow(err error) {
	switch err := err.(type) {
	case nil:
	case *goja.Exception:
		panic(err.Value())
	default: // the run is over, or the stack
		panic(err)
	}
}

// of is the promise that a method is called on.
func (m *machine) of(call goja.FunctionCall, method string) (*goja.Object, uint32) {
	if o, ok := call.This.(*goja.Object); ok {
		if id, ok := m.isPromise(o); ok {
			return o, id
		}
	}
	m.throwType("Method Promise.prototype.%s called on incompatible receiver %s", method, m.brief(call.This))
	return nil, 0
}

// handler is a function as the runtime calls it in a job; NoCallback for what is
// none.
func (m *machine) handler(v goja.Value, kind callKind, label string, from goja.StackFrame) uint32 {
	fn, ok := goja.AssertFunction(v)
	if !ok {
		return ecma.NoCallback
	}
	return m.add(callback{kind: kind, fn: fn, object: v.(*goja.Object), label: label, from: from})
}

// thenMethod is Promise.prototype.then (§27.2.5.4).
func (m *machine) thenMethod(call goja.FunctionCall) goja.Value {
	o, id := m.of(call, "then")
	return m.thenOn(o, id, call.Argument(0), call.Argument(1), "then")
}

func (m *machine) thenOn(o *goja.Object, id uint32, onFulfilled, onRejected goja.Value, label string) goja.Value {
	from := m.from()
	class := m.speciesOf(o)
	if class == m.promise {
		f, r := m.handler(onFulfilled, kindHandler, label, from), m.handler(onRejected, kindHandler, label, from)
		return m.promiseObject(saw(m, m.rt.Then(id, f, r)))
	}
	c := m.newCapability(class)
	m.rt.Then(id, m.settling(c, onFulfilled, c.resolve, label, from), m.settling(c, onRejected, c.reject, label, from))
	return c.promise
}

// settling is a handler that settles the promise of a capability with what it
// returns; one that is no function hands on what it is given.
func (m *machine) settling(c *capability, handler goja.Value, handOn func(goja.Value), label string, from goja.StackFrame) uint32 {
	fn, ok := goja.AssertFunction(handler)
	return m.addNative(label, from, func(given ecma.Value) {
		v := m.value(given)
		if !ok {
			handOn(v)
			return
		}
		result, err := fn(goja.Undefined(), v)
		if err == nil {
			c.resolve(result)
		} else if thrown, threw := m.thrown(err); threw {
			c.reject(m.value(thrown))
		}
	})
}

// addNative is a handler of this package's own.
func (m *machine) addNative(label string, from goja.StackFrame, f func(given ecma.Value)) uint32 {
	return m.add(callback{kind: kindNative, repeat: true, label: label, from: from, native: func(given ecma.Value) (goja.Value, error) {
		if err := m.vm.Try(func() { f(given) }); err != nil {
			return nil, err
		}
		return goja.Undefined(), nil
	}})
}

// speciesOf is SpeciesConstructor(o, %Promise%) (§7.3.22).
func (m *machine) speciesOf(o *goja.Object) goja.Value {
	constructor := o.Get("constructor")
	if constructor == nil || goja.IsUndefined(constructor) || constructor == m.promise && !m.mentions("species") {
		return m.promise
	}
	class, ok := constructor.(*goja.Object)
	if !ok {
		m.throwType("The .constructor property is not an object")
	}
	species := class.GetSymbol(goja.SymSpecies)
	if species == nil || goja.IsUndefined(species) || goja.IsNull(species) {
		return m.promise
	}
	return species
}

// catchMethod is Promise.prototype.catch (§27.2.5.1).
func (m *machine) catchMethod(call goja.FunctionCall) goja.Value {
	then := m.thenOf(call.This)
	if o, ok := call.This.(*goja.Object); ok && then == m.then {
		if id, ok := m.isPromise(o); ok {
			return m.thenOn(o, id, goja.Undefined(), call.Argument(0), "catch")
		}
	}
	return m.callThen(then, call.This, goja.Undefined(), call.Argument(0))
}

// thenOf and callThen are Invoke(object, "then", handlers) (§7.3.20).
func (m *machine) thenOf(this goja.Value) goja.Value { return this.ToObject(m.vm).Get("then") }

func (m *machine) callThen(then, this goja.Value, handlers ...goja.Value) goja.Value {
	call, ok := goja.AssertFunction(then)
	if !ok {
		m.throwType("%s is not a function", m.brief(then))
	}
	v, err := call(this, handlers...)
	m.rethrow(err)
	return v
}

// promiseResolve is PromiseResolve(C, x) (§27.2.4.7.1).
func (m *machine) promiseResolve(of, v goja.Value) goja.Value {
	if o, ok := v.(*goja.Object); ok {
		if _, ok := m.isPromise(o); ok && o.Get("constructor") == of {
			return v
		}
	}
	c := m.newCapability(of)
	c.resolve(v)
	return c.promise
}

// ownThen is the language's then, for a promise to call it on. Where nothing can
// tell the call from a promise of %Promise% taking on the other's state, that is
// done, and it is nil.
func (m *machine) ownThen(v ecma.Value, promise uint32) goja.Callable {
	o := m.values[v.Ref].(*goja.Object)
	if id, ok := m.isPromise(o); ok && m.policy.ECMA.AwaitDirect {
		var class goja.Value
		if thrown, threw := m.try(func() { class = m.speciesOf(o) }); threw {
			m.rt.RejectThenable(promise, m.plain(thrown))
			return nil
		}
		if class == m.promise {
			m.rt.Adopt(promise, id)
			return nil
		}
	}
	call, _ := goja.AssertFunction(m.then)
	return call
}

// CallThen calls the then of a thenable (ecma.Foreign).
func (m *machine) CallThen(v ecma.Value, promise uint32) {
	m.enters(enterThen, promise, v)
	used := false
	once := func(settle func(goja.Value)) *goja.Object {
		return m.function("", 1, func(call goja.FunctionCall) goja.Value {
			if used {
				m.rt.Resolve(promise, ecma.Value{}) // it is told that it was called again
			} else {
				used = true
				settle(call.Argument(0))
			}
			return goja.Undefined()
		})
	}
	resolve := once(func(v goja.Value) {
		if resolution, threw := m.resolution(v); threw {
			m.rt.RejectThenable(promise, resolution)
		} else {
			m.rt.ResolveThenable(promise, resolution)
		}
	})
	reject := once(func(v goja.Value) { m.rt.RejectThenable(promise, m.plain(v)) })
	then := m.thens[v.Ref]
	delete(m.thens, v.Ref)
	defer m.back(m.within(m.ofThen(v.Ref, promise)))
	if then == nil {
		if then = m.ownThen(v, promise); then == nil {
			return
		}
	}
	_, err := then(m.values[v.Ref], resolve, reject)
	switch thrown, threw := m.thrown(err); {
	case threw && used:
		m.rt.Resolve(promise, ecma.Value{}) // it is told that it was called again
	case threw:
		used = true
		m.rt.RejectThenable(promise, thrown)
	}
}
