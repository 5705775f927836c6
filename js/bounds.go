package js

import (
	"context"
	"math"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"evsim/sim"
)

// maxString is how long a string may be (V8's String::kMaxLength).
const maxString = 1<<29 - 24

// large is from which length of a string, or which number of bytes, on there is
// asked for room: what is less can be taken between two looks at the memory.
const large = 1 << 22

// share is how many bytes a call takes at most, or nearly: for each UTF-16 unit of
// a string that it is of, and for each element of an array.
type share struct{ unit, element int64 }

// lengthy are methods whose one call can take long or much, of what is large:
// the engine asks nobody meanwhile.
var lengthy = map[string]share{
	"concat": {4, 16}, "copyWithin": {}, "exec": {4, 0}, "fill": {0, 16}, "flat": {0, 16}, "flatMap": {0, 16}, "from": {}, "includes": {}, "indexOf": {},
	"join": {}, "lastIndexOf": {}, "map": {0, 16}, "match": {16, 0}, "matchAll": {4, 0}, "normalize": {24, 0}, "padEnd": {2, 0}, "padStart": {2, 0},
	"parse": {}, "raw": {}, "repeat": {2, 0}, "replace": {4, 0}, "replaceAll": {4, 0}, "reverse": {0, 16}, "search": {4, 0}, "slice": {2, 16},
	"sort": {0, 16}, "splice": {0, 16}, "split": {16, 0}, "stringify": {}, "test": {}, "toLowerCase": {2, 0}, "toReversed": {0, 16},
	"toSorted": {0, 16}, "toUpperCase": {2, 0}, "unshift": {0, 16},
}

// lengthyFunctions are functions and constructors of which the same is true, of
// their first argument.
var lengthyFunctions = map[string]share{
	"Array": {}, "ArrayBuffer": {0, 1}, "atob": {2, 0}, "btoa": {4, 0}, "BigInt": {1, 0}, "BigInt64Array": {0, 8}, "BigUint64Array": {0, 8}, "Float32Array": {0, 4},
	"Float64Array": {0, 8}, "Int16Array": {0, 2}, "Int32Array": {0, 4}, "Int8Array": {0, 1}, "Map": {}, "RegExp": {8, 0}, "Set": {},
	"String": {}, "Uint16Array": {0, 2}, "Uint32Array": {0, 4}, "Uint8Array": {0, 1}, "Uint8ClampedArray": {0, 1},
	"decodeURI": {2, 0}, "decodeURIComponent": {2, 0}, "encodeURI": {6, 0}, "encodeURIComponent": {6, 0}, "escape": {6, 0},
	"structuredClone": {2, 16}, "unescape": {2, 0},
}

// ofTexts are functions and constructors that take long where a text is long, which a
// call among their arguments made, and are called too often to be told of otherwise.
var ofTexts = map[string]bool{"Date": true, "Number": true, "URL": true, "URLSearchParams": true, "parseFloat": true, "parseInt": true}

// ofObjects are methods of Object and Reflect of which the same is true.
var ofObjects = map[string]bool{
	"assign": true, "entries": true, "fromEntries": true, "getOwnPropertyDescriptors": true, "getOwnPropertyNames": true,
	"groupBy": true, "keys": true, "ownKeys": true, "values": true,
}

// spreads is what ... takes of what it spreads.
var spreads = share{16, 32}

// lengthyCall is a call of one of them in the program.
type lengthyCall struct {
	at    sim.Pos
	takes share
}

// Doing knows where programs are that run under a context of its Within, for who
// ends the process because a call does not come back. It may be used by several
// goroutines.
type Doing struct {
	mu       sync.Mutex
	machines map[*machine]bool
	around   *Doing // knows of the same runs, and of more; may be nil
}

type doingKey struct{}

// Within is a context whose runs it knows of. [DoingOf] of the context knows of
// those alone.
func (d *Doing) Within(ctx context.Context) context.Context {
	return context.WithValue(ctx, doingKey{}, &Doing{around: d})
}

// DoingOf knows of the runs of a context; nil if it came from no Within.
func DoingOf(ctx context.Context) *Doing {
	d, _ := ctx.Value(doingKey{}).(*Doing)
	return d
}

// At is where a program of those that run now last called a function of the
// language that can take long, as FILE:LINE:COLUMN; "" if none did, or d is nil.
func (d *Doing) At() string { return d.place(func(m *machine) *sim.Pos { return m.doing.Load() }) }

// After is where a program of those that run now last asked whether it may go on, as
// FILE:LINE:COLUMN: its beginning if it has not asked. "" if none runs, or d is nil.
func (d *Doing) After() string { return d.place(func(m *machine) *sim.Pos { return m.askedAt.Load() }) }

func (d *Doing) place(of func(*machine) *sim.Pos) string {
	if d == nil {
		return ""
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	places := make([]string, 0, 1)
	for m := range d.machines {
		if at := of(m); at != nil {
			places = append(places, m.shown(*at))
		}
	}
	if len(places) == 0 {
		return ""
	}
	return slices.Min(places)
}

// Runs reports whether a program of those is running; false if d is nil. Once their
// context has ended one that still does is in a call that does not come back.
func (d *Doing) Runs() bool {
	if d == nil {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.machines) > 0
}

// Lasts is how long a program of those that run has not asked whether it may go on:
// the longest; 0 if none runs, or d is nil.
func (d *Doing) Lasts() (most time.Duration) {
	if d == nil {
		return 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for m := range d.machines {
		most = max(most, sinceStart()-time.Duration(m.asked.Load()))
	}
	return most
}

var start = time.Now()

// sinceStart tells instants of this process apart.
func sinceStart() time.Duration { return time.Since(start) }

// begins has the Doing of the run's context know the machine; the caller calls
// over when the run is.
func (m *machine) begins() (over func()) {
	m.asks()
	m.askedAt.Store(&m.first)
	if m.until == nil {
		return func() {}
	}
	d := DoingOf(m.until)
	if d == nil {
		return func() {}
	}
	for of := d; of != nil; of = of.around {
		of.knows(m, true)
	}
	return func() {
		for of := d; of != nil; of = of.around {
			of.knows(m, false)
		}
	}
}

// asks notes that the run asks whether it may go on, so no lengthy call is under way.
func (m *machine) asks() {
	m.doing.Store(nil)
	m.asked.Store(int64(sinceStart()))
}

// asksAt is asks of code that stands at a place; the zero Pos says that it is not known.
func (m *machine) asksAt(at sim.Pos) {
	m.asks()
	if last := m.askedAt.Load(); at != (sim.Pos{}) && (last == nil || *last != at) {
		m.askedAt.Store(&at)
	}
}

// knows takes in that a machine runs, or does not any more.
func (d *Doing) knows(m *machine, runs bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case !runs:
		delete(d.machines, m)
	case d.machines == nil:
		d.machines = map[*machine]bool{m: true}
	default:
		d.machines[m] = true
	}
}

// doing is where the lengthy call stands that is under way; nil: none is.
type doing = atomic.Pointer[sim.Pos]

// beforeCall is called before a lengthy call: (number, what the method is of, or the
// constructor's argument). It gives the latter back. In text that was evaluated
// there is no number; the share follows.
func (m *machine) beforeCall(call goja.FunctionCall) goja.Value {
	v := call.Argument(1)
	takes := m.begun(call.Argument(0), share{call.Argument(2).ToInteger(), call.Argument(3).ToInteger()})
	if bytes := m.taken(takes, v); bytes > large {
		m.hasRoom(bytes)
	}
	return v
}

// begun takes in that the lengthy call of a number is under way, and says what it
// takes: one in text that was evaluated takes what is given.
func (m *machine) begun(number goja.Value, given share) share {
	if n := number.ToInteger(); n != atRun {
		known := &m.program.lengthy[n]
		if known.at != (sim.Pos{}) { // or else it is in a module of evsim's own, which code called
			m.doing.Store(&known.at)
		}
		return known.takes
	}
	if at := m.at(m.evalPlace); at != (sim.Pos{}) {
		m.doing.Store(&at)
	}
	return given
}

// taken is how many bytes a call takes of a string, an array or a length. No code
// of the program runs.
func (m *machine) taken(t share, v goja.Value) int64 {
	switch v := v.(type) {
	case goja.String:
		return int64(v.Length()) * t.unit
	case *goja.Object:
		if t.element == 0 {
			return 0
		}
		if bytes := m.bytesOfTyped(v); bytes > 0 {
			return bytes
		}
		if n := m.ownLength(v); n <= maxArray {
			return int64(n) * t.element
		}
		return 0
	}
	if goja.IsNumber(v) {
		return v.ToInteger() * t.element
	}
	return 0
}

// bytesOfTyped is how many bytes a typed array or a buffer has; 0: it is none, or the buffer
// is detached.
func (m *machine) bytesOfTyped(o *goja.Object) int64 {
	switch {
	case isProxy(o):
		return 0
	case isBuffer(o):
		return int64(len(o.Export().(goja.ArrayBuffer).Bytes()))
	case !isTyped(o):
		return 0
	}
	n, err := m.pure.getter("Uint8Array.prototype.byteLength")(o)
	m.rethrow(err)
	return n.ToInteger()
}

// hasRoom reports whether the run may take so many bytes more; if not, the run
// ends at the next step of its code.
func (m *machine) hasRoom(bytes int64) bool {
	if m.room == nil || m.room(bytes) {
		return true
	}
	m.rt.Stop(sim.Stop{Reason: sim.Abandoned, Label: inCode, At: m.at(m.from())})
	m.stopping()
	return false
}

// grown is called with what + makes of two things that may both be long: V8 has
// no string that is longer than maxString, and the next + makes twice as much.
func (m *machine) grown(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	if s, ok := v.(goja.String); ok && s.Length() > large {
		m.fits(float64(s.Length()))
		m.hasRoom(2 * bytesOf(s))
	}
	return v
}

// bytesOf is how many bytes a string takes: the engine keeps ASCII as such, and
// all else as UTF-16.
func bytesOf(s goja.String) int64 {
	if reflect.TypeOf(s).Kind() == reflect.String {
		return int64(s.Length())
	}
	return 2 * int64(s.Length())
}

// fits throws what V8 throws where a string would be longer than it may be.
func (m *machine) fits(length float64) {
	if length > maxString {
		panic(m.newError("RangeError", "Invalid string length"))
	}
}

// installStrings bounds what makes long strings of short ones.
func (m *machine) installStrings() {
	proto := m.vm.GlobalObject().Get("String").(*goja.Object).Get("prototype").(*goja.Object)
	for _, name := range [...]string{"concat", "repeat", "padStart", "padEnd"} {
		m.precede(proto, name, func(call goja.FunctionCall) {
			s, ok := call.This.(goja.String)
			if !ok {
				return
			}
			if count := call.Argument(0).ToFloat(); name == "repeat" && (count < 0 || math.IsInf(count, 0)) {
				panic(m.newError("RangeError", m.invalidCount(count)))
			}
			length := lengthOf(name, s, call.Arguments)
			m.fits(length)
			if length > large {
				m.hasRoom(2 * int64(length))
			}
		})
	}
}

// precede puts a check before a function of an object, which is not called where the
// check ends the run.
func (m *machine) precede(of *goja.Object, name string, check func(goja.FunctionCall)) {
	original, ok := goja.AssertFunction(of.Get(name))
	if !ok {
		return
	}
	m.method(of, name, 1, func(call goja.FunctionCall) goja.Value {
		check(call)
		if m.rt.Stopped() {
			return goja.Undefined()
		}
		v, err := original(call.This, call.Arguments...)
		m.rethrow(err)
		return v
	})
}

// lengthOf is how long a string is that a method makes, of arguments that are
// numbers or strings. Others, which the method converts, count nothing.
func lengthOf(name string, s goja.String, args []goja.Value) float64 {
	length := float64(s.Length())
	switch {
	case name == "concat":
		for _, arg := range args {
			if s, ok := arg.(goja.String); ok {
				length += float64(s.Length())
			}
		}
	case len(args) == 0:
	case !goja.IsNumber(args[0]):
	case name == "repeat":
		if times := args[0].ToFloat(); times > 0 && !math.IsInf(times, 0) {
			length *= math.Trunc(times)
		}
	default:
		length = max(length, args[0].ToFloat())
	}
	return length
}

// invalidCount is what V8 says of how often repeat is to repeat.
func (m *machine) invalidCount(count float64) string {
	if !since(m.policy, 20) {
		return "Invalid count value"
	}
	return "Invalid count value: " + m.vm.ToValue(count).String()
}
