package js

import (
	"errors"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// installJSON has JSON's functions say what V8 says of a text that is no JSON,
// and of a circle.
func (m *machine) installJSON() {
	object := m.vm.GlobalObject().Get("JSON").(*goja.Object)
	if m.mentions("parse") {
		m.installParse(object)
	}
	if m.mentions("stringify") {
		m.installStringify(object)
	}
}

// installParse has JSON.parse say where a text is no JSON.
func (m *machine) installParse(object *goja.Object) {
	original, _ := goja.AssertFunction(object.Get("parse"))
	m.method(object, "parse", 2, func(call goja.FunctionCall) goja.Value {
		text := call.Argument(0).ToString()
		arguments := []goja.Value{text}
		if len(call.Arguments) > 1 {
			arguments = append(arguments, call.Arguments[1])
		}
		v, err := original(call.This, arguments...)
		if err != nil {
			if said := m.jsonFault(text.String()); said != "" {
				panic(m.newError("SyntaxError", said))
			}
		}
		m.rethrow(err)
		return v
	})
}

// installStringify has JSON.stringify name the way around a circle, as V8 does
// since Node 12, and bounds its text: how long it is, is known only when it is made, so
// room for another is asked for then, as [machine.grown] does.
func (m *machine) installStringify(object *goja.Object) {
	original, _ := goja.AssertFunction(object.Get("stringify"))
	m.method(object, "stringify", 3, func(call goja.FunctionCall) goja.Value {
		v, err := original(call.This, call.Arguments...)
		var thrown *goja.Exception
		if since(m.policy, 12) && errors.As(err, &thrown) {
			if o, ok := thrown.Value().(*goja.Object); ok && isError(o) && !isProxy(o) && m.said(o) == circular {
				if start, ok := call.Argument(0).(*goja.Object); ok {
					_ = o.Set("message", circular+m.circle(start))
				}
			}
		}
		m.rethrow(err)
		return m.grown(goja.FunctionCall{Arguments: []goja.Value{v}})
	})
}

const circular = "Converting circular structure to JSON"

// link is an object on the way to the one at hand.
type link struct {
	object *goja.Object
	key    string // of the one before it
	index  bool
	keys   []string
}

// circle finds the first circle that a walk through an object's own properties
// meets, and says it as V8 does; "" where there is none, as toJSON or a replacer
// made it. It runs no code of the program.
func (m *machine) circle(start *goja.Object) string {
	const most = 100_000 // steps
	way := []link{{object: start, keys: m.plainKeys(start)}}
	on := map[*goja.Object]int{start: 0} // the way, by its objects
	for range most {
		last := &way[len(way)-1]
		if len(last.keys) == 0 {
			delete(on, last.object)
			if way = way[:len(way)-1]; len(way) == 0 {
				return ""
			}
			continue
		}
		key := last.keys[0]
		last.keys = last.keys[1:]
		next, ok := m.own(last.object, key).(*goja.Object)
		if !ok || isFunction(next) {
			continue
		}
		step := link{object: next, key: key, index: last.object.ClassName() == "Array"}
		if i, met := on[next]; met {
			return m.around(way[i:], step)
		}
		step.keys = m.plainKeys(next)
		on[next] = len(way)
		way = append(way, step)
	}
	return ""
}

// plainKeys are the properties of an object that have a value of their own.
func (m *machine) plainKeys(o *goja.Object) []string {
	if isProxy(o) {
		return nil
	}
	return slices.DeleteFunc(o.Keys(), func(key string) bool {
		d := m.descriptor(o, m.vm.ToValue(key))
		return d == nil || d.Get("value") == nil
	})
}

// around is a circle as V8 writes it: its first object, two more, and the last.
func (m *machine) around(way []link, closing link) string {
	name := func(l link) string {
		if l.index {
			return "index " + l.key
		}
		return "property '" + l.key + "'"
	}
	of := func(l link) string {
		return "object with constructor '" + orAnonymous(m.constructorOf(l.object), "Object") + "'"
	}
	var b strings.Builder
	b.WriteString("\n    --> starting at " + of(way[0]))
	for i, l := range way[1:] {
		switch {
		case i < 2 || i == len(way)-2:
			b.WriteString("\n    |     " + name(l) + " -> " + of(l))
		case i == 2:
			b.WriteString("\n    |     ...")
		}
	}
	b.WriteString("\n    --- " + name(closing) + " closes the circle")
	return b.String()
}
