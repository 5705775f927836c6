package js

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/dop251/goja"
)

var plainKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-zA-Z_][a-zA-Z_0-9]*$`) })

// inspectKeys is the properties of an object that are no elements.
func (m *machine) inspectKeys(o *goja.Object, s *shape, in inspection) {
	for _, key := range o.Keys() {
		if _, err := strconv.ParseUint(key, 10, 32); err == nil && s.list {
			continue
		}
		if o.ClassName() == "Error" && (key == "stack" || key == "message") {
			continue
		}
		name := key
		if !plainKey().MatchString(key) {
			name = quoted(key)
		}
		s.pieces = append(s.pieces, name+": "+m.property(o, m.vm.ToValue(key), in))
	}
	for _, symbol := range o.Symbols() {
		if symbol == symNumber || !m.enumerable(o, symbol) {
			continue
		}
		s.pieces = append(s.pieces, "["+primitive(symbol)+"]: "+m.property(o, symbol, in))
	}
}

// descriptor is Object.getOwnPropertyDescriptor.
func (m *machine) descriptor(o *goja.Object, key goja.Value) *goja.Object {
	call, _ := goja.AssertFunction(m.vm.GlobalObject().Get("Object").(*goja.Object).Get("getOwnPropertyDescriptor"))
	v, err := call(goja.Undefined(), o, key)
	m.rethrow(err)
	d, _ := v.(*goja.Object)
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

// text is the whole of what is shown, in one line if that is short.
func (s *shape) text(in inspection) string {
	if len(s.pieces) == 0 {
		switch {
		case s.base != "":
			return s.base
		case strings.HasSuffix(s.open, "{") || strings.HasSuffix(s.open, "["):
			return s.open + s.close
		}
	}
	pieces := s.pieces
	if s.list && len(pieces) > 6 {
		pieces = s.columns(in.indent)
	}
	before := ""
	if s.base != "" {
		before = s.base + " "
	}
	if len(pieces) == len(s.pieces) && s.shallow(in) {
		start := len(pieces) + in.indent + width(s.open) + width(s.base) + 10
		if line := strings.Join(pieces, ", "); s.fits(pieces, start) && !strings.Contains(line, "\n") {
			return before + s.open + " " + line + " " + s.close
		}
	}
	indent := "\n" + strings.Repeat(" ", in.indent)
	return before + s.open + indent + "  " + strings.Join(pieces, ","+indent+"  ") + indent + s.close
}

// shallow reports whether no more than so many levels lie within, as Node counts
// them: down to the object that was shown last.
func (s *shape) shallow(in inspection) bool { return in.state.current-in.depth < compact }

func (s *shape) fits(pieces []string, start int) bool {
	total := len(pieces) + start
	for _, p := range pieces {
		if total += width(p); total > breakLength {
			return false
		}
	}
	return !strings.Contains(s.base, "\n")
}

func width(text string) int { return utf8.RuneCountInString(text) }

// columns puts more than six elements in rows of equal columns, where they are
// about as long as each other.
func (s *shape) columns(indent int) []string {
	const space, heights, mostColumns = 2, 2.5, 15
	elements := s.pieces
	if s.more {
		elements = elements[:len(elements)-1]
	}
	widths, total, longest := make([]int, len(elements)), 0, 0
	for i, e := range elements {
		widths[i] = width(e)
		total += widths[i] + space
		longest = max(longest, widths[i])
	}
	cell := longest + space
	if cell*3+indent >= breakLength || float64(total)/float64(cell) <= 5 && longest > 6 {
		return s.pieces
	}
	bias := math.Sqrt(float64(cell) - float64(total)/float64(len(s.pieces)))
	biased := math.Max(float64(cell)-3-bias, 1)
	n := min(int(math.Floor(math.Sqrt(heights*biased*float64(len(elements)))/biased+0.5)), (breakLength-indent)/cell, compact*4, mostColumns)
	if n <= 1 {
		return s.pieces
	}
	numbers := !slices.ContainsFunc(s.values[:len(elements)], func(v goja.Value) bool { return !isNumeric(v) })
	rows := s.rows(elements, widths, n, numbers)
	if s.more {
		rows = append(rows, s.pieces[len(s.pieces)-1])
	}
	return rows
}

func isNumeric(v goja.Value) bool {
	return v != nil && (goja.IsNumber(v) || goja.IsBigInt(v))
}

// rows pads elements to columns: numbers on the left, others on the right.
func (s *shape) rows(elements []string, widths []int, n int, numbers bool) []string {
	columns := make([]int, n)
	for i, w := range widths {
		columns[i%n] = max(columns[i%n], w)
	}
	var rows []string
	for i := 0; i < len(elements); i += n {
		last := min(i+n, len(elements)) - 1
		var b strings.Builder
		for j := i; j <= last; j++ {
			cell, pad := elements[j], strings.Repeat(" ", columns[j-i]-widths[j])
			if numbers {
				b.WriteString(pad)
			}
			b.WriteString(cell)
			if j < last {
				b.WriteString(", ")
				if !numbers {
					b.WriteString(pad)
				}
			}
		}
		rows = append(rows, b.String())
	}
	return rows
}

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
		b.WriteString(m.inspect(args[0], inspection{}))
		rest = args[1:]
	}
	for _, v := range rest {
		b.WriteByte(' ')
		if goja.IsString(v) {
			b.WriteString(v.String())
		} else {
			b.WriteString(m.inspect(v, inspection{}))
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
		case strings.IndexByte("sdifjoOc", c) >= 0 && len(*args) > 0:
			b.WriteString(m.directive(c, (*args)[0]))
			*args = (*args)[1:]
			i++
		default:
			b.WriteByte('%')
		}
	}
	return b.String()
}

func (m *machine) directive(c byte, v goja.Value) string {
	_, object := v.(*goja.Object)
	_, symbol := v.(*goja.Symbol)
	switch {
	case c == 'c':
		return ""
	case c == 'j':
		text, err := m.json(v)
		if err {
			return "[Circular]"
		}
		return text
	case c == 'o' || c == 'O':
		return m.inspect(v, inspection{})
	case c == 's' && !object:
		if goja.IsString(v) {
			return v.String()
		}
		return primitive(v)
	case c == 's':
		if o := v.(*goja.Object); m.prints(o) {
			return v.String()
		}
		return m.inspect(v, inspection{depth: maxDepth})
	case goja.IsBigInt(v):
		return v.String() + "n"
	case symbol || object && c != 'f':
		return "NaN"
	case c == 'i':
		return m.global("parseInt", v)
	case c == 'f':
		return m.global("parseFloat", v)
	}
	return primitive(v.ToNumber())
}

// prints reports whether an object has a toString of its own.
func (m *machine) prints(o *goja.Object) bool {
	if isError(o) || o.ClassName() == "Date" {
		return true
	}
	builtin := m.vm.GlobalObject().Get("Object").(*goja.Object).Get("prototype").(*goja.Object).Get("toString")
	return o.ClassName() == "Object" && o.Get("toString") != nil && o.Get("toString") != builtin
}

func (m *machine) global(name string, v goja.Value) string {
	call, _ := goja.AssertFunction(m.vm.GlobalObject().Get(name))
	result, err := call(goja.Undefined(), v)
	if err != nil {
		return "NaN"
	}
	return primitive(result)
}

func (m *machine) json(v goja.Value) (text string, failed bool) {
	call, _ := goja.AssertFunction(m.vm.GlobalObject().Get("JSON").(*goja.Object).Get("stringify"))
	result, err := call(goja.Undefined(), v)
	if err != nil {
		return "", true
	}
	return result.String(), false
}
