package js

import (
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// placedLine is a line of a stack: a function with its place, or a place alone.
// The engine's own lines end in a number of the engine; those of a stack that was
// read do not: see traced.
var placedLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*at (?:(.*) \()?([^()]+):(\d+):(\d+)(?:\(\d+\))?\)?$`)
})

// traces has a value whose property stack is read go through traced.
func (r *rewriter) traces(n *ast.DotExpression) {
	if n.Identifier.Name != "stack" || r.evaluated {
		return
	}
	switch n.Left.(type) {
	case *ast.Optional, *ast.OptionalChain, *ast.SuperExpression:
		return // the engine wants to see these behind the dot
	}
	n.Left = call(nameTraced, n.Left.Idx0(), n.Left)
	r.mention(nameTraced)
}

// traced gives back a value. If it is an error with a stack of the engine's, the
// stack gets the form of V8's first, since a program reads it.
func (m *machine) traced(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	o, ok := v.(*goja.Object)
	if !ok || !isError(o) || isProxy(o) {
		return v
	}
	stack, ok := m.own(o, "stack").(goja.String)
	if !ok {
		return v
	}
	text := stack.String()
	at := strings.Index(text, "\n\tat ")
	if at < 0 {
		return v
	}
	read := text[:at]
	for _, place := range m.shownPlaces(o) {
		read += "\n    at " + place
	}
	_ = o.DefineDataProperty("stack", m.vm.ToValue(read), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return v
}
