package js

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// This file is about CommonJS whose require is handed to a function, as modules that
// know several loaders do it (UMD, and CommonJS as AMD wraps it):
//
//	(function (define) {
//	  define(function (require) { var a = require('./a') })
//	})(function (factory) { module.exports = factory(require) })
//
// The bundler follows calls of the file's own require only, and this one is a parameter.
// So each such file gets a function behind its end that has the calls once more, and
// tells the run of it as it begins. Where the run's require is called, it asks the
// function of the file that the call stands in.

// nameFinds is the function behind a file's end: it gives a module by its name.
const nameFinds = "evsim$finds"

// handedOn finds a require that is a parameter or an argument, and requireCall calls with
// a name that is no expression.
var (
	handedOn    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[(,]\s*require\s*[,)]`) })
	requireCall = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\brequire\s*\(\s*(?:'([^'"\\\n]+)'|"([^'"\\\n]+)")\s*\)`)
	})
)

// withFinder is the text of a file with the function that finds what it requires by a
// require that is handed to it. A name that leads nowhere is no mistake before a call
// comes to it: the bundler takes that from the try.
func withFinder(text string) string {
	if !handedOn().MatchString(text) {
		return text
	}
	var names []string
	for _, found := range requireCall().FindAllStringSubmatch(text, -1) {
		names = append(names, found[1]+found[2])
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 {
		return text
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nfunction %s(name) { switch (name) {", text, nameFinds)
	for _, name := range names {
		fmt.Fprintf(&b, " case %q: try { return require(%q) } catch (e) { throw e }", name, name)
	}
	fmt.Fprintf(&b, " } } %s(%s)", nameFinder, nameFinds)
	return b.String()
}

// tellsFinder reports whether an expression tells the run of such a function. It stands
// behind the file's end, because what stands before a text moves its places, and is
// evaluated first.
func tellsFinder(e ast.Expression) bool {
	c, ok := e.(*ast.CallExpression)
	return ok && isCalled(c.Callee, nameFinder)
}

// finder takes the function that finds what a file requires.
func (m *machine) finder(call goja.FunctionCall) goja.Value {
	finds, _ := goja.AssertFunction(call.Argument(0))
	if m.finders == nil {
		m.finders = make(map[string]goja.Callable)
	}
	m.finders[m.callingFile().name] = finds
	return goja.Undefined()
}

// callingFile is the file, with the line, that a call of the run's stands in.
func (m *machine) callingFile() (at struct {
	name string
	line int
}) {
	if f := m.from(); f != (goja.StackFrame{}) {
		place := f.Position()
		at.name, at.line = m.program.nameOf(place.Filename), place.Line
	}
	return at
}

// found is what the file that calls require has behind a name; nil where it does not
// say, or asks from behind its end, where the bundler found nothing either.
func (m *machine) found(name goja.Value) goja.Value {
	at := m.callingFile()
	finds := m.finders[at.name]
	if finds == nil || at.line > strings.Count(string(m.program.sources[at.name]), "\n")+1 {
		return nil
	}
	v, err := finds(goja.Undefined(), name)
	m.rethrow(err)
	if goja.IsUndefined(v) {
		return nil
	}
	return v
}
