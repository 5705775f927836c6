package js

import (
	"strings"

	"github.com/dop251/goja"

	"evsim/internal/say"
)

// pageOrigin is where pages come from: the web has no address of a program.
const pageOrigin = "https://page.example"

// windowNames are what a window says of itself and of those around it: it is alone.
const windowNames = "location origin parent top opener closed length name"

// installWindowNames makes those that the program names.
func (m *machine) installWindowNames() {
	for name := range strings.FieldsSeq(windowNames) {
		switch {
		case !m.mentions(name):
		case name == "location":
			location := m.location()
			get := m.function("get location", 0, func(goja.FunctionCall) goja.Value { return location })
			_ = m.vm.GlobalObject().DefineAccessorProperty(name, get, m.function("set location", 1, m.goesElsewhere), goja.FLAG_FALSE, goja.FLAG_TRUE)
		default:
			m.set(name, m.ofWindow(name))
		}
	}
}

func (m *machine) ofWindow(name string) goja.Value {
	switch name {
	case "origin":
		return m.vm.ToValue(pageOrigin)
	case "parent", "top":
		return m.vm.GlobalObject()
	case "closed":
		return m.vm.ToValue(false)
	case "length":
		return m.vm.ToValue(0)
	case "name":
		return m.vm.ToValue("")
	}
	return goja.Null() // opener
}

// location is an address for what only compares it. To go elsewhere ends the run.
func (m *machine) location() goja.Value {
	o := m.vm.NewObject()
	for _, field := range [...][2]string{
		{"href", pageOrigin + "/"}, {"origin", pageOrigin}, {"protocol", "https:"}, {"host", "page.example"}, {"hostname", "page.example"}, {"port", ""},
		{"pathname", "/"}, {"search", ""}, {"hash", ""},
	} {
		is := m.function("get "+field[0], 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(field[1]) })
		_ = o.DefineAccessorProperty(field[0], is, m.function("set "+field[0], 1, m.goesElsewhere), goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	for _, name := range [...]string{"assign", "replace", "reload"} {
		m.method(o, name, 0, m.goesElsewhere)
	}
	m.method(o, "toString", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(pageOrigin + "/") })
	_ = o.DefineDataPropertySymbol(goja.SymToStringTag, m.vm.ToValue("Location"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}

// goesElsewhere ends the run: the page would be left, or its address would change.
func (m *machine) goesElsewhere(goja.FunctionCall) goja.Value {
	m.lacks(say.Of("evsim does not have what leaves the page, as `location` does here"))
	return goja.Undefined()
}
