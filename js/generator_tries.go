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

// tries is the yields of one generator that stand in a try within another.
type tries struct {
	*rewriter
	around int
}

// generator takes in a generator that is not async.
func (r *rewriter) generator(n *ast.FunctionLiteral) {
	r.mention(generators)
	if r.evaluated {
		return
	}
	t := tries{rewriter: r}
	(&walker{enter: t.enter, leave: t.leave}).node(reflect.ValueOf(n.Body))
}

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
	switch n := n.(type) {
	case *ast.TryStatement:
		t.around -= parts(n)
	case *ast.YieldExpression:
		if n.Delegate || t.around < 2 {
			return
		}
		t.program.mentions[nameTried] = true
		if n.Argument == nil {
			n.Argument = call(nameTried, n.Yield)
		} else {
			n.Argument = call(nameTried, n.Yield, n.Argument)
		}
	}
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
