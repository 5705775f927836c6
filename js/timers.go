package js

import (
	"math"
	"strconv"

	"github.com/dop251/goja"

	"evsim/clock"
	"evsim/ecma"
	"evsim/internal/say"
	"evsim/model"
)

// timing is timers, immediates and clocks of a run.
type timing struct {
	timers           []timer
	immediates       []immediate
	immediateNumbers map[*goja.Object]int // of those that have not run
	timerProto       *goja.Object
	immediate        *goja.Object // the prototype of immediates
	reading          reading
	random           random
}

func (t *timing) restart(m *machine) {
	t.timers, t.immediates = t.timers[:0], t.immediates[:0]
	clear(t.immediateNumbers)
	t.timerProto, t.immediate, t.reading, t.random = nil, nil, reading{}, random(m.seed)
}

// timer is what setTimeout or setInterval returned.
type timer struct {
	ref      model.TimerRef
	callback uint32
	object   *goja.Object // Node's Timeout
	delay    float64
	repeat   bool
	done     bool // it was cleared, or has run and will not again
	cleared  bool
	runs     bool  // its callback does at the moment
	number   int64 // its index plus one, and renewal more each time that it is set again when it has run
	known    int64 // the number by which Node finds it, 0 for none
	asked    bool  // for its number
}

// installTimers makes setTimeout and its kin.
func (m *machine) installTimers() {
	m.wanted("setTimeout", 2, func(call goja.FunctionCall) goja.Value { return m.setTimer(call, false) })
	m.wanted("setInterval", 2, func(call goja.FunctionCall) goja.Value { return m.setTimer(call, true) })
	m.wanted("clearTimeout", 1, m.clearTimer)
	m.wanted("clearInterval", 1, m.clearTimer)
}

// setTimer is setTimeout and setInterval.
func (m *machine) setTimer(call goja.FunctionCall, repeat bool) goja.Value {
	if m.web != nil && len(call.Arguments) == 0 {
		name := "setTimeout"
		if repeat {
			name = "setInterval"
		}
		m.few(call, windowFunction(name), 1)
	}
	fn := m.handlerOf(call.Argument(0))
	delay := math.NaN()
	if len(call.Arguments) > 1 {
		delay = call.Argument(1).ToFloat()
	}
	name := "setTimeout"
	if repeat {
		name = "setInterval"
	}
	if m.heard || delay == delay {
		name += " " + delayText(call, delay)
	}
	at := len(m.timers)
	m.timers = append(m.timers, timer{delay: delay, repeat: repeat, number: int64(at + 1)})
	var args []goja.Value
	if len(call.Arguments) > 2 {
		args = call.Arguments[2:]
		args = append([]goja.Value(nil), args...)
	}
	number := m.add(callback{kind: kindNative, repeat: true, label: name, from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		return m.fire(at, fn, args)
	}})
	t := &m.timers[at]
	t.callback = number
	t.ref = saw(m, m.rt.SetTimer(m.warnOfDelay(delay, !goja.IsUndefined(call.Argument(1))), number, repeat, true))
	switch {
	case m.web != nil:
		return m.vm.ToValue(at + 1)
	case !m.program.handles:
		return goja.Undefined()
	}
	t.object = m.timerObject(at)
	return t.object
}

// delayText is the delay of a timer as its label has it. An object is converted once, which
// the program may see.
func delayText(call goja.FunctionCall, delay float64) string {
	if len(call.Arguments) < 2 {
		return ""
	}
	if _, ok := call.Argument(1).(*goja.Object); ok {
		return strconv.FormatFloat(delay, 'g', -1, 64)
	}
	return call.Argument(1).String()
}

// fire runs a timer.
func (m *machine) fire(at int, fn goja.Callable, args []goja.Value) (goja.Value, error) {
	var this goja.Value = goja.Undefined()
	if m.web != nil {
		this = m.vm.GlobalObject() // HTML, "timer initialization steps": callback this value
	} else if m.timers[at].object != nil {
		this = m.timers[at].object
	}
	if !m.timers[at].repeat {
		m.timers[at].done, m.timers[at].runs = true, true
	}
	_, err := fn(this, args...)
	m.timers[at].runs = false
	if m.timers[at].done && m.timers[at].known != 0 && (appearance{from: "20.16 22.4"}).in(m.policy) {
		m.timers[at].known = 0
	}
	if m.timers[at].done && !m.asksOfDone() {
		m.timers[at].object = nil // nothing can bring it back, or asks for it
		m.rt.Forget(m.timers[at].ref)
		m.release(m.timers[at].callback)
		m.timers[at].callback = ecma.NoCallback
	}
	return goja.Undefined(), err
}

// asksOfDone reports whether a program may ask something of a timer that has run. In
// Node 10 to clear it or to unref it ends its list, if that is empty.
func (m *machine) asksOfDone() bool {
	return m.mentions("refresh", "_idleStart", "hasRef") ||
		m.node != nil && !since(m.policy, 11) && m.mentions("clearTimeout", "clearInterval", "unref", "close")
}

// timerObject is a Timeout (lib/internal/timers.js).
func (m *machine) timerObject(at int) *goja.Object {
	if m.timerProto == nil {
		m.timerProto = m.vm.NewObject()
		m.timerMethods(m.timerProto)
	}
	o := m.vm.CreateObject(m.timerProto)
	_ = o.DefineDataPropertySymbol(symNumber, m.vm.ToValue(at+1), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return o
}

func (m *machine) timerMethods(proto *goja.Object) {
	constructor := m.function("Timeout", 0, func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	_ = proto.DefineDataProperty("constructor", constructor, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	on := func(name string, f func(*timer)) {
		m.named(proto, name, 0, func(call goja.FunctionCall) goja.Value {
			if t := m.timerOf(call.This); t != nil && t.callback != ecma.NoCallback {
				f(t)
			}
			return call.This
		})
	}
	on("ref", func(t *timer) { m.node.RefTimer(t.ref, true) })
	on("unref", func(t *timer) { m.node.RefTimer(t.ref, false) })
	on("close", m.clear)
	on("refresh", func(t *timer) {
		if t.done && !t.cleared {
			t.done = false
			if !t.runs {
				t.number += renewal
			}
		}
		m.node.Refresh(t.ref)
	})
	if m.rt.Policy.Features.Has(model.HasRef) {
		m.named(proto, "hasRef", 0, func(call goja.FunctionCall) goja.Value {
			t := m.timerOf(call.This)
			return m.vm.ToValue(t != nil && m.sawWhether(m.node.HasRefTimer(t.ref)))
		})
	}
	if (appearance{from: "12.19 14.9"}).in(m.policy) {
		_ = proto.DefineDataPropertySymbol(goja.SymToPrimitive, m.function("[Symbol.toPrimitive]", 0, func(call goja.FunctionCall) goja.Value {
			if t := m.timerOf(call.This); t != nil {
				return m.vm.ToValue(t.asNumber())
			}
			return goja.Undefined()
		}), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	m.disposable(proto, m.clearTimer)
	m.timerFields(proto)
}

// disposable gives what a timer or an immediate inherits from its Symbol.dispose, which clears
// it (Node's documentation, "Timers").
func (m *machine) disposable(proto *goja.Object, clear func(goja.FunctionCall) goja.Value) {
	if !(appearance{from: "18.18 20.5"}).in(m.policy) {
		return
	}
	_ = proto.DefineDataPropertySymbol(symDispose, m.function("[Symbol.dispose]", 0, func(call goja.FunctionCall) goja.Value {
		return clear(goja.FunctionCall{Arguments: []goja.Value{call.This}})
	}), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// timerFields are the fields of a Timeout that libraries read, and write.
func (m *machine) timerFields(proto *goja.Object) {
	read := func(name string, get func(*timer) any, set func(*timer, goja.Value)) {
		if !m.mentions(name) {
			return
		}
		setter := m.function("set "+name, 1, func(call goja.FunctionCall) goja.Value {
			switch t := m.timerOf(call.This); {
			case set == nil && t != nil:
				m.lacks(say.Of("evsim does not have a `%s` of the program's own, which Node's timers go by", name))
			case set != nil && t != nil && t.callback != ecma.NoCallback:
				set(t, call.Argument(0))
			}
			return goja.Undefined()
		})
		getter := m.function("get "+name, 0, func(call goja.FunctionCall) goja.Value {
			if t := m.timerOf(call.This); t != nil {
				return m.vm.ToValue(get(t))
			}
			return goja.Undefined()
		})
		_ = proto.DefineAccessorProperty(name, getter, setter, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	read("_idleStart", func(t *timer) any { return int64(saw(m, m.node.IdleStart(t.ref)) / clock.Millisecond) }, func(t *timer, v goja.Value) {
		m.node.SetIdleStart(t.ref, clock.Span(v.ToFloat())*clock.Millisecond)
	})
	corrected := func(t *timer) any {
		if t.delay >= 1 && t.delay <= math.MaxInt32 {
			return t.delay
		}
		return 1
	}
	read("_idleTimeout", func(t *timer) any {
		if t.cleared {
			return -1
		}
		return corrected(t)
	}, nil)
	read("_destroyed", func(t *timer) any { return m.destroyed(t) }, nil)
	read("_repeat", func(t *timer) any {
		if t.repeat {
			return corrected(t)
		}
		return nil
	}, nil)
	m.innerFields(proto, "_onTimeout", "_timerArgs", "_idlePrev", "_idleNext")
}

// innerFields are fields that Node's timers and immediates go by, and evsim's do not have.
func (m *machine) innerFields(of *goja.Object, names ...string) {
	for _, name := range names {
		if m.mentions(name) {
			end := m.function(name, 0, func(goja.FunctionCall) goja.Value {
				m.lacks(say.Of("evsim does not have `%s`", name))
				return goja.Undefined()
			})
			_ = of.DefineAccessorProperty(name, end, end, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
}

// labelMicrotask names what queueMicrotask queued.
const labelMicrotask = "queueMicrotask"

// installQueueMicrotask makes queueMicrotask.
func (m *machine) installQueueMicrotask() {
	const name = "queueMicrotask"
	m.setFunction(name, 1, func(call goja.FunctionCall) goja.Value {
		if m.web != nil {
			m.pageCallback(call, windowFunction(name))
		}
		m.rt.QueueMicrotask(m.plainCallback(call.Argument(0), labelMicrotask, nil))
		return goja.Undefined()
	})
	if m.policy.Node == nil || !m.policy.Node.MicrotaskWarns {
		return
	}
	get := m.function("get", 0, func(goja.FunctionCall) goja.Value {
		if m.sawWhether(m.node.WarnsOfMicrotask()) {
			m.warn(m.warning("ExperimentalWarning", "queueMicrotask() is experimental."))
		}
		return m.platform[name]
	})
	set := m.function("set", 1, func(call goja.FunctionCall) goja.Value {
		_ = m.vm.GlobalObject().DefineDataProperty(name, call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		return goja.Undefined()
	})
	_ = m.vm.GlobalObject().DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// plainCallback numbers a function that is called once.
func (m *machine) plainCallback(v goja.Value, label string, args []goja.Value) uint32 {
	fn := m.callable("callback", v)
	return m.add(callback{kind: kindPlain, fn: fn, object: v.(*goja.Object), args: append([]goja.Value(nil), args...), label: label, from: m.from()})
}
