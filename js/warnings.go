package js

import (
	"math"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/model"
)

// emitWarning is process.emitWarning(warning, type or options, code).
func (m *machine) emitWarning(call goja.FunctionCall) goja.Value {
	kind, code, detail := call.Argument(1), call.Argument(2), goja.Value(goja.Undefined())
	switch o, ok := kind.(*goja.Object); {
	case ok && isFunction(o): // of the stack, which is not shown
		kind, code = goja.Undefined(), goja.Undefined()
	case ok && o.ClassName() != "Array":
		kind, code = o.Get("type"), o.Get("code")
		if text := o.Get("detail"); text != nil && goja.IsString(text) {
			detail = text
		}
	}
	if given := kind != nil && kind.ToBoolean(); !given {
		kind = m.vm.ToValue("Warning")
	} else if !goja.IsString(kind) {
		m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", "The \"type\" argument must be of type string. Received "+m.received(kind))
	}
	warning, ok := call.Argument(0).(*goja.Object)
	switch {
	case goja.IsString(call.Argument(0)):
		warning = m.warning(kind.String(), call.Argument(0).String())
		if code != nil && goja.IsString(code) {
			_ = warning.Set("code", code)
		}
		if !goja.IsUndefined(detail) {
			_ = warning.Set("detail", detail)
		}
	case !ok || !isError(warning):
		m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", "The \"warning\" argument must be of type string or an instance of Error. Received "+m.received(call.Argument(0)))
	}
	if off := m.process.object.Get("noDeprecation"); warning.Get("name").String() == "DeprecationWarning" && off != nil && off.ToBoolean() {
		return goja.Undefined()
	}
	m.warn(warning)
	return goja.Undefined()
}

// warning is an error that is told of and not thrown.
func (m *machine) warning(name, message string) *goja.Object {
	o := m.newError("Error", message)
	_ = o.DefineDataProperty("name", m.vm.ToValue(name), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	return o
}

// warn has a tick tell those who listen of a warning (lib/internal/process/warning.js,
// emitWarning).
func (m *machine) warn(warning *goja.Object) {
	if !m.mentions("warning") { // nobody can listen
		m.node.EmitWarning()
		return
	}
	m.rt.CiteRule(model.RuleWarnings)
	m.node.NextTick(m.add(callback{kind: kindNative, label: "warning", from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		return m.emit("warning", []goja.Value{warning})
	}}))
}

// warnOfDelay tells who listens of a delay that Node replaces by 1, and gives what the
// loop is to be told of it (lib/internal/timers.js, Timeout). Where nobody can
// listen, the loop does the same by itself.
func (m *machine) warnOfDelay(delay float64, given bool) float64 {
	if m.node == nil || !m.mentions("warning") || !given {
		return delay
	}
	const longest = math.MaxInt32
	text := m.vm.ToValue(delay).String()
	switch {
	case delay > longest:
		m.rt.CiteRule(model.RuleDelay)
		m.warn(m.warning("TimeoutOverflowWarning", text+" does not fit into a 32-bit signed integer.\nTimeout duration was set to 1."))
		return 1
	case delay < 0 && !m.process.negative && since(m.policy, 23):
		m.process.negative = true
		m.warn(m.warning("TimeoutNegativeWarning", text+" is a negative number.\nTimeout duration was set to 1."))
	case delay != delay && !m.process.noNumber && since(m.policy, 23):
		m.process.noNumber = true
		m.warn(m.warning("TimeoutNaNWarning", text+" is not a number.\nTimeout duration was set to 1."))
	}
	return delay
}
