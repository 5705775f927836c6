package js

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"
)

// This file is about what a function says of itself. Where the bundler has to
// give a function or a class another name it calls __name with the one that the
// program gave it: behind a declaration, around an expression, and in a static
// block of a class. Calls that say what the engine sees anyway are left out.

// reflecting are names without which no program can tell an async function from
// another one, or come to what such functions inherit.
var reflecting = [...]string{"getPrototypeOf", "__proto__", "prototype", "constructor", "AsyncFunction", "AsyncGeneratorFunction", "toStringTag"}

// loweredKind is what a function is that the bundler lowered: it does nothing
// but return what a helper makes of a generator.
func loweredKind(e ast.Node) frameKind {
	var returned ast.Expression
	switch f := e.(type) {
	case *ast.FunctionLiteral:
		returned = onlyReturn(f.Body)
	case *ast.ArrowFunctionLiteral:
		switch body := f.Body.(type) {
		case *ast.ExpressionBody:
			returned = body.Expression
		case *ast.BlockStatement:
			returned = onlyReturn(body)
		}
	}
	made, ok := returned.(*ast.CallExpression)
	switch {
	case !ok:
		return noFrame
	case isCalled(made.Callee, "__async"):
		return asyncFrame
	case isCalled(made.Callee, "__asyncGenerator"):
		return generatorFrame
	}
	return noFrame
}

func onlyReturn(body *ast.BlockStatement) ast.Expression {
	if len(body.List) == 0 {
		return nil
	}
	if r, ok := body.List[len(body.List)-1].(*ast.ReturnStatement); ok {
		return r.Argument
	}
	return nil
}

// keptName takes __name(e, "name") apart.
func keptName(e ast.Node) (of ast.Expression, name string, ok bool) {
	made, ok := e.(*ast.CallExpression)
	if !ok || len(made.ArgumentList) != 2 || !isCalled(made.Callee, "__name") {
		return nil, "", false
	}
	text, ok := made.ArgumentList[1].(*ast.StringLiteral)
	if !ok {
		return nil, "", false
	}
	return made.ArgumentList[0], text.Value.String(), true
}

// plainName leaves out of an expression what says a name that it has without.
func (r *rewriter) plainName(e ast.Expression, as string) ast.Expression {
	if of, name, ok := keptName(e); ok && name == as && !(r.reflects && loweredKind(of) != noFrame) {
		return of
	}
	if class, ok := e.(*ast.ClassLiteral); ok && class.Name == nil {
		r.plainClass(class, as)
	}
	return e
}

// plainClass leaves out of a class the block that says its name.
func (r *rewriter) plainClass(class *ast.ClassLiteral, as string) {
	class.Body = slices.DeleteFunc(class.Body, func(e ast.ClassElement) bool {
		block, ok := e.(*ast.ClassStaticBlock)
		if !ok || len(block.Block.List) != 1 {
			return false
		}
		said, ok := block.Block.List[0].(*ast.ExpressionStatement)
		if !ok {
			return false
		}
		of, name, ok := keptName(said.Expression)
		_, this := of.(*ast.ThisExpression)
		return ok && this && name == as
	})
}

// names does what this file is about to a node before its parts are visited;
// done: they need not be.
func (r *rewriter) names(n any) (done bool) {
	switch n := n.(type) {
	case *ast.Binding:
		if id, ok := n.Target.(*ast.Identifier); ok {
			n.Initializer = r.plainName(n.Initializer, id.Name.String())
		}
	case *ast.AssignExpression:
		if id, ok := n.Left.(*ast.Identifier); ok && n.Operator == token.ASSIGN {
			n.Right = r.plainName(n.Right, id.Name.String())
		}
	case *ast.PropertyShort:
		n.Initializer = r.plainName(n.Initializer, n.Name.Name.String())
	case *ast.PropertyKeyed:
		if n.Kind != ast.PropertyKindValue { // a method is no function of its own
			r.node(reflect.ValueOf(&n.Key))
			if f, ok := n.Value.(*ast.FunctionLiteral); ok {
				r.node(reflect.ValueOf(f))
			}
			return true
		}
		n.Value = r.plainName(n.Value, keyName(n.Key, n.Computed))
	case *ast.FieldDefinition:
		n.Initializer = r.plainName(n.Initializer, keyName(n.Key, n.Computed))
	case *ast.ClassLiteral:
		if n.Name != nil {
			r.plainClass(n, n.Name.Name.String())
		}
	case *ast.BlockStatement:
		r.declarations(n)
	case *ast.CallExpression:
		if of, kept, ok := keptName(n); ok {
			r.said(n, of, kept)
			r.node(reflect.ValueOf(of))
			return true
		}
	}
	return false
}

// said has a call of __name be one of the machine.
func (r *rewriter) said(n *ast.CallExpression, of ast.Expression, kept string) {
	r.program.mentions[nameNamed] = true
	if id, ok := of.(*ast.Identifier); ok && id.Name.String() != kept {
		r.program.renamed[id.Name.String()] = kept
	}
	n.Callee = name(nameNamed, n.Idx0())
	if kind := loweredKind(of); kind != noFrame && r.reflects {
		n.ArgumentList = append(n.ArgumentList, number(int64(kind), n.Idx0()))
	}
}

// declarations takes from a block the calls that say names of declared functions,
// has declared functions say what they are, where anybody can ask that, and moves to its
// beginning what tells the run of a finder.
func (r *rewriter) declarations(block *ast.BlockStatement) {
	var told []ast.Statement
	block.List = slices.DeleteFunc(block.List, func(s ast.Statement) bool {
		switch s := s.(type) {
		case *ast.ExpressionStatement:
			if tellsFinder(s.Expression) {
				told = append(told, s)
				r.program.mentions[nameFinder] = true
				return true
			}
			of, kept, ok := keptName(s.Expression)
			id, declared := of.(*ast.Identifier)
			return ok && declared && id.Name.String() == kept
		case *ast.FunctionDeclaration:
			f := s.Function
			if kind := loweredKind(f); kind != noFrame && r.reflects && f.Name != nil {
				r.program.mentions[nameNamed] = true
				at := f.Idx0()
				told = append(told, &ast.ExpressionStatement{Expression: call(nameNamed, at, name(f.Name.Name.String(), at), nothing(at), number(int64(kind), at))})
			}
		}
		return false
	})
	if len(told) > 0 {
		at := directives(block)
		block.List = slices.Insert(block.List, at, told...)
	}
}

// anonymous has a function that has no name say what it is; done: it does.
func (r *rewriter) anonymous(v reflect.Value) (done bool) {
	if !r.reflects || v.Type() != reflect.TypeFor[ast.Expression]() {
		return false
	}
	e := v.Interface().(ast.Expression)
	kind := loweredKind(e)
	if kind == noFrame {
		return false
	}
	r.program.mentions[nameNamed] = true
	at := e.Idx0()
	r.node(reflect.ValueOf(e))
	v.Set(reflect.ValueOf(call(nameNamed, at, e, nothing(at), number(int64(kind), at))))
	return true
}

// self hands an async generator function to what makes its generators, which
// inherit from its prototype, where it has a name to be handed on by.
func (r *rewriter) self(f *ast.FunctionLiteral) {
	made, ok := onlyReturn(f.Body).(*ast.CallExpression)
	if ok && r.reflects && f.Name != nil && len(made.ArgumentList) == 3 && isCalled(made.Callee, nameGenerator) {
		made.ArgumentList = append(made.ArgumentList, name(f.Name.Name.String(), f.Idx0()))
	}
}

// keyName is a key that is no expression; "" for another.
func keyName(key ast.Expression, computed bool) string {
	switch k := key.(type) {
	case *ast.StringLiteral:
		return k.Value.String()
	case *ast.Identifier:
		if !computed {
			return k.Name.String()
		}
	case *ast.PrivateIdentifier:
		return "#" + k.Name.String()
	}
	return ""
}

func number(n int64, at file.Idx) *ast.NumberLiteral {
	return &ast.NumberLiteral{Idx: at, Literal: "0", Value: n}
}

func nothing(at file.Idx) ast.Expression {
	return &ast.UnaryExpression{Operator: token.VOID, Idx: at, Operand: number(0, at)}
}

// saidName is the name that a function has in the program.
func (p *Program) saidName(name string) string {
	if kept, ok := p.renamed[name]; ok {
		return kept
	}
	return name
}

// asksForKinds reports whether the files have a name by which a program can tell async
// functions from others.
func (p *Program) asksForKinds() bool {
	for _, source := range p.sources {
		if slices.ContainsFunc(reflecting[:], func(name string) bool { return bytes.Contains(source, []byte(name)) }) {
			return true
		}
	}
	return false
}
