package js

import (
	"math"

	"github.com/dop251/goja"
)

// maxArguments is how many arguments fit on the stack of V8, which has 984 KiB, at
// most; maxList is how many elements a list can have that is made of arguments
// (FixedArray::kMaxLength).
const (
	maxArguments = 984 << 10 / 8
	maxList      = 1<<27 - 1
	maxArray     = 1<<32 - 1 // elements of an array: what makes a longer one throws
)

// arguing is what apply takes of the list of its arguments.
var arguing = share{0, 16}

// beforeApply is beforeCall of what gives a list of arguments to a function: V8 does
// not take more than its stack has room for.
func (m *machine) beforeApply(call goja.FunctionCall) goja.Value {
	switch n := m.ownLength(call.Argument(1)); {
	case n > maxList:
		panic(m.newError("RangeError", "Invalid array length"))
	case n > maxArguments:
		panic(m.newError("RangeError", "Maximum call stack size exceeded"))
	}
	return m.beforeCall(call)
}

// ownLength is the length that an array, or what is like one, has as a value of its
// own; 0 where there is none. No code of the program runs.
func (m *machine) ownLength(v goja.Value) float64 {
	o, ok := v.(*goja.Object)
	if !ok || isProxy(o) {
		return 0
	}
	switch o.ClassName() {
	case "Array":
		return o.Get("length").ToFloat()
	case "Object", "Arguments":
	default:
		return 0
	}
	d := m.descriptor(o, m.vm.ToValue("length"))
	if d == nil {
		return 0
	}
	if n := d.Get("value"); n != nil && goja.IsNumber(n) && n.ToFloat() > 0 {
		return n.ToFloat()
	}
	return 0
}

// sampled is how many elements of an array are asked first for how long they are, and
// counted is how many are at most.
const (
	sampled = 64
	counted = 1 << 22
)

// installJoin bounds Array.prototype.join, as installStrings does its like.
func (m *machine) installJoin() {
	m.bounding("Array", "join", true, func(call goja.FunctionCall) float64 {
		n := m.ownLength(call.This)
		between := 1.0
		switch s := call.Argument(0).(type) {
		case goja.String:
			between = float64(s.Length())
		case *goja.Object:
			between = 0 // it is asked for its text later
		}
		return m.lengths(call.This, n) + between*max(0, n-1)
	})
}

// installRaw is installJoin of String.raw.
func (m *machine) installRaw() {
	m.bounding("String", "raw", false, func(call goja.FunctionCall) float64 {
		o, ok := call.Argument(0).(*goja.Object)
		if !ok || isProxy(o) {
			return 0
		}
		d := m.descriptor(o, m.vm.ToValue("raw"))
		if d == nil {
			return 0
		}
		raw := d.Get("value")
		n := m.ownLength(raw)
		length := m.lengths(raw, n)
		for i, arg := range call.Arguments {
			if s, ok := arg.(goja.String); ok && i > 0 && float64(i) < n {
				length += float64(s.Length())
			}
		}
		return length
	})
}

// lengths is how long the n elements of a list are that are strings: by the first of
// them, and where that is much, by as many as are counted.
func (m *machine) lengths(list goja.Value, n float64) float64 {
	o, ok := list.(*goja.Object)
	if !ok || n == 0 || isProxy(o) || o.ClassName() != "Array" {
		return 0
	}
	first := math.Min(n, sampled)
	if likely := m.lengthOfFirst(o, int(first)) * n / first; likely <= large {
		return likely
	}
	return m.lengthOfFirst(o, int(math.Min(n, counted)))
}

// lengthOfFirst is how long the first elements of an array are, those that are
// strings; it ends where they are too long for one.
func (m *machine) lengthOfFirst(list *goja.Object, n int) (sum float64) {
	for i := 0; i < n && sum <= maxString; i++ {
		if s, ok := list.Get(itoa(i)).(goja.String); ok {
			sum += float64(s.Length())
		}
	}
	return sum
}

// bounding puts before a function of a class what says how long the string is that
// it makes.
func (m *machine) bounding(class, name string, method bool, length func(goja.FunctionCall) float64) {
	of := m.vm.GlobalObject().Get(class).(*goja.Object)
	if method {
		of = of.Get("prototype").(*goja.Object)
	}
	m.precede(of, name, func(call goja.FunctionCall) {
		n := length(call)
		m.fits(n)
		if bytes := max(2*int64(n), 16*int64(min(m.ownLength(call.This), maxArray))); bytes > large {
			m.hasRoom(bytes) // 16: of elements that are no strings
		}
	})
}
