package js

import (
	"bytes"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"
)

// The engine keeps of an iterator whose next is no function that there is none, and
// breaks where it calls it. So what a bundle goes over is looked at first, where its
// files have an iterator of their own: by the name of Symbol.iterator, without which
// there is none.

// hasIterators reports whether the files may have iterators of their own.
func (p *Program) hasIterators() bool {
	for _, text := range p.sources {
		if bytes.Contains(text, []byte("iterator")) {
			return true
		}
	}
	return false
}

// iterates has what a node goes over be looked at.
func (r *rewriter) iterates(n any) {
	if !r.iterators {
		return
	}
	switch n := n.(type) {
	case *ast.ForOfStatement:
		n.Source = r.iterable(n.Source)
	case *ast.Binding:
		if _, ok := n.Target.(*ast.ArrayPattern); ok && n.Initializer != nil {
			n.Initializer = r.iterable(n.Initializer)
		}
	case *ast.ExpressionStatement: // elsewhere an assignment gives what was assigned
		if a, ok := n.Expression.(*ast.AssignExpression); ok && a.Operator == token.ASSIGN {
			if _, ok := a.Left.(*ast.ArrayPattern); ok {
				a.Right = r.iterable(a.Right)
			}
		}
	case *ast.YieldExpression:
		if n.Delegate && n.Argument != nil {
			n.Argument = r.iterable(n.Argument)
		}
	}
}

// iterable is an expression whose value is looked at. The engine notes for it the
// place that it would for the expression itself.
func (r *rewriter) iterable(of ast.Expression) ast.Expression {
	r.program.mentions[nameIterable] = true
	at := of
	if base, ok := of.(*ast.AssignExpression); ok && isCalled(base.Left, nameBase) {
		at = base.Right
	}
	return call(nameIterable, lastPart(at), of)
}

// iterable gives what the engine is to go over: the value itself, or where its iterator
// is one of code's, that iterator with a next that can be called. Each property is read
// once, as GetIterator does it (ECMA-262 §7.4.2).
func (m *machine) iterable(call goja.FunctionCall) goja.Value {
	of, ok := call.Argument(0).(*goja.Object)
	if !ok {
		return call.Argument(0)
	}
	method := of.GetSymbol(goja.SymIterator)
	get, ok := goja.AssertFunction(method)
	switch {
	case !ok:
		return m.vm.CreateObject(nil) // which cannot be iterated, either
	case of.ClassName() == "Array" && m.isArrays(method):
		return of
	}
	given, err := get(of)
	m.rethrow(err)
	iterator, ok := given.(*goja.Object)
	if !ok {
		m.throwType("Result of the Symbol.iterator method is not an object")
	}
	if !m.readsPlainly(iterator, "next") {
		iterator = m.readOnce(iterator)
	}
	out := m.vm.CreateObject(nil)
	_ = out.SetSymbol(goja.SymIterator, m.unnamed(func(goja.FunctionCall) goja.Value { return iterator }))
	return out
}

// isArrays reports whether a method is the one by which arrays are iterated.
func (m *machine) isArrays(method goja.Value) bool {
	if m.arrayValues == nil {
		m.arrayValues = m.vm.NewArray().GetSymbol(goja.SymIterator)
	}
	return method == m.arrayValues
}

// readsPlainly reports whether a property is a function, and to read it again runs no
// code.
func (m *machine) readsPlainly(o *goja.Object, property string) bool {
	key := m.vm.ToValue(property)
	for ; o != nil && !isProxy(o); o = o.Prototype() {
		if d := m.descriptor(o, key); d != nil {
			method, ok := d.Get("value").(*goja.Object)
			return ok && isFunction(method)
		}
	}
	return false
}

// readOnce is an iterator whose next is read now, and called as often as is asked. One
// that is no function throws when it is called.
func (m *machine) readOnce(of *goja.Object) *goja.Object {
	o, method := m.vm.CreateObject(nil), of.Get("next")
	next, ok := goja.AssertFunction(method)
	_ = o.Set("next", m.unnamed(func(goja.FunctionCall) goja.Value {
		if !ok {
			m.notCalled(method)
		}
		v, err := next(of)
		m.rethrow(err)
		return v
	}))
	_ = o.DefineAccessorProperty("return", m.unnamed(func(goja.FunctionCall) goja.Value { return m.bound(of, "return") }), nil, goja.FLAG_FALSE, goja.FLAG_FALSE)
	_ = o.DefineAccessorProperty("throw", m.unnamed(func(goja.FunctionCall) goja.Value { return m.bound(of, "throw") }), nil, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return o
}

// bound is a method of an object, as a function that needs no object; or what else the
// property is.
func (m *machine) bound(of *goja.Object, property string) goja.Value {
	method := of.Get(property)
	f, ok := goja.AssertFunction(method)
	if !ok {
		return method
	}
	return m.unnamed(func(call goja.FunctionCall) goja.Value {
		v, err := f(of, call.Arguments...)
		m.rethrow(err)
		return v
	})
}
