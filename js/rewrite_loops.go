package js

import (
	"strconv"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"evsim/ecma"
)

// This file is about what the bundler makes of a for await:
//
//	try {
//	  for (var iter = __forAwait(x), more, temp, error; more = !(temp = yield iter.next()).done; more = false) {}
//	} catch (temp) {
//	  error = [temp];
//	} finally {
//	  try {
//	    more && (temp = iter.return) && (yield temp.call(iter));
//	  } finally {
//	    if (error) throw error[0];
//	  }
//	}
//
// whose body begins with what takes temp.value. It is made:
//
//	try {
//	  for (var iter = forAwait(of), more = false, temp, error = undefined; !(temp = result(yield iter.next())).done; more = more && iter.keepsOn) {
//	    temp = temp.value;
//	    more = true;
//	    x = temp;
//	    ...
//	    more = false;
//	  }
//	} ...
//
// What next and return come to has to be an object (ECMA-262 §14.7.5.6, step 6.c,
// and §7.4.13, step 7). A value that cannot be read leaves the iterator as it is (step
// 6.f). A loop that begins anew knows nothing of how it ended before.

// awaitsLoop makes the loop of the bundler that of the language, if the node is one.
func (r *rewriter) awaitsLoop(n *ast.TryStatement) {
	if n.Finally == nil || len(n.Finally.List) != 1 || len(n.Body.List) != 1 || !isAwaitingLoop(n.Body.List[0]) {
		return
	}
	loop, ok := unlabelled(n.Body.List[0]).(*ast.ForStatement)
	if !ok {
		return
	}
	if more, ok := loop.Test.(*ast.AssignExpression); ok {
		if not, ok := more.Right.(*ast.UnaryExpression); ok {
			if done, ok := not.Operand.(*ast.DotExpression); ok {
				done.Left = r.result(done.Left)
			}
		}
		if id, ok := more.Left.(*ast.Identifier); ok && r.rounds(loop, id) {
			loop.Test = more.Right
		}
	}
	if leaves, ok := n.Finally.List[0].(*ast.TryStatement); ok && len(leaves.Body.List) == 1 {
		if said, ok := leaves.Body.List[0].(*ast.ExpressionStatement); ok {
			if and, ok := said.Expression.(*ast.BinaryExpression); ok && and.Operator == token.LOGICAL_AND {
				and.Right = r.result(and.Right)
			}
		}
	}
}

// rounds has the variable more say in a round alone that the iterator is to be closed.
func (r *rewriter) rounds(loop *ast.ForStatement, more *ast.Identifier) bool {
	body, ok := loop.Body.(*ast.BlockStatement)
	declared, isList := loop.Initializer.(*ast.ForLoopInitializerVarDeclList)
	if !ok || !isList || len(body.List) == 0 || len(declared.List) != 4 {
		return false
	}
	value := valueTaken(body.List[0])
	if value == nil {
		return false
	}
	of := func(target ast.Expression) ast.Expression {
		return name(target.(*ast.Identifier).Name.String(), more.Idx)
	}
	set := func(variable, to ast.Expression) ast.Expression {
		return &ast.AssignExpression{Operator: token.ASSIGN, Left: of(variable), Right: to}
	}
	truth := func(is bool) ast.Expression {
		return &ast.BooleanLiteral{Idx: more.Idx, Literal: strconv.FormatBool(is), Value: is}
	}
	iter, temp := declared.List[0].Target.(ast.Expression), declared.List[2].Target.(ast.Expression)
	taken := []ast.Statement{&ast.ExpressionStatement{Expression: set(temp, *value)}, &ast.ExpressionStatement{Expression: set(more, truth(true))}}
	*value = of(temp)
	body.List = append(append(taken, body.List...), &ast.ExpressionStatement{Expression: set(more, truth(false))})
	loop.Update = set(more, &ast.BinaryExpression{Operator: token.LOGICAL_AND, Left: of(more), Right: &ast.DotExpression{Left: of(iter), Identifier: *name(keepsOn, more.Idx)}})
	declared.List[1].Initializer = truth(false)
	declared.List[3].Initializer = &ast.UnaryExpression{Operator: token.VOID, Idx: more.Idx, Operand: number(0, more.Idx)}
	return true
}

// valueTaken is where the first statement of a round takes temp.value.
func valueTaken(s ast.Statement) *ast.Expression {
	switch s := s.(type) {
	case *ast.LexicalDeclaration:
		if len(s.List) == 1 {
			return &s.List[0].Initializer
		}
	case *ast.VariableStatement:
		if len(s.List) == 1 {
			return &s.List[0].Initializer
		}
	case *ast.ExpressionStatement:
		if assigned, ok := s.Expression.(*ast.AssignExpression); ok {
			return &assigned.Right
		}
	}
	return nil
}

// keepsOn is a property of what loopIterator makes, which is there where a round of a for
// await that ended with continue leaves the iterator to be closed: V8 before 7.2 went by the
// end of the body, which continue leaves out. It is read as such a round has ended.
const keepsOn = "keepsOn"

func (r *rewriter) result(of ast.Expression) ast.Expression {
	r.program.mentions[nameResult] = true
	return call(nameResult, of.Idx0(), of)
}

func unlabelled(s ast.Statement) ast.Statement {
	for {
		l, ok := s.(*ast.LabelledStatement)
		if !ok {
			return s
		}
		s = l.Statement
	}
}

// isAwaitingLoop reports whether a statement is what the bundler makes of a for
// await.
func isAwaitingLoop(s ast.Statement) bool {
	loop, ok := unlabelled(s).(*ast.ForStatement)
	if !ok {
		return false
	}
	declared, ok := loop.Initializer.(*ast.ForLoopInitializerVarDeclList)
	if !ok || len(declared.List) == 0 {
		return false
	}
	over, ok := declared.List[0].Initializer.(*ast.CallExpression)
	return ok && isCalled(over.Callee, "__forAwait")
}

// loopIterator is an iterator as the bundler's code for a for await is to see it:
// its next is read once (§7.4.2), and its return is read when the loop is left.
func (m *machine) loopIterator(of *goja.Object) *goja.Object {
	o, method := m.vm.CreateObject(nil), of.Get("next")
	next, ok := goja.AssertFunction(method)
	called := func(f goja.Callable) func(goja.FunctionCall) goja.Value {
		return func(goja.FunctionCall) goja.Value {
			v, err := f(of)
			m.rethrow(err)
			return v
		}
	}
	if !ok {
		next = func(goja.Value, ...goja.Value) (goja.Value, error) {
			return nil, m.vm.Try(func() { m.notCalled(method) })
		}
	}
	_ = o.Set("next", m.unnamed(called(next)))
	if m.policy.ECMA.ContinueCloses {
		_ = o.DefineAccessorProperty(keepsOn, m.unnamed(func(goja.FunctionCall) goja.Value {
			m.rt.CiteRule(ecma.RuleGeneratorContinueCloses)
			return m.vm.ToValue(true)
		}), nil, goja.FLAG_FALSE, goja.FLAG_FALSE)
	}
	_ = o.DefineAccessorProperty("return", m.unnamed(func(goja.FunctionCall) goja.Value {
		method := of.Get("return")
		if isNothing(method) {
			return goja.Undefined()
		}
		leave, ok := goja.AssertFunction(method)
		if !ok && since(m.policy, 12) && !since(m.policy, 14) {
			m.throwType("The iterator's 'return' method is not callable")
		} else if !ok {
			m.notCalled(method)
		}
		return m.unnamed(called(leave))
	}), nil, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return o
}

// notCalled throws what V8 says of a method of an iterator that is no function,
// and of which it knows no place: its type, and since Node 12 what it is, if that
// is short (BuildDefaultCallSite).
func (m *machine) notCalled(method goja.Value) {
	kind, value := kindName(method)
	if value != "" && since(m.policy, 12) {
		kind += " " + value
	}
	m.throwType("%s is not a function", kind)
}

// notIterable throws what V8 says of a value that cannot be iterated, where one of its
// own functions was to: since Node 12 as notCalled does.
func (m *machine) notIterable(v goja.Value) {
	kind, value := kindName(v)
	o, isObject := v.(*goja.Object)
	switch {
	case since(m.policy, 12):
		switch {
		case isObject && isFunction(o):
			kind = "function"
		case value != "":
			kind += " " + value
		}
		m.throwType("%s is not iterable (cannot read property Symbol(Symbol.iterator))", kind)
	case isNothing(v):
		m.throwType("Cannot read property 'Symbol(Symbol.iterator)' of %s", kind)
	}
	m.throwType("%s is not iterable", m.brief(v))
}

// result gives what an iterator gave, if it is an object.
func (m *machine) result(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	if _, ok := v.(*goja.Object); !ok {
		m.throwType("Iterator result %s is not an object", m.brief(v))
	}
	return v
}

// kindName is what typeof says of a value that is no function, and the value
// where messages show it.
func kindName(v goja.Value) (kind, value string) {
	switch v := v.(type) {
	case nil:
		return "undefined", ""
	case *goja.Symbol:
		return "symbol", ""
	case *goja.Object:
		return "object", ""
	case goja.String:
		return "string", `"` + v.String() + `"`
	}
	switch v.Export().(type) {
	case bool:
		return "boolean", v.String()
	case int64, float64:
		return "number", v.String()
	}
	switch {
	case goja.IsNull(v):
		return "object", "null"
	case goja.IsUndefined(v):
		return "undefined", ""
	}
	return "bigint", ""
}
