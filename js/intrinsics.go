package js

import (
	"errors"
	"regexp"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// pure is an engine that no program runs on. Functions of the language that
// this package needs come from it: code may overwrite its own, or the globals
// that they stand in. They work on the values of any engine, and only what they
// make is never handed to code.
type pure struct {
	vm        *goja.Runtime
	functions map[string]goja.Callable
	classes   map[string]bool // names of the language's classes
}

// intrinsic is a function of the language as it is before any code runs, by
// the way to it from the global object, such as Map.prototype.forEach.
func (p *pure) intrinsic(way string) goja.Callable {
	if call := p.functions[way]; call != nil {
		return call
	}
	if p.vm == nil {
		p.vm, p.functions = goja.New(), make(map[string]goja.Callable)
	}
	var v goja.Value = p.vm.GlobalObject()
	for name := range strings.SplitSeq(way, ".") {
		v = v.(*goja.Object).Get(name)
	}
	call, _ := goja.AssertFunction(v)
	p.functions[way] = call
	return call
}

// getter is the function behind a property of the language that is computed when it
// is read, by the way to it from the global object. An object that the way comes to
// may inherit the property.
func (p *pure) getter(way string) goja.Callable {
	key := "get " + way
	if call := p.functions[key]; call != nil {
		return call
	}
	describe := p.intrinsic("Object.getOwnPropertyDescriptor")
	dot := strings.LastIndexByte(way, '.')
	var v goja.Value = p.vm.GlobalObject()
	for name := range strings.SplitSeq(way[:dot], ".") {
		v = v.(*goja.Object).Get(name)
	}
	for o := v.(*goja.Object); o != nil; o = o.Prototype() {
		// What describes a property throws only where it is called on no object.
		if described, _ := describe(nil, o, p.vm.ToValue(way[dot+1:])); !goja.IsUndefined(described) {
			p.functions[key], _ = goja.AssertFunction(described.(*goja.Object).Get("get"))
			break
		}
	}
	return p.functions[key]
}

// made reports whether a value was made by the engine that no program runs on.
func (p *pure) made(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok {
		return false
	}
	root := p.vm.NewObject().Prototype()
	for o != nil && o != root {
		o = o.Prototype()
	}
	return o != nil
}

var className = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z][a-zA-Z0-9]+$`) })

// isClass reports whether a name is that of one of the language's classes.
func (p *pure) isClass(name string) bool {
	if p.classes == nil {
		p.intrinsic("Object")
		p.classes = map[string]bool{"WeakRef": true, "FinalizationRegistry": true, "SharedArrayBuffer": true}
		for _, known := range p.vm.GlobalObject().GetOwnPropertyNames() {
			p.classes[known] = className().MatchString(known)
		}
	}
	return p.classes[name]
}

// call calls an intrinsic function. What it throws is thrown in code, as an
// error of the program's own engine.
func (m *machine) call(way string, this goja.Value, args ...goja.Value) goja.Value {
	v, err := m.pure.intrinsic(way)(this, args...)
	var exception *goja.Exception
	if errors.As(err, &exception) && m.pure.made(exception.Value()) {
		thrown := exception.Value().(*goja.Object)
		panic(m.newError(thrown.Get("name").String(), thrown.Get("message").String()))
	}
	m.rethrow(err)
	return v
}

// sourceOf is the text of a function, whatever code made of toString.
func (m *machine) sourceOf(fn *goja.Object) string {
	v, err := m.pure.intrinsic("Function.prototype.toString")(fn)
	if err != nil {
		return "function () { [native code] }"
	}
	return v.String()
}

// kept are the globals of the program's own engine that this package makes
// objects with. Where the program has a name of one, it is taken before any code
// runs, for it may be overwritten then.
var kept = [...]string{"Error", "TypeError", "RangeError", "AggregateError", "SyntaxError", "Uint8Array", "Symbol", "Function"}

// keepGlobals takes what the program may overwrite.
func (m *machine) keepGlobals() {
	for _, name := range kept {
		if m.mentions(name) {
			m.kept(name)
		}
	}
	if m.mentions("Symbol") { // else nothing can have the name that inspectCustom looks for
		m.keepCustom()
	}
}

// keepCustom has objects be shown as they say themselves.
func (m *machine) keepCustom() {
	symbol := m.kept("Symbol")
	if call, ok := goja.AssertFunction(symbol.Get("for")); ok {
		v, err := call(symbol, m.vm.ToValue("nodejs.util.inspect.custom"))
		m.rethrow(err)
		m.custom, _ = v.(*goja.Symbol)
	}
}

// kept is one of the globals that are kept; nil where the program overwrote it
// without saying its name.
func (m *machine) kept(name string) *goja.Object {
	o, known := m.globals[name]
	if !known {
		if m.globals == nil {
			m.globals = make(map[string]*goja.Object)
		}
		o, _ = m.vm.GlobalObject().Get(name).(*goja.Object)
		m.globals[name] = o
	}
	return o
}

// newError makes an error of a class of the language.
func (m *machine) newError(class, message string) *goja.Object {
	if of := m.kept(class); of != nil {
		if o, err := m.vm.New(of, m.vm.ToValue(message)); err == nil {
			return o
		}
	}
	return m.vm.NewTypeError(message)
}
