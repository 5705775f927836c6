package js

import (
	"math"

	"github.com/dop251/goja"
)

// usualMost is how many listeners of one event Node takes before it warns
// (events.defaultMaxListeners).
func (m *machine) usualMost() float64 {
	if m.process.usualMost == nil {
		return 10
	}
	return *m.process.usualMost
}

// processMost is usualMost, unless process was told otherwise.
func (m *machine) processMost() float64 {
	if m.process.most == nil {
		return m.usualMost()
	}
	return *m.process.most
}

// processLimits makes the methods of process for how many listeners it may have.
func (m *machine) processLimits(o *goja.Object) {
	m.named(o, "setMaxListeners", 1, func(call goja.FunctionCall) goja.Value {
		n := m.checkMost(call.Argument(0), "setMaxListeners")
		m.process.most = &n
		return call.This
	})
	m.named(o, "getMaxListeners", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(m.processMost()) })
}

// checkMost is a number of listeners, which may be anything but negative or NaN.
func (m *machine) checkMost(v goja.Value, name string) float64 {
	isNumber := goja.IsNumber(v)
	n := math.NaN()
	if isNumber {
		n = v.ToFloat()
	}
	shown := m.displayWith(v, m.defaults())
	switch {
	case n >= 0:
	case since(m.policy, 20) && !isNumber:
		m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", `The "`+name+`" argument must be of type number. Received `+m.received(v))
	case since(m.policy, 20):
		m.throwCoded("RangeError", "ERR_OUT_OF_RANGE", `The value of "`+name+`" is out of range. It must be >= 0. Received `+shown)
	default:
		if name == "setMaxListeners" {
			name = "n"
		}
		m.throwCoded("RangeError", "ERR_OUT_OF_RANGE", `The value of "`+name+`" is out of range. It must be a non-negative number. Received `+shown)
	}
	return n
}

// allowedText is what a warning says of a number of listeners.
func (m *machine) allowedText(most float64) string {
	if !(appearance{from: "20.15 22.2"}).in(m.policy) { // observed: neither in 20.14.0 nor in 22.1.0
		return ""
	}
	return " MaxListeners is " + m.vm.ToValue(most).String() + "."
}

// limitsHost is what the module events and the targets of events ask of the numbers
// of listeners.
func (m *machine) limitsHost(o *goja.Object) {
	m.method(o, "most", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(m.usualMost()) })
	m.method(o, "setMost", 2, func(call goja.FunctionCall) goja.Value {
		n := m.checkMost(call.Argument(0), call.Argument(1).String())
		m.process.usualMost = &n
		return goja.Undefined()
	})
	m.method(o, "checkMost", 2, func(call goja.FunctionCall) goja.Value {
		return m.vm.ToValue(m.checkMost(call.Argument(0), call.Argument(1).String()))
	})
	m.method(o, "allowed", 1, func(call goja.FunctionCall) goja.Value {
		return m.vm.ToValue(m.allowedText(call.Argument(0).ToFloat()))
	})
	m.method(o, "warn", 3, func(call goja.FunctionCall) goja.Value {
		w := m.warning(call.Argument(0).String(), call.Argument(1).String())
		fields := call.Argument(2).(*goja.Object)
		for _, name := range fields.Keys() {
			_ = w.Set(name, fields.Get(name))
		}
		m.processObject()
		m.warn(w)
		return goja.Undefined()
	})
}

// targetLimitsHost is what the targets of events of Node ask besides
// (lib/internal/event_target.js, kNewListener).
func (m *machine) targetLimitsHost(o *goja.Object) {
	m.limitsHost(o)
	m.method(o, "tries", 1, func(call goja.FunctionCall) goja.Value {
		m.tries(call.Argument(0).String())
		return goja.Undefined()
	})
	_ = o.Set("allWarn", appearance{from: "15.3"}.in(m.policy))            // observed: in 15.2.1 ports alone
	_ = o.Set("signalsWarn", !appearance{from: "22.13 23.5"}.in(m.policy)) // observed: in 22.12.0 and 23.4.0
	_ = o.Set("takesSignal", appearance{from: "15.4"}.in(m.policy))        // observed: not in 15.3.0
}
