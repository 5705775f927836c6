package js

import (
	"strconv"

	"github.com/dop251/goja"

	"evsim/ecma"
)

func itoa(n int) string { return strconv.Itoa(n) }

// foreign is an iterator that the program wrote, or one over a sync iterable.
type foreign struct {
	object *goja.Object
	next   goja.Value
}

// newGenerator is a call of an async generator function: (this, arguments,
// generator function, and the function itself where it has a name and may have
// another prototype than all).
func (m *machine) newGenerator(call goja.FunctionCall) goja.Value {
	made, err := m.makeGenerator(call)
	m.rethrow(err)
	f := m.newFrame(frame{kind: generatorFrame, generator: made, name: m.caller("async generator")})
	id := saw(m, m.rt.NewGenerator(f))
	m.frames[f].owner = id
	o := m.vm.CreateObject(m.inherited(call.Argument(3)))
	_ = o.DefineDataPropertySymbol(symNumber, m.vm.ToValue(id), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	for int(id) >= len(m.iterators) {
		m.iterators = append(m.iterators, nil)
	}
	m.iterators[id] = o
	return o
}

// inherited is what a generator inherits that a function makes (ECMA-262 §10.1.13).
func (m *machine) inherited(of goja.Value) *goja.Object {
	if fn, ok := of.(*goja.Object); ok {
		if own, ok := fn.Get("prototype").(*goja.Object); ok {
			return own
		}
	} else if m.program.reflects { // the prototype of a function without a name
		return m.vm.CreateObject(m.generatorPrototype())
	}
	return m.generatorPrototype()
}

// isGenerator is the number of an async generator.
func (m *machine) isGenerator(o *goja.Object) (id uint32, ok bool) {
	n, ok := o.GetSymbol(symNumber).(interface{ ToInteger() int64 })
	if !ok {
		return 0, false
	}
	id = uint32(n.ToInteger())
	return id, int(id) < len(m.iterators) && m.iterators[id] == o
}

func (m *machine) request(name string, kind ecma.CompletionType) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		o, _ := call.This.(*goja.Object)
		id, ok := uint32(0), false
		if o != nil {
			id, ok = m.isGenerator(o)
		}
		if !ok {
			wrong := m.newError("TypeError", name+" method called on incompatible receiver "+m.brief(call.This))
			return m.promiseObject(saw(m, m.rt.NewSettled(m.plain(wrong), true)))
		}
		with := ecma.Completion{Type: kind, Value: m.plain(call.Argument(0))}
		before := m.contexts.asks
		m.contexts.asks = true
		promise := saw(m, m.rt.Request(id, with))
		m.contexts.asks = before
		return m.promiseObject(promise)
	}
}

// endGenerator is the end of an async generator's body.
func (m *machine) endGenerator(f frame, v goja.Value, thrown ecma.Value, threw bool) {
	ended := m.ended
	m.ended = false
	switch {
	case threw:
		m.rt.EndGenerator(f.owner, ecma.Completion{Type: ecma.Throw, Value: thrown})
	case ended:
		m.rt.EndGenerator(f.owner, ecma.Completion{})
	default:
		m.rt.EndGenerator(f.owner, ecma.Completion{Type: ecma.Return, Value: m.opaque(v)})
	}
}

// end says that a generator's body ran to its end.
func (m *machine) end(goja.FunctionCall) goja.Value {
	m.ended = true
	return goja.Undefined()
}

// iterator is GetIterator(v, async) (§7.4.3) as a yield* goes over it.
func (m *machine) iterator(v goja.Value) uint32 {
	if o, ok := v.(*goja.Object); ok && !m.lateThen { // else what it answers is an object of code
		if id, ok := m.isGenerator(o); ok && o.GetSymbol(symAsyncIterator) == m.generatorPrototype().GetSymbol(symAsyncIterator) && m.untouched(o) {
			return id
		}
	}
	o := m.asyncIterator(v)
	m.foreigns = append(m.foreigns, foreign{o, o.Get("next")})
	return saw(m, m.rt.NewForeign(uint32(len(m.foreigns)-1)))
}

// forAwait is what a `for await` goes over.
func (m *machine) forAwait(call goja.FunctionCall) goja.Value {
	m.rt.CiteRule(ecma.RuleGeneratorForAwait)
	return m.loopIterator(m.asyncIterator(call.Argument(0)))
}

// isNothing reports whether there is no such property, or no value in it.
func isNothing(v goja.Value) bool { return v == nil || goja.IsUndefined(v) || goja.IsNull(v) }

// truth is ToBoolean of a property.
func truth(v goja.Value) bool { return v != nil && v.ToBoolean() }

// asyncIterator is GetIterator(v, async) (§7.4.3).
func (m *machine) asyncIterator(v goja.Value) *goja.Object {
	if isNothing(v) {
		m.throwType("%s is not async iterable", m.brief(v))
	}
	o := v.ToObject(m.vm)
	if method := o.GetSymbol(symAsyncIterator); !isNothing(method) {
		return m.iteratorOf(v, method)
	}
	method := o.GetSymbol(goja.SymIterator)
	if _, ok := goja.AssertFunction(method); !ok {
		m.throwType("%s is not async iterable", m.brief(v))
	}
	return m.fromSync(m.iteratorOf(v, method))
}

func (m *machine) iteratorOf(v, method goja.Value) *goja.Object {
	fn, ok := goja.AssertFunction(method)
	if !ok {
		m.notCalled(method)
	}
	made, err := fn(v)
	m.rethrow(err)
	o, ok := made.(*goja.Object)
	if !ok {
		m.throwType("Result of the Symbol.asyncIterator method is not an object")
	}
	return o
}

// CallIterator calls a method of an iterator (ecma.Foreign).
func (m *machine) CallIterator(number uint32, with ecma.Completion) (result ecma.Value, threw, missing bool) {
	m.enters(enterIterator, number, with.Value)
	m.history.add(uint64(with.Type))
	it := m.foreigns[number]
	method := it.next
	var v goja.Value
	thrown, threw := m.try(func() {
		if with.Type != ecma.Normal {
			method = it.object.Get(map[ecma.CompletionType]string{ecma.Throw: "throw", ecma.Return: "return"}[with.Type])
		}
		if missing = with.Type != ecma.Normal && isNothing(method); missing {
			return
		}
		fn, ok := goja.AssertFunction(method)
		if !ok {
			m.throwType("%s is not a function", m.brief(method))
		}
		if id, ok := m.isGenerator(it.object); ok && m.isRequest(method, with.Type) { // which no code asks: see contexts.asks
			v = m.promiseObject(saw(m, m.rt.Request(id, with)))
			return
		}
		var err error
		v, err = fn(it.object, m.value(with.Value))
		m.rethrow(err)
	})
	switch {
	case threw:
		return m.plain(thrown), true, false
	case missing:
		return ecma.Value{}, false, true
	}
	result, threw = m.awaitable(v)
	return result, threw, false
}

// isRequest reports whether a method is the language's for what a generator is asked.
func (m *machine) isRequest(method goja.Value, kind ecma.CompletionType) bool {
	for i, r := range requests {
		if r.kind == kind {
			return m.requested[i] == method
		}
	}
	return false
}

// IteratorResult takes an iterator's result apart (ecma.Foreign).
func (m *machine) IteratorResult(result ecma.Value, awaited bool) (value ecma.Completion, done bool) {
	m.enters(enterResult, 0, result)
	var v goja.Value
	thrown, threw := m.try(func() {
		o, ok := m.value(result).(*goja.Object)
		if !ok {
			m.throwType("Iterator result %s is not an object", m.brief(m.value(result)))
		}
		done = truth(o.Get("done"))
		v = o.Get("value")
	})
	if threw {
		return ecma.Completion{Type: ecma.Throw, Value: m.plain(thrown)}, true
	}
	if awaited && !done {
		if given, threw := m.awaitable(v); threw {
			return ecma.Completion{Type: ecma.Throw, Value: given}, true
		} else {
			return ecma.Completion{Value: given}, false
		}
	}
	return ecma.Completion{Value: m.opaque(v)}, done
}

// MissingThrow is the error of a yield* whose iterator has no throw
// (ecma.Foreign).
func (m *machine) MissingThrow() ecma.Value {
	m.enters(enterMissing, 0, ecma.Value{})
	return m.plain(m.newError("TypeError", "The iterator does not provide a 'throw' method."))
}

// Awaitable is what a generator was given, now that it is awaited (ecma.Foreign).
func (m *machine) Awaitable(v ecma.Value, frame uint32, goesOn bool) (made ecma.Value, threw bool) {
	m.enters(enterAwaitable, 0, v)
	switch {
	case !goesOn:
	case m.contexts.asks:
		m.frames[frame].within = m.resource()
	case m.frames[frame].within != nil:
		defer m.back(m.within(m.frames[frame].within))
	}
	if v.Kind != ecma.ValuePlain && v.Kind != ecma.ValuePromise {
		return v, false
	}
	return m.awaitable(m.value(v))
}
