package js

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// What util.inspect shows at most (lib/internal/util/inspect.js,
// inspectDefaultOptions).
const (
	maxElements = 100
	maxLetters  = 10_000 // of a string that is no whole line
	maxPieces   = 10_000 // of one value that is printed; Node has no such limit
	compact     = 3
)

// inspection is the way to a value that is shown.
type inspection struct {
	depth  int
	indent int
	seen   []*goja.Object
	*inspecting
}

// inspecting is what all of one inspection shares.
type inspecting struct {
	inspectOptions
	circles []*goja.Object // objects that are shown within themselves
	pieces  int
	current int // how deep the object lies that was shown last
}

// inspectOptions are those that util.inspect takes.
type inspectOptions struct {
	deepest  int // levels that are shown
	breakAt  int
	compact  int // levels within an object that stays on one line; -1: as releases before 12 did
	elements int
	letters  int
	hidden   bool
	sorted   bool
	getters  bool
	custom   bool
	given    *goja.Object // the options as they were given
}

// defaults are the options of console.log.
func (m *machine) defaults() inspectOptions {
	o := inspectOptions{deepest: 2, breakAt: 80, compact: compact, elements: maxElements, letters: maxLetters, custom: true}
	if !since(m.policy, 12) {
		o.compact, o.breakAt, o.letters = -1, 60, math.MaxInt
	}
	return o
}

// display is a value as console.log shows it.
func (m *machine) display(v goja.Value) string { return m.displayWith(v, m.defaults()) }

func (m *machine) displayWith(v goja.Value, o inspectOptions) string {
	return m.inspect(v, inspection{inspecting: &inspecting{inspectOptions: o}})
}

// inspectWith is util.inspect(value, options).
func (m *machine) inspectWith(call goja.FunctionCall) goja.Value {
	o := m.defaults()
	switch given := call.Argument(1).(type) {
	case *goja.Object:
		m.readOptions(&o, given)
	default: // inspect(value, showHidden, depth), as it once was called
		o.hidden = given.Export() == true
		if depth := call.Argument(2); !goja.IsUndefined(depth) {
			legacy := m.vm.NewObject()
			_ = legacy.Set("depth", depth)
			m.readOptions(&o, legacy)
		}
	}
	return m.vm.ToValue(m.displayWith(call.Argument(0), o))
}

// readOptions takes in what util.inspect was given.
func (m *machine) readOptions(o *inspectOptions, given *goja.Object) {
	o.given = given
	least := -1 // as depth, of an object that is shown by its name alone
	number := func(name string, into *int, none int) {
		switch v := given.Get(name); {
		case v == nil || goja.IsUndefined(v):
		case goja.IsNull(v) || v.ToFloat() > math.MaxInt32:
			*into = none
		case goja.IsNumber(v):
			*into = max(least, int(v.ToInteger()))
		}
	}
	flag := func(name string, into *bool) {
		if v := given.Get(name); v != nil && !goja.IsUndefined(v) {
			*into = v.ToBoolean()
		}
	}
	number("depth", &o.deepest, math.MaxInt32)
	least = 0
	number("breakLength", &o.breakAt, math.MaxInt32)
	number("maxArrayLength", &o.elements, math.MaxInt32)
	number("maxStringLength", &o.letters, math.MaxInt32)
	number("compact", &o.compact, o.compact)
	if v := given.Get("compact"); v != nil {
		if set, ok := v.Export().(bool); ok && set {
			o.compact = -1
		} else if ok {
			o.compact = 0
		}
	}
	flag("showHidden", &o.hidden)
	flag("sorted", &o.sorted)
	flag("getters", &o.getters)
	flag("customInspect", &o.custom)
}

// inspect is a value within what is shown.
func (m *machine) inspect(v goja.Value, in inspection) string {
	o, ok := v.(*goja.Object)
	if !ok {
		return m.primitive(v, in)
	}
	if isProxy(o) {
		target := o.Export().(goja.Proxy).Target()
		if target == nil {
			return "<Revoked Proxy>"
		}
		if text := m.inspect(target, in); !since(m.policy, 26) {
			return text
		} else {
			return "Proxy(" + text + ")"
		}
	}
	if in.inspecting.pieces++; in.inspecting.pieces > maxPieces {
		return "..."
	}
	if in.custom {
		if text, ok := m.inspectCustom(o, in); ok {
			return text
		}
	}
	for _, outer := range in.seen {
		if outer == o {
			return m.circular(o, in)
		}
	}
	return m.inspectObject(o, in)
}

// shownOptions are the options as an object is given them that shows itself, in Node's
// order (lib/internal/util/inspect.js, getUserOptions and inspectDefaultOptions).
func (m *machine) shownOptions(o inspectOptions, depth int) []property {
	var compact any = o.compact
	if o.compact < 0 {
		compact = true
	}
	list := []property{
		{"stylize", m.function("stylize", 2, func(call goja.FunctionCall) goja.Value { return m.vm.ToValue(call.Argument(0).String()) })},
		{"showHidden", o.hidden}, {"depth", depth}, {"colors", false}, {"customInspect", o.custom}, {"showProxy", false}, {"maxArrayLength", o.elements},
	}
	if since(m.policy, 12) {
		list = append(list, property{"maxStringLength", o.letters})
	}
	list = append(list, property{"breakLength", o.breakAt}, property{"compact", compact}, property{"sorted", o.sorted})
	if since(m.policy, 12) {
		list = append(list, property{"getters", o.getters})
	}
	if (appearance{from: "16.14 17.3"}).in(m.policy) {
		list = append(list, property{"numericSeparator", false})
	}
	return list
}

// inspectCustom asks an object how it is shown, if it says so.
func (m *machine) inspectCustom(o *goja.Object, in inspection) (text string, asked bool) {
	if m.custom == nil {
		return "", false
	}
	fn, ok := goja.AssertFunction(o.GetSymbol(m.custom))
	if !ok {
		return "", false
	}
	options, left := m.vm.NewObject(), in.deepest-in.depth
	setAll(options, m.shownOptions(in.inspectOptions, left))
	if in.given != nil {
		for _, key := range in.given.Keys() {
			_ = options.Set(key, in.given.Get(key))
		}
	}
	_ = options.Set("depth", left)
	v, err := fn(o, m.vm.ToValue(left), options, m.function("inspect", 2, m.inspectWith))
	m.rethrow(err)
	if goja.IsString(v) {
		return strings.ReplaceAll(v.String(), "\n", "\n"+strings.Repeat(" ", in.indent)), true
	}
	if v == o {
		return "", false
	}
	return m.inspect(v, in), true
}

func (m *machine) circular(o *goja.Object, in inspection) string {
	if !since(m.policy, 14) {
		return "[Circular]"
	}
	for i, circle := range in.circles {
		if circle == o {
			return fmt.Sprintf("[Circular *%d]", i+1)
		}
	}
	in.inspecting.circles = append(in.inspecting.circles, o)
	return fmt.Sprintf("[Circular *%d]", len(in.inspecting.circles))
}

// reference is what stands before an object that is shown within itself.
func (m *machine) reference(o *goja.Object, in inspection) string {
	for i, circle := range in.circles {
		if circle == o {
			return fmt.Sprintf("<ref *%d>", i+1)
		}
	}
	return ""
}

// primitive is a value that is no object, within another one.
func (m *machine) primitive(v goja.Value, in inspection) string {
	if v != nil && goja.IsString(v) {
		return in.text(v.String(), newest(m.policy))
	}
	return scalar(v)
}

// scalar is a value that is neither an object nor a string.
func scalar(v goja.Value) string {
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

// text is a string within another value: long ones that have more than one line
// are broken behind each.
func (in inspection) text(text string, release int) string {
	const shortest = 16
	more := ""
	if letters := []rune(text); len(letters) > in.letters {
		left := len(letters) - in.letters
		text, more = string(letters[:in.letters]), fmt.Sprintf("... %d more character%s", left, plural(left))
	}
	n := units(text)
	if in.compact < 0 || n <= shortest || n <= in.breakAt-in.indent-4 || !strings.Contains(text, "\n") {
		return quotedBy(text, release) + more
	}
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, quotedBy(line, release))
	}
	return strings.Join(lines, " +\n"+strings.Repeat(" ", in.indent+2)) + more
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// quoted is a string in the quotes that need the least escaping.
func quoted(text string) string { return quotedBy(text, math.MaxInt) }

// quotedBy is a string in quotes as a release writes it.
func quotedBy(text string, release int) string {
	quote := byte('\'')
	if strings.Contains(text, "'") && release > 10 {
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
			b.WriteByte("btnvfr"[strings.IndexRune("\b\t\n\v\f\r", r)])
		case r < ' ' && release < 14:
			fmt.Fprintf(&b, "\\u%04x", r)
		case r < ' ' || r >= 0x7f && r < 0xa0 && release >= 14:
			fmt.Fprintf(&b, "\\x%02X", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte(quote)
	return b.String()
}

// isIndex reports whether a key is that of an element of an array.
func isIndex(key string) bool {
	n, err := strconv.ParseUint(key, 10, 32)
	return err == nil && n < math.MaxUint32 && strconv.FormatUint(n, 10) == key
}
