package js

import (
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja"
)

var (
	languagePrelude  = newPrelude(languageSource)
	iteratorsPrelude = newPrelude(iteratorsSource)
)

// languageNames are the functions of the language that the engine has not, by name.
// Each is there from the release on that appeared says, or always.
var languageNames = strings.Fields("groupBy escape getOrInsert getOrInsertComputed isWellFormed toWellFormed f16round hasIndices unicodeSets " +
	"__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ getYear setYear toGMTString " +
	"anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup")

// installLanguage gives the objects of the language those functions that the program
// names.
func (m *machine) installLanguage() {
	made, err := m.enter(languagePrelude)(goja.Undefined(), m.languageHost())
	m.rethrow(err)
	list := made.(*goja.Object)
	for _, way := range list.Keys() {
		of, functions := m.reached(way), list.Get(way).(*goja.Object)
		for _, name := range functions.Keys() {
			m.appears(of, way, name, functions.Get(name))
		}
	}
	text := m.reached("String.prototype")
	m.appears(text, "String.prototype", "isWellFormed", m.function("isWellFormed", 0, func(call goja.FunctionCall) goja.Value {
		units := m.unitsOf("isWellFormed", call.This)
		return m.vm.ToValue(wellFormed(units))
	}))
	m.appears(text, "String.prototype", "toWellFormed", m.function("toWellFormed", 0, func(call goja.FunctionCall) goja.Value {
		return m.vm.ToValue(string(utf16.Decode(m.unitsOf("toWellFormed", call.This))))
	}))
	m.appears(m.reached("Math"), "Math", "f16round", m.function("f16round", 1, func(call goja.FunctionCall) goja.Value {
		return m.vm.ToValue(half(call.Argument(0).ToFloat()))
	}))
	date := m.reached("Date.prototype")
	m.appears(date, "Date.prototype", "toGMTString", date.Get("toUTCString"))
	for _, name := range [...]string{"hasIndices", "unicodeSets"} {
		m.flagGetter(name)
	}
}

// appears gives an object a function that the program names and the release has.
func (m *machine) appears(of *goja.Object, way, name string, f goja.Value) {
	if of != nil && m.mentions(name) && m.has(way+"."+name) && of.Get(name) == nil {
		_ = of.DefineDataProperty(name, f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// languageHost is what the prelude asks of the machine.
func (m *machine) languageHost() *goja.Object {
	host := m.iterationHost()
	m.method(host, "iterable", 1, func(call goja.FunctionCall) goja.Value {
		v := call.Argument(0)
		if _, ok := goja.AssertFunction(v.ToObject(m.vm).GetSymbol(goja.SymIterator)); !ok {
			m.notIterable(v)
		}
		return goja.Undefined()
	})
	m.method(host, "object", 1, func(call goja.FunctionCall) goja.Value {
		if isNothing(call.Argument(0)) {
			m.throwType("Cannot convert undefined or null to object")
		}
		return call.Argument(0).ToObject(m.vm)
	})
	m.method(host, "isDate", 1, func(call goja.FunctionCall) goja.Value {
		o, ok := call.Argument(0).(*goja.Object)
		return m.vm.ToValue(ok && o.ClassName() == "Date")
	})
	m.method(host, "define", 3, func(call goja.FunctionCall) goja.Value {
		return m.call("Object.defineProperty", goja.Undefined(), call.Arguments...)
	})
	return host
}

// iterationHost is what both preludes ask of it: what V8 says of values.
func (m *machine) iterationHost() *goja.Object {
	host := m.vm.NewObject()
	m.method(host, "brief", 1, func(call goja.FunctionCall) goja.Value { return m.vm.ToValue(m.brief(call.Argument(0))) })
	m.method(host, "notCalled", 1, func(call goja.FunctionCall) goja.Value {
		m.notCalled(call.Argument(0))
		return goja.Undefined()
	})
	return host
}

// flagGetter gives regular expressions a flag that none of them has: the engine
// refuses those that do.
func (m *machine) flagGetter(name string) {
	proto := m.reached("RegExp.prototype")
	if !m.mentions(name) || !m.has("RegExp.prototype."+name) || m.descriptor(proto, m.vm.ToValue(name)) != nil {
		return
	}
	get := m.function("get "+name, 0, func(call goja.FunctionCall) goja.Value {
		o, _ := call.This.(*goja.Object)
		switch {
		case o == proto:
			return goja.Undefined()
		case o == nil || o.ClassName() != "RegExp":
			m.throwType("RegExp.prototype.%s getter called on non-RegExp object", name)
		}
		return m.vm.ToValue(false)
	})
	_ = proto.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// unitsOf is the value that a method of strings was called on, in UTF-16.
func (m *machine) unitsOf(method string, this goja.Value) []uint16 {
	if isNothing(this) {
		m.throwType("String.prototype.%s called on null or undefined", method)
	}
	text, ok := this.(goja.String)
	if !ok {
		text, _ = m.call("String.prototype.concat", this).(goja.String)
	}
	units := make([]uint16, text.Length())
	for i := range units {
		units[i] = text.CharAt(i)
	}
	return units
}

// wellFormed reports whether each surrogate stands in a pair.
func wellFormed(units []uint16) bool {
	for i := 0; i < len(units); i++ {
		switch r := rune(units[i]); {
		case !utf16.IsSurrogate(r):
		case i+1 < len(units) && utf16.DecodeRune(r, rune(units[i+1])) != '\uFFFD':
			i++
		default:
			return false
		}
	}
	return true
}

// half is the nearest number of 16 bits (IEEE 754 binary16), the even one of two.
func half(x float64) float64 {
	const largest, smallestExponent, fraction = 65520, -14, 10 // from largest on it is infinite
	switch a := math.Abs(x); {
	case x == 0 || math.IsNaN(x) || math.IsInf(x, 0):
		return x
	case a >= largest:
		return math.Copysign(math.Inf(1), x)
	}
	_, exponent := math.Frexp(x) // 0.5 <= |x| / 2^exponent < 1
	quantum := math.Ldexp(1, max(exponent-1, smallestExponent)-fraction)
	return math.Copysign(math.RoundToEven(math.Abs(x)/quantum)*quantum, x)
}

// What iterators have, by name, with the numbers of parameters; and what else can lead
// to the object that they inherit it from, or to an iterator.
var (
	iteratorMethods = []struct {
		name   string
		length int
	}{{"map", 1}, {"filter", 1}, {"take", 1}, {"drop", 1}, {"flatMap", 1}, {"reduce", 1}, {"toArray", 0}, {"forEach", 1}, {"some", 1}, {"every", 1}, {"find", 1}}
	iteratorObjects = strings.Fields("Iterator Reflect constructor getPrototypeOf __proto__ getOwnPropertyNames ownKeys includes join")
	iteratorSources = strings.Fields("Iterator values keys entries matchAll iterator getPrototypeOf __proto__ " + generators)
)

// generators stands for a generator that is not asynchronous among the names that a
// program has.
const generators = "function*"

// iteratorNames are those for which installIterators is called.
func iteratorNames() []string {
	all := slices.Clone(iteratorObjects)
	for _, m := range iteratorMethods {
		all = append(all, m.name)
	}
	return all
}

// installIterators gives the program Iterator, and iterators their methods. To make all
// takes longer than most runs, and most programs that have a name of one use it on arrays.
func (m *machine) installIterators() {
	switch {
	case m.iteratorClass != nil || !m.has("Iterator") || !m.mentions(iteratorSources...):
	case m.mentions(iteratorObjects...):
		m.makeIterators(false)
	default:
		proto := m.iteratorPrototype()
		for _, method := range iteratorMethods {
			if m.mentions(method.name) && proto.Get(method.name) == nil {
				m.method(proto, method.name, method.length, m.iteratorMethod(method.name))
			}
		}
	}
}

// iteratorPrototype is %Iterator.prototype%.
func (m *machine) iteratorPrototype() *goja.Object {
	values, _ := goja.AssertFunction(m.vm.NewArray().GetSymbol(goja.SymIterator))
	iterator, err := values(m.vm.NewArray())
	m.rethrow(err)
	return iterator.(*goja.Object).Prototype().Prototype()
}

// iteratorMethod is a method of iterators, which are made when it is called first.
func (m *machine) iteratorMethod(name string) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		if m.iteratorClass == nil {
			m.makeIterators(true)
		}
		f, _ := goja.AssertFunction(m.iteratorOwn.Get(name))
		v, err := f(call.This, call.Arguments...)
		m.rethrow(err)
		return v
	}
}

// makeIterators makes them; lazy: their methods are there.
func (m *machine) makeIterators(lazy bool) {
	host := m.iterationHost()
	for _, class := range [...]string{"RangeError", "Symbol", "TypeError"} {
		_ = host.Set(class, m.kept(class))
	}
	_ = host.Set("lazy", lazy)
	_ = host.Set("concat", m.has("Iterator.concat"))
	m.method(host, "number", 1, func(call goja.FunctionCall) goja.Value { return call.Argument(0).ToNumber() })
	_ = host.Set("closes", since(m.policy, 24))
	if disposes(m.policy) && since(m.policy, 24) {
		_ = host.Set("dispose", symDispose)
	}
	made, err := m.enter(iteratorsPrelude)(goja.Undefined(), host)
	m.rethrow(err)
	m.iteratorClass = made.(*goja.Object).Get("Iterator").(*goja.Object)
	m.iteratorOwn = made.(*goja.Object).Get("methods").(*goja.Object)
	m.set("Iterator", m.iteratorClass)
}
