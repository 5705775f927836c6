package js

import (
	"errors"
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
// since Node 12, and bounds its text: room for the indents of its lines is asked for
// before it is made; how long the rest is, is known only then, so room for another is
// asked for afterwards, as [machine.grown] does.
func (m *machine) installStringify(object *goja.Object) {
	original, _ := goja.AssertFunction(object.Get("stringify"))
	m.method(object, "stringify", 3, func(call goja.FunctionCall) goja.Value {
		start, of := call.Argument(0).(*goja.Object)
		_, replaces := goja.AssertFunction(call.Argument(1)) // which asks meanwhile
		if gap := gapOf(call.Argument(2)); of && gap > 0 && !replaces {
			if bytes, circle := m.walk(start, gap); circle == "" && bytes > large && !m.hasRoom(growing*bytes) {
				return goja.Undefined()
			}
		}
		v, err := original(call.This, call.Arguments...)
		var thrown *goja.Exception
		if since(m.policy, 12) && of && errors.As(err, &thrown) {
			if o, ok := thrown.Value().(*goja.Object); ok && isError(o) && !isProxy(o) && m.said(o) == circular {
				_, circle := m.walk(start, 0)
				_ = o.Set("message", circular+circle)
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

// growing is how many times the bytes of a text the engine takes while it makes it: the
// old and the new place of a buffer that grows to twice as much, and the string.
const growing = 4

// gapOf is how many characters the third argument of JSON.stringify indents a level by.
func gapOf(v goja.Value) int64 {
	const most = 10
	switch {
	case goja.IsString(v):
		return min(int64(v.(goja.String).Length()), most)
	case goja.IsNumber(v):
		return min(v.ToInteger(), most)
	}
	return 0
}

// walk goes through an object's own properties, and what they hold, as
// JSON.stringify does. It is how many bytes the lines of the text are indented by
// with such a gap, nearly; and the first circle, as V8 says it: "" where there is
// none, as toJSON or a replacer made it. It runs no code of the program, and ends
// after 100,000 steps.
func (m *machine) walk(start *goja.Object, gap int64) (bytes int64, circle string) {
	const most = 100_000 // steps
	way := []link{{object: start, keys: keysOf(start)}}
	on := map[*goja.Object]int{start: 0} // the way, by its objects
	for range most {
		last := &way[len(way)-1]
		if len(last.keys) == 0 {
			delete(on, last.object)
			if way = way[:len(way)-1]; len(way) == 0 {
				break
			}
			continue
		}
		key := last.keys[0]
		last.keys = last.keys[1:]
		bytes += int64(len(way)) * gap
		next, ok := m.own(last.object, key).(*goja.Object)
		if !ok || isFunction(next) {
			continue
		}
		step := link{object: next, key: key, index: last.object.ClassName() == "Array"}
		if i, met := on[next]; met {
			return bytes, m.around(way[i:], step)
		}
		if step.keys = keysOf(next); len(step.keys) > 0 {
			bytes += int64(len(way)) * gap // of the line that ends it
		}
		on[next] = len(way)
		way = append(way, step)
	}
	return bytes, ""
}

// keysOf are an object's own enumerable names; none of a proxy, which would ask the program.
func keysOf(o *goja.Object) []string {
	if isProxy(o) {
		return nil
	}
	return o.Keys()
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
