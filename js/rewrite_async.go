package js

import (
	"reflect"
	"strings"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// helpers are what the bundler calls where it lowered something, and what is
// called instead. The others that it has for this are called by these alone, or
// are gone when the tree was rewritten.
var helpers = map[string]string{"__async": nameAsync, "__asyncGenerator": nameGenerator, "__forAwait": nameForAwait}

// lowered rewrites a call of a helper that the bundler makes where it lowered a
// function: __async(this, arguments, function* () {}) and __asyncGenerator of
// the same form.
func (r *rewriter) lowered(n *ast.CallExpression) (withThis bool) {
	id, ok := n.Callee.(*ast.Identifier)
	if !ok {
		return false
	}
	helper := strings.TrimRight(id.Name.String(), "0123456789")
	native, ok := helpers[helper]
	if !ok {
		return false
	}
	n.Callee = name(native, id.Idx)
	if helper == "__forAwait" || len(n.ArgumentList) != 3 {
		return false
	}
	if body, ok := n.ArgumentList[2].(*ast.FunctionLiteral); ok && body.Generator {
		r.frameOf = body
		s := suspensions{rewriter: r, generator: helper == "__asyncGenerator"}
		s.tails.strict = s.generator && r.strictly[body]
		(&walker{enter: s.enter, leave: s.leave}).node(reflect.ValueOf(body.Body))
		if s.generator {
			body.Body.List = append(body.Body.List, &ast.ExpressionStatement{Expression: call(nameEnd, body.Body.RightBrace)})
		}
	}
	_, withThis = n.ArgumentList[0].(*ast.ThisExpression)
	return withThis
}

// suspensions rewrites the yields of one function that was lowered, and of none
// within.
type suspensions struct {
	*rewriter
	tries
	tails     tails
	generator bool
}

func (s *suspensions) enter(n any) bool {
	s.tails.enter(n)
	return s.tries.enter(n)
}

func (s *suspensions) leave(n any) {
	s.tries.leave(n)
	s.tails.leave(n)
	switch n := n.(type) {
	case *ast.YieldExpression:
		s.yield(n)
	case *ast.ReturnStatement:
		if s.generator && n.Argument != nil {
			n.Argument = s.suspend(nameReturn, n.Return, s.tailCalls(n.Argument))
		}
	}
}

// yield makes of a yield one that says what it is.
func (s *suspensions) yield(n *ast.YieldExpression) {
	at, function, argument := n.Yield, nameAwait, n.Argument
	if s.generator {
		function = nameYield
	}
	if wrapped, ok := n.Argument.(*ast.NewExpression); ok && s.generator && isCalled(wrapped.Callee, "__await") {
		function, argument = nameAwait, wrapped.ArgumentList[0]
	}
	if delegated, ok := n.Argument.(*ast.CallExpression); ok && n.Delegate && isCalled(delegated.Callee, "__yieldStar") {
		function, argument, n.Delegate = nameDelegate, delegated.ArgumentList[0], false
	}
	if n.Delegate {
		return // a generator that the program wrote
	}
	n.Argument = s.mark(function, at, argument)
	if s.generator && s.nested() && !s.evaluated {
		s.program.tried[len(s.program.places)-1] = true
	}
}

func isCalled(callee ast.Expression, helper string) bool {
	id, ok := callee.(*ast.Identifier)
	return ok && strings.TrimRight(id.Name.String(), "0123456789") == helper
}

func (s *suspensions) suspend(function string, at file.Idx, argument ast.Expression) ast.Expression {
	return &ast.YieldExpression{Yield: at, Argument: s.mark(function, at, argument)}
}

// mark says what the yield is that stands before it.
func (s *suspensions) mark(function string, at file.Idx, argument ast.Expression) ast.Expression {
	if argument == nil {
		return call(function, at, s.place(at))
	}
	return call(function, at, s.place(at), argument)
}
