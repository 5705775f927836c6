package js

import (
	"strings"

	"github.com/dop251/goja"
)

// pageOrigin is where pages come from: the web has no address of a program.
const pageOrigin = "https://page.example"

// windowNames are what a window says of itself and of those around it: it is alone.
const windowNames = "location origin parent top opener closed length name"

// installWindowNames makes those that the program names.
func (m *machine) installWindowNames() {
	for name := range strings.FieldsSeq(windowNames) {
		if m.mentions(name) {
			m.set(name, m.ofWindow(name))
		}
	}
}

func (m *machine) ofWindow(name string) goja.Value {
	switch name {
	case "location":
		return m.location()
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
		_ = o.Set(field[0], field[1])
	}
	m.method(o, "toString", 0, func(goja.FunctionCall) goja.Value { return m.vm.ToValue(pageOrigin + "/") })
	_ = o.DefineDataPropertySymbol(goja.SymToStringTag, m.vm.ToValue("Location"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}
