package js

import (
	"maps"
	"slices"

	"github.com/dop251/goja"

	"evsim/internal/say"
	"evsim/sim"
)

// absent are the globals that every page has and evsim has not, with the verb of
// scenarios that is like it; "" where there is none.
var absent = map[string]string{
	"ResizeObserver": "observeSize", "indexedDB": "transaction",
	"IntersectionObserver": "", "PerformanceObserver": "", "Worker": "", "SharedWorker": "", "WebSocket": "", "EventSource": "",
	"FileReader": "",
}

// absentNames are those of absent, always in one order.
func absentNames() []string { return slices.Sorted(maps.Keys(absent)) }

// installAbsent has a run end where the program comes to what a page has and evsim
// has not: any other answer, that there is no such thing among them, would be that
// of no browser. A program may put its own in the place.
func (m *machine) installAbsent() {
	for _, name := range absentNames() {
		if !m.mentions(name) {
			continue
		}
		get := m.function("get "+name, 0, func(goja.FunctionCall) goja.Value {
			m.lacks(absentText(name))
			return goja.Undefined()
		})
		set := m.function("set "+name, 1, func(call goja.FunctionCall) goja.Value {
			m.set(name, call.Argument(0))
			return goja.Undefined()
		})
		_ = m.vm.GlobalObject().DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

func absentText(name string) say.Text {
	text := say.Of("evsim does not have `%s`, which every page has", name)
	if verb := absent[name]; verb != "" {
		text = say.Of("%s; scenarios have `%s`", text, verb)
	}
	return text
}

// lacks ends the run at the place where the program is, with a text that says what
// evsim does not have.
func (m *machine) lacks(text say.Text) {
	stop := sim.Stop{Reason: sim.Abandoned, Label: inCode, At: m.at(m.from())}
	if stop.At.Line > 0 {
		text = say.Of("%s (%s)", text, m.shown(stop.At))
	}
	stop.Error = text
	m.rt.Stop(stop)
	m.stopping()
}
