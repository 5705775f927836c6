package js

import "github.com/dop251/goja/ast"

// declares takes in the names that a node declares.
func (r *rewriter) declares(n any) {
	switch n := n.(type) {
	case *ast.Binding:
		r.declare(n.Target)
	case *ast.FunctionLiteral:
		if n.Name != nil {
			r.declare(n.Name)
		}
		if n.ParameterList != nil && n.ParameterList.Rest != nil {
			if target, ok := n.ParameterList.Rest.(ast.BindingTarget); ok {
				r.declare(target)
			}
		}
	case *ast.ClassLiteral:
		if n.Name != nil {
			r.declare(n.Name)
		}
	case *ast.CatchStatement:
		if n.Parameter != nil {
			r.declare(n.Parameter)
		}
	case *ast.ForDeclaration:
		r.declare(n.Target)
	}
}

// declare takes in the names that a pattern declares.
func (r *rewriter) declare(target ast.Node) {
	switch t := target.(type) {
	case *ast.Identifier:
		r.declared[t.Name.String()] = true
	case *ast.ArrayPattern:
		for _, e := range t.Elements {
			r.declare(inner(e))
		}
		if t.Rest != nil {
			r.declare(inner(t.Rest))
		}
	case *ast.ObjectPattern:
		for _, p := range t.Properties {
			switch p := p.(type) {
			case *ast.PropertyShort:
				r.declared[p.Name.Name.String()] = true
			case *ast.PropertyKeyed:
				r.declare(inner(p.Value))
			}
		}
		if t.Rest != nil {
			r.declare(inner(t.Rest))
		}
	}
}

// inner is a pattern without its initializer.
func inner(e ast.Expression) ast.Node {
	if with, ok := e.(*ast.AssignExpression); ok {
		return with.Left
	}
	return e
}
