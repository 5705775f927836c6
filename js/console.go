package js

import (
	"strings"

	"github.com/dop251/goja"

	"evsim/clock"
)

// consoleState is what console keeps.
type consoleState struct {
	indent string
	counts map[string]int
	timers map[string]clock.Span
	line   strings.Builder // what process.stdout.write left without an end
}

// installConsole makes console. What it prints is what the program logs.
func (m *machine) installConsole() {
	m.console.counts, m.console.timers = make(map[string]int), make(map[string]clock.Span)
	o := m.vm.NewObject()
	for _, name := range [...]string{"log", "info", "debug", "error", "warn", "dirxml"} {
		m.named(o, name, 0, func(call goja.FunctionCall) goja.Value {
			m.print(m.format(call.Arguments))
			return goja.Undefined()
		})
	}
	for _, name := range [...]string{"clear", "profile", "profileEnd", "timeStamp"} { // what these do is seen in a terminal, or in tools of developers
		m.named(o, name, 0, func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	}
	m.named(o, "trace", 0, func(call goja.FunctionCall) goja.Value {
		m.print(strings.TrimSuffix("Trace: "+m.format(call.Arguments), ": "))
		return goja.Undefined()
	})
	m.named(o, "dir", 0, func(call goja.FunctionCall) goja.Value {
		o := m.defaults()
		if given, ok := call.Argument(1).(*goja.Object); ok {
			m.readOptions(&o, given)
		}
		o.custom = false
		m.print(m.displayWith(call.Argument(0), o))
		return goja.Undefined()
	})
	m.named(o, "table", 1, m.consoleTable)
	m.named(o, "assert", 0, func(call goja.FunctionCall) goja.Value {
		if call.Argument(0).ToBoolean() {
			return goja.Undefined()
		}
		text := "Assertion failed"
		if rest := call.Arguments; len(rest) > 1 && goja.IsString(rest[1]) {
			text += ": " + m.format(rest[1:])
		} else if len(rest) > 1 {
			text += " " + m.format(rest[1:])
		}
		m.print(text)
		return goja.Undefined()
	})
	m.consoleGroups(o)
	m.consoleCounts(o)
	if since(m.policy, 12) {
		_ = o.DefineDataPropertySymbol(goja.SymToStringTag, m.vm.ToValue("console"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	m.set("console", o)
}

func (m *machine) consoleGroups(o *goja.Object) {
	group := func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) > 0 {
			m.print(m.format(call.Arguments))
		}
		m.console.indent += "  "
		return goja.Undefined()
	}
	m.named(o, "group", 0, group)
	m.named(o, "groupCollapsed", 0, group)
	m.named(o, "groupEnd", 0, func(goja.FunctionCall) goja.Value {
		m.console.indent = m.console.indent[:max(0, len(m.console.indent)-2)]
		return goja.Undefined()
	})
}

func (m *machine) consoleCounts(o *goja.Object) {
	label := func(call goja.FunctionCall) string {
		if goja.IsUndefined(call.Argument(0)) {
			return "default"
		}
		return call.Argument(0).String()
	}
	m.named(o, "count", 0, func(call goja.FunctionCall) goja.Value {
		name := label(call)
		m.console.counts[name]++
		m.print(name + ": " + itoa(m.console.counts[name]))
		return goja.Undefined()
	})
	m.named(o, "countReset", 0, func(call goja.FunctionCall) goja.Value {
		delete(m.console.counts, label(call))
		return goja.Undefined()
	})
	m.named(o, "time", 0, func(call goja.FunctionCall) goja.Value {
		m.console.timers[label(call)] = m.exactly()
		return goja.Undefined()
	})
	took := func(call goja.FunctionCall) goja.Value {
		name := label(call)
		began, known := m.console.timers[name]
		if known {
			m.print(name + ": " + spanText(m.exactly()-began))
		}
		return goja.Undefined()
	}
	m.named(o, "timeLog", 0, took)
	m.named(o, "timeEnd", 0, func(call goja.FunctionCall) goja.Value {
		took(call)
		delete(m.console.timers, label(call))
		return goja.Undefined()
	})
}

// print logs what one call of console prints: a line for each that it has.
func (m *machine) print(text string) {
	at := m.at(m.from())
	if m.console.indent != "" {
		text = m.console.indent + strings.ReplaceAll(text, "\n", "\n"+m.console.indent)
	}
	m.rt.Log(text, at)
}

// write is process.stdout.write: a line is logged when it ends.
func (m *machine) write(text string) {
	for {
		line, rest, ended := strings.Cut(text, "\n")
		if !m.lineHasRoom(len(line)) {
			return
		}
		m.console.line.WriteString(line)
		if !ended {
			return
		}
		m.rt.Log(m.console.line.String(), m.at(m.from()))
		m.console.line.Reset()
		text = rest
	}
}

// lineHasRoom is hasRoom of so many bytes more of a line that has not ended, which is
// copied where it grows.
func (m *machine) lineHasRoom(more int) bool {
	line := &m.console.line
	copied := 2*line.Cap() + more
	return line.Cap()-line.Len() >= more || copied < large || m.hasRoom(int64(copied))
}
