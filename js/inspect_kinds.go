package js

import (
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"evsim/ecma"
)

// isProxy reports whether an object is a Proxy.
func isProxy(o *goja.Object) bool { return exportType(o) == reflect.TypeFor[goja.Proxy]() }

// isTyped reports whether an object is a typed array.
func isTyped(o *goja.Object) bool {
	t := exportType(o)
	return t != nil && t.Kind() == reflect.Slice && t.Elem().Kind() >= reflect.Int && t.Elem().Kind() <= reflect.Float64 && o.ClassName() == "Object"
}

// classOf is the name of an object's class by the engine, which calls some of
// them by a common one.
func classOf(o *goja.Object) string {
	class := o.ClassName()
	if class == "Object" {
		switch exportType(o) {
		case reflect.TypeFor[[][2]any]():
			return "Map"
		case reflect.TypeFor[[]any]():
			return "Set"
		}
	}
	return class
}

func isBuffer(o *goja.Object) bool {
	return exportType(o) == reflect.TypeFor[goja.ArrayBuffer]()
}

func isFunction(o *goja.Object) bool {
	_, ok := goja.AssertFunction(o)
	return ok
}

// kindOf is what an object is by the engine, whatever it inherits: the name of
// its class, or of what the bundler lowered.
func (m *machine) kindOf(o *goja.Object) string {
	switch class := classOf(o); {
	case isProxy(o):
		return "Proxy"
	case isFunction(o):
		return functionKind(m.sourceOf(o))
	case isTyped(o) || class == "Object" && m.hasTag(o, "DataView"):
		return m.tagOf(o)
	case isBuffer(o):
		return "ArrayBuffer"
	case class == "Object" && m.isBoxed(o) != "":
		return m.isBoxed(o)
	default:
		if _, ok := m.isPromise(o); ok {
			return "Promise"
		}
		if _, ok := m.isGenerator(o); ok {
			return "AsyncGenerator"
		}
		if class == "Object" {
			return m.kindByTag(o)
		}
		return class
	}
}

// tagOf is an object's Symbol.toStringTag; "" where it has none.
func (m *machine) tagOf(o *goja.Object) string {
	if v := o.GetSymbol(goja.SymToStringTag); v != nil && goja.IsString(v) {
		return v.String()
	}
	return ""
}

// brands are intrinsic methods that take objects of their own class alone.
var brands = map[string]string{
	"DataView": "DataView.prototype.getInt8", "WeakMap": "WeakMap.prototype.has", "WeakSet": "WeakSet.prototype.has",
}

// hasTag reports whether an object is of a class, and has its tag.
func (m *machine) hasTag(o *goja.Object, name string) bool {
	if m.tagOf(o) != name {
		return false
	}
	_, err := m.pure.intrinsic(brands[name])(o)
	return err == nil || name == "DataView" && strings.HasPrefix(err.Error(), "RangeError")
}

// kindByTag is what an object is that says so by its prototype alone.
func (m *machine) kindByTag(o *goja.Object) string {
	switch tag := m.tagOf(o); tag {
	case "WeakMap", "WeakSet":
		if m.hasTag(o, tag) {
			return tag
		}
	case "Map Iterator", "Set Iterator", "Generator":
		return tag
	}
	return "Object"
}

// isBoxed is Symbol or BigInt for an object that holds one.
func (m *machine) isBoxed(o *goja.Object) string {
	switch exportType(o) {
	case reflect.TypeFor[*big.Int]():
		return "BigInt"
	case reflect.TypeFor[string]():
		return "Symbol"
	}
	return ""
}

// loweredText is what the bundler makes of an async function: one that does
// nothing but return what a helper gives. Parameters that have a brace in them
// are gone then.
var loweredText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^{]*?(?:=>\s*|\{\s*return\s+)__async(Generator|)[0-9]*\(`)
})

// functionKind is what a function is by its text.
func functionKind(source string) string {
	if found := loweredText().FindStringSubmatch(source); found != nil {
		return "Async" + found[1] + "Function"
	}
	switch {
	case strings.HasPrefix(source, "function*") || strings.HasPrefix(source, "*"):
		return "GeneratorFunction"
	}
	return "Function"
}

// constructorOf is the name of the nearest class that an object is an instance
// of; "" where there is none. Releases before 14 take what stands nearest for its class.
func (m *machine) constructorOf(o *goja.Object) string {
	for p := o; p != nil; p = p.Prototype() {
		class, ok := m.own(p, "constructor").(*goja.Object)
		if !ok || !isFunction(class) {
			continue
		}
		if name := m.nameOf(class); name != "" && (!since(m.policy, 14) || m.instanceOf(o, class)) {
			return name
		}
	}
	return ""
}

// nameOf is the name that a function has itself; "" for none.
func (m *machine) nameOf(fn *goja.Object) string {
	if name := m.own(fn, "name"); name != nil && goja.IsString(name) {
		return name.String()
	}
	return ""
}

func (m *machine) instanceOf(o, class *goja.Object) bool {
	proto, ok := class.Get("prototype").(*goja.Object)
	for p := o.Prototype(); ok && p != nil; p = p.Prototype() {
		if p == proto {
			return true
		}
	}
	return false
}

// own is a property that an object has itself, if it is no accessor.
func (m *machine) own(o *goja.Object, name string) goja.Value {
	d := m.descriptor(o, m.vm.ToValue(name))
	if d == nil {
		return nil
	}
	return d.Get("value")
}

// prefix is what stands before the braces: the class, what it is by the engine
// where that is something else, and a tag.
func (m *machine) prefix(o *goja.Object, class, kind, size string) string {
	tag := m.shownTag(o, class, kind)
	switch {
	case class == "":
		if kind != "" && kind != "Object" {
			return "[" + kind + size + ": null prototype]" + tag + " "
		}
		return "[Object" + size + ": null prototype]" + tag + " "
	case kind != "" && kind != class:
		return class + size + " [" + kind + "]" + tag + " "
	}
	return class + size + tag + " "
}

// shownTag is the tag of an object, if it says more than its class.
func (m *machine) shownTag(o *goja.Object, class, kind string) string {
	if since(m.policy, 12) && m.descriptor(o, goja.SymToStringTag) != nil && m.enumerable(o, goja.SymToStringTag) {
		return "" // it stands among the properties
	}
	if tag := m.tagOf(o); tag != "" && tag != class && tag != kind {
		return " [" + tag + "]"
	}
	return ""
}

var classText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^class[\s{]`) })

// functionText is [Function: name] and its kin.
func (m *machine) functionText(o *goja.Object, class string) string {
	name := ""
	if v := m.own(o, "name"); v != nil && goja.IsString(v) {
		name = v.String()
	}
	source := m.sourceOf(o)
	if classText().MatchString(source) && since(m.policy, 12) {
		text := "[class " + orAnonymous(name, "(anonymous)")
		if parent := o.Prototype(); parent != nil && m.own(parent, "name") != nil && m.own(parent, "name").String() != "" {
			text += " extends " + m.own(parent, "name").String()
		}
		return text + "]"
	}
	kind := functionKind(source)
	switch {
	case name != "":
		return "[" + kind + ": " + name + "]" + m.functionTag(o, kind, class)
	case since(m.policy, 14):
		return "[" + kind + " (anonymous)]" + m.functionTag(o, kind, class)
	}
	return "[" + kind + "]"
}

// functionTag is the tag of a function, if it has one of its own.
func (m *machine) functionTag(o *goja.Object, kind, class string) string {
	if tag := m.tagOf(o); tag != "" && tag != class && tag != kind {
		return " [" + tag + "]"
	}
	return ""
}

func orAnonymous(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}

func (m *machine) dateText(o *goja.Object) string {
	if v, err := m.pure.intrinsic("Date.prototype.toISOString")(o); err == nil {
		return v.String()
	}
	return "Invalid Date"
}

// inspectArray is the elements of an array.
func (m *machine) inspectArray(o *goja.Object, s *shape, in inspection) {
	s.close, s.list = "]", true
	n := int(o.Get("length").ToInteger())
	shown, empty := 0, 0
	flush := func() {
		if empty > 0 {
			s.add(fmt.Sprintf("<%d empty item%s>", empty, plural(empty)), nil)
			empty = 0
			shown++
		}
	}
	i := 0
	for ; i < n && shown < in.elements; i++ {
		key := strconv.Itoa(i)
		d := m.descriptor(o, m.vm.ToValue(key))
		if d == nil {
			empty++
			continue
		}
		if flush(); shown < in.elements {
			s.add(m.described(d, in), d.Get("value"))
			shown++
		} else {
			break
		}
	}
	flush()
	s.rest(n - i)
}

// rest says how many are not shown.
func (s *shape) rest(left int) {
	if left <= 0 {
		return
	}
	s.more = true
	s.add(fmt.Sprintf("... %d more item%s", left, plural(left)), nil)
}

// inspectCollection is the entries of a Map or a Set.
func (m *machine) inspectCollection(o *goja.Object, s *shape, class string, in inspection) {
	shown, size := 0, int(o.Get("size").ToInteger())
	entries := m.entriesOf(o, class)
	for _, v := range entries {
		if shown++; shown > in.elements && since(m.policy, 20) {
			break
		}
		if class == "Set" {
			s.add(m.inspect(v, in), v)
			continue
		}
		entry := v.(*goja.Object)
		s.add(m.inspect(entry.Get("0"), in)+" => "+m.inspect(entry.Get("1"), in), nil)
	}
	if since(m.policy, 20) {
		s.rest(size - in.elements)
	}
}

// entriesOf are the values of a Set or the entries of a Map, whatever code made
// of their iterators.
func (m *machine) entriesOf(o *goja.Object, class string) (list []goja.Value) {
	m.call(class+".prototype.forEach", o, m.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		if class == "Set" {
			list = append(list, call.Argument(0))
		} else {
			list = append(list, m.vm.NewArray(call.Argument(1), call.Argument(0)))
		}
		return goja.Undefined()
	}))
	return list
}

// inspectPromise is how a promise was settled.
func (m *machine) inspectPromise(id uint32, s *shape, in inspection) {
	settled, _ := m.rt.State(id)
	if !m.sawWhether(settled) {
		s.pieces = []string{"<pending>"}
	} else if reason, rejected := m.sawThrown(m.reason(id)); rejected {
		s.pieces = []string{"<rejected> " + m.inspect(m.value(reason), in)}
	} else {
		s.pieces = []string{m.inspect(m.value(reason), in)}
	}
	s.values = make([]goja.Value, len(s.pieces))
}

// reason is what a promise was settled with.
func (m *machine) reason(id uint32) (reason ecma.Value, rejected bool) {
	_, rejected = m.rt.State(id)
	return m.rt.Reason(id), rejected
}

// inspectBuffer is the bytes of an ArrayBuffer.
func (m *machine) inspectBuffer(o *goja.Object, s *shape) {
	bytes := o.Export().(goja.ArrayBuffer).Bytes()
	if since(m.policy, 11) {
		var list []string
		for _, b := range bytes[:min(len(bytes), 50)] {
			list = append(list, fmt.Sprintf("%02x", b))
		}
		text := strings.Join(list, " ")
		if left := len(bytes) - 50; left > 0 {
			text += fmt.Sprintf(" ... %d more byte%s", left, plural(left))
		}
		s.add("[Uint8Contents]: <"+text+">", nil)
	}
	s.add(m.hiddenKey("byteLength")+": "+strconv.Itoa(len(bytes)), nil)
}

// hiddenKey is the name of a property that is shown although it is hidden.
func (m *machine) hiddenKey(key string) string {
	if (appearance{from: "22.22.1 24.11.1 25.1"}).in(m.policy) {
		return "[" + key + "]"
	}
	return key
}

// inspectErrorParts are the errors and the cause of an error. What its stack
// says already is not shown again.
func (m *machine) inspectErrorParts(o *goja.Object, s *shape, in inspection) {
	if s.skip = make(map[string]bool); !since(m.policy, 12) {
		return
	}
	for _, key := range [...]string{"name", "message", "stack"} {
		v := m.own(o, key)
		s.skip[key] = v != nil && strings.Contains(s.base, v.String()) || key == "stack"
	}
	for _, key := range [...]string{"cause", "errors"} {
		if v := m.own(o, key); v != nil && since(m.policy, 16) && (key == "cause" || !m.enumerable(o, m.vm.ToValue(key))) {
			s.skip[key] = true
			s.add("["+key+"]: "+m.inspect(v, in), nil)
		}
	}
}
