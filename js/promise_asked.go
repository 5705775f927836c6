package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
)

// Resolution asks an object for its then, now that a promise is resolved with it
// (ecma.Foreign). What has none stays the value that it is, so that a chain that
// hands it on keeps no more of it.
func (m *machine) Resolution(v ecma.Value) (made ecma.Value, threw bool) {
	var o *goja.Object
	switch v.Kind {
	case ecma.ValuePromise: // its then may have been replaced; without one it is a value like others
		o = m.promiseObject(v.Ref)
	case ecma.ValuePlain, ecma.ValueError:
		o, _ = m.values[v.Ref].(*goja.Object)
	case ecma.ValueResult, ecma.ValueDone:
		if m.lateThen {
			o = m.iterResult(m.values[v.Ref], v.Kind == ecma.ValueDone)
			v = m.keep(ecma.ValuePlain, o)
		}
	}
	if o == nil || m.rt.Stopped() {
		return v, false
	}
	m.enters(enterResolution, 0, v)
	made, has, threw := m.thenable(o)
	switch {
	case has || threw:
		return made, threw
	case v.Kind == ecma.ValuePromise:
		return m.opaque(o), false
	}
	return v, false
}

// thenable asks an object for its then, and is the object if that is a function.
func (m *machine) thenable(o *goja.Object) (made ecma.Value, has, threw bool) {
	id, promise := m.isPromise(o)
	var then goja.Value
	if thrown, threw := m.try(func() { then = o.Get("then") }); threw {
		return m.plain(thrown), false, true
	}
	if promise && then == m.then && m.ordinary(o) {
		return ecma.Value{Kind: ecma.ValuePromise, Ref: id}, true, false
	}
	call, ok := goja.AssertFunction(then)
	if !ok {
		return ecma.Value{}, false, false
	}
	made = m.keep(ecma.ValueThenable, o)
	if m.thens[made.Ref] = call; promise && then == m.then {
		m.thens[made.Ref] = nil
	}
	if m.contexts.kept {
		m.contexts.thens[made.Ref] = m.resource()
	}
	return made, true, false
}

// changes is what the program may change of what promises are asked for.
type changes struct {
	reflects bool // it may give a promise another constructor
	lateThen bool // it may give all objects a then, such as the results of async generators
}

func (m *machine) mayChange() changes {
	return changes{
		reflects: m.mentions("constructor", "eval", "Function"),
		lateThen: m.mentions("eval", "Function") || m.mentions("then") && m.mentions("prototype", "__proto__", "getPrototypeOf"),
	}
}
