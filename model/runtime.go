// Package model contains the runtimes: the event loops of Node and of browsers.
// Each is built from the functions of package sim and follows the order and the
// terms of its specification. Package ecma provides the promises.
package model

import (
	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// Script is the program that runs on a runtime: it does what its callbacks
// stand for, by calling the Runtime's methods.
type Script interface {
	// Main runs the script's top level.
	Main() (threw bool)
	// ErrorText is the message of an error value.
	ErrorText(ecma.Value) string
	// Code is its callbacks. With functions that await it is an ecma.Frames, and
	// an ecma.Holder if it can name what it reaches.
	ecma.Code
}

// Equivalent is a Script that can tell callbacks which do the same, so that an
// exploration tries one of them.
type Equivalent interface {
	// Equivalent is the first of the callbacks that do the same as one: no log
	// can tell which of them ran.
	Equivalent(callback uint32) uint32
}

// Unhandler is a Script with errors and warnings of its own for rejections that
// nothing handles.
type Unhandler interface {
	// Unhandled is what Node throws for a rejection: its reason, if that is an error
	// or like one, or an error that tells of it. threw: to look whether it is has
	// thrown this.
	Unhandled(reason ecma.Value) (thrown ecma.Value, threw bool)
	// ReplacedImmediate is a callback that calls what a program has put in the place of
	// the setImmediate that Node calls behind a handled throw; false: it has put nothing.
	ReplacedImmediate() (callback uint32, replaced bool)
	// Rejected tells that a promise was rejected that nothing handles.
	Rejected(promise uint32)
	// Warns queues the ticks that tell listeners of a rejection which nothing
	// handled, or which was handled late. false: nobody listens.
	Warns(promise uint32, late bool) bool
	// SettledAgain gives the tick that would emit multipleResolves to what a program has
	// put in the place of process.nextTick; false: it has put nothing.
	SettledAgain() bool
}

// The kinds of callbacks that a Runtime gives to its loop.
const (
	callScript    uint8 = iota // Ref: the script's callback; Arg: what it is given
	callMain                   // the script's top level
	callReaction               // an ecma.Job of that kind
	callThenable               // the same
	callMutations              // notify mutation observers
	callNothing                // an immediate that only makes sure of a checkpoint
	callPlatform               // Ref and Arg are the platform's own
)

// World is what surrounds the script.
type World struct {
	Startup clock.Range // between the end of the script and the first turn
	Pool    int         // threads of libuv's pool
	ESM     bool        // the script is an ECMAScript module
	Display Display
	Inputs  []Input

	PromiseRoom   int  // how many promises, or generators, a run makes before it looks for dead ones
	PromiseStress bool // dead promises are looked for at each new one: for tests

	OnRule func(rule sim.Rule) // told the id of each rule as it decides something; nil: nobody asks
}

// Display is the screen that a browser draws on.
type Display struct {
	Hz     int64       // frames a second
	Phase  clock.Range // from the start to the first frame
	Tells  bool        // it tells the page of its times from the start, as while the page loads; else it rests until a frame is asked for
	Hidden bool
}

// Input is an event that the user causes.
type Input struct {
	At     clock.Range
	Target uint32
	Event  uint32 // the script's number; of a signal, the Event
	Signal bool   // the user sends the process a signal
	Moves  bool   // it is a move of the mouse, of the wheel or of what is dragged, or of the window: no press and no release
	Edits  bool   // it is an edit of a text, or a copy of it
}

// Runtime is one run of a script under a policy.
type Runtime struct {
	sim.Loop
	ecma.Realm
	Policy Policy `state:"-"`

	script Script     `state:"-"`
	twins  Equivalent `state:"-"` // the script, if it is one
	world  World      `state:"-"`
	config sim.Config `state:"-"`

	micro      sim.Queue
	running    int         // drains of micro under way
	outer      []sim.Queue // the queues of the contexts around the one that is evaluated
	thrown     ecma.Value
	moduleDone bool
	inherits   bool `state:"-"` // microtasks have scheduling states: see Web.beginState
	platform   platform
	node       *Node
	web        *Web
}

// restart makes r a runtime before its first statement, with what New was given,
// in the memory of the run before: a search, which makes a run again and again,
// would else spend most of its time in allocating. So each restart of the package
// sets every field that a run changes; a test of package explore holds what a
// runtime is after it against a new one.
func (r *Runtime) restart() {
	r.micro.Restart()
	r.running, r.outer = 0, r.outer[:0]
	r.RestartPromises()
	r.thrown, r.moduleDone = ecma.Value{}, false
	r.config.Clock.Restart()
	r.Loop.Restart(&r.config)
	if r.node != nil {
		r.node.restart()
	} else {
		r.web.restart()
	}
}

// platform is what Node and browsers do differently.
type platform interface {
	run()
	call(sim.Callback) sim.Completion
	describe(sim.Callback) (string, sim.Pos)
	uncaught(ecma.Value)
	rejected(promise uint32)
	handled(promise uint32)
	settledAgain() // a resolving function was called that is used up
	setTimer(timerSpec) TimerRef
	clearTimer(TimerRef)
	forgetTimer(TimerRef)
	roots(ecma.Marker)
}

// Config is what a Runtime is made of.
type Config struct {
	Policy Policy
	Script Script
	World  World
	Clock  clock.Setup
	Seed   uint64       // for the jitter of the clock's skew
	Oracle clock.Oracle // nil: exact times
	Loop   sim.Config   // without Host and Clock: the runtime is the one and makes the other
}

// New is a runtime that is ready to Run.
func New(c Config) *Runtime {
	c.World.Startup = c.Clock.Startup
	r := &Runtime{Policy: c.Policy, script: c.Script, world: c.World, config: c.Loop}
	r.config.Host, r.config.Clock = r, new(clock.Clock)
	r.config.Clock.Prepare(c.Clock, c.Policy.granularity(), c.Seed, c.Oracle)
	r.twins, _ = c.Script.(Equivalent)
	e := ecma.Config{
		Rules: c.Policy.ECMA, Host: (*promiseHost)(r), Code: c.Script,
		Room: c.World.PromiseRoom, Stress: c.World.PromiseStress, OnRule: c.World.OnRule, Grower: &r.Loop,
	}
	if c.Policy.Node != nil {
		r.node = &Node{Runtime: r, rules: *c.Policy.Node}
		r.node.warner, _ = c.Script.(Unhandler)
		r.node.timers = c.Policy.Node.Timers(r.node)
		r.platform = r.node
	} else {
		r.web = &Web{Runtime: r, rules: *c.Policy.Web}
		r.platform = r.web
		e.MakeJobCallback = r.web.keeps
	}
	r.Realm = ecma.NewRealm(e)
	return r
}

// Run runs the script until nothing is left to do, or a limit is reached. It
// can be called again, and then makes the run anew, in the memory of the one
// before.
func (r *Runtime) Run() (stop sim.Stop) {
	defer func() {
		if r.OutOfRoom() {
			_ = recover() // it is that: see sim.Loop.Grow
			stop = r.How()
		}
	}()
	r.restart()
	r.platform.run()
	return r.How()
}

// Node is the part that only Node has; nil in a browser.
func (r *Runtime) Node() *Node { return r.node }

// Web is the part that only browsers have; nil in Node.
func (r *Runtime) Web() *Web { return r.web }

// Call runs a callback of the loop (sim.Host).
func (r *Runtime) Call(cb sim.Callback) sim.Completion {
	if cb.Kind == callScript {
		given, _ := ecma.Unpack(cb.Arg)
		result, threw := r.script.Call(cb.Ref, given)
		if threw {
			r.thrown = result
			return sim.Threw
		}
		return sim.Normal
	}
	if isJob(cb) {
		r.RunJob(jobOf(cb))
		return sim.Normal
	}
	return r.callOther(cb)
}

// callOther runs what is neither a callback of the script nor a promise job.
func (r *Runtime) callOther(cb sim.Callback) sim.Completion {
	if cb.Kind != callMain {
		return r.platform.call(cb)
	}
	if r.script.Main() {
		return sim.Threw
	}
	return sim.Normal
}

func (r *Runtime) completion(result ecma.Value, threw bool) sim.Completion {
	if threw {
		r.thrown = result
		return sim.Threw
	}
	return sim.Normal
}

// Throw keeps what the script's top level threw.
func (r *Runtime) Throw(v ecma.Value) { r.thrown = v }

// ModuleDone says that the script, an ECMAScript module, ran to its end; async
// says that an await stands at its top, whether it got there or not ([[HasTLA]],
// ECMA-262 §16.2.1.6).
func (r *Runtime) ModuleDone(async bool) {
	r.moduleDone = true
	if r.node != nil {
		r.node.moduleEnds(async)
	}
}

// ModuleThrew says that the script, an ECMAScript module, threw; async is that
// of ModuleDone.
func (r *Runtime) ModuleThrew(v ecma.Value, async bool) {
	r.moduleDone = true
	if r.node != nil {
		r.node.moduleThrew(v, async)
	} else {
		r.web.moduleThrew(v, async)
	}
}

// Describe is a callback as a reader would name it (sim.Host).
func (r *Runtime) Describe(cb sim.Callback) (string, sim.Pos) {
	switch cb.Kind {
	case callScript:
		return r.script.Describe(cb.Ref)
	case callMain:
		return "script", sim.Pos{}
	case callReaction, callThenable:
		return r.DescribeJob(jobOf(cb))
	case callNothing:
		return "empty immediate", sim.Pos{}
	}
	return r.platform.describe(cb)
}

// scriptCall is a callback of the script, given v.
func scriptCall(callback uint32, v ecma.Value) sim.Callback {
	return sim.Callback{Kind: callScript, Ref: callback, Arg: v.Pack(false)}
}

// QueueMicrotask is queueMicrotask (HTML, "microtask queuing").
func (r *Runtime) QueueMicrotask(callback uint32) {
	if r.node != nil {
		r.node.queuesMicrotask()
	}
	r.enqueueMicrotask(scriptCall(callback, ecma.Value{}))
}

func (r *Runtime) enqueueMicrotask(cb sim.Callback) { (*promiseHost)(r).EnqueuePromiseJob(jobOf(cb)) }

// jobQueue is the name of the queue that microtasks wait in.
func (r *Runtime) jobQueue() sim.Place {
	if len(r.outer) > 0 {
		return InContextJobs
	}
	return InMicrotasks
}

// runMicrotasks drains the microtask queue. Node's is not drained while it is being
// drained, or else without what is left of the batch under way.
func (r *Runtime) runMicrotasks() {
	switch {
	case r.micro.Len() == 0:
	case r.running == 0 || r.node == nil:
		r.drainMicrotasks()
	case r.node.nests():
		left := r.node.setAside()
		r.drainMicrotasks()
		r.node.putBack(left)
	}
}

// drainMicrotasks runs all microtasks, new entries included. What one throws is
// reported and the others go on (HTML, "perform a microtask checkpoint"; V8's
// RunMicrotasks with Node's own try and catch around queueMicrotask callbacks).
func (r *Runtime) drainMicrotasks() {
	queue := r.jobQueue()
	before := r.In(queue)
	batches := r.node != nil && r.node.rules.JobsNest
	r.running++
	r.BeginDrain()
	for r.Draining(queue); !r.Stopped(); {
		t, ok := r.micro.Pop()
		if !ok {
			break
		}
		if batches {
			r.node.countBatch()
		}
		if r.inherits {
			r.web.beginMicrotask(t)
		}
		if r.Loop.Run(t, sim.MicrotaskWork) == sim.Threw {
			if r.node != nil {
				r.CiteRule(RuleJobThrows)
			} else {
				r.CiteRule(RuleReport)
			}
			r.platform.uncaught(r.thrown)
		}
		if r.inherits {
			r.web.endMicrotask(t)
		}
	}
	r.EndDrain()
	r.running--
	r.In(before)
}

// TimerRef names a timer. It stays valid, and names nothing else, when the
// timer is gone.
type TimerRef uint64

// timerSpec is what setTimeout and setInterval are called with.
type timerSpec struct {
	delay    float64
	callback uint32
	repeat   bool
	named    bool // the script keeps a name for it
	aborts   bool // it is that of AbortSignal.timeout
}

// SetTimer is setTimeout, or setInterval when repeat is set. The delay is the
// argument as JavaScript converts it to a number; NaN when it was left out.
// A caller that keeps the reference says so by named, and says when it no
// longer does by Forget.
func (r *Runtime) SetTimer(delay float64, callback uint32, repeat, named bool) TimerRef {
	r.CiteRule(RuleWhole)
	r.SpendCall()
	return r.platform.setTimer(timerSpec{delay: delay, callback: callback, repeat: repeat, named: named})
}

// SetAbort is the timer of AbortSignal.timeout.
func (r *Runtime) SetAbort(delay float64, callback uint32) TimerRef {
	r.CiteRule(RuleWhole)
	r.SpendCall()
	return r.platform.setTimer(timerSpec{delay: delay, callback: callback, aborts: true})
}

// Forget says that a named timer can no longer be reached.
func (r *Runtime) Forget(t TimerRef) { r.platform.forgetTimer(t) }

// ClearTimer is clearTimeout and clearInterval.
func (r *Runtime) ClearTimer(t TimerRef) { r.platform.clearTimer(t) }
