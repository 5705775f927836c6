package js

import (
	"math"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/model"
)

// emitWarning is process.emitWarning(warning, type or options, code). A function in the place
// of a type or a code is of the stack, which is not shown.
func (m *machine) emitWarning(call goja.FunctionCall) goja.Value {
	kind, code, detail := warningOptions(call.Argument(1), call.Argument(2))
	if o, ok := code.(*goja.Object); ok && isFunction(o) {
		code = goja.Undefined()
	}
	for _, part := range [...]struct {
		name string
		v    goja.Value
	}{{"type", kind}, {"code", code}} {
		if !goja.IsUndefined(part.v) && !goja.IsString(part.v) {
			m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", "The \""+part.name+"\" argument must be of type string. Received "+m.received(part.v))
		}
	}
	warning, ok := call.Argument(0).(*goja.Object)
	switch text := call.Argument(0); {
	case goja.IsString(text), goja.IsUndefined(text) && !since(m.policy, 11):
		message := ""
		if goja.IsString(text) {
			message = text.String()
		}
		name := "Warning"
		if kind.ToBoolean() {
			name = kind.String()
		}
		warning = m.warning(name, message)
		if !goja.IsUndefined(code) {
			_ = warning.Set("code", code)
		}
		if !goja.IsUndefined(detail) {
			_ = warning.Set("detail", detail)
		}
	case !ok || !isError(warning):
		wanted := "of type string or an instance of Error"
		if !since(m.policy, 12) {
			wanted = "one of type Error or string"
		}
		m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", "The \"warning\" argument must be "+wanted+". Received "+m.received(text))
	}
	if off := m.process.object.Get("noDeprecation"); warning.Get("name").String() == "DeprecationWarning" && off != nil && off.ToBoolean() {
		return goja.Undefined()
	}
	m.warn(warning)
	return goja.Undefined()
}

// warningOptions are what emitWarning is given besides the warning: a type and a
// code, or an object that has them.
func warningOptions(given, second goja.Value) (kind, code, detail goja.Value) {
	o, ok := given.(*goja.Object)
	switch {
	case ok && isFunction(o):
		return goja.Undefined(), goja.Undefined(), goja.Undefined()
	case !ok || o.ClassName() == "Array":
		return given, second, goja.Undefined()
	}
	parts := [...]goja.Value{o.Get("type"), o.Get("code"), o.Get("detail")}
	for i, v := range parts {
		if v == nil || i == 0 && !v.ToBoolean() || i == 2 && !goja.IsString(v) {
			parts[i] = goja.Undefined()
		}
	}
	return parts[0], parts[1], parts[2]
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
	if !m.hearsWarnings() {
		m.node.EmitWarning()
		return
	}
	m.rt.CiteRule(model.RuleWarnings)
	tick := nodeTick{label: "warning", run: func() (goja.Value, error) { return m.emit("warning", []goja.Value{warning}) }}
	if since(m.policy, 14) {
		tick.name, tick.args = "doEmitWarning", []goja.Value{warning}
	}
	m.queue(tick)
}

// warns is warn where the loop calls, and what a process.nextTick of the program's own
// throws would leave Node's code.
func (m *machine) warns(warning *goja.Object) {
	if _, threw := m.try(func() { m.warn(warning) }); threw {
		m.lacks("evsim does not have an exception of a `process.nextTick` of the program's own, behind a rejection")
	}
}

// warnOfDelay tells who listens of a delay that Node replaces by 1, and gives what the
// loop is to be told of it (lib/internal/timers.js, Timeout). Where nobody can
// listen, the loop does the same by itself.
func (m *machine) warnOfDelay(delay float64, given bool) float64 {
	if m.node == nil || !given || !m.hearsWarnings() {
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

// Rejected counts the rejections that nothing handles as they come (model.Unhandler):
// warnings have the number of theirs.
func (m *machine) Rejected(promise uint32) {
	if !m.hearsWarnings() {
		return
	}
	m.enters(enterRejected, promise, ecma.Value{})
	m.process.rejections++
	if m.process.ids == nil {
		m.process.ids = make(map[uint32]int)
	}
	m.process.ids[promise] = m.process.rejections
}

// Warns tells who listens to warnings of a rejection that nothing handled, or that was
// handled late (model.Unhandler; lib/internal/process/promises.js).
func (m *machine) Warns(promise uint32, late bool) bool {
	if !m.hearsWarnings() {
		return false
	}
	m.enters(enterWarns, promise, ecma.Value{})
	m.processObject()
	id := itoa(m.process.ids[promise])
	if late {
		w := m.warning("PromiseRejectionHandledWarning", "Promise rejection was handled asynchronously (rejection id: "+id+")")
		_ = w.Set("id", m.process.ids[promise])
		m.warns(w)
		return true
	}
	const kind = "UnhandledPromiseRejectionWarning"
	if text, ok := m.reasonText(m.value(m.rt.Reason(promise))); ok { // Node catches what making this warning throws
		m.try(func() { m.warn(m.warning(kind, text)) })
	}
	advice := ""
	if since(m.policy, 12) {
		advice = " To terminate the node process on unhandled promise rejection, use the CLI flag `--unhandled-rejections=strict` (see https://nodejs.org/api/cli.html#cli_unhandled_rejections_mode)."
	}
	m.warns(m.warning(kind, "Unhandled promise rejection. This error originated either by throwing inside of an async function without a catch block,"+
		" or by rejecting a promise which was not handled with .catch()."+advice+" (rejection id: "+id+")"))
	if !m.process.deprecated {
		m.process.deprecated = true
		w := m.warning("DeprecationWarning", "Unhandled promise rejections are deprecated. In the future, promise rejections that are not handled will terminate the Node.js process with a non-zero exit code.")
		_ = w.Set("code", "DEP0018")
		m.warns(w)
	}
	return true
}

// reasonText is the stack of an error, if it has one, or else what a value says.
func (m *machine) reasonText(v goja.Value) (text string, ok bool) {
	if o, is := v.(*goja.Object); is && m.inheritsError(o) {
		text, ok = m.readStack(o)
		if !ok && !since(m.policy, 11) { // emitWarning takes undefined there
			_, threw := m.try(func() { v := o.Get("stack"); ok = v == nil || goja.IsUndefined(v) })
			ok = ok && !threw
		}
		return text, ok
	}
	if o, is := v.(*goja.Object); is && isError(o) {
		return m.cutErrorText(o), true
	}
	return m.brief(v), true
}

// cutErrorText is an error that inherits nothing of errors any more, as V8 names it where
// no code may run (ErrorUtils::ToString).
func (m *machine) cutErrorText(o *goja.Object) string {
	text := func(name string) string {
		if v := m.own(o, name); v != nil && goja.IsString(v) {
			return v.String()
		}
		return ""
	}
	name, message := text("name"), text("message")
	if name != "" && message != "" {
		return name + ": " + message
	}
	return name + message
}

// inheritsError reports whether an object is an instance of Error by what it inherits.
func (m *machine) inheritsError(o *goja.Object) (is bool) {
	class := m.kept("Error")
	if class == nil {
		return isError(o)
	}
	of := class.Get("prototype")
	m.try(func() { // a proxy may throw
		for p := o.Prototype(); p != nil && !is; p = p.Prototype() {
			is = p == of
		}
	})
	return is
}

// warnOfListeners warns of too many listeners of process, once of those to one event
// (lib/events.js, _addListener).
func (m *machine) warnOfListeners(event string) {
	count := len(m.listenersOf(event))
	most := m.processMost()
	if !(most > 0) || float64(count) <= most || m.process.warned[event] {
		return
	}
	m.process.warned[event] = true
	whose := ""
	if since(m.policy, 12) {
		whose = " to [process]"
	}
	w := m.warning("MaxListenersExceededWarning", "Possible EventEmitter memory leak detected. "+itoa(count)+" "+event+" listeners added"+whose+"."+m.allowedText(most)+" Use emitter.setMaxListeners() to increase limit")
	m.give(w, "emitter", m.process.object)
	_ = w.Set("type", event)
	_ = w.Set("count", count)
	m.warn(w)
}
