package js

import (
	"strings"

	"github.com/dop251/goja"
)

// format is util.format(...args) as console.log calls it.
func (m *machine) format(args []goja.Value) string {
	if len(args) == 0 {
		return ""
	}
	var b strings.Builder
	rest := args
	if goja.IsString(args[0]) {
		rest = args[1:]
		if len(rest) == 0 {
			return args[0].String()
		}
		b.WriteString(m.directives(args[0].String(), &rest))
	} else {
		b.WriteString(m.display(args[0]))
		rest = args[1:]
	}
	for _, v := range rest {
		b.WriteByte(' ')
		if o, ok := v.(*goja.Object); goja.IsString(args[0]) && !since(m.policy, 12) && (ok && isFunction(o) || !ok && !isSymbol(v)) {
			b.WriteString(v.String()) // what is no object stands there as its text (Node 10, lib/util.js, format)
		} else if goja.IsString(v) && (goja.IsString(args[0]) || since(m.policy, 12)) {
			b.WriteString(v.String())
		} else {
			b.WriteString(m.display(v))
		}
	}
	return b.String()
}

// directives fills a text's %s and its kin, and takes what it uses from args.
func (m *machine) directives(text string, args *[]goja.Value) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		c := text[i+1]
		switch {
		case c == '%':
			b.WriteByte('%')
			i++
		case strings.IndexByte("sdifjoOc", c) >= 0 && len(*args) > 0 && (c != 'c' || since(m.policy, 12)):
			b.WriteString(m.directive(c, (*args)[0]))
			*args = (*args)[1:]
			i++
		default:
			b.WriteByte('%')
		}
	}
	return b.String()
}

func isSymbol(v goja.Value) bool {
	_, ok := v.(*goja.Symbol)
	return ok
}

func (m *machine) directive(c byte, v goja.Value) string {
	_, object := v.(*goja.Object)
	symbol := isSymbol(v)
	switch old := !since(m.policy, 12); {
	case c == 's' && old && !symbol:
		return v.String()
	case c == 'd' && old && !symbol && !object && !goja.IsBigInt(v):
		return v.ToNumber().String()
	case c == 'c':
		return ""
	case c == 'j':
		return m.json(v)
	case c == 'O':
		return m.display(v)
	case c == 'o':
		o := m.defaults()
		o.hidden, o.deepest = true, 4
		return m.displayWith(v, o)
	case c == 's' && !object:
		if goja.IsString(v) {
			return v.String()
		}
		return scalar(v)
	case c == 's':
		if o := v.(*goja.Object); isError(o) && since(m.policy, 12) {
			return m.errorStack(o, inspection{})
		} else if o.ClassName() == "Date" && since(m.policy, 12) {
			return m.dateText(o)
		} else if m.prints(o) || isFunction(o) {
			return v.String()
		}
		return m.brieflyShown(v)
	case goja.IsBigInt(v):
		return v.String() + "n"
	case symbol:
		return "NaN"
	case c == 'i':
		return scalar(m.call("parseInt", goja.Undefined(), v))
	case c == 'f':
		return scalar(m.call("parseFloat", goja.Undefined(), v))
	}
	return scalar(v.ToNumber())
}

// prints reports whether an object is shown by its own toString: one that it has
// itself, or that stands with a class of the program's (lib/internal/util/inspect.js,
// hasBuiltInToString).
func (m *machine) prints(o *goja.Object) bool {
	if isError(o) || o.ClassName() == "Date" {
		return true
	}
	if to, ok := o.Get("toString").(*goja.Object); o.ClassName() != "Object" || !ok || !isFunction(to) {
		return false
	}
	if m.descriptor(o, m.vm.ToValue("toString")) != nil {
		return true
	}
	for p := o.Prototype(); p != nil; p = p.Prototype() {
		if m.descriptor(p, m.vm.ToValue("toString")) == nil {
			continue
		}
		class, ok := m.own(p, "constructor").(*goja.Object)
		return !ok || !isFunction(class) || !m.pure.isClass(m.nameOf(class))
	}
	return false
}

// json is JSON.stringify as %j shows it.
func (m *machine) json(v goja.Value) (text string) {
	var circle *goja.Object
	if thrown, threw := m.try(func() { text = m.call("JSON.stringify", goja.Undefined(), v).String() }); threw {
		circle, _ = thrown.(*goja.Object)
		if circle == nil || !isError(circle) || !strings.HasPrefix(circle.String(), "TypeError: Converting circular structure to JSON") {
			panic(thrown)
		}
		return "[Circular]"
	}
	return text
}

// brieflyShown is an object as %s shows it: its own properties, and nothing
// within them.
func (m *machine) brieflyShown(v goja.Value) string {
	o := m.defaults()
	o.deepest = 0
	return m.displayWith(v, o)
}
