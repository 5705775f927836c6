package js

import (
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// This file is about calls in tail position (ECMA-262 §15.10) of async generators. An
// engine that makes them proper tail calls has left the generator before there is a value,
// so nothing awaits it: see ecma.Rules.TailCalls. A bundle is one for all engines, so such
// calls are marked, and the run decides.

const nameTail = "evsim$tail" // (value, optional): takes and gives what a call in tail position gave

// strictFunctions are the functions of strict code (ECMA-262 §11.2.2) where a program has
// async generators. all: all of it is strict.
func strictFunctions(parsed *ast.Program, all bool) map[*ast.FunctionLiteral]bool {
	if !strings.Contains(parsed.File.Source(), "__asyncGenerator(") {
		return nil
	}
	found, around := make(map[*ast.FunctionLiteral]bool), []bool{all || saysStrict(parsed.Body)}
	enter := func(n any) bool {
		strict := around[len(around)-1]
		switch n := n.(type) {
		case *ast.FunctionLiteral:
			strict = strict || saysStrict(n.Body.List)
			found[n] = strict
		case *ast.ArrowFunctionLiteral:
			if body, ok := n.Body.(*ast.BlockStatement); ok {
				strict = strict || saysStrict(body.List)
			}
		case *ast.ClassLiteral:
			strict = true
		default:
			return true
		}
		around = append(around, strict)
		return true
	}
	leave := func(n any) {
		switch n.(type) {
		case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassLiteral:
			around = around[:len(around)-1]
		}
	}
	(&walker{enter: enter, leave: leave}).node(reflect.ValueOf(parsed.Body))
	return found
}

// saysStrict reports whether there is a directive that says so before other statements.
func saysStrict(body []ast.Statement) bool {
	for _, s := range body {
		one, ok := s.(*ast.ExpressionStatement)
		if !ok {
			return false
		}
		text, ok := one.Expression.(*ast.StringLiteral)
		if !ok {
			return false
		}
		if text.Value == "use strict" {
			return true
		}
	}
	return false
}

// tails counts what is around a node of one function that has something left to do after a
// call there: the block of a try, a catch before a finally, and loops over what is iterated
// (WebKit takes for...in for one).
type tails struct {
	strict bool
	around int
	holds  map[any]bool // those parts of statements
}

func (t *tails) enter(n any) {
	switch n := n.(type) {
	case *ast.TryStatement:
		if t.holds == nil {
			t.holds = make(map[any]bool)
		}
		t.holds[n.Body] = true
		if n.Catch != nil && n.Finally != nil {
			t.holds[n.Catch] = true
		}
	case *ast.ForOfStatement, *ast.ForInStatement:
		t.around++
	case *ast.BlockStatement, *ast.CatchStatement:
		if t.holds[n] {
			t.around++
		}
	}
}

func (t *tails) leave(n any) {
	switch n.(type) {
	case *ast.ForOfStatement, *ast.ForInStatement:
		t.around--
	case *ast.BlockStatement, *ast.CatchStatement:
		if t.holds[n] {
			t.around--
		}
	}
}

// tailCalls marks the calls of an expression that is returned which are in tail position.
func (s *suspensions) tailCalls(e ast.Expression) ast.Expression {
	if !s.tails.strict || s.tails.around > 0 {
		return e
	}
	switch n := e.(type) {
	case *ast.CallExpression:
		if !s.bundlers(n) {
			return call(nameTail, n.Idx0(), n)
		}
	case *ast.TemplateLiteral:
		if n.Tag != nil {
			return call(nameTail, n.Idx0(), n)
		}
	case *ast.OptionalChain:
		if _, called := n.Expression.(*ast.CallExpression); called {
			return call(nameTail, n.Idx0(), n, &ast.BooleanLiteral{Idx: n.Idx0(), Literal: "true", Value: true})
		}
	case *ast.ConditionalExpression:
		n.Consequent, n.Alternate = s.tailCalls(n.Consequent), s.tailCalls(n.Alternate)
	case *ast.BinaryExpression:
		switch n.Operator {
		case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
			n.Right = s.tailCalls(n.Right)
		}
	case *ast.SequenceExpression:
		last := len(n.Sequence) - 1
		n.Sequence[last] = s.tailCalls(n.Sequence[last])
	}
	return e
}

// helpedOperators are the helpers by which the bundler makes a call of what is none, where it
// can be all that is returned.
var helpedOperators = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^__(name|pow|super(Get|Set|Wrapper|Index)|private(Get|Set|In|Wrapper)|spread(Values|Props)|objRest|publicField|toESM|require)\d*$`)
})

// bundlers reports whether the bundler made a call of what is none, an operator, a literal
// or an import(); or whether it is a call by the name eval, which may be a direct one.
func (s *suspensions) bundlers(n *ast.CallExpression) bool {
	switch callee := n.Callee.(type) {
	case *ast.Identifier:
		return callee.Name == "eval" || helpedOperators().MatchString(callee.Name.String())
	case *ast.DotExpression:
		resolved, ok := callee.Left.(*ast.CallExpression)
		if !ok || callee.Identifier.Name != "then" || len(resolved.ArgumentList) > 0 {
			return false
		}
		at := s.file.Position(int(n.Idx0()) - s.file.Base())
		return strings.HasPrefix(s.source(at), "import")
	}
	return false
}

// tail is the function nameTail. An optional call that gives nothing may not have been
// made, and is taken for one that was not.
func (m *machine) tail(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	m.tailed = m.policy.ECMA.TailCalls && !(call.Argument(1).ToBoolean() && goja.IsUndefined(v))
	return v
}
