package js

import (
	"math"
	"strings"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/internal/say"
	"evsim/sim"
)

// timerPromisesAppeared are what timers/promises did not have from the start (Node's
// documentation, "Timers Promises API").
var timerPromisesAppeared = [...]appearance{
	{from: "15.9", names: "setInterval"},
	{from: "16.14 17.3", names: "scheduler"},
}

// builtin is one of evsim's own modules, by its name.
func (m *machine) builtin(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	if m.demandModule(name); strings.HasPrefix(name, scheme) {
		return goja.Undefined()
	}
	if m.modules == nil {
		m.modules = make(map[string]goja.Value)
	}
	if had := m.modules[name]; had != nil {
		return had
	}
	made := m.makeModule(name)
	if _, fromHost := written[name]; !fromHost && name != "process" {
		m.givesLacking(made.(*goja.Object), name)
	}
	m.modules[name] = made
	return made
}

func (m *machine) makeModule(name string) goja.Value {
	o := m.vm.NewObject()
	switch name {
	case "process":
		return m.processObject()
	case "assert", "assert/strict":
		m.assertHost(o)
	case "async_hooks":
		m.receivedHost(o)
		m.lackingHost(o, name)
		m.contextHost(o)
	case "diagnostics_channel":
		m.receivedHost(o)
		m.lackingHost(o, name)
	case "fs":
		m.fsModule(o)
	case "fs/promises":
		m.fsPromises(o)
	case "timers":
		m.copyGlobals(o, "setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate")
	case "timers/promises":
		_ = o.Set("checksDelay", appearance{from: "20.18 22.8"}.in(m.policy))
		_ = o.Set("takesBack", appearance{from: "15.2"}.in(m.policy)) // the listener of a signal
		_ = o.Set("safe", appearance{from: "16.4"}.in(m.policy))
		m.laterHost(o, timerPromisesAppeared[:])
		m.receivedHost(o)
		m.copyGlobals(o, "setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate")
	case "events":
		m.eventsHost(o)
	case "perf_hooks":
		_ = o.Set("performance", m.performance())
	case "os":
		m.osHost(o)
	case "tty":
		m.lackingHost(o, name)
	case "path":
		m.pathHost(o)
	case "util":
		m.utilHost(o)
	case "dns":
		m.dnsModule(o)
	case "dns/promises":
		m.dnsPromises(o)
	case "crypto":
		m.cryptoModule(o)
	case "evsim":
		m.evsimModule(o)
	case "evsim/scenario":
		m.scenarioModule(o)
	default:
		return m.unknownModule(name)
	}
	return o
}

// copyGlobals gives a module what are globals too.
func (m *machine) copyGlobals(o *goja.Object, names ...string) {
	if m.platform["setTimeout"] == nil {
		m.installTimers()
	}
	if m.node != nil && m.platform["setImmediate"] == nil {
		m.installImmediates()
	}
	for _, name := range names {
		if f := m.platform[name]; f != nil {
			m.give(o, name, f)
		}
	}
}

// after is a promise that a timer resolves.
func (m *machine) after(delay, v goja.Value) uint32 {
	id, ms := saw(m, m.rt.NewPromise()), math.NaN()
	label := "setTimeout"
	if !goja.IsUndefined(delay) {
		ms = delay.ToFloat()
		label += " " + delay.String()
	}
	number := m.add(callback{kind: kindNative, label: label, from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		m.resolve(id, v)
		return goja.Undefined(), nil
	}})
	m.rt.SetTimer(ms, number, false, false)
	return id
}

// pathHost is what the module path, which is written in JavaScript, asks of the run.
func (m *machine) pathHost(o *goja.Object) {
	m.lackingHost(o, "path")
	m.receivedHost(o)
	text := func(name string, new bool, is, was string) {
		if !new {
			is = was
		}
		_ = o.Set(name, is)
	}
	text("suffix", since(m.policy, 20), "suffix", "ext")
	text("object", since(m.policy, 12), "object", "Object")
	_ = o.Set("indexed", since(m.policy, 18))
	_ = o.Set("dots", since(m.policy, 19))
}

// lackingHost gives a module what ends a run that comes to a part of it that evsim has
// not.
func (m *machine) lackingHost(o *goja.Object, module string) {
	m.method(o, "lacks", 1, func(call goja.FunctionCall) goja.Value {
		m.lacks(say.Of("evsim does not have `%s` of the module `%s`", call.Argument(0), module))
		return goja.Undefined()
	})
	m.method(o, "gives", 1, func(call goja.FunctionCall) goja.Value {
		m.givesLacking(call.Argument(0).(*goja.Object), module)
		return goja.Undefined()
	})
}

// assertHost is what the module assert, which is written in JavaScript, asks of the
// run besides what util does.
func (m *machine) assertHost(o *goja.Object) {
	m.lackingHost(o, "assert")
	_ = o.Set("release", newest(m.policy))
	_ = o.Set("matches", appearance{from: "12.16 13.6"}.in(m.policy))
	m.method(o, "line", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(m.lineOf(m.at(m.from()))) })
	m.method(o, "missing", 0, func(goja.FunctionCall) goja.Value {
		var names []any
		for _, part := range [...]struct{ name, from string }{{"CallTracker", "12.19 14.2"}, {"partialDeepStrictEqual", "22.13 23.4"}, {"Assert", "24.6"}} {
			if (appearance{from: part.from}).in(m.policy) && !(part.name == "CallTracker" && since(m.policy, 26)) {
				names = append(names, part.name)
			}
		}
		return m.vm.NewArray(names...)
	})
}

// lineOf is the line of a program at a place, as one statement.
func (m *machine) lineOf(at sim.Pos) string {
	name := at.File
	if name == "" || name == m.program.file {
		name = m.program.title
	}
	lines := strings.Split(string(m.program.sources[name]), "\n")
	if at.Line < 1 || int(at.Line) > len(lines) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSpace(lines[at.Line-1]), ";")
}

// utilHost is what the module util, which is written in JavaScript, asks of the
// run.
func (m *machine) utilHost(o *goja.Object) {
	m.lackingHost(o, "util")
	_ = o.Set("elements", appearance{from: "22.16 24.0"}.in(m.policy))
	_ = o.Set("deprecatedCounts", appearance{from: "22.17 24.2"}.in(m.policy)) // observed: in 22.17.1 and 24.2.0, not in 22.15.0 and 23.11.1
	_ = o.Set("nullEqualsAll", appearance{from: "24.14 25.6"}.in(m.policy))
	m.method(o, "inspect", 2, m.inspectWith)
	m.method(o, "format", 0, func(call goja.FunctionCall) goja.Value { return m.vm.ToValue(m.format(call.Arguments)) })
	m.method(o, "kind", 1, func(call goja.FunctionCall) goja.Value {
		o, ok := call.Argument(0).(*goja.Object)
		if !ok {
			return m.vm.ToValue("")
		}
		return m.vm.ToValue(m.kindOf(o))
	})
	m.method(o, "promised", 1, func(call goja.FunctionCall) goja.Value {
		fn, ok := call.Argument(0).(*goja.Object)
		hasModule := appearance{from: "15.0"}.in(m.policy)
		switch {
		case !ok:
		case fn == m.platform["setTimeout"] && hasModule:
			return m.vm.ToValue("setTimeout")
		case fn == m.platform["setImmediate"] && hasModule:
			return m.vm.ToValue("setImmediate")
		case fn == m.platform["setTimeout"]:
			return m.function("setTimeout", 2, func(call goja.FunctionCall) goja.Value {
				delay := m.warnOfDelay(call.Argument(0).ToFloat(), true)
				return m.promiseObject(m.after(m.vm.ToValue(delay), call.Argument(1)))
			})
		case fn == m.platform["setImmediate"]:
			return m.function("setImmediate", 1, m.immediately)
		}
		return goja.Undefined()
	})
	m.receivedHost(o)
}

// receivedHost gives a module what errors of Node have: their codes, and the text of a value.
func (m *machine) receivedHost(o *goja.Object) {
	m.method(o, "coded", 2, func(call goja.FunctionCall) goja.Value {
		e := call.Argument(0).(*goja.Object)
		m.code(e, e.Get("name").String(), call.Argument(1).String())
		return e
	})
	_ = o.Set("ofFunction", "of type function")
	if !since(m.policy, 12) {
		_ = o.Set("ofFunction", "of type Function")
	}
	m.method(o, "received", 1, func(call goja.FunctionCall) goja.Value { return m.vm.ToValue(m.received(call.Argument(0))) })
}

// immediately is a promise that an immediate resolves.
func (m *machine) immediately(call goja.FunctionCall) goja.Value {
	id, v := saw(m, m.rt.NewPromise()), call.Argument(0)
	m.node.SetImmediate(m.add(callback{kind: kindNative, label: "setImmediate", from: m.from(), native: func(ecma.Value) (goja.Value, error) {
		m.resolve(id, v)
		return goja.Undefined(), nil
	}}), true)
	return m.promiseObject(id)
}
