package js

import (
	"strings"

	"github.com/dop251/goja"

	"evsim/internal/say"
)

// places are the lines of an error's stack as Node writes them, without those
// of the engine and of evsim.
func (m *machine) stackPlaces(o *goja.Object) []string {
	stack, _ := m.readStack(o)
	var out []string
	for _, line := range strings.Split(stack, "\n") {
		found := placedLine().FindStringSubmatch(line)
		if found == nil || found[2] == "evsim" || found[2] == bundleName || strings.HasPrefix(found[2], ownFile) {
			continue
		}
		place := m.program.nameOf(found[2]) + ":" + found[3] + ":" + found[4]
		if found[1] != "" {
			place = m.program.saidName(found[1]) + " (" + place + ")"
		}
		out = append(out, place)
	}
	return out
}

// stackLimit is how many places a stack has at most, unless the program says so
// (Error.stackTraceLimit of V8).
const stackLimit = 10

// shownPlaces are those places that a stack of V8's has, as many as the limit is when it
// is first looked at.
func (m *machine) shownPlaces(o *goja.Object) []string {
	places, limit := m.stackPlaces(o), stackLimit
	if m.mentions("stackTraceLimit") {
		if v := m.own(m.kept("Error"), "stackTraceLimit"); v != nil {
			limit = int(min(max(v.ToFloat(), 0), 1<<20))
		}
	}
	return places[:min(limit, len(places))]
}

// readStack is the stack of an error, as the program would read it; it is not ok where
// that is no text, or throws: the property may be the program's own.
func (m *machine) readStack(o *goja.Object) (stack string, ok bool) {
	_, threw := m.try(func() {
		if v := o.Get("stack"); v != nil && goja.IsString(v) {
			stack, ok = v.String(), true
		}
	})
	return stack, ok && !threw
}

// errorPlace is where an error was made; "" where that is not known.
func (m *machine) errorPlace(o *goja.Object) string {
	places := m.stackPlaces(o)
	if len(places) == 0 {
		return ""
	}
	first := places[0]
	if i := strings.LastIndexByte(first, '('); i >= 0 {
		first = strings.TrimSuffix(first[i+1:], ")")
	}
	return first
}

// errorStack is an error as console.log shows it: what it says, and the stack.
func (m *machine) errorStack(o *goja.Object, in inspection) string {
	text := m.stackText(o)
	if name := o.Get("name"); name != nil && goja.IsString(name) && since(m.policy, 11) {
		n, class := name.String(), m.constructorOf(o)
		rest, ok := strings.CutPrefix(text, n)
		if ok && strings.HasSuffix(n, "Error") && class != "" && !strings.Contains(class, n+" ") && class != n && (rest == "" || rest[0] == ':' || rest[0] == '\n') {
			text = class + rest
		}
	}
	if !strings.Contains(text, "\n    at ") && (in.depth <= 1 || since(m.policy, 11)) { // Node 10 has no brackets within another value
		return "[" + text + "]"
	}
	return strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", max(0, in.indent-2)))
}

// stackText is an error's stack as V8 writes it: it begins with what the error
// said when it was made. One that the program wrote is shown as it is.
func (m *machine) stackText(o *goja.Object) string {
	v := m.own(o, "stack")
	if v == nil || !goja.IsString(v) || v.String() == "" {
		return o.String()
	}
	lines := strings.Split(v.String(), "\n")
	if len(lines) < 2 || !strings.HasPrefix(lines[1], "\tat ") { // which the engine writes; V8 has spaces there
		return v.String()
	}
	text := "Error"
	if proto := o.Prototype(); proto != nil && proto.Get("name") != nil {
		text = proto.Get("name").String()
	}
	if rest, ok := strings.CutPrefix(lines[0], text+" [ERR_"); ok { // see code
		code, _, _ := strings.Cut(rest, "]")
		text += " [ERR_" + code + "]"
	}
	if message := m.own(o, "message"); message != nil && message.String() != "" {
		text += ": " + message.String()
	}
	for _, place := range m.shownPlaces(o) {
		text += "\n    at " + place
	}
	return text
}

// brief is a value as messages of errors name it.
func (m *machine) brief(v goja.Value) string {
	o, ok := v.(*goja.Object)
	symbol, isSymbol := v.(*goja.Symbol)
	switch {
	case v == nil:
		return "undefined"
	case isSymbol:
		return "Symbol(" + symbol.String() + ")"
	case !ok:
		return v.String()
	case isFunction(o):
		return m.sourceOf(o)
	}
	text := "#<Object>"
	m.try(func() {
		text = m.sideEffectFree(o)
		if o.ClassName() == "Array" || isError(o) {
			text = o.String()
		}
	})
	return text
}

// sideEffectFree is an object as V8 names it where no code may run
// (Object::NoSideEffectsToString): by its constructor, or else by its tag.
func (m *machine) sideEffectFree(o *goja.Object) string {
	for p := o; p != nil; p = p.Prototype() {
		constructor := m.own(p, "constructor")
		if class, ok := constructor.(*goja.Object); ok && isFunction(class) && m.nameOf(class) != "" {
			return "#<" + m.nameOf(class) + ">"
		}
		if constructor != nil {
			break
		}
	}
	if tag := o.GetSymbol(goja.SymToStringTag); tag != nil && goja.IsString(tag) {
		return "[object " + tag.String() + "]"
	}
	return "[object " + o.ClassName() + "]"
}

// callable is an argument that has to be a function.
func (m *machine) callable(argument string, v goja.Value) goja.Callable {
	fn, ok := goja.AssertFunction(v)
	if !ok && m.node == nil {
		m.throwType("a callback is to be a function")
	} else if !ok {
		m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", "The \""+argument+"\" argument must be of type function. Received "+m.received(v))
	}
	return fn
}

// later is what a timer, an immediate or a tick is to call. Releases of Node before 18
// have an error of its own for what is no function.
func (m *machine) later(v goja.Value) goja.Callable { return m.calledBack("callback", v) }

// calledBack is later of an argument by its name.
func (m *machine) calledBack(argument string, v goja.Value) goja.Callable {
	if _, ok := goja.AssertFunction(v); !ok && m.node != nil && !since(m.policy, 18) {
		message := "Callback must be a function"
		if since(m.policy, 12) {
			message += ". Received " + m.display(v)
		}
		m.throwCoded("TypeError", "ERR_INVALID_CALLBACK", message)
	}
	return m.callable(argument, v)
}

// pathOf is a file's name that an operation is given: a text, or what stands for one (Node
// lib/internal/fs/utils.js, getValidatedPath). An open file may have a number there.
func (m *machine) pathOf(v goja.Value, orNumber bool) {
	o, isObject := v.(*goja.Object)
	if goja.IsString(v) || isObject && isTyped(o) {
		return
	}
	if !isObject && orNumber { // to export an object would run its getters
		if n, ok := v.Export().(int64); ok && n >= 0 {
			m.lacks(say.Of("evsim does not have `%s` of a file's descriptor", "fs.readFile"))
			return
		}
	}
	kinds := "of type string or an instance of Buffer or URL"
	if !since(m.policy, 12) {
		kinds = "one of type string, Buffer, or URL"
	}
	m.throwCoded("TypeError", "ERR_INVALID_ARG_TYPE", `The "path" argument must be `+kinds+". Received "+m.received(v))
}

// received is a value as Node's ERR_INVALID_ARG_TYPE names it.
func (m *machine) received(v goja.Value) string {
	o, ok := v.(*goja.Object)
	kind, _ := kindName(v)
	switch {
	case !since(m.policy, 12) && ok && isFunction(o):
		return "type function"
	case !since(m.policy, 12):
		return "type " + kind
	case v == nil || goja.IsUndefined(v) || goja.IsNull(v):
		return m.brief(v)
	case ok && isFunction(o):
		return "function " + m.nameOf(o)
	case ok:
		return "an instance of " + orAnonymous(m.constructorOf(o), "Object")
	case goja.IsString(v):
		return "type string (" + quoted(v.String()) + ")"
	}
	return "type " + kind + " (" + scalar(v) + ")"
}
