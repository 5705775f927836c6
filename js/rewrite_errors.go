package js

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// The engine's messages of errors do not tell null from undefined, and name no
// expression. So a bundle keeps what a property was last read of, and has what a
// catch caught put into V8's words first: see reword.go.

// keepBases has nameBase keep what the parts of a node are read of.
func keepBases(n any) {
	switch n := n.(type) {
	case *ast.BracketExpression:
		if isQuiet(n.Member) {
			n.Left = asBase(n.Left)
		}
	case *ast.BinaryExpression:
		if n.Operator == token.IN && isQuiet(n.Right) {
			n.Left = asBase(n.Left)
		}
	case *ast.ClassLiteral:
		if n.SuperClass != nil {
			n.SuperClass = asBase(n.SuperClass)
		}
	case *ast.YieldExpression:
		if n.Delegate && n.Argument != nil {
			n.Argument = asBase(n.Argument)
		}
	case *ast.SpreadElement:
		n.Expression = asBase(n.Expression)
	case *ast.Binding:
		if isPattern(n.Target) && n.Initializer != nil {
			n.Initializer = asBase(n.Initializer)
		}
	case *ast.AssignExpression:
		if isPattern(n.Left) {
			n.Right = asBase(n.Right)
		}
	case *ast.ForOfStatement:
		n.Source = asBase(n.Source)
	}
}

// asBase is an expression whose value nameBase has afterwards.
func asBase(e ast.Expression) ast.Expression {
	if !keeps(e) {
		return e
	}
	return &ast.AssignExpression{Operator: token.ASSIGN, Left: name(nameBase, e.Idx0()), Right: e}
}

// keeps reports whether the value of an expression is kept. A function is not: it
// would have the name of the variable for its own. Nor is what belongs to an
// optional chain, which ends as a whole.
func keeps(e ast.Expression) bool {
	switch n := e.(type) {
	case *ast.Identifier:
		return !platformObjects[n.Name.String()]
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassLiteral, *ast.SuperExpression, *ast.MetaProperty, *ast.OptionalChain, *ast.Optional:
		return false
	}
	return !inChain(e)
}

// platformObjects are globals that hardly any program makes null.
var platformObjects = map[string]bool{
	"console": true, "process": true, "Math": true, "JSON": true, "Object": true, "Array": true, "Promise": true,
	"Symbol": true, "Reflect": true, "Number": true, "String": true, "Date": true, "module": true, "exports": true, "globalThis": true,
}

// inChain reports whether an expression is part of an optional chain that began
// before it.
func inChain(e ast.Expression) bool {
	for {
		switch n := e.(type) {
		case *ast.DotExpression:
			e = n.Left
		case *ast.PrivateDotExpression:
			e = n.Left
		case *ast.BracketExpression:
			e = n.Left
		case *ast.CallExpression:
			e = n.Callee
		case *ast.AssignExpression:
			if id, ok := n.Left.(*ast.Identifier); !ok || id.Name != nameBase {
				return false
			}
			e = n.Right
		case *ast.Optional:
			return true
		case *ast.SuperExpression:
			return false
		default:
			return false
		}
	}
}

// isQuiet reports whether an expression reads no property, so that nameBase is
// what it was before it.
func isQuiet(e ast.Expression) bool {
	switch n := e.(type) {
	case *ast.Identifier, *ast.StringLiteral, *ast.NumberLiteral, *ast.BooleanLiteral, *ast.NullLiteral, *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
		return true
	case *ast.BinaryExpression:
		return isQuiet(n.Left) && isQuiet(n.Right)
	case *ast.UnaryExpression:
		return isQuiet(n.Operand)
	case *ast.DotExpression: // Symbol.iterator and the like
		id, ok := n.Left.(*ast.Identifier)
		return ok && platformObjects[id.Name.String()]
	}
	return false
}

func isPattern(n ast.Node) bool {
	switch n.(type) {
	case *ast.ObjectPattern, *ast.ArrayPattern:
		return true
	}
	return false
}

// peek gives the machine a look at nameBase, where the bundle begins.
func (r *rewriter) peek(e ast.Expression) {
	start, ok := e.(*ast.FunctionLiteral)
	if !ok {
		return
	}
	at := start.Body.LeftBrace
	look := &ast.ArrowFunctionLiteral{
		Start: at, Source: "", ParameterList: &ast.ParameterList{Opening: at, Closing: at},
		Body: &ast.ExpressionBody{Expression: name(nameBase, at)},
	}
	first := 0
	for first < len(start.Body.List) && isDirective(start.Body.List[first]) {
		first++
	}
	list := append([]ast.Statement{}, start.Body.List[:first]...)
	r.program.mentions[namePeek] = true
	list = append(list, &ast.ExpressionStatement{Expression: call(namePeek, at, look)})
	start.Body.List = append(list, start.Body.List[first:]...)
}
