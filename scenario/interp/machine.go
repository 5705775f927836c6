// Package interp runs the statements of a scenario on a model of a runtime.
package interp

import (
	"evsim/ecma"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/script"
	"evsim/sim"
)

// Machine runs a Script on a Runtime: the model.Script that stands behind the
// runtime's callbacks. One Machine is one run.
type Machine struct {
	prog    *script.Script             `state:"-"`
	world   *program.World             `state:"-"`
	execute [script.VerbCount]executor `state:"-"`
	rt      *model.Runtime
	node    *model.Node
	web     *model.Web

	handles    []object
	counts     []int64 // by body: how many times it has begun
	calls      []int64 // by function
	errors     []string
	frames     []*frame `state:"slab:free"`
	free       []uint32
	intervals  []interval
	events     []string     // names of DOM events, by number
	inputs     int          // how many of these the world's inputs name
	members    []uint32     `state:"-"` // a combinator's, while it is being called
	elements   []ecma.Value `state:"-"` // an array's, while it is being made
	held       []uint32     // promises that statements are at work on
	using      []uint32     // generators, likewise
	depth      int
	equivalent []script.BodyID `state:"-"` // by body: what Equivalent has found out
	text       []byte          `state:"-"`
}

// object is what a handle names now; the zero object is undefined.
type object struct {
	ref uint64
	set bool
}

// interval is a setInterval with `times`, which clears itself.
type interval struct {
	body script.BodyID
	left int64
	ref  model.TimerRef
}

// intervalBit tells the number of an interval from that of a body in a callback.
const intervalBit uint32 = 1 << 31

// maxDepth is how deep calls may nest before JavaScript's own error.
const maxDepth = 5000

// frame is one activation: of a callback, or of a function. An async function
// keeps its frame while it awaits, and a generator while it can be resumed.
type frame struct {
	id     uint32
	blocks []block // none: a generator that has not begun
	body   script.BodyID
	kind   frameKind
	owner  uint32 // asyncFrame: its promise; generatorFrame: its generator
	live   bool
}

type frameKind uint8

const (
	callFrame frameKind = iota
	asyncFrame
	moduleFrame // a module's top level, whose promise nobody sees
	generatorFrame
)

// block is a body under way, and what is to be done when it ends.
type block struct {
	stmts []script.Stmt `state:"-"`
	pc    int
	body  script.BodyID
	kind  blockKind
	state awaitState   // blockForAwait
	owner *script.Stmt `state:"at:Pos"` // all but blockPlain and blockFinally
	left  int64        // blockRepeat: how many more times; blockForAwait: rounds until it breaks
	over  uint32       // blockForAwait: the iterator
	saved completion   // blockFinally, and blockForAwait that closes: what goes on when it is over
	err   ecma.Value   // ${error}
	outer ecma.Value   // blockCatch: ${error} of the block around the statement
}

type blockKind uint8

const (
	blockPlain blockKind = iota
	blockRepeat
	blockTry
	blockCatch
	blockFinally
	blockForAwait
)

// completion is ECMA-262's completion record.
type completion struct {
	kind  completionKind
	value ecma.Value
}

type completionKind uint8

const (
	goOn completionKind = iota
	threw
	returned
	awaits
)

var next = completion{}

func newMachine(p *script.Script, w *program.World) *Machine {
	m := &Machine{prog: p, world: w, execute: executors()}
	m.handles = make([]object, len(p.Handles))
	m.counts = make([]int64, len(p.Bodies))
	m.calls = make([]int64, len(p.Functions))
	m.events = model.RequestEvents()
	return m
}

// Main runs the script's top level (model.Script). That of a module may await.
func (m *Machine) Main() (threw bool) {
	if m.world.ESM {
		m.start(m.prog.Main, moduleFrame, 0)
		return false
	}
	v, threw := m.call(m.prog.Main, ecma.Value{})
	if threw {
		m.rt.Throw(v)
	}
	return threw
}

// Call runs a callback (model.Script).
func (m *Machine) Call(callback uint32, given ecma.Value) (ecma.Value, bool) {
	if callback == ecma.NoCallback {
		return ecma.Value{}, false
	}
	if callback&intervalBit == 0 {
		return m.call(script.BodyID(callback), given)
	}
	at := callback &^ intervalBit
	v, threw := m.call(m.intervals[at].body, given)
	if m.intervals[at].left--; m.intervals[at].left == 0 {
		m.rt.ClearTimer(m.intervals[at].ref)
	}
	return v, threw
}

// call runs a body to its end, in a frame of its own.
func (m *Machine) call(body script.BodyID, given ecma.Value) (ecma.Value, bool) {
	if body == script.NoBody {
		return ecma.Value{}, false
	}
	if m.depth >= maxDepth {
		return m.tooDeep().value, true
	}
	m.depth++
	f := m.newFrame(body)
	f.push(block{stmts: m.enter(body), body: body, err: given})
	c := m.run(f)
	m.release(f)
	m.depth--
	return c.value, c.kind == threw
}

// start runs an async function up to its first await.
func (m *Machine) start(body script.BodyID, kind frameKind, promise uint32) {
	f := m.newFrame(body)
	f.kind, f.owner = kind, promise
	f.push(block{stmts: m.enter(body), body: body})
	m.depth++
	m.settle(f, m.run(f))
	m.depth--
}

// Resume goes on with an async function or a generator (model.Script).
func (m *Machine) Resume(id uint32, with ecma.Completion) {
	f := m.frames[id]
	m.depth++
	c := m.resumed(f, with)
	if c.kind == goOn {
		c = m.run(f)
	}
	m.settle(f, c)
	m.depth--
}

// resumed is how the statement that a frame stopped at comes out.
func (m *Machine) resumed(f *frame, with ecma.Completion) completion {
	c := completion{resumption[with.Type], with.Value}
	switch {
	case m.depth > maxDepth:
		return m.unwind(f, m.tooDeep())
	case f.body == script.NoBody:
		f.push(block{})
	case len(f.blocks) == 0:
		f.push(block{stmts: m.enter(f.body), body: f.body})
	case f.top().kind == blockForAwait:
		return m.resumeForAwait(f, c)
	case c.kind != goOn:
		return m.unwind(f, c)
	}
	return next
}

var resumption = [...]completionKind{ecma.Normal: goOn, ecma.Throw: threw, ecma.Return: returned}

// settle ends an async function or a generator that does not stop to wait.
func (m *Machine) settle(f *frame, c completion) {
	switch {
	case c.kind == awaits:
		return
	case f.kind == generatorFrame:
		m.rt.EndGenerator(f.owner, ecma.Completion{Type: ending[c.kind], Value: c.value})
	case f.kind == moduleFrame && c.kind == threw:
		m.rt.ModuleThrew(c.value, m.prog.TopAwait)
	case f.kind == moduleFrame:
		m.rt.ModuleDone(m.prog.TopAwait)
	case c.kind == threw:
		m.rt.Reject(f.owner, c.value)
	default:
		m.rt.Resolve(f.owner, c.value)
	}
	m.release(f)
}

var ending = [...]ecma.CompletionType{goOn: ecma.Normal, threw: ecma.Throw, returned: ecma.Return}

// run executes statements until the frame's last block is over, an exception
// leaves it, or it awaits. A run that is over goes no further.
func (m *Machine) run(f *frame) completion {
	for !m.rt.Stopped() {
		b := &f.blocks[len(f.blocks)-1]
		var c completion
		if b.pc < len(b.stmts) {
			s := &b.stmts[b.pc]
			b.pc++
			m.rt.Step(1)
			c = m.execute[s.Verb](m, f, s)
		} else {
			c = m.end(f)
		}
		if c.kind != goOn {
			if c.kind != awaits {
				c = m.unwind(f, c)
			}
			if c.kind == awaits {
				return c
			}
		}
		if len(f.blocks) == 0 {
			return c
		}
	}
	return next
}

// end leaves a block that has run to its end.
func (m *Machine) end(f *frame) completion {
	b := &f.blocks[len(f.blocks)-1]
	switch {
	case b.kind == blockRepeat && b.left > 0:
		b.left--
		b.pc = 0
		m.rt.Step(1)
		m.counts[b.body]++
		return next
	case b.kind == blockFinally:
		saved := b.saved
		f.pop()
		return saved
	case b.kind == blockForAwait:
		return m.endRound(f)
	case (b.kind == blockTry || b.kind == blockCatch) && b.owner.Finally != script.NoBody:
		m.finally(f, next)
		return next
	}
	f.pop()
	return next
}

// unwind leaves blocks until one of them catches the exception or has a
// finally to run first; when none does, the frame is empty.
func (m *Machine) unwind(f *frame, c completion) completion {
	for len(f.blocks) > 0 {
		b := &f.blocks[len(f.blocks)-1]
		switch {
		case b.kind == blockTry && c.kind == threw && b.owner.Catch != script.NoBody:
			owner := b.owner
			*b = block{stmts: m.enter(owner.Catch), body: owner.Catch, kind: blockCatch, owner: owner, err: c.value, outer: b.err}
			return next
		case (b.kind == blockTry || b.kind == blockCatch) && b.owner.Finally != script.NoBody:
			m.finally(f, c)
			return next
		case b.kind == blockForAwait:
			return m.closeIterator(f, c)
		}
		f.pop()
	}
	return c
}

// finally turns the block at the top into the finally of its statement.
func (m *Machine) finally(f *frame, saved completion) {
	b := &f.blocks[len(f.blocks)-1]
	body, err := b.owner.Finally, b.err
	if b.kind == blockCatch {
		err = b.outer
	}
	*b = block{stmts: m.enter(body), body: body, kind: blockFinally, saved: saved, err: err}
}

// enter counts a run of a body and gives its statements.
func (m *Machine) enter(body script.BodyID) []script.Stmt {
	m.counts[body]++
	return m.prog.Bodies[body].Stmts
}

func (f *frame) push(b block) { f.blocks = append(f.blocks, b) }

func (f *frame) pop() { f.blocks = f.blocks[:len(f.blocks)-1] }

// top is the block that the statement being executed stands in.
func (f *frame) top() *block { return &f.blocks[len(f.blocks)-1] }

func (m *Machine) newFrame(body script.BodyID) *frame {
	f := m.freeFrame()
	f.body, f.live = body, true
	return f
}

// freeFrame is a frame that this run or one before is done with, or a new one.
func (m *Machine) freeFrame() *frame {
	if n := len(m.free); n > 0 {
		f := m.frames[m.free[n-1]]
		m.free = m.free[:n-1]
		return f
	}
	n := len(m.frames)
	if all := m.frames[:cap(m.frames)]; n < len(all) && all[n] != nil {
		m.frames = all[:n+1]
		return all[n]
	}
	m.frames = append(m.frames, &frame{id: uint32(n)})
	return m.frames[n]
}

// tooDeep is what a call throws that is nested too deeply.
func (m *Machine) tooDeep() completion {
	return completion{threw, m.newError("Maximum call stack size exceeded")}
}

func (m *Machine) release(f *frame) {
	*f = frame{id: f.id, blocks: f.blocks[:0]}
	m.free = append(m.free, f.id)
}

// Describe is a callback as a reader would name it (model.Script).
func (m *Machine) Describe(callback uint32) (string, sim.Pos) {
	switch {
	case callback == ecma.NoCallback:
		return "empty callback", sim.Pos{}
	case callback&intervalBit != 0:
		callback = uint32(m.intervals[callback&^intervalBit].body)
	}
	body := &m.prog.Bodies[callback]
	return body.Label, body.Pos
}

// DescribeFrame is the same for a function that awaits (model.Script).
func (m *Machine) DescribeFrame(frame uint32) (string, sim.Pos) {
	f := m.frames[frame]
	s := f.waitsAt()
	return m.prog.Bodies[f.body].Label + ", after " + s.Verb.String(), s.Pos
}

// waitsAt is the statement at which a frame waits.
func (f *frame) waitsAt() *script.Stmt {
	b := f.top()
	if b.kind == blockForAwait && b.state != inRound {
		return b.owner
	}
	return &b.stmts[b.pc-1]
}
