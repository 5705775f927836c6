package js

import (
	"reflect"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// This file is about generators that are not async, and are asked to return while they
// wait in a try within another. The engine would let what a finally throws go past the
// try around it: see leaving.

const nameTried = "evsim$tried" // takes and gives what a yield in a try within another yields

// tries counts the statements of one function that are around a node and catch, or have a
// finally: those with both are two. It goes into no function within.
type tries struct{ around int }

func (t *tries) enter(n any) bool {
	switch n := n.(type) {
	case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral, *ast.ClassStaticBlock:
		return false
	case *ast.TryStatement:
		t.around += parts(n)
	}
	return true
}

func (t *tries) leave(n any) {
	if n, ok := n.(*ast.TryStatement); ok {
		t.around -= parts(n)
	}
}

// nested reports whether a try is within another there.
func (t *tries) nested() bool { return t.around > 1 }

func parts(n *ast.TryStatement) int {
	if n.Catch != nil && n.Finally != nil {
		return 2
	}
	return 1
}

// generator takes in a generator that is not async. Its yields in a try within another
// say that they are.
func (r *rewriter) generator(n *ast.FunctionLiteral) {
	r.mention(generators)
	if r.evaluated {
		return
	}
	var t tries
	leave := func(n any) {
		t.leave(n)
		y, ok := n.(*ast.YieldExpression)
		if !ok || y.Delegate || !t.nested() {
			return
		}
		r.program.mentions[nameTried] = true
		tried := call(nameTried, y.Yield)
		if y.Argument != nil {
			tried.ArgumentList = append(tried.ArgumentList, y.Argument)
		}
		y.Argument = tried
	}
	(&walker{enter: t.enter, leave: leave}).node(reflect.ValueOf(n.Body))
}

// leavesTries is the function nameTried. It has generators note where they wait.
func (m *machine) leavesTries() goja.Value {
	made, err := m.vm.RunProgram(generatorFunction())
	m.rethrow(err)
	of := made.(*goja.Object).Get("prototype").(*goja.Object).Prototype()
	waits, tried := make(map[*goja.Object]bool), false
	original := func(name string) goja.Callable {
		f, _ := goja.AssertFunction(of.Get(name))
		return f
	}
	next, throw, leave := original("next"), original("throw"), original("return")
	step := func(this goja.Value, with goja.Callable, args ...goja.Value) (goja.Value, error) {
		before := tried
		tried = false
		v, err := with(this, args...)
		if o, ok := this.(*goja.Object); ok && tried && err == nil {
			waits[o] = true
		} else if ok {
			delete(waits, o)
		}
		tried = before
		if given, gone := leftWith(err); gone {
			return m.iterResult(given, true), nil
		}
		return v, err
	}
	method := func(name string, with goja.Callable) {
		m.method(of, name, 1, func(call goja.FunctionCall) goja.Value {
			v, err := step(call.This, with, call.Arguments...)
			m.rethrow(err)
			return v
		})
	}
	method("next", next)
	method("throw", throw)
	m.method(of, "return", 1, func(call goja.FunctionCall) goja.Value {
		with, args := leave, call.Arguments
		if o, ok := call.This.(*goja.Object); ok && waits[o] {
			with, args = throw, []goja.Value{m.vm.ToValue(&left{call.Argument(0)})}
		}
		v, err := step(call.This, with, args...)
		m.rethrow(err)
		return v
	})
	return m.unnamed(func(call goja.FunctionCall) goja.Value {
		tried = true
		return call.Argument(0)
	})
}
