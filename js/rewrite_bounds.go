package js

import (
	"reflect"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
	"github.com/dop251/goja/unistring"
)

// shortText is up to which length a text makes a string only a little longer.
const shortText = 4096

// watched is what stands for an expression whose string may be twice as long as
// what it is made of; nil: the expression itself.
func watched(e ast.Expression) ast.Expression {
	switch e := e.(type) {
	case *ast.BinaryExpression:
		if e.Operator == token.PLUS && !adds(e.Left) && !adds(e.Right) {
			return call(nameGrown, e.Idx0(), e)
		}
	case *ast.TemplateLiteral:
		if e.Tag == nil && manyLong(e.Expressions) {
			return call(nameGrown, e.Idx0(), e)
		}
	case *ast.AssignExpression:
		return watchedSum(e)
	}
	return nil
}

// manyLong reports whether two of the expressions may be long.
func manyLong(all []ast.Expression) bool {
	long := 0
	for _, e := range all {
		if !adds(e) {
			long++
		}
	}
	return long > 1
}

// watchedSum is watched of x += e. Where x is a name, a number costs no call:
//
//	typeof (x += e) === 'string' && x.length > large ? grown(x) : x
func watchedSum(e *ast.AssignExpression) ast.Expression {
	if e.Operator != token.PLUS || adds(e.Right) {
		return nil
	}
	at := e.Idx0()
	id, ok := e.Left.(*ast.Identifier)
	if !ok {
		return call(nameGrown, at, e)
	}
	x := func() ast.Expression { return &ast.Identifier{Name: id.Name, Idx: at} }
	isText := &ast.BinaryExpression{
		Operator: token.STRICT_EQUAL, Comparison: true,
		Left:  &ast.UnaryExpression{Operator: token.TYPEOF, Idx: at, Operand: e},
		Right: &ast.StringLiteral{Idx: at, Literal: "'string'", Value: "string"},
	}
	isLarge := &ast.BinaryExpression{
		Operator: token.GREATER, Comparison: true,
		Left:  &ast.DotExpression{Left: x(), Identifier: ast.Identifier{Name: unistring.NewFromString("length"), Idx: at}},
		Right: &ast.NumberLiteral{Idx: at, Literal: "0", Value: int64(large)},
	}
	return &ast.ConditionalExpression{
		Test:       &ast.BinaryExpression{Operator: token.LOGICAL_AND, Left: isText, Right: isLarge},
		Consequent: call(nameGrown, at, x()), Alternate: x(),
	}
}

// adds reports whether an expression is surely a number or a short text, which
// makes no string much longer.
func adds(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.NumberLiteral, *ast.BooleanLiteral, *ast.NullLiteral, *ast.RegExpLiteral, *ast.FunctionLiteral:
		return true
	case *ast.StringLiteral:
		return len(e.Value) <= shortText
	case *ast.UnaryExpression:
		return e.Operator != token.AWAIT
	case *ast.DotExpression:
		return e.Identifier.Name == "length" || e.Identifier.Name == "size"
	case *ast.BinaryExpression:
		switch e.Operator {
		case token.PLUS:
			return adds(e.Left) && adds(e.Right)
		case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
			return false
		}
		return true
	case *ast.CallExpression:
		of, ok := e.Callee.(*ast.DotExpression)
		if !ok {
			return false
		}
		left := of.Left
		if base, ok := left.(*ast.AssignExpression); ok {
			left = base.Right // see keepBases
		}
		id, ok := left.(*ast.Identifier)
		return ok && (id.Name == "Math" || id.Name == "Date" || id.Name == "performance")
	case *ast.TemplateLiteral:
		return e.Tag == nil && len(e.Expressions) == 0 && e.Idx1()-e.Idx0() <= shortText
	}
	return false
}

// bound has the run told before calls that can take long or much.
func (r *rewriter) bound(n ast.Expression) {
	switch n := n.(type) {
	case *ast.CallExpression:
		method, ok := n.Callee.(*ast.DotExpression)
		if !ok {
			return
		}
		takes, long := lengthy[method.Identifier.Name.String()]
		if !long {
			return
		}
		switch of := method.Left.(type) {
		case *ast.SuperExpression, *ast.Optional, *ast.OptionalChain, *ast.PrivateDotExpression:
		case *ast.Identifier:
			if name := of.Name.String(); name == "console" || name == "Promise" {
				return
			}
			method.Left = r.entered(method.Identifier.Idx, takes, of)
		default:
			method.Left = r.entered(method.Identifier.Idx, takes, of)
		}
	case *ast.NewExpression:
		made, ok := n.Callee.(*ast.Identifier)
		if !ok || len(n.ArgumentList) == 0 {
			return
		}
		bytes, long := buffers[made.Name.String()]
		if _, spread := n.ArgumentList[0].(*ast.SpreadElement); long && !spread {
			n.ArgumentList[0] = r.entered(n.Idx0(), share{element: bytes}, n.ArgumentList[0])
		}
	}
}

// entered is evsim$enters(number, e).
func (r *rewriter) entered(at file.Idx, takes share, e ast.Expression) ast.Expression {
	r.program.mentions[nameEnters] = true
	if r.evaluated {
		return call(nameEnters, at, number(atRun, at), e, number(takes.unit, at), number(takes.element, at))
	}
	r.program.lengthy = append(r.program.lengthy, lengthyCall{r.position(at), takes})
	return call(nameEnters, at, number(int64(len(r.program.lengthy)-1), at), e)
}

// expression visits an expression, and puts in its place what stands for it.
func (r *rewriter) expression(v reflect.Value) {
	r.node(v.Elem())
	e, ok := v.Interface().(ast.Expression)
	if !ok {
		return
	}
	if other := watched(e); other != nil && v.CanSet() {
		v.Set(reflect.ValueOf(other))
		r.program.mentions[nameGrown] = true
	}
}
