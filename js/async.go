package js

import (
	"errors"
	"reflect"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/sim"
)

// frame is a function that was lowered to a generator: an async function, an
// async generator, or a module that awaits at its top.
type frame struct {
	kind      frameKind
	generator *goja.Object
	owner     uint32 // its promise, or its number as an async generator, or as a module that runs beside others
	place     int    // of what it waits at
	at        suspensionKind
	within    *resource // of what it waits at, unless code has it go on at once
	name      string
}

type frameKind uint8

const (
	noFrame frameKind = iota
	asyncFrame
	generatorFrame
	moduleFrame
)

// suspension is what the next yield of a lowered function is.
type suspension struct {
	kind  suspensionKind
	place int
	value goja.Value
	over  uint32 // delegates: the iterator
	tail  bool   // returns: what a tail call gave
}

type suspensionKind uint8

const (
	ends suspensionKind = iota // there was no yield
	awaits
	yields
	delegates
	returns
)

// suspend is a function that lowered code calls right before a yield.
func (m *machine) suspend(kind suspensionKind) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		over := uint32(0)
		if kind == delegates {
			over = m.iterator(call.Argument(1))
		}
		m.suspends = suspension{kind, int(call.Argument(0).ToInteger()), call.Argument(1), over, m.tailed}
		m.tailed = false
		return goja.Undefined()
	}
}

// async is a call of an async function: (this, arguments, generator function).
func (m *machine) async(call goja.FunctionCall) goja.Value {
	if m.starts {
		m.starts = false
		m.begin(m.newFrame(frame{kind: moduleFrame, name: "script", owner: m.startsAs}), call)
		return goja.Undefined()
	}
	m.rt.CiteRule(ecma.RuleJobExecutor)
	promise := saw(m, m.rt.NewPromise())
	m.born(promise)
	m.begin(m.newFrame(frame{kind: asyncFrame, owner: promise, name: m.caller("async function")}), call)
	return m.promiseObject(promise)
}

// module calls what a module is that awaits at its top.
func (m *machine) module(call goja.FunctionCall) goja.Value {
	m.starts = true
	body, _ := goja.AssertFunction(call.Argument(0))
	_, err := body(goja.Undefined())
	m.rethrow(err)
	return goja.Undefined()
}

// caller is the name of the function that called a native one.
func (m *machine) caller(otherwise string) string {
	from := m.from()
	if name := from.FuncName(); name != "<anonymous>" && name != "<native>" {
		return m.program.saidName(name)
	}
	return otherwise
}

func (m *machine) newFrame(f frame) uint32 {
	if n := len(m.idle); n > 0 {
		id := m.idle[n-1]
		m.idle = m.idle[:n-1]
		m.frames[id] = f
		return id
	}
	m.frames = append(m.frames, f)
	return uint32(len(m.frames) - 1)
}

// begin makes a frame's generator, and runs an async function to its first
// await.
func (m *machine) begin(id uint32, call goja.FunctionCall) {
	made, err := m.makeGenerator(call)
	if err != nil {
		m.finish(id, nil, err)
		return
	}
	m.frames[id].generator = made
	m.step(id, m.next, goja.Undefined())
}

// makeGenerator calls the generator function with the arguments of the function
// that was lowered to it.
func (m *machine) makeGenerator(call goja.FunctionCall) (*goja.Object, error) {
	fn, _ := goja.AssertFunction(call.Argument(2))
	var args []goja.Value
	if list, ok := call.Argument(1).(*goja.Object); ok {
		if err := m.vm.Try(func() { args = m.listOf(list) }); err != nil {
			return nil, err
		}
	}
	v, err := fn(call.Argument(0), args...)
	if err != nil {
		return nil, err
	}
	made := v.(*goja.Object)
	if m.next == nil {
		m.next, _ = goja.AssertFunction(made.Get("next"))
		m.throw, _ = goja.AssertFunction(made.Get("throw"))
		m.leave, _ = goja.AssertFunction(made.Get("return"))
	}
	return made, nil
}

// step goes on with a frame until it suspends or ends.
func (m *machine) step(id uint32, with goja.Callable, v goja.Value) {
	for {
		m.suspends = suspension{}
		result, err := with(m.frames[id].generator, v)
		s := m.suspends
		m.suspends = suspension{}
		if err != nil || s.kind == ends {
			m.finish(id, result, err)
			return
		}
		m.frames[id].place = s.place
		if s.kind == delegates {
			m.frames[id].at, m.frames[id].within = delegates, m.resource()
			m.rt.Delegate(m.frames[id].owner, s.over)
			return
		}
		if s.tail {
			m.rt.CiteRule(ecma.RuleGeneratorTailCalls)
			with, v = m.next, s.value
			continue
		}
		given, threw := m.awaitable(s.value)
		if !threw {
			m.suspended(id, s.kind, given)
			return
		}
		with, v = m.throw, m.value(given) // Await throws at once (ECMA-262 §27.7.5.3, step 2)
	}
}

// suspended leaves a frame until a promise is settled.
func (m *machine) suspended(id uint32, kind suspensionKind, on ecma.Value) {
	m.frames[id].at = kind
	m.frames[id].within = m.resource()
	switch kind {
	case yields:
		m.rt.Yield(m.frames[id].owner, on)
	case returns:
		m.rt.ReturnAwaited(m.frames[id].owner, on)
	default:
		m.rt.Await(on, id)
	}
}

// finish ends a frame: its generator gave its last result, or threw.
func (m *machine) finish(id uint32, result goja.Value, err error) {
	f := m.frames[id]
	given, gone := leftWith(err)
	if gone {
		err = nil
	}
	thrown, threw := m.thrown(err)
	if err != nil && !threw {
		return // the run is over
	}
	m.frames[id] = frame{}
	m.idle = append(m.idle, id)
	var v goja.Value = goja.Undefined()
	if o, ok := result.(*goja.Object); ok {
		v = o.Get("value")
	}
	if gone {
		v = given
	}
	switch {
	case f.kind == generatorFrame:
		m.endGenerator(f, v, thrown, threw)
	case f.kind == moduleFrame && m.graph != nil:
		m.graph.ended(int(f.owner), thrown, threw)
	case f.kind == moduleFrame && threw:
		m.rt.ModuleThrew(thrown, m.throwerAwaits(err, f))
	case f.kind == moduleFrame:
		m.rt.ModuleDone(m.program.endAwaits())
	case threw:
		m.rejected(f.owner)
		m.rt.Reject(f.owner, thrown)
	default:
		m.resolve(f.owner, v)
	}
}

// Resume goes on with a function that awaits, or a generator (ecma.Frames).
func (m *machine) Resume(id uint32, with ecma.Completion) {
	if m.rt.Stopped() {
		return
	}
	m.enters(enterResume, id, with.Value)
	m.history.add(uint64(with.Type))
	call, v := m.next, m.value(with.Value)
	switch with.Type {
	case ecma.Throw:
		call = m.throw
	case ecma.Return:
		call, v = m.leaving(id, v)
	}
	asked := m.contexts.asks && m.frames[id].kind == generatorFrame
	if m.contexts.asks = false; m.frames[id].within != nil && !asked {
		defer m.back(m.within(m.frames[id].within))
	}
	m.step(id, call, v)
}

// left is what is thrown into a body that is asked to return a value. No catch sees it.
type left struct{ with goja.Value }

// leaving is how a body is asked to return a value. A return statement goes on, once its
// value was awaited. The engine's own return runs one finally after another, but what one
// of them throws goes past all that is around it.
func (m *machine) leaving(id uint32, v goja.Value) (goja.Callable, goja.Value) {
	switch f := &m.frames[id]; {
	case f.at == returns:
		return m.next, v
	case m.program.tried[f.place]:
		return m.throw, m.vm.ToValue(&left{v})
	}
	return m.leave, v
}

// leftWith is what a body returns that was asked to, and left by it.
func leftWith(err error) (v goja.Value, ok bool) {
	var exception *goja.Exception
	if !errors.As(err, &exception) {
		return nil, false
	}
	return leftBy(exception.Value())
}

func leftBy(thrown goja.Value) (v goja.Value, ok bool) {
	o, ok := thrown.(*goja.Object)
	if !ok || o.ExportType() != reflect.TypeFor[*left]() { // to export another would call its getters
		return nil, false
	}
	return o.Export().(*left).with, true
}

// DescribeFrame is a function that awaits as a reader would name it, and where
// it waits (ecma.Frames).
func (m *machine) DescribeFrame(id uint32) (string, sim.Pos) {
	f := &m.frames[id]
	if f.place < len(m.program.places) {
		return f.name + ", after await", m.program.places[f.place]
	}
	return f.name, sim.Pos{}
}

// MarkFrame marks nothing: without an ecma.Holder no promise is looked for that
// is dead (ecma.Frames).
func (m *machine) MarkFrame(uint32, ecma.Marker) {}

// DropFrame forgets the body of a generator that will not go on (ecma.Frames).
func (m *machine) DropFrame(id uint32) {
	m.enters(leaveFrame, id, ecma.Value{})
	m.frames[id] = frame{}
	m.idle = append(m.idle, id)
}

// listOf is the elements of an array, or of what is like one.
func (m *machine) listOf(o *goja.Object) []goja.Value {
	n := int(o.Get("length").ToInteger())
	list := make([]goja.Value, 0, min(n, 64))
	for i := range n {
		v := o.Get(itoa(i))
		if v == nil {
			v = goja.Undefined()
		}
		list = append(list, v)
	}
	return list
}
