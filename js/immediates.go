package js

import (
	"github.com/dop251/goja"

	"evsim/internal/say"
	"evsim/model"
)

// immediate is what setImmediate returned.
type immediate struct {
	ref      model.ImmediateRef
	callback uint32
	done     bool
}

// installImmediates makes setImmediate and clearImmediate.
func (m *machine) installImmediates() {
	m.wanted("setImmediate", 1, func(call goja.FunctionCall) goja.Value {
		fn := m.later(call.Argument(0))
		cb := callback{kind: kindPlain, fn: fn, label: "setImmediate", from: m.from(), object: call.Argument(0).(*goja.Object)}
		if len(call.Arguments) > 1 {
			cb.args = append(cb.args, call.Arguments[1:]...)
		}
		number := m.add(cb)
		if !m.program.handles {
			saw(m, m.node.SetImmediate(number, true))
			return goja.Undefined()
		}
		m.immediates = append(m.immediates, immediate{ref: saw(m, m.node.SetImmediate(number, true)), callback: number})
		return m.immediateObject(len(m.immediates) - 1)
	})
	m.wanted("clearImmediate", 1, m.clearImmediate)
}

// clearImmediate is clearImmediate.
func (m *machine) clearImmediate(call goja.FunctionCall) goja.Value {
	given := call.Argument(0)
	if one := m.immediateOf(given); one != nil && !one.done {
		one.done = true
		m.node.ClearImmediate(one.ref)
	}
	m.clearsOther(given)
	return goja.Undefined()
}

// clearsOther has the run end where clearImmediate is given what is no immediate: Node before
// 24 then has one immediate fewer by its count, and takes a timer out of its list, but leaves
// the list (lib/timers.js).
func (m *machine) clearsOther(given goja.Value) {
	if !truth(given) || since(m.policy, 24) {
		return
	}
	o, ok := given.(*goja.Object)
	switch {
	case ok:
		if m.immediate != nil && o.Prototype() == m.immediate {
			return
		}
		if t := m.timerOf(given); t != nil && m.destroyed(t) || t == nil && truth(o.Get("_destroyed")) {
			return
		}
	case !m.mentions("setImmediate"):
		kind, _ := kindName(given)
		m.throwType("Cannot create property '_destroyed' on %s '%s'", kind, m.brief(given))
	}
	m.lacks(say.Of("evsim does not have `clearImmediate` of what is no immediate, which Node before 24 counts as one"))
}

// destroyed is the field _destroyed of a timer, which only clearImmediate asks for.
func (m *machine) destroyed(t *timer) bool {
	return (t.cleared || t.done && !t.runs) && since(m.policy, 12)
}

func (m *machine) immediateOf(v goja.Value) *immediate {
	o, _ := v.(*goja.Object)
	at, ok := m.immediateNumbers[o]
	if !ok {
		return nil // none, or one that has run
	}
	return &m.immediates[at]
}

func (m *machine) immediateObject(at int) *goja.Object {
	if m.immediate == nil {
		m.immediate = m.vm.NewObject()
		constructor := m.function("Immediate", 0, func(goja.FunctionCall) goja.Value { return goja.Undefined() })
		_ = m.immediate.DefineDataProperty("constructor", constructor, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		m.disposable(m.immediate, m.clearImmediate)
		m.innerFields(m.immediate, "_onImmediate", "_argv", "_destroyed", "_idlePrev", "_idleNext")
		for _, name := range [...]string{"ref", "unref"} {
			m.named(m.immediate, name, 0, func(call goja.FunctionCall) goja.Value {
				if one := m.immediateOf(call.This); one != nil {
					m.node.RefImmediate(one.ref, name == "ref")
				}
				return call.This
			})
		}
		if m.rt.Policy.Features.Has(model.HasRef) {
			m.named(m.immediate, "hasRef", 0, func(call goja.FunctionCall) goja.Value {
				one := m.immediateOf(call.This)
				return m.vm.ToValue(one != nil && m.sawWhether(m.node.HasRefImmediate(one.ref)))
			})
		}
	}
	o := m.vm.CreateObject(m.immediate)
	m.immediateNumbers[o] = at
	cb := &m.calls[m.immediates[at].callback]
	cb.made, cb.this = o, o
	return o
}
