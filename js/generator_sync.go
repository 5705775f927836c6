package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
)

// syncIterator is an iterator that a `for await` or a yield* goes over although
// it is not asynchronous (%AsyncFromSyncIteratorPrototype%, ECMA-262 §27.1.6).
type syncIterator struct {
	*machine
	object *goja.Object
	next   goja.Value
}

// fromSync is CreateAsyncFromSyncIterator (§27.1.6.1).
func (m *machine) fromSync(over *goja.Object) *goja.Object {
	s := &syncIterator{m, over, over.Get("next")}
	o := m.vm.NewObject()
	m.method(o, "next", 1, func(call goja.FunctionCall) goja.Value { return s.ask(s.next, call, true, true) })
	m.method(o, "return", 1, s.leave)
	m.method(o, "throw", 1, s.throwInto)
	return o
}

// ask calls a method of the iterator, and awaits the value that it gives.
func (s *syncIterator) ask(method goja.Value, call goja.FunctionCall, closes, isNext bool) goja.Value {
	id, answered := saw(s.machine, s.rt.NewPromise()), false
	thrown, threw := s.try(func() {
		fn, ok := goja.AssertFunction(method)
		if !ok {
			s.notCalled(method)
		}
		result, err := fn(s.object, call.Arguments...)
		s.rethrow(err)
		o, ok := result.(*goja.Object)
		if !ok && isNext && s.policy.Name == "webkit" && !goja.IsUndefined(result) && !goja.IsNull(result) {
			// JSC reads done and value of what next gave, without asking what it is
			// (builtins/AsyncFromSyncIteratorPrototype.js).
			o, ok = result.ToObject(s.vm), true
		}
		if !ok {
			s.throwType("Iterator result %s is not an object", s.brief(result))
		}
		done := truth(o.Get("done"))
		value := o.Get("value")
		answered = true
		id = s.handOn(value, done, closes)
	})
	if threw && closes && !answered && s.policy.ECMA.SyncCloses {
		s.rt.CiteRule(ecma.RuleGeneratorSyncCloses)
		s.try(func() { s.closeIterator(s.object) }) // the first that was thrown counts
	}
	if threw {
		s.rt.Reject(id, s.plain(thrown))
	}
	return s.promiseObject(id)
}

// handOn is AsyncFromSyncIteratorContinuation (§27.1.6.4). closes says that the
// iterator is closed where its value comes to nothing, unless it is done; before
// ECMA-262 of 2025 it never was, as throw without a throw did not close it.
func (s *syncIterator) handOn(value goja.Value, done, closes bool) uint32 {
	s.rt.CiteRule(ecma.RuleGeneratorArray)
	tells := closes
	closes = closes && !done && !s.policy.ECMA.ArrayRethrows
	v, threw := s.awaitable(value)
	if threw {
		if closes {
			s.try(func() { s.closeIterator(s.object) }) // the first that was thrown counts
		}
		panic(s.value(v))
	}
	awaited := saw(s.machine, s.rt.Awaited(v))
	from := s.from()
	fulfilled := s.add(callback{kind: kindNative, repeat: true, label: "element", from: from, native: func(given ecma.Value) (goja.Value, error) {
		return s.iterResult(s.value(given), done), nil
	}})
	rejected := uint32(ecma.NoCallback)
	if closes {
		rejected = s.add(callback{kind: kindNative, repeat: true, label: "element", from: from, native: func(given ecma.Value) (goja.Value, error) {
			s.try(func() { s.closeIterator(s.object) })
			return nil, s.vm.Try(func() { panic(s.value(given)) })
		}})
	}
	if tells && s.policy.ECMA.ArrayStalls {
		stalled := saw(s.machine, s.rt.NewPromise())
		rejected = s.add(callback{kind: kindNative, repeat: true, label: "element", from: from, native: func(given ecma.Value) (goja.Value, error) {
			var method goja.Value
			if thrown, threw := s.try(func() { method = s.object.Get("return") }); threw {
				return nil, s.vm.Try(func() { panic(thrown) })
			}
			if _, threw := s.try(func() { s.callReturn(method) }); threw {
				s.rt.CiteRule(ecma.RuleGeneratorArrayStalls)
				return s.promiseObject(stalled), nil
			}
			return nil, s.vm.Try(func() { panic(s.value(given)) })
		}})
	}
	return saw(s.machine, s.rt.Then(awaited, fulfilled, rejected))
}

// isMissing reports whether an iterator has no such method. V8 before 8.6 took null for
// one, which it then cannot call.
func (s *syncIterator) isMissing(method goja.Value) bool {
	return isNothing(method) && (since(s.policy, 15) || !goja.IsNull(method))
}

// methodOf is GetMethod of the iterator; or the promise that is rejected with what a getter
// threw. V8 lets that be thrown by the call (builtins-async-iterator-gen.cc,
// Generate_AsyncFromSyncIteratorMethod, where get_method stands outside of the handler).
func (s *syncIterator) methodOf(name string) (method, rejected goja.Value) {
	thrown, threw := s.try(func() { method = s.object.Get(name) })
	switch {
	case !threw:
		return method, nil
	case s.policy.Name != firefoxName && s.policy.Name != "webkit":
		panic(thrown)
	}
	return nil, s.promiseObject(saw(s.machine, s.rt.NewSettled(s.plain(thrown), true)))
}

// leave is return of the prototype (§27.1.6.2.2).
func (s *syncIterator) leave(call goja.FunctionCall) goja.Value {
	method, rejected := s.methodOf("return")
	if rejected != nil {
		return rejected
	}
	if s.isMissing(method) {
		id := saw(s.machine, s.rt.NewPromise())
		s.resolve(id, s.iterResult(call.Argument(0), true))
		return s.promiseObject(id)
	}
	return s.ask(method, call, false, false)
}

// throwInto is throw of the prototype (§27.1.6.2.3).
func (s *syncIterator) throwInto(call goja.FunctionCall) goja.Value {
	method, rejected := s.methodOf("throw")
	if rejected != nil {
		return rejected
	}
	if !s.isMissing(method) {
		return s.ask(method, call, true, false)
	}
	id := saw(s.machine, s.rt.NewPromise())
	if s.policy.ECMA.ArrayRethrows {
		s.rt.CiteRule(ecma.RuleGeneratorArrayRethrows)
		s.reject(id, call.Argument(0))
		return s.promiseObject(id)
	}
	if s.policy.ECMA.ArrayStalls {
		return s.throwClosing(id)
	}
	s.rt.CiteRule(ecma.RuleGeneratorArrayThrow)
	why := s.MissingThrow()
	if thrown, threw := s.try(func() { s.closeIterator(s.object) }); threw {
		why = s.plain(thrown)
	}
	s.rt.Reject(id, why)
	return s.promiseObject(id)
}

// throwClosing is throw over what has no throw, where return is called whether or
// not there is one: what that throws, throw throws at once (WebKit's
// AsyncFromSyncIteratorPrototype.js).
func (s *syncIterator) throwClosing(id uint32) goja.Value {
	var method goja.Value
	why := s.MissingThrow()
	if thrown, threw := s.try(func() { method = s.object.Get("return") }); threw {
		why = s.plain(thrown)
	} else {
		if isNothing(method) {
			s.rt.CiteRule(ecma.RuleGeneratorArrayStalls)
		}
		if _, ok := s.callReturn(method).(*goja.Object); !ok {
			why = s.plain(s.newError("TypeError", "Iterator result interface is not an object."))
		}
	}
	s.rt.CiteRule(ecma.RuleGeneratorArrayThrow)
	s.rt.Reject(id, why)
	return s.promiseObject(id)
}

// callReturn calls the return of the iterator without asking whether there is one.
func (s *syncIterator) callReturn(method goja.Value) goja.Value {
	fn, ok := goja.AssertFunction(method)
	if !ok {
		s.throwType("%s is not an object", s.brief(method))
	}
	result, err := fn(s.object)
	s.rethrow(err)
	return result
}
