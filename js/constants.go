package js

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"evsim/internal/escape"
)

// The bundler refuses a file that assigns to a constant, since it makes variables
// of some constants. To a program this is a TypeError when it comes there, which it
// may catch (ECMA-262 §9.1.1.1.5, SetMutableBinding). So the name that is assigned
// to becomes a property that throws, and the bundler sees no constant there.

// amendment is one name in a file that stands for a constant and is assigned to.
type amendment struct {
	line, col int    // from 1, and from 0 in bytes
	name      string // as it stands in the file
	insert    string // what is put there, in the place of no name: see script
	short     bool   // it is a property of a pattern, such as {a} = b
}

// text is what stands there instead. The function reads the constant, which
// throws where it is not initialized yet.
func (a amendment) text() string {
	if a.insert != "" {
		return a.insert
	}
	property := nameConstant + "(() => " + a.name + ").value"
	if a.short {
		return a.name + ": " + property
	}
	return property
}

// maxRounds bounds how often files are bundled again for patterns, of which the
// bundler tells one in each file a time.
const maxRounds = 32

var toConstant = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^Cannot assign to ".*" because it is a constant$`)
})

// build bundles as the options say, again where nothing but assignments to
// constants kept it from that.
func (l *loader) build(o api.BuildOptions) api.BuildResult {
	for rounds := 0; ; rounds++ {
		built := l.buildOnce(o)
		if len(built.Errors) == 0 || rounds == maxRounds || !l.amend(built.Errors) {
			built.Errors = l.ofEach(o, built.Errors)
			return built
		}
	}
}

// buildOnce bundles as the options say. Errors have their places in the files.
func (l *loader) buildOnce(o api.BuildOptions) api.BuildResult {
	built := api.Build(o)
	l.withoutInserted(built.Errors)
	return built
}

// amend takes in the assignments to constants that a bundle failed for; false: it
// failed for something else.
func (l *loader) amend(errors []api.Message) bool {
	for i := range errors {
		m := &errors[i]
		if m.Location == nil || !toConstant().MatchString(m.Text) && !slices.ContainsFunc(l.amendments[m.Location.File], func(a amendment) bool { return a.insert == "" }) {
			return false
		}
	}
	for i := range errors {
		m := &errors[i]
		if at := m.Location; toConstant().MatchString(m.Text) {
			line := at.LineText[min(at.Column, len(at.LineText)):]
			l.amendments[at.File] = append(l.amendments[at.File], amendment{line: at.Line, col: at.Column, name: line[:min(at.Length, len(line))]})
		} else if !l.shorten(m.Location) {
			return false
		}
	}
	for _, list := range l.amendments {
		slices.SortFunc(list, func(a, b amendment) int { return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.col, b.col)) })
	}
	return true
}

// mistakes are the messages without those that are none to a program, where there
// are others.
func mistakes(messages []api.Message) []api.Message {
	left := slices.DeleteFunc(slices.Clone(messages), func(m api.Message) bool { return toConstant().MatchString(m.Text) })
	if len(left) == 0 {
		return messages
	}
	return left
}

// shorten takes the last amendment before a mistake in its line for a property of a
// pattern, where it has to have the property's name before it.
func (l *loader) shorten(at *api.Location) bool {
	list := l.amendments[at.File]
	shift, found := 0, -1
	for i, a := range list {
		if a.insert == "" && a.line == at.Line && a.col+shift <= at.Column {
			found = i
			shift += len(a.text()) - len(a.name)
		}
	}
	if found < 0 || list[found].short {
		return false
	}
	list[found].short = true
	return true
}

// amended is the text of a file as the bundler is to see it.
func (l *loader) amended(name, text string) string {
	list := l.amendments[name]
	if len(list) == 0 {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for _, a := range slices.Backward(list) {
		line := lines[a.line-1]
		lines[a.line-1] = line[:a.col] + a.text() + line[a.col+len(a.name):]
	}
	return strings.Join(lines, "")
}

// unamended is a source map of the files as they are, of one of what the bundler
// saw of them. Its columns count from 0.
func (p *Program) unamended(text []byte) ([]byte, error) {
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("the bundle's source map: %w", err)
	}
	names, _ := all["sources"].([]any)
	mappings, _ := all["mappings"].(string)
	lines := strings.Split(mappings, ";")
	var source, line, col, said int // said is what the map written so far has for the column
	for i, segments := range lines {
		if segments == "" {
			continue
		}
		list := strings.Split(segments, ",")
		for j, segment := range list {
			numbers, err := decodeVLQ(segment)
			if err != nil {
				return nil, err
			}
			if len(numbers) < 4 {
				continue
			}
			source, line, col = source+numbers[1], line+numbers[2], col+numbers[3]
			now := col
			if source >= 0 && source < len(names) {
				name, _ := names[source].(string)
				now = p.column(p.nameOf(path.Clean(name)), line+1, col)
			}
			numbers[3], said = now-said, now
			list[j] = encodeVLQ(numbers)
		}
		lines[i] = strings.Join(list, ",")
	}
	all["mappings"] = strings.Join(lines, ";")
	return escape.JSON(all)
}

// column is where a column of a line that the bundler saw, from 0, is in the file.
func (p *Program) column(name string, line, col int) int {
	shift := 0
	for _, a := range p.amendments[name] {
		if a.line != line {
			continue
		}
		whole := strings.Split(string(p.sources[name]), "\n")[line-1]
		from, width, instead := units(whole[:a.col]), units(a.name), units(a.text())
		switch {
		case col-shift < from:
			return col - shift
		case col-shift < from+instead:
			return from
		}
		shift += instead - width
	}
	return col - shift
}

// units is how many units of UTF-16 a text has, which are columns in a source map, and
// what Node counts by.
func units(text string) int { return len(utf16.Encode([]rune(text))) }

// constant is what an assignment to a constant assigns to: (reads the constant).
func (m *machine) constant(call goja.FunctionCall) goja.Value {
	fn, _ := goja.AssertFunction(call.Argument(0))
	read := func(goja.FunctionCall) goja.Value {
		v, err := fn(goja.Undefined())
		m.rethrow(err)
		return v
	}
	o := m.vm.NewObject()
	_ = o.DefineAccessorProperty("value", m.unnamed(read), m.unnamed(func(call goja.FunctionCall) goja.Value {
		read(call)
		m.throwType("Assignment to constant variable.")
		return nil
	}), goja.FLAG_FALSE, goja.FLAG_FALSE)
	return o
}
