package js

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// machine is one run of a program: the model.Script behind the runtime's
// callbacks, and an engine.
type machine struct {
	history history        // all of it that cannot be read; what is left out of states follows from this
	program *Program       `state:"-"`
	world   *program.World `state:"-"`
	policy  model.Policy   `state:"-"`
	rt      *model.Runtime
	node    *model.Node            `state:"-"`
	web     *model.Web             `state:"-"`
	halt    func() bool            `state:"-"`
	until   context.Context        `state:"-"` // ends a run in the midst of code; nil: nothing does
	room    func(bytes int64) bool `state:"-"` // asked before much is taken; nil: there is always room
	heard   bool                   `state:"-"`
	absent  []absence              `state:"-"` // what is taken out of the engine
	seed    uint64                 `state:"-"`
	limit   int64                  `state:"-"` // of steps

	unlisted func(kind, name string) `state:"-"` // is told of waits that the world does not name; nil: nobody

	vm        *goja.Runtime               `state:"-"`
	installed bool                        `state:"-"` // the engine has all that a program may ask for
	calls     []callback                  `state:"-"`
	unused    []uint32                    `state:"-"` // of calls
	values    []goja.Value                `state:"-"`
	thens     map[uint32]goja.Callable    `state:"-"` // of values that are thenables, as they were asked for
	promises  []*goja.Object              `state:"-"` // by number; nil: no object stands for it yet
	numbers   map[*goja.Object]uint32     `state:"-"` // of promises
	platform  map[string]*goja.Object     `state:"-"` // functions that are globals, as they were made
	iterators []*goja.Object              `state:"-"` // async generators, by number
	foreigns  []foreign                   `state:"-"`
	frames    []frame                     `state:"-"`
	idle      []uint32                    `state:"-"` // of frames
	stack     []goja.StackFrame           `state:"-"`
	places    map[goja.StackFrame]sim.Pos `state:"-"`

	doing      doing                    `state:"-"`
	asked      atomic.Int64             `state:"-"` // when it last asked whether it may go on: see sinceStart
	askedAt    atomic.Pointer[sim.Pos]  `state:"-"` // where it was then, or some time before
	first      sim.Pos                  `state:"-"` // the beginning of the program, where it is before it asks
	steps      int64                    `state:"-"`
	suspends   suspension               `state:"-"` // what the next yield is
	tailed     bool                     `state:"-"` // what the next yield returns was given by a tail call
	ended      bool                     `state:"-"` // the body of an async generator ran to its end
	events     []string                 `state:"-"` // names of events of the world's inputs
	exported   *goja.Object             `state:"-"` // module.exports
	started    *goja.Object             `state:"-"` // the module object of the file that was started, once it is asked for
	operations map[string]goja.Callable `state:"-"` // see operate
	base       goja.Callable            `state:"-"` // gives what a property was read or set of last; nil: no program runs yet

	preludes    `state:"-"`
	intrinsics  `state:"-"`
	changes     `state:"-"`
	pure        pure     `state:"-"`
	contexts    contexts `state:"-"`
	timing      `state:"-"`
	moduleState `state:"-"`
	process     processState             `state:"-"`
	console     consoleState             `state:"-"`
	modules     map[string]goja.Value    `state:"-"`
	finders     map[string]goja.Callable `state:"-"` // of modules, by the file that requires them: see found
	templates   []goja.Value             `state:"-"` // objects of tagged templates, by number
	page        page                     `state:"-"`

	mentioned                map[string]bool `state:"-"` // names that texts have which were evaluated, and the program has not
	evaluates                bool            `state:"-"` // text may be evaluated
	unnamedYet               []func()        `state:"-"` // make the methods that no text was evaluated for: see named
	evalFunction, directEval goja.Value      `state:"-"` // eval, as code has it and as the engine has
	evalPlace                goja.StackFrame `state:"-"` // the last call of eval
}

// callback is a function that the runtime knows by its number.
type callback struct {
	kind   callKind
	repeat bool // it may be called again
	fn     goja.Callable
	object *goja.Object                               // of fn, for its name
	made   *goja.Object                               // the Immediate that stands for it
	native func(given ecma.Value) (goja.Value, error) // kindNative
	args   []goja.Value
	this   goja.Value
	label  string
	from   goja.StackFrame // the call that made it known
	within *resource       // nil: one with nothing in it
}

type callKind uint8

const (
	kindPlain   callKind = iota // called with args
	kindHandler                 // of a then: called with what is given; what it returns counts
	kindFinally                 // of a finally
	kindPost                    // of postTask: what it returns counts once its microtasks have run
	kindGiven                   // called with what is given; what it returns is nothing
	kindNative                  // this package's own
)

// entry is what a run is called from.
var entry = sync.OnceValue(func() *goja.Program {
	return goja.MustCompile("evsim", "(function (run) { run() })", true)
})

// maxCalls is how deep calls may nest: about as deep as Node's stack allows. Calls
// are counted in portions, so a function is told of it some calls before; what
// nests without functions of the program's, the engine ends itself, and no code
// catches that. A call that one of the engine's own functions makes, such as that of a
// getter, is two for the engine.
const (
	maxCalls    = 10_000
	portion     = 1000 // rounds and calls that more gives out
	maxContexts = 2 * (maxCalls + portion)
)

// restart makes an engine for another run.
func (m *machine) restart() {
	m.history = history{}
	m.vm = goja.New()
	m.vm.SetMaxCallStackSize(maxContexts)
	m.calls, m.unused, m.values, m.promises = m.calls[:0], m.unused[:0], append(m.values[:0], goja.Undefined()), m.promises[:0]
	m.frames, m.idle = m.frames[:0], m.idle[:0]
	clear(m.thens)
	clear(m.numbers)
	clear(m.platform)
	m.changes = m.mayChange()
	m.iterators, m.foreigns = m.iterators[:0], m.foreigns[:0]
	m.steps, m.suspends, m.ended, m.moduleState = 0, suspension{}, false, moduleState{}
	m.exported, m.started, m.base, m.operations = nil, nil, nil, nil
	m.timing.restart(m)
	m.process, m.console, m.modules, m.finders, m.templates, m.page = processState{}, consoleState{}, nil, nil, nil, page{}
	m.contexts = contexts{}
	m.preludes, m.intrinsics, m.mentioned, m.evalPlace = preludes{}, intrinsics{}, nil, goja.StackFrame{}
	m.evalFunction, m.directEval, m.unnamedYet = nil, nil, nil
	m.evaluates = m.mentions("eval", "Function", "constructor") || m.policy.Web != nil && m.mentions("setTimeout", "setInterval")
	m.installed = false
	m.install()
	m.installed = true
}

// over reports whether the run is over. While the engine is made, the runtime still has the
// end of the run before.
func (m *machine) over() bool { return m.installed && m.rt.Stopped() }

// errStopped is what ends code that runs when the run is over.
var errStopped = errors.New("the run is over")

// stopping ends the code that runs if the run is over.
func (m *machine) stopping() {
	if m.over() {
		m.vm.Interrupt(errStopped)
	}
}

// Main runs the program (model.Script).
func (m *machine) Main() (threw bool) {
	m.enters(enterMain, 0, ecma.Value{})
	start, err := m.vm.RunProgram(m.program.code)
	if err == nil {
		call, _ := goja.AssertFunction(start)
		if m.program.wrapped {
			start, _ = call(goja.Undefined(), m.directEval)
			call, _ = goja.AssertFunction(start)
		}
		_, err = call(m.top(), m.arguments()...)
	}
	v, threw := m.thrown(err)
	m.leaveMain()
	switch {
	case m.asScript():
		if m.leavesScript(threw); threw {
			m.rt.Throw(v)
		}
		return threw
	case m.program.topAwait && !threw: // its frame tells how it ended
	case threw:
		m.rt.ModuleThrew(v, m.throwerAwaits(err, frame{}))
	default:
		m.rt.ModuleDone(m.program.endAwaits())
	}
	return false
}

// thrown is what left code by an exception.
func (m *machine) thrown(err error) (v ecma.Value, threw bool) {
	if err == nil {
		return ecma.Value{}, false
	}
	var exception *goja.Exception
	var overflow *goja.StackOverflowError
	switch {
	case errors.As(err, &overflow):
		return m.plain(m.newError("RangeError", "Maximum call stack size exceeded")), true
	case errors.As(err, &exception):
		if m.reword(exception.Value()); m.rt.Stopped() {
			return ecma.Value{}, false // the error is of what evsim has not
		}
		return m.plain(exception.Value()), true
	}
	if !m.rt.Stopped() { // or else it was interrupted as the run is over
		label, at := m.broken(err)
		m.rt.Stop(sim.Stop{Reason: sim.Abandoned, Label: label, At: at})
	}
	m.stopping()
	return ecma.Value{}, false
}

// Call runs a callback (model.Script).
func (m *machine) Call(number uint32, given ecma.Value) (ecma.Value, bool) {
	if number == ecma.NoCallback || m.rt.Stopped() {
		return ecma.Value{}, false
	}
	m.enters(enterCall, number, given)
	cb := m.calls[number]
	defer m.back(m.within(cb.within))
	if !cb.repeat && cb.kind != kindHandler && cb.kind != kindFinally && cb.kind != kindPost {
		defer m.release(number) // until then the run may want its name
	}
	var result goja.Value
	var err error
	around := m.process.tickThrew // of the callback in which this one is called
	m.process.tickThrew = false
	switch cb.kind {
	case kindNative:
		result, err = cb.native(given)
	case kindPlain:
		result, err = cb.fn(cb.this, cb.args...)
	case kindFinally, kindPost:
		result, err = cb.fn(goja.Undefined())
	default:
		result, err = cb.fn(cb.this, m.value(given))
	}
	m.outlives(err == nil, around)
	if err != nil {
		m.escaped(&cb)
		return m.thrown(err)
	}
	switch cb.kind {
	case kindPlain, kindGiven:
		return ecma.Value{}, false
	case kindFinally:
		return m.ofFinally(result), false
	case kindPost:
		return m.plain(result), false
	}
	return m.resolution(result)
}

// add gives a callback a number.
func (m *machine) add(cb callback) uint32 {
	if cb.this == nil {
		cb.this = goja.Undefined()
	}
	cb.within = m.resource()
	if n := len(m.unused); n > 0 {
		at := m.unused[n-1]
		m.unused = m.unused[:n-1]
		m.calls[at] = cb
		return at
	}
	m.calls = append(sim.Grown(m.rt, m.calls), cb)
	return uint32(len(m.calls) - 1)
}

func (m *machine) release(number uint32) {
	if made := m.calls[number].made; made != nil {
		delete(m.immediateNumbers, made)
	}
	m.calls[number] = callback{}
	m.unused = append(m.unused, number)
}

// ReleaseCallback forgets a handler (ecma.Releaser).
func (m *machine) ReleaseCallback(number uint32) {
	m.enters(leaveCallback, number, ecma.Value{})
	m.release(number)
}

// ReachedValue and Collected are told of nothing: what code holds cannot be
// named, so no promise is looked for that is dead (ecma.Releaser).
func (m *machine) ReachedValue(ecma.Value) {}

// Collected is told of nothing: see ReachedValue.
func (m *machine) Collected() {}

// from is the call in the program's code that a native function was called by.
func (m *machine) from() goja.StackFrame {
	depth := 6
	if m.program.ownCode {
		depth = 24
	}
	m.stack = m.vm.CaptureCallStack(depth, m.stack[:0])
	return m.ofProgram()
}

// ofProgram is the innermost call of the stack that was captured last which stands in
// the program's code.
func (m *machine) ofProgram() goja.StackFrame {
	for i := range m.stack {
		if f := &m.stack[i]; f.SrcName() == bundleName && !(m.program.ownCode && m.at(*f) == sim.Pos{}) {
			return *f
		}
	}
	return goja.StackFrame{}
}

const bundleName = "bundle.js"

// at is where a call stands.
func (m *machine) at(f goja.StackFrame) sim.Pos {
	if f == (goja.StackFrame{}) {
		return sim.Pos{}
	}
	at, known := m.places[f]
	if !known {
		at = m.program.pos(f.Position())
		m.places[f] = at
	}
	return at
}

// Describe is a callback as a reader would name it (model.Script).
func (m *machine) Describe(number uint32) (string, sim.Pos) {
	if number == ecma.NoCallback {
		return "empty callback", sim.Pos{}
	}
	cb := &m.calls[number]
	label := cb.label
	if cb.object != nil {
		name := ""
		m.try(func() { name = m.nameOf(cb.object) }) // a proxy may run code
		if name != "" {
			label += " " + name
		}
	}
	return label, m.at(cb.from)
}

// more is called by loops and functions when they have used up their steps: it
// counts them, and gives out as many again.
func (m *machine) more(call goja.FunctionCall) goja.Value {
	if m.stack = m.vm.CaptureCallStack(0, m.stack[:0]); len(m.stack) > maxCalls-portion {
		panic(m.newError("RangeError", "Maximum call stack size exceeded"))
	}
	m.steps += portion
	at := m.at(m.ofProgram())
	if at == (sim.Pos{}) {
		at = m.at(m.evalPlace)
	}
	m.asksAt(at)
	reason := sim.Running
	switch {
	case m.halt != nil && m.halt():
		reason = sim.Abandoned
	case m.steps > m.limit:
		reason = sim.LimitStatements
	}
	if reason != sim.Running {
		m.rt.Stop(sim.Stop{Reason: reason, Label: inCode, At: at})
		m.stopping()
	}
	if len(call.Arguments) > 0 { // in text that eval runs, where each round takes longer
		return m.vm.ToValue(portion / 20)
	}
	return m.vm.ToValue(portion)
}

// eventNumber gives each name of a DOM event a number.
func (m *machine) eventNumber(name string) uint32 {
	for i, known := range m.events {
		if known == name {
			return uint32(i)
		}
	}
	m.events = append(m.events, name)
	return uint32(len(m.events) - 1)
}
