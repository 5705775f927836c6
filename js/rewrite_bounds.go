package js

import (
	"reflect"
	"slices"

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
		if (e.Tag == nil || isRaw(e.Tag)) && manyLong(e.Expressions) {
			return call(nameGrown, e.Idx0(), e)
		}
	case *ast.AssignExpression:
		return watchedSum(e)
	case *ast.CallExpression:
		if isCalled(e.Callee, "String") && len(e.ArgumentList) > 0 && !adds(e.ArgumentList[0]) { // of an array
			return call(nameGrown, e.Idx0(), e)
		}
	}
	return nil
}

// isRaw reports whether a tag is String.raw.
func isRaw(tag ast.Expression) bool {
	method, ok := tag.(*ast.DotExpression)
	return ok && method.Identifier.Name == "raw"
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
		if method, ok := n.Callee.(*ast.DotExpression); ok {
			r.boundMethod(method, n.ArgumentList)
			return
		}
		r.boundFirst(n.Idx0(), n.Callee, n.ArgumentList)
	case *ast.NewExpression:
		r.boundFirst(n.Idx0(), n.Callee, n.ArgumentList)
	}
}

// afterArguments has the run told once more of a call that can take long when its
// arguments are known: calls in these came later than what it was told before, and are
// over.
func (r *rewriter) afterArguments(at file.Idx, arguments []ast.Expression) {
	last := len(arguments) - 1
	if last < 0 || isSpread(arguments[last]) || !slices.ContainsFunc(arguments, mayCall) {
		return
	}
	arguments[last] = r.entered(at, share{}, arguments[last])
}

// mayCall reports whether a call may be in an expression, which is run with it.
func mayCall(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.StringLiteral, *ast.NumberLiteral, *ast.BooleanLiteral, *ast.NullLiteral, *ast.RegExpLiteral, *ast.Identifier,
		*ast.ThisExpression, *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return false
	case *ast.DotExpression:
		return mayCall(e.Left)
	case *ast.UnaryExpression:
		return mayCall(e.Operand)
	case *ast.BinaryExpression:
		return mayCall(e.Left) || mayCall(e.Right)
	}
	return true
}

// boundMethod is bound of the call of a method.
func (r *rewriter) boundMethod(method *ast.DotExpression, arguments []ast.Expression) {
	takes, long := lengthy[method.Identifier.Name.String()]
	r.boundList(method, arguments)
	left := method.Left
	if base, ok := left.(*ast.AssignExpression); ok && isCalled(base.Left, nameBase) {
		left = base.Right // see keepBases
	}
	switch of := left.(type) {
	case *ast.SuperExpression, *ast.Optional, *ast.OptionalChain, *ast.PrivateDotExpression:
		return
	case *ast.DotExpression: // such as [].slice.call
		if method.Identifier.Name == "call" || method.Identifier.Name == "apply" {
			if inner, long := lengthy[of.Identifier.Name.String()]; long && len(arguments) > 0 && !isSpread(arguments[0]) {
				r.afterArguments(method.Identifier.Idx, arguments[1:])
				arguments[0] = r.entered(method.Identifier.Idx, inner, arguments[0])
				return
			}
		}
	case *ast.Identifier:
		switch of.Name {
		case "console":
			r.afterArguments(method.Identifier.Idx, arguments)
			return
		case "Promise":
			return
		case "Object", "Reflect":
			long = long || ofObjects[method.Identifier.Name.String()]
		}
	}
	if long {
		r.afterArguments(method.Identifier.Idx, arguments)
		method.Left = r.entered(method.Identifier.Idx, takes, method.Left)
	}
}

// boundList has the run told of a list of arguments before it is given to a function.
func (r *rewriter) boundList(method *ast.DotExpression, arguments []ast.Expression) {
	at, of := 1, method.Identifier.Name
	if id, ok := method.Left.(*ast.Identifier); ok && id.Name == "Reflect" && of == "apply" {
		at = 2
	} else if of != "apply" && !(ok && id.Name == "Reflect" && of == "construct") {
		return
	}
	if len(arguments) <= at || slices.ContainsFunc(arguments, isSpread) || isOwn(r.file.Position(int(method.Identifier.Idx)-r.file.Base())) {
		return
	}
	if id, ok := arguments[at].(*ast.Identifier); ok && id.Name == "arguments" {
		return
	}
	list := r.entered(method.Identifier.Idx, arguing, arguments[at]).(*ast.CallExpression)
	list.Callee = name(nameApplies, method.Identifier.Idx)
	r.program.mentions[nameApplies] = true
	arguments[at] = list
}

func isSpread(e ast.Expression) bool {
	_, ok := e.(*ast.SpreadElement)
	return ok
}

// boundFirst is bound of a function that has a name, and its first argument.
func (r *rewriter) boundFirst(at file.Idx, callee ast.Expression, arguments []ast.Expression) {
	id, ok := callee.(*ast.Identifier)
	if !ok || len(arguments) == 0 {
		return
	}
	takes, long := lengthyFunctions[id.Name.String()]
	if long && !isSpread(arguments[0]) {
		r.afterArguments(at, arguments[1:])
		arguments[0] = r.entered(at, takes, arguments[0])
	}
	if ofTexts[id.Name.String()] {
		r.afterArguments(at, arguments)
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
	if literal, ok := e.(*ast.RegExpLiteral); ok {
		if other := r.pattern(literal); other != nil && v.CanSet() {
			v.Set(reflect.ValueOf(other))
		}
		return
	}
	other := watched(e)
	if tagged, ok := e.(*ast.TemplateLiteral); ok && tagged.Tag != nil && !r.evaluated && v.CanSet() {
		v.Set(reflect.ValueOf(r.site(tagged)))
		return
	}
	if other == nil && r.bigints {
		other = r.bigExpression(e)
		if other != nil && v.CanSet() {
			v.Set(reflect.ValueOf(other))
		}
		return
	}
	if other != nil && v.CanSet() {
		v.Set(reflect.ValueOf(other))
		r.program.mentions[nameGrown] = true
	}
}
