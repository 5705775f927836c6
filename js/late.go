package js

import (
	"fmt"
	"maps"
	"slices"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// Most classes of events are made when a program first asks for one, because to make them
// all takes fifty times as long as a short run. A program that may see the difference has
// them all before it begins.

// telling are the names by which a program sees whether a global has a getter, or changes
// what all objects inherit, with which the classes are made.
var telling = []string{
	"getOwnPropertyDescriptor", "getOwnPropertyDescriptors", "getOwnPropertyNames", "ownKeys", "__lookupGetter__", "__lookupSetter__",
	"getPrototypeOf", "setPrototypeOf", "prototype", "__proto__", "defineProperty", "defineProperties", "__defineGetter__", "__defineSetter__",
	"Function", "eval",
}

// makers are the globals that the classes, and what copies values, are made with.
var makers = map[string]bool{
	"Array": true, "ArrayBuffer": true, "DataView": true, "Date": true, "Error": true, "EvalError": true, "Map": true, "Number": true, "Object": true,
	"Proxy": true, "RangeError": true, "ReferenceError": true, "RegExp": true, "Set": true, "String": true, "Symbol": true, "SyntaxError": true,
	"TypeError": true, "URIError": true, "WeakMap": true, "WeakSet": true,
}

// tells takes in a node by which a program sees or changes the same.
func (r *rewriter) tells(n any) {
	switch n := n.(type) {
	case *ast.BracketExpression: // it may get what shows getters by a name that is put together
		of, ok := n.Left.(*ast.Identifier)
		r.program.tells = r.program.tells || ok && (of.Name == "Object" || of.Name == "Reflect")
	case *ast.AssignExpression:
		r.program.tells = r.program.tells || changesMaker(n.Left)
	}
}

func changesMaker(left ast.Expression) bool {
	switch left := left.(type) {
	case *ast.Identifier:
		return makers[left.Name.String()]
	case *ast.DotExpression:
		return makers[left.Identifier.Name.String()] || changesMaker(left.Left)
	case *ast.BracketExpression:
		return changesMaker(left.Left)
	}
	return false
}

// late are the classes of events, of which some are not made yet.
type late struct {
	made    *goja.Object  // those that are, by their names
	give    goja.Callable // makes one that waits, by its name, and others with it
	waiting map[string]bool
}

// atOnce reports whether all is made before the program begins.
func (m *machine) atOnce() bool { return m.program.tells || m.mentions(telling...) }

// lateHost is what the prelude asks of them.
func (m *machine) lateHost(host *goja.Object) {
	_ = host.Set("atOnce", m.atOnce())
	_ = host.Set("portsTell", m.has("MessagePort.prototype.hasRef"))
	m.method(host, "complete", 1, func(call goja.FunctionCall) goja.Value {
		made := make(map[string]bool)
		for _, name := range namesIn(call.Argument(0)) {
			made[name] = true
			delete(m.late.waiting, name)
		}
		m.installLackingOfPages(func(class string) bool { return made[class] })
		return goja.Undefined()
	})
}

// hold takes in what the prelude made.
func (l *late) hold(m *machine, made *goja.Object) {
	l.made, l.waiting = made, make(map[string]bool)
	l.give, _ = goja.AssertFunction(made.Get("give"))
	waiting, _ := goja.AssertFunction(made.Get("waiting"))
	names, err := waiting(goja.Undefined())
	m.rethrow(err)
	for _, name := range namesIn(names) {
		l.waiting[name] = true
	}
}

// names are all, those that wait last.
func (l *late) names() []string { return append(l.made.Keys(), slices.Sorted(maps.Keys(l.waiting))...) }

// get is a class by its name.
func (l *late) get(m *machine, name string) goja.Value {
	class, err := l.give(goja.Undefined(), m.vm.ToValue(name))
	m.rethrow(err)
	return class
}

func namesIn(list goja.Value) (names []string) {
	all, _ := list.Export().([]any)
	for _, name := range all {
		names = append(names, fmt.Sprint(name))
	}
	return names
}

// define gives the program a class by its name.
func (l *late) define(m *machine, name string) {
	if !l.waiting[name] {
		m.set(name, l.made.Get(name))
		return
	}
	get := m.unnamed(func(goja.FunctionCall) goja.Value {
		class := l.get(m, name)
		m.set(name, class)
		return class
	})
	set := m.unnamed(func(call goja.FunctionCall) goja.Value {
		m.set(name, call.Argument(0))
		return goja.Undefined()
	})
	_ = m.vm.GlobalObject().DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// makeAll makes what waits: for text that is evaluated.
func (l *late) makeAll(m *machine) {
	for _, name := range slices.Sorted(maps.Keys(l.waiting)) {
		m.vm.GlobalObject().Get(name)
	}
}
