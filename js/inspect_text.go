package js

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/dop251/goja"
	eastAsian "golang.org/x/text/width"
)

var plainKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-zA-Z_][a-zA-Z_0-9]*$`) })

// shape is how an object is shown.
type shape struct {
	base   string // stands before the braces
	open   string
	close  string
	pieces []string
	list   bool            // the pieces may stand in columns
	values []goja.Value    // of a list
	more   bool            // the last piece says how many more there are
	skip   map[string]bool // keys that are shown already
}

func (s *shape) add(piece string, v goja.Value) {
	s.pieces, s.values = append(s.pieces, piece), append(s.values, v)
}

// inspectObject is an object as util.inspect shows it.
func (m *machine) inspectObject(o *goja.Object, in inspection) string {
	class := m.constructorOf(o)
	switch inside := m.hasInside(o, in); {
	case inside && in.depth > in.deepest:
		return m.deeper(o, class)
	case inside:
		in.inspecting.current = in.depth
	}
	inner := in
	inner.depth++
	inner.indent += 2
	inner.seen = append(in.seen[:len(in.seen):len(in.seen)], o)
	s := shape{open: "{", close: "}"}
	if !m.inspectKind(o, &s, class, inner) {
		m.inspectPlain(o, &s, class)
	}
	m.inspectKeys(o, &s, inner)
	if at := m.reference(o, in); at != "" && since(m.policy, 14) {
		s.base = strings.TrimSuffix(at+" "+s.base, " ")
	}
	return s.text(in, since(m.policy, 14))
}

// inspectKind is an object of a kind that is shown in a way of its own.
func (m *machine) inspectKind(o *goja.Object, s *shape, class string, in inspection) bool {
	if id, ok := m.isPromise(o); ok {
		s.open = m.prefix(o, class, "Promise", "") + "{"
		m.inspectPromise(id, s, in)
		return true
	}
	kind := classOf(o)
	size := func() string { return "(" + itoa(int(o.Get("length").ToInteger())) + ")" }
	switch {
	case isFunction(o):
		s.base = m.functionText(o, class)
	case kind == "Array":
		if s.open = "["; class != "Array" {
			n := size()
			if !since(m.policy, 12) {
				n = ""
			}
			s.open = m.prefix(o, class, orAnonymous(class, "Array"), n) + "["
		}
		m.inspectArray(o, s, in)
	case isTyped(o):
		if s.open = m.prefix(o, class, m.tagOf(o), size()) + "["; !since(m.policy, 12) {
			s.open = m.prefix(o, class, m.tagOf(o), "") + "["
		}
		m.inspectArray(o, s, in)
	case kind == "Map" || kind == "Set":
		n := "(" + itoa(int(o.Get("size").ToInteger())) + ")"
		if !since(m.policy, 14) {
			n = ""
		}
		s.open = m.prefix(o, class, kind, n) + "{"
		m.inspectCollection(o, s, kind, in)
	case kind == "Error":
		s.base = m.errorStack(o, in)
		m.inspectErrorParts(o, s, in)
	case kind == "RegExp":
		s.base = "/" + o.Get("source").String() + "/" + o.Get("flags").String()
	case kind == "Date":
		s.base = m.dateText(o)
	case kind == "Arguments":
		s.open = "[Arguments] {"
	case isBuffer(o):
		s.open = m.prefix(o, class, "ArrayBuffer", "") + "{"
		m.inspectBuffer(o, s)
	default:
		return m.inspectRare(o, s, class, in)
	}
	return true
}

// inspectRare goes on with the kinds.
func (m *machine) inspectRare(o *goja.Object, s *shape, class string, in inspection) bool {
	switch kind := m.kindOf(o); kind {
	case "Number", "String", "Boolean", "Symbol", "BigInt":
		s.base, s.list = "["+kind+": "+scalar(boxedValue(o, kind, m))+"]", kind == "String"
	case "WeakMap", "WeakSet":
		s.open = m.prefix(o, class, kind, "") + "{"
		if s.add("<items unknown>", nil); !since(m.policy, 11) {
			s.pieces[0] = "[items unknown]"
		}
	case "Map Iterator", "Set Iterator": // the engine has no way to look at what is left
		s.open = "[" + kind + "] {"
	case "Generator":
		s.open = "Object [Generator] {"
	case "AsyncGenerator":
		s.open = "Object [AsyncGenerator] {"
	case "DataView":
		s.open = "DataView {"
		for _, key := range [...]string{"byteLength", "byteOffset", "buffer"} {
			s.add(m.hiddenKey(key)+": "+m.inspect(o.Get(key), in), nil)
		}
	default:
		return false
	}
	return true
}

// hasInside reports whether an object has anything that is shown in its braces.
func (m *machine) hasInside(o *goja.Object, in inspection) bool {
	if len(m.keysOf(o, in.hidden)) > 0 || len(o.Symbols()) > 0 {
		return true
	}
	switch kind := m.kindOf(o); kind {
	case "Promise", "WeakMap", "WeakSet", "ArrayBuffer", "DataView":
		return true
	case "Map", "Set":
		return o.Get("size").ToInteger() > 0
	case "Array":
		return o.Get("length").ToInteger() > 0
	}
	return false
}

// boxedValue is what a wrapper object holds.
func boxedValue(o *goja.Object, kind string, m *machine) goja.Value {
	return m.call(kind+".prototype.valueOf", o)
}

// deeper is an object that lies too deep to be shown.
func (m *machine) deeper(o *goja.Object, class string) string {
	switch {
	case o.ClassName() == "Array" && (class == "" || class == "Array"):
		return "[Array]"
	case class == "":
		return "[Object: null prototype]"
	}
	return "[" + strings.TrimSuffix(m.prefix(o, class, "", ""), " ") + "]"
}

// inspectPlain is an object of no kind that is shown in a way of its own.
func (m *machine) inspectPlain(o *goja.Object, s *shape, class string) {
	if prefix := m.prefix(o, class, "", ""); prefix != "Object " {
		s.open = prefix + "{"
	}
}

// text is what is shown of an object, in one line if that is short, and, where
// it must be whole, if no piece has more than one.
func (s *shape) text(in inspection, whole bool) string {
	if len(s.pieces) == 0 {
		switch {
		case s.base != "" && s.open == "{":
			return s.base
		case s.base != "":
			return s.base + " " + s.open + s.close
		default:
			return s.open + s.close
		}
	}
	if in.compact < 0 {
		return s.old(in)
	}
	pieces := s.pieces
	if s.list && in.compact >= 1 && len(pieces) > 6 {
		pieces = s.columns(in)
	}
	before := ""
	if s.base != "" {
		before = s.base + " "
	}
	if in.compact >= 1 && len(pieces) == len(s.pieces) && in.current-in.depth < in.compact {
		start := len(pieces) + in.indent + units(s.open) + units(s.base) + 10
		if line := strings.Join(pieces, ", "); s.fits(pieces, start, in.breakAt) && !(whole && strings.Contains(line, "\n")) {
			return before + s.open + " " + line + " " + s.close
		}
	}
	indent := "\n" + strings.Repeat(" ", in.indent)
	return before + s.open + indent + "  " + strings.Join(pieces, ","+indent+"  ") + indent + s.close
}

func (s *shape) fits(pieces []string, start, most int) bool {
	total := len(pieces) + start
	if total+len(pieces) > most {
		return false
	}
	for _, p := range pieces {
		if total += units(p); total > most {
			return false
		}
	}
	return !strings.Contains(s.base, "\n")
}

// old is the text as releases before 12 make it: on one line, or with each piece
// on a line of its own behind the brace.
func (s *shape) old(in inspection) string {
	base := s.base
	if base != "" {
		base = " " + base
	}
	total := 0
	for _, p := range s.pieces {
		total += units(p) + 1
	}
	if len(s.pieces)*2 <= in.breakAt && total+units(s.open) <= in.breakAt && !slices.ContainsFunc(s.pieces, func(p string) bool { return strings.Contains(p, "\n") }) {
		return s.open + base + " " + strings.Join(s.pieces, ", ") + " " + s.close
	}
	indent := "\n" + strings.Repeat(" ", in.indent) + "  "
	first := base + indent
	if base == "" && len(s.open) == 1 {
		first = " "
	}
	return s.open + first + strings.Join(s.pieces, ","+indent) + " " + s.close
}

// terminalWidth is how many columns of a terminal a text takes: those of East Asia two for most
// of their letters, and marks and control characters none (Node src/node_i18n.cc,
// GetColumnWidth; Unicode Standard Annex 11).
func terminalWidth(text string) (n int) {
	const softHyphen = 0xad
	for _, r := range text {
		switch kind := eastAsian.LookupRune(r).Kind(); {
		case r != softHyphen && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Me, unicode.Mn):
		case kind == eastAsian.EastAsianWide || kind == eastAsian.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// columns puts more than six elements in rows of equal columns, where they are
// about as long as each other.
func (s *shape) columns(in inspection) []string {
	const space, heights, mostColumns = 2, 2.5, 15
	elements := s.pieces
	if s.more {
		elements = elements[:len(elements)-1]
	}
	widths, total, longest := make([]int, len(elements)), 0, 0
	for i, e := range elements {
		widths[i] = terminalWidth(e)
		total += widths[i] + space
		longest = max(longest, widths[i])
	}
	cell := longest + space
	if cell*3+in.indent >= in.breakAt || float64(total)/float64(cell) <= 5 && longest > 6 {
		return s.pieces
	}
	bias := math.Sqrt(float64(cell) - float64(total)/float64(len(s.pieces)))
	biased := math.Max(float64(cell)-3-bias, 1)
	n := min(int(math.Floor(math.Sqrt(heights*biased*float64(len(elements)))/biased+0.5)), (in.breakAt-in.indent)/cell, in.compact*4, mostColumns)
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
