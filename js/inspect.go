package js

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// What util.inspect shows at most (lib/internal/util/inspect.js,
// inspectDefaultOptions).
const (
	maxDepth    = 2
	maxElements = 100
	maxPieces   = 10_000 // of one value that is printed; Node has no such limit
	breakLength = 80
	compact     = 3
)

// inspection is the way to a value that is shown.
type inspection struct {
	depth  int
	indent int
	seen   []*goja.Object
	state  *inspectionState
}

// inspectionState is what all of one inspection shares.
type inspectionState struct {
	circles []*goja.Object // objects that are shown within themselves
	pieces  int
	current int // how deep the object lies that was shown last
}

// inspect is util.inspect(value) as console.log calls it.
func (m *machine) inspect(v goja.Value, in inspection) string {
	if in.state == nil {
		in.state = new(inspectionState)
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return primitive(v)
	}
	if in.state.pieces++; in.state.pieces > maxPieces {
		return "..."
	}
	for _, outer := range in.seen {
		if outer == o {
			return m.circular(o, in)
		}
	}
	text := ""
	if _, threw := m.try(func() { text = m.inspectObject(o, in) }); threw {
		text = "[object that cannot be shown]"
	}
	if since(m.policy, 14) {
		for i, circle := range in.state.circles {
			if circle == o {
				return fmt.Sprintf("<ref *%d> %s", i+1, text)
			}
		}
	}
	return text
}

func (m *machine) circular(o *goja.Object, in inspection) string {
	if !since(m.policy, 14) {
		return "[Circular]"
	}
	for i, circle := range in.state.circles {
		if circle == o {
			return fmt.Sprintf("[Circular *%d]", i+1)
		}
	}
	in.state.circles = append(in.state.circles, o)
	return fmt.Sprintf("[Circular *%d]", len(in.state.circles))
}

// primitive is a value that is no object, within another one.
func primitive(v goja.Value) string {
	switch {
	case v == nil:
		return "undefined"
	case goja.IsString(v):
		return quoted(v.String())
	}
	if f, ok := v.Export().(float64); ok && f == 0 && math.Signbit(f) {
		return "-0"
	}
	if _, ok := v.(*goja.Symbol); ok {
		return "Symbol(" + v.String() + ")"
	}
	if goja.IsBigInt(v) {
		return v.String() + "n"
	}
	return v.String()
}

// quoted is a string in the quotes that need the least escaping.
func quoted(text string) string {
	quote := byte('\'')
	if strings.Contains(text, "'") {
		if !strings.Contains(text, `"`) {
			quote = '"'
		} else if !strings.Contains(text, "`") && !strings.Contains(text, "${") {
			quote = '`'
		}
	}
	var b strings.Builder
	b.WriteByte(quote)
	for _, r := range text {
		switch {
		case r == rune(quote) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case strings.ContainsRune("\b\t\n\v\f\r", r):
			b.WriteByte('\\')
			b.WriteByte("btnvfr"[r-'\b'])
		case r < ' ' || r >= 0x7f && r < 0xa0:
			fmt.Fprintf(&b, "\\x%02X", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte(quote)
	return b.String()
}

// shape is how an object is shown.
type shape struct {
	base   string // stands before the braces
	open   string
	close  string
	pieces []string
	list   bool         // the pieces may stand in columns
	values []goja.Value // of a list
	more   bool         // the last piece says how many more there are
}

func (m *machine) inspectObject(o *goja.Object, in inspection) string {
	s := shape{open: "{", close: "}"}
	name := m.classOf(o)
	if in.depth > maxDepth {
		return deeper(o, name)
	}
	in.state.current = in.depth
	inner := in
	inner.depth++
	inner.indent += 2
	inner.seen = append(in.seen[:len(in.seen):len(in.seen)], o)
	keys := true
	switch class := o.ClassName(); {
	case isPlainFunction(o):
		s.base = m.functionText(o, name)
	case class == "Array":
		m.inspectArray(o, &s, name, inner)
	case class == "Error":
		s.base = m.errorStack(o, in)
	case class == "RegExp":
		s.base = "/" + o.Get("source").String() + "/" + o.Get("flags").String()
	case class == "Date":
		s.base = dateText(o)
	case class == "Map" || class == "Set":
		m.inspectCollection(o, &s, class, inner)
	case class == "WeakMap" || class == "WeakSet":
		s.open, s.pieces = class+" {", []string{"<items unknown>"}
	case class == "Number" || class == "String" || class == "Boolean":
		s.base, keys = "["+class+": "+primitive(m.vm.ToValue(o.Export()))+"]", class != "String"
	case class == "Arguments":
		m.inspectArray(o, &s, "", inner)
		s.open = "[Arguments] ["
	default:
		if m.inspectOwn(o, &s, name, inner) {
			break
		}
		m.inspectPlain(o, &s, name)
	}
	if keys {
		m.inspectKeys(o, &s, inner)
	}
	return s.text(in)
}

// deeper is an object that lies too deep to be shown.
func deeper(o *goja.Object, name string) string {
	switch {
	case o.ClassName() == "Array":
		return "[Array]"
	case name == "":
		return "[Object: null prototype]"
	}
	return "[" + name + "]"
}

// classOf is the name of an object's class; "" where it has none.
func (m *machine) classOf(o *goja.Object) string {
	for p := o; p != nil; p = p.Prototype() {
		constructor, ok := own(p, "constructor").(*goja.Object)
		if !ok {
			continue
		}
		if name := constructor.Get("name"); name != nil && goja.IsString(name) && name.String() != "" {
			return name.String()
		}
	}
	return ""
}

// own is a property that an object has itself, if it is no accessor.
func own(o *goja.Object, name string) goja.Value {
	for _, key := range o.GetOwnPropertyNames() {
		if key == name {
			return o.Get(name)
		}
	}
	return nil
}

func isPlainFunction(o *goja.Object) bool {
	_, ok := goja.AssertFunction(o)
	return ok
}

var classText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^class[\s{]`) })

// functionText is [Function: name] and its kin.
func (m *machine) functionText(o *goja.Object, class string) string {
	name := ""
	if v := o.Get("name"); v != nil && goja.IsString(v) {
		name = v.String()
	}
	source := o.String()
	if classText().MatchString(source) {
		text := "[class " + orAnonymous(name, "(anonymous)")
		if parent := o.Prototype(); parent != nil && parent.Get("name") != nil && parent.Get("name").String() != "" {
			text += " extends " + parent.Get("name").String()
		}
		return text + "]"
	}
	kind := "Function"
	switch {
	case strings.Contains(source, nameAsync+"(") || strings.Contains(source, "__async("):
		kind = "AsyncFunction"
	case strings.Contains(source, "__asyncGenerator("):
		kind = "AsyncGeneratorFunction"
	case strings.HasPrefix(source, "function*") || strings.HasPrefix(source, "*"):
		kind = "GeneratorFunction"
	}
	switch {
	case name != "":
		return "[" + kind + ": " + name + "]"
	case since(m.policy, 14):
		return "[" + kind + " (anonymous)]"
	}
	return "[" + kind + "]"
}

func orAnonymous(name, otherwise string) string {
	if name == "" {
		return otherwise
	}
	return name
}

func dateText(o *goja.Object) string {
	if call, ok := goja.AssertFunction(o.Get("toISOString")); ok {
		if v, err := call(o); err == nil {
			return v.String()
		}
	}
	return "Invalid Date"
}

// inspectPlain is an object of no kind that is shown in a way of its own.
func (m *machine) inspectPlain(o *goja.Object, s *shape, name string) {
	tag := ""
	if v := o.GetSymbol(goja.SymToStringTag); v != nil && goja.IsString(v) && v.String() != name {
		tag = " [" + v.String() + "]"
	}
	switch {
	case o.Prototype() == nil:
		s.open = "[Object: null prototype]" + tag + " {"
	case name != "Object" || tag != "":
		s.open = orAnonymous(name, "Object") + tag + " {"
	}
}

// inspectArray is the elements of an array.
func (m *machine) inspectArray(o *goja.Object, s *shape, name string, in inspection) {
	s.open, s.close, s.list = "[", "]", true
	n := int(o.Get("length").ToInteger())
	if name != "" && name != "Array" {
		s.open = name + "(" + itoa(n) + ") ["
	}
	shown, empty := 0, 0
	flush := func() {
		if empty > 0 {
			plural := "s"
			if empty == 1 {
				plural = ""
			}
			s.add(fmt.Sprintf("<%d empty item%s>", empty, plural), nil)
			empty = 0
			shown++
		}
	}
	i := 0
	for ; i < n && shown < maxElements; i++ {
		v := o.Get(strconv.Itoa(i))
		if v == nil {
			empty++
			continue
		}
		if flush(); shown < maxElements {
			s.add(m.inspect(v, in), v)
			shown++
		}
	}
	flush()
	s.rest(n - i)
}

func (s *shape) add(piece string, v goja.Value) {
	s.pieces, s.values = append(s.pieces, piece), append(s.values, v)
}

// rest says how many are not shown.
func (s *shape) rest(left int) {
	if left <= 0 {
		return
	}
	plural := "s"
	if left == 1 {
		plural = ""
	}
	s.more = true
	s.add(fmt.Sprintf("... %d more item%s", left, plural), nil)
}

// inspectCollection is the entries of a Map or a Set.
func (m *machine) inspectCollection(o *goja.Object, s *shape, class string, in inspection) {
	size := int(o.Get("size").ToInteger())
	s.open = fmt.Sprintf("%s(%d) {", class, size)
	if !since(m.policy, 14) {
		s.open = class + " {"
	}
	shown := 0
	m.vm.ForOf(o, func(v goja.Value) bool {
		if shown++; shown > maxElements {
			return false
		}
		if class == "Set" {
			s.add(m.inspect(v, in), v)
			return true
		}
		entry := v.(*goja.Object)
		s.add(m.inspect(entry.Get("0"), in)+" => "+m.inspect(entry.Get("1"), in), nil)
		return true
	})
	s.rest(size - maxElements)
}

// inspectOwn is an object of this package's own making.
func (m *machine) inspectOwn(o *goja.Object, s *shape, name string, in inspection) bool {
	if id, ok := m.isPromise(o); ok {
		s.open = name + " {"
		switch settled, rejected := m.rt.State(id); {
		case !settled:
			s.pieces = []string{"<pending>"}
		case rejected:
			s.pieces = []string{"<rejected> " + m.inspect(m.value(m.rt.Reason(id)), in)}
		default:
			s.pieces = []string{m.inspect(m.value(m.rt.Reason(id)), in)}
		}
		return true
	}
	if _, ok := m.isGenerator(o); ok {
		s.open = "Object [AsyncGenerator] {"
		return true
	}
	return false
}
