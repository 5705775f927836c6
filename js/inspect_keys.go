package js

import (
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// inspectKeys is the properties of an object that are no elements.
func (m *machine) inspectKeys(o *goja.Object, s *shape, in inspection) {
	for _, key := range m.keysOf(o, in.hidden) {
		if s.list && isIndex(key) || s.skip[key] {
			continue
		}
		name := key
		if !plainKey().MatchString(key) {
			name = quotedBy(key, newest(m.policy))
		}
		if in.hidden && !m.enumerable(o, m.vm.ToValue(key)) {
			name = "[" + key + "]"
		}
		s.add(name+":"+m.keyed(o, m.vm.ToValue(key), s, in), nil)
	}
	for _, symbol := range o.Symbols() {
		if symbol == symNumber || !in.hidden && !m.enumerable(o, symbol) {
			continue
		}
		name := "[" + scalar(symbol) + "]"
		if since(m.policy, 24) && m.enumerable(o, symbol) {
			name = scalar(symbol)
		}
		s.add(name+":"+m.keyed(o, symbol, s, in), nil)
	}
	if in.sorted {
		slices.Sort(s.pieces)
	}
}

// keyed is a property's value behind its name: releases before 12 put a long one
// on the next line.
func (m *machine) keyed(o *goja.Object, key goja.Value, s *shape, in inspection) string {
	if in.compact >= 0 || s.list {
		return " " + m.property(o, key, in)
	}
	in.indent++
	text := m.property(o, key, in)
	if len([]rune(text)) > in.breakAt {
		return "\n" + strings.Repeat(" ", in.indent) + text
	}
	return " " + text
}

// keysOf are the keys of an object's own properties.
func (m *machine) keysOf(o *goja.Object, hidden bool) []string {
	if !hidden {
		return o.Keys()
	}
	return o.GetOwnPropertyNames()
}

// descriptor is Object.getOwnPropertyDescriptor.
func (m *machine) descriptor(o *goja.Object, key goja.Value) *goja.Object {
	d, _ := m.call("Object.getOwnPropertyDescriptor", goja.Undefined(), o, key).(*goja.Object)
	return d
}

func (m *machine) enumerable(o *goja.Object, key goja.Value) bool {
	d := m.descriptor(o, key)
	return d != nil && d.Get("enumerable").ToBoolean()
}

// property is the value of a property, or what stands for its accessors.
func (m *machine) property(o *goja.Object, key goja.Value, in inspection) string {
	d := m.descriptor(o, key)
	if d == nil {
		return m.inspect(o.Get(key.String()), in)
	}
	return m.described(d, in)
}

// described is property for what its descriptor says.
func (m *machine) described(d *goja.Object, in inspection) string {
	get, set := d.Get("get"), d.Get("set")
	has := func(v goja.Value) bool { return v != nil && !goja.IsUndefined(v) }
	switch {
	case has(get) && has(set):
		return "[Getter/Setter]"
	case has(get):
		return "[Getter]"
	case has(set):
		return "[Setter]"
	}
	return m.inspect(d.Get("value"), in)
}
