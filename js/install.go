package js

import (
	"path"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"evsim/internal/say"
	"evsim/model"
)

// function is a native function of code. When it returns and the run is over,
// the code that called it ends.
func (m *machine) function(name string, length int, f func(goja.FunctionCall) goja.Value) *goja.Object {
	o := m.unnamed(f)
	m.name(o, name, length)
	return o
}

// unnamed is function for what no code can look at: to give a name takes longer
// than to make a function.
func (m *machine) unnamed(f func(goja.FunctionCall) goja.Value) *goja.Object {
	return m.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		v := f(call)
		if m.over() {
			m.vm.Interrupt(errStopped)
		}
		return v
	}).(*goja.Object)
}

// name gives a native function its name and number of parameters.
func (m *machine) name(o *goja.Object, name string, length int) {
	_ = o.DefineDataProperty("name", m.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if length > 0 {
		_ = o.DefineDataProperty("length", m.vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// method gives an object a method.
func (m *machine) method(o *goja.Object, name string, length int, f func(goja.FunctionCall) goja.Value) *goja.Object {
	fn := m.function(name, length, f)
	_ = o.DefineDataProperty(name, fn, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return fn
}

// property is a name and a value. Lists of them, and not maps, say what an object gets:
// a program sees the order.
type property struct {
	name  string
	value any
}

// setAll gives an object properties, in this order.
func setAll(o *goja.Object, list []property) {
	for _, p := range list {
		_ = o.Set(p.name, p.value)
	}
}

// named gives an object a method if the program has its name anywhere: making
// all that there is would take longer than most runs.
func (m *machine) named(o *goja.Object, name string, length int, f func(goja.FunctionCall) goja.Value) {
	if m.mentions(name, "getOwnPropertyNames", "getOwnPropertyDescriptors", "ownKeys") {
		m.method(o, name, length, f)
	} else if m.evaluates {
		m.unnamedYet = append(m.unnamedYet, func() { m.method(o, name, length, f) })
	}
}

// global defines a global, if the program has its name anywhere.
type global struct {
	names   []string // any of them asks for it
	feature model.Feature
	always  bool // no feature is needed
	define  func(*machine)
}

// globals lists what programs may name.
func globals() []global {
	return []global{
		{names: []string{"console"}, always: true, define: (*machine).installConsole},
		{names: []string{"setTimeout", "clearTimeout", "setInterval", "clearInterval"}, always: true, define: (*machine).installTimers},
		{names: []string{"setImmediate", "clearImmediate"}, feature: model.Immediates, define: (*machine).installImmediates},
		{names: []string{"queueMicrotask"}, feature: model.QueueMicrotask, define: (*machine).installQueueMicrotask},
		{names: []string{"process"}, feature: model.Process, define: (*machine).installProcess},
		{names: []string{"global"}, feature: model.Process, define: func(m *machine) { m.set("global", m.vm.GlobalObject()) }},
		{names: []string{"Date", "performance"}, always: true, define: (*machine).installClock},
		{names: []string{"Math", "crypto"}, always: true, define: (*machine).installRandom},
		{names: []string{"asyncIterator", "asyncDispose", "dispose"}, always: true, define: (*machine).installSymbols},
		{names: []string{"structuredClone"}, always: true, define: (*machine).installClone},
		{names: []string{"repeat", "padStart", "padEnd"}, always: true, define: (*machine).installStrings},
		{names: []string{"join"}, always: true, define: (*machine).installJoin},
		{names: []string{"raw"}, always: true, define: (*machine).installRaw},
		{names: []string{"asUintN", "asIntN"}, always: true, define: (*machine).installBig},
		{names: []string{"atob", "btoa"}, always: true, define: (*machine).installBase64},
		{names: []string{"WeakRef", "FinalizationRegistry"}, always: true, define: (*machine).installWeak},
		{names: []string{"WeakMap", "WeakSet"}, always: true, define: (*machine).installWeakSymbols},
		{names: strings.Fields(typedArrays), always: true, define: (*machine).installTyped},
		{names: []string{"cause"}, always: true, define: (*machine).installCauses},
		{names: languageNames, always: true, define: (*machine).installLanguage},
		{names: iteratorNames(), always: true, define: (*machine).installIterators},
		{names: memberNames(), always: true, define: (*machine).installLackingMembers},
		{names: []string{"captureStackTrace", "stackTraceLimit", "prepareStackTrace"}, always: true, define: (*machine).installErrors},
		{names: []string{"JSON"}, always: true, define: (*machine).installJSON},
		{names: []string{"window"}, feature: model.DOM, define: (*machine).installWindow},
		{names: []string{"self"}, feature: model.DOM, define: (*machine).installWindow},
		{names: []string{"frames"}, feature: model.DOM, define: (*machine).installWindow},
		{names: strings.Fields(windowNames), feature: model.DOM, define: (*machine).installWindowNames},
		{names: []string{"requestAnimationFrame", "cancelAnimationFrame"}, feature: model.Rendering, define: (*machine).installFrames},
		{names: []string{"requestIdleCallback", "cancelIdleCallback"}, feature: model.Idle, define: (*machine).installIdle},
		{names: []string{"scheduler"}, feature: model.PostTask, define: (*machine).installScheduler},
		{names: []string{"fetch"}, always: true, define: (*machine).installFetch},
		{names: []string{"reportError"}, feature: model.DOM, define: (*machine).installReport},
		{names: absentNames(), feature: model.DOM, define: (*machine).installAbsent},
		{names: strings.Fields(eventGlobals), always: true, define: (*machine).installEvents},
	}
}

// set defines a global that is not enumerable, as those of the platform are.
func (m *machine) set(name string, v goja.Value) {
	_ = m.vm.GlobalObject().DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// setFunction defines a global function. Like the platform's own it is
// enumerable.
func (m *machine) setFunction(name string, length int, f func(goja.FunctionCall) goja.Value) {
	m.platform[name] = m.function(name, length, f)
	_ = m.vm.GlobalObject().Set(name, m.platform[name])
}

// wanted is setFunction if the program has its name anywhere, or may have a
// global by another way.
func (m *machine) wanted(name string, length int, f func(goja.FunctionCall) goja.Value) {
	if m.mentions(name, "globalThis", "global", "window", "self", "timers", "timers/promises") {
		m.setFunction(name, length, f)
	}
}

// mentions reports whether the program has one of the names.
func (m *machine) mentions(names ...string) bool {
	for _, name := range names {
		if m.program.mentions[name] || m.mentioned[name] {
			return true
		}
	}
	return false
}

// mentioning are the names that the program has and that are such, in order.
func (m *machine) mentioning(such func(name string) bool) (list []any) {
	var some []string
	for _, names := range [...]map[string]bool{m.program.mentions, m.mentioned} {
		for name := range names {
			if such(name) {
				some = append(some, name)
			}
		}
	}
	slices.Sort(some)
	for _, name := range some {
		list = append(list, name)
	}
	return list
}

// install makes what the program may use: making all there is would take longer
// than most runs.
func (m *machine) install() {
	m.keepGlobals()
	m.takeOut()
	if m.mentions("Promise", "eval", "Function", "constructor", "globalThis", "global", "window", "self", "frames", "getOwnPropertyNames", "ownKeys") {
		m.installPromise() // else it is made with the first promise
	}
	if m.mentions("eval", "Function", "constructor") {
		m.installEvaluation()
	}
	for _, g := range m.program.globals {
		if g.always || m.policy.Features.Has(g.feature) {
			g.define(m)
		}
	}
}

// arguments are what the program's function is called with: see parameters.
func (m *machine) arguments() []goja.Value {
	file := "/" + m.program.title
	list := make([]goja.Value, len(parameters))
	for i, name := range parameters {
		switch list[i] = goja.Undefined(); {
		case name == nameBase, name == nameObject, name == nameKey:
		case name == nameLeft:
			list[i] = m.vm.ToValue(0)
		case name != nameMore && !m.mentions(name):
		case name == "module":
			module := m.vm.NewObject()
			_ = module.Set("exports", m.exports())
			m.describe(module, file)
			list[i] = module
		case name == "exports":
			list[i] = m.top()
		case name == nameEvaluate:
			list[i] = m.evalFunction
		case name == nameProcess:
			list[i] = m.pageProcess()
		case name == nameMeta:
			list[i] = m.vm.ToValue("file://" + file)
		case name == "__filename":
			list[i] = m.vm.ToValue(file)
		case name == "__dirname":
			list[i] = m.vm.ToValue(path.Dir(file))
		case name == "require":
			list[i] = m.requireFunction()
		case name == nameTried:
			list[i] = m.leavesTries()
		case name == nameTail:
			list[i] = m.unnamed(m.tail)
		case name == nameImported:
			list[i] = m.unnamed(m.imported)
		default:
			list[i] = m.unnamed(m.native(name))
		}
	}
	return list
}

// native is what a bundle calls by a name of its own.
func (m *machine) native(name string) func(goja.FunctionCall) goja.Value {
	switch name {
	case nameAwait:
		return m.suspend(awaits)
	case nameYield:
		return m.suspend(yields)
	case nameDelegate:
		return m.suspend(delegates)
	case nameReturn:
		return m.suspend(returns)
	case nameEnd:
		return m.end
	case nameAsync:
		return m.async
	case nameGenerator:
		return m.newGenerator
	case nameForAwait:
		return m.forAwait
	case nameModule, nameGraph, nameRegister:
		return m.nativeOfModules(name)
	case nameBuiltin:
		return m.builtin
	case namePeek:
		return m.peek
	case nameText:
		return m.directText
	case nameNamed:
		return m.say
	case nameCaught:
		return m.caught
	case nameEnters:
		return m.beforeCall
	case nameGrown:
		return m.grown
	case nameBig:
		return m.bigOperation
	case nameConstant:
		return m.constant
	case nameApplies:
		return m.beforeApply
	case nameSite:
		return m.site
	case nameLacks:
		return m.lacksPattern
	case nameTraced:
		return m.traced
	case nameCommon:
		return m.common
	case nameResult:
		return m.result
	case nameIterable:
		return m.iterable
	case nameWindow:
		return m.windowVariables
	case nameFinder:
		return m.finder
	}
	return m.more
}

// exports is what the program's own module.exports is, and its this.
func (m *machine) exports() goja.Value {
	if m.exported == nil {
		m.exported = m.vm.NewObject()
	}
	return m.exported
}

// installSymbols gives Symbol what the engine has not.
func (m *machine) installSymbols() {
	symbol := m.vm.GlobalObject().Get("Symbol").(*goja.Object)
	fixed := func(name string, s *goja.Symbol) {
		_ = symbol.DefineDataProperty(name, s, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	fixed("asyncIterator", symAsyncIterator)
	if m.policy.Name != "webkit" && m.has("Symbol.dispose") {
		fixed("asyncDispose", symAsyncDispose)
		fixed("dispose", symDispose)
	}
}

// disposes reports whether a policy has explicit resource management (V8 13.4,
// Firefox 141).
func disposes(p model.Policy) bool { return p.Name != "webkit" && since(p, 24) }

var causesPrelude = newPrelude(causesSource)

// installCauses has errors take no cause where the release knows none.
func (m *machine) installCauses() {
	if m.has("Error.cause") {
		return
	}
	made, err := m.enter(causesPrelude)(goja.Undefined())
	m.rethrow(err)
	list := made.(*goja.Object)
	for _, name := range list.Keys() {
		class := list.Get(name).(*goja.Object)
		m.set(name, class)
		if m.globals[name] != nil {
			m.globals[name] = class
		}
	}
}

// installErrors gives Error what only V8 has.
func (m *machine) installErrors() {
	constructor := m.kept("Error")
	_ = constructor.DefineDataProperty("stackTraceLimit", m.vm.ToValue(stackLimit), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	m.refusePrepare(constructor)
	m.method(constructor, "captureStackTrace", 2, func(call goja.FunctionCall) goja.Value {
		if o, ok := call.Argument(0).(*goja.Object); ok {
			_ = o.DefineDataProperty("stack", m.vm.ToValue(m.stackOf(o)), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
		return goja.Undefined()
	})
}

// refusePrepare has the run end where the program says how stacks are to look
// (Error.prepareStackTrace of V8): it is given objects that evsim has not.
func (m *machine) refusePrepare(constructor *goja.Object) {
	const name = "prepareStackTrace"
	var own goja.Value = goja.Undefined()
	if m.web == nil && m.has("Error."+name) {
		own = m.function(name, 2, func(call goja.FunctionCall) goja.Value {
			m.lacks(say.Of("evsim does not have `%s`", "Error."+name))
			return goja.Undefined()
		})
	}
	get := m.function("get "+name, 0, func(goja.FunctionCall) goja.Value { return own })
	set := m.function("set "+name, 1, func(call goja.FunctionCall) goja.Value {
		if o, ok := call.Argument(0).(*goja.Object); ok && isFunction(o) && o != own {
			m.lacks(say.Of("evsim does not have `%s`", "Error."+name))
		}
		own = call.Argument(0)
		return goja.Undefined()
	})
	_ = constructor.DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// stackOf is the stack of an object as V8 has it: what the object says as an error, and
// where it is.
func (m *machine) stackOf(o *goja.Object) string {
	text := func(key, otherwise string) string {
		if v := o.Get(key); v != nil && !goja.IsUndefined(v) {
			return v.String()
		}
		return otherwise
	}
	head, message := text("name", "Error"), text("message", "")
	switch {
	case head == "":
		head = message
	case message != "":
		head += ": " + message
	}
	for _, place := range m.shownPlaces(m.newError("Error", "")) {
		head += "\n    at " + place
	}
	return head
}

// since reports whether a policy has what came with a release of Node. Browsers
// of today have all that is asked for here, and Chromium 69 nothing.
func since(p model.Policy, release int) bool {
	if p.Node == nil {
		return p.Name != "chrome69"
	}
	return newest(p) >= release
}
