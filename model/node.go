package model

import (
	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// NodeRules is what differs between releases of Node. Each field is one rule
// of docs/rules.md.
type NodeRules struct {
	// Run is uv_run of the release's libuv, called until it returns.
	Run func(*Node)
	// Timers is how the release keeps and fires timers.
	Timers func(*Node) nodeTimers

	TicksBetween       bool          // ticks and microtasks run between the immediates of one phase (11)
	JobsNest           bool          // process._tickCallback runs microtasks also in the middle of one (10, 11)
	ImmediateAfterLast bool          // a throw in the last immediate of a phase lets the next batch run in the same phase (11)
	CheckScope         bool          // the check phase begins with a callback scope of its own (12 to 26.4)
	MainScope          bool          // the main script is a callback scope, which drains after a handled throw too (12)
	ProbeFirst         bool          // poll looks for events before it sleeps, and reads the clock (12.19, 14.10)
	HandledClears      bool          // handling one rejection forgets that others wait (11)
	FatalRejections    bool          // an unhandled rejection is an uncaught exception (15)
	LateHandledQuiet   bool          // ticks of a rejectionHandled listener wait for the next checkpoint (10, 11)
	UnheardQuiet       bool          // and so do those of warnings, where nothing listens to unhandledRejection (10.2 to 10.15.2)
	RejectionsTaken    bool          // rejections are reported as they stood when the first was: also one that is handled since, and none behind a listener that throws (20.15)
	SettledTicks       bool          // resolving a promise for a second time queues a tick, for multipleResolves (10.12 to 20.14)
	DoneLosesRef       bool          // a timer that is done is no longer referenced, also when refreshed; once cleared it cannot be (11)
	RefreshReadsClock  bool          // refresh reads the clock even of a timer that was cleared (11)
	MicrotaskWarns     bool          // the first use of queueMicrotask emits a warning (11)
	StartsAwake        bool          // the platform wakes the loop once as it starts, so the first poll does not sleep (12 to 14)
	ModuleInMain       bool          // an ES module runs in the main script's checkpoint, not in poll (22.18, 24.3)
	ModuleHops         uint32        // jobs from a module's throw to uncaughtException; one more if an await stands at its top
	UnsettledExit      unsettledRule // when a module that still awaits as the process ends makes its exit code 13
	ListAgain          bool          // a list of timers is called again where a tick behind it throws (10.17)
	UncaughtAborts     bool          // an exception that nothing catches while listeners hear of another aborts the process (26.9)
	UncaughtIsOne      bool          // an exception that nothing caught makes the exit code 1, whatever was set (10.2 to 10.6)
	UnsettledForced    bool          // process.exit without a code makes it 13 too, while the module is not over (14.10 to 14.18, 15 to 16.13, 17.0 to 17.3)
	UnsettledLast      bool          // that code is chosen behind the listeners of exit, not before them (22.0 to 22.14)
	IOUring            bool          // what opens, reads and closes files goes to the kernel, not to the pool (20.3 to 20.11.0)
	EventfdOnce        bool          // the pool's eventfd leaves epoll's list when it is reported (22.12, 23.1)
	Ports              bool          // a program has MessageChannel (15)
	ClosingSends       bool          // a port sends until its end, not until it is closed (15 to 16.14, 17.0 to 17.7)
	SignalsHold        bool          // the closed handle of a signal keeps the loop alive until its messages are read (libuv 1.35)
	SlowWaits          bool          // lookups take at most half of the threads of the pool (10.12)
	ReadFileAtOnce     bool          // a file of one chunk takes a single trip (26.8)
	ReadFileTrips      int64         // pool requests before the first chunk and after the last: open, fstat, close
	ReadFileChunk      int64         // bytes read by one request
	ReadFilePromises   int64         // bytes that fs.promises.readFile reads by one request, with one more that finds the end (before 14.18 and 15.12); 0: as readFile does
	ShortReadEnds      bool          // it does not read an empty file, and one of more bytes than those only until a read is short (10.2 to 10.6)
}

// Node is what a Node process is made of besides promises.
type Node struct {
	*Runtime
	rules  NodeRules `state:"-"`
	timers nodeTimers

	ticks sim.Queue
	asked int // calls of process._tickCallback under way
	// where microtasks nest: those left of the batch that V8 has taken, and what
	// is left of the batches around it
	inBatch int
	aside   []sim.Task
	info    tickInfo
	heard   bool `state:"-"` // somebody hears of checkpoints that find nothing to do

	immediates immediates
	rejections rejections
	warner     Unhandler `state:"-"` // nil: the script hears of no warnings
	listeners  [eventCount][]uint32
	exiting    bool
	reporting  bool // what nothing caught: its listeners run, or those of exit as it ends the process
	warned     bool // that queueMicrotask is experimental
	exitCode   exitCode
	moduleOver bool  // the loader has taken its listener of exit away: see loaderListener
	emitted    int32 // the code that listeners of exit and beforeExit are given

	// libuv
	uv       uvTimers
	pool     pool
	ring     ring
	watchers watchers
	requests int // active requests
	signals  signals
	ports    nodePorts
	pending  sim.Queue
	closing  []sim.Task
	batch    []sim.Task    `state:"-"`
	ties     bool          `state:"-"` // poll may put off what may come at the instant at which it woke: see late.go
	putOff   bool          `state:"-"` // it did, in the batch that runs
	woke     clock.Instant `state:"-"` // when poll woke for that batch
	caughtUp clock.Instant `state:"-"` // no arrival is before it; clock.Never: not known
}

func (n *Node) restart() {
	n.ticks.Restart()
	n.pending.Restart()
	n.immediates.restart()
	n.rejections.restart()
	n.uv.restart()
	n.pool.restart()
	n.ring = ring{done: n.ring.done[:0], taken: n.ring.taken[:0]}
	n.signals.restart()
	n.ports.restart()
	n.watchers.restart()
	restart(&n.listeners)
	n.closing, n.batch, n.aside = n.closing[:0], n.batch[:0], n.aside[:0]
	n.heard = n.HasSink()
	n.ties, n.putOff, n.caughtUp, n.watchers.other = n.Clock.TiesLate() && !n.rules.IOUring, false, clock.Never, 0
	n.moduleOver, n.emitted = false, 0
	n.info, n.exiting, n.reporting, n.warned, n.exitCode, n.requests, n.asked, n.inBatch = 0, false, false, false, exitCode{}, 0, 0, 0
	n.start()
}

// Platform callbacks of Node.
const (
	nodePoolStep     uint8 = callPlatform + iota // a trip of an operation to the pool is over; Ref: the operation
	nodeIO                                       // an operation's callback is due; Ref: the operation
	nodeAsync                                    // the eventfd of the pool and of ports is readable
	nodeLoader                                   // the module loader has the script; it runs as a microtask
	nodeRing                                     // the ring of io_uring has completions
	nodeTimerClosed                              // a uv_timer_t is closed; Ref: the handle
	nodeSignal                                   // a signal has come; Ref: the event
	nodeSignalPipe                               // the signal pipe is readable
	nodeSignalLost                               // a signal has come, and its handle is closed; Ref: the event
	nodeSignalClosed                             // the handle of a signal is closed
	nodeModuleThrew                              // a module's promise is passed on; Ref: how often still; Arg: what it threw
	nodePortEnds                                 // the last message of a port, whose other port is closed; Ref: the port
	nodePortClosed                               // a port is closed; Ref: the port
	nodeModuleEnds                               // a module's promise is passed on; Ref: how often still
)

// start is what a process does before it runs the script.
func (n *Node) start() {
	n.pool.threads = n.world.Pool
	if n.watchers.arrivals.AreEquivalent == nil {
		n.watchers.arrivals.AreEquivalent, n.watchers.arrivals.Class = n.equivalent, n.class
	}
	n.timers.restart()
	n.watchers.added = append(n.watchers.added, eventfd)
	n.expectSignals()
	if n.rules.StartsAwake {
		n.CiteRule(RuleStartsAwake)
		n.signal()
	}
}

// run is node::LoadEnvironment and node::SpinEventLoop: the main script, then
// turns of the loop for as long as something keeps the process alive.
func (n *Node) run() {
	n.Phase(InMain)
	if n.world.ESM {
		n.loadModule()
	} else {
		n.runMain()
	}
	n.Spend(n.world.Startup)
	for !n.Stopped() {
		n.CiteRule(RuleTurn)
		n.rules.Run(n)
		if n.alive() {
			continue
		}
		n.CiteRule(RuleAlive)
		n.emitBeforeExit()
		if !n.alive() {
			break
		}
	}
	if n.world.ESM && n.rules.UnsettledExit != unsettledNever && !n.moduleDone {
		n.CiteRule(RuleUnsettledExit)
		n.exitUnsettled()
	}
	n.exit(0)
}

// runMain runs a CommonJS script. Its drain is that of a callback scope; before
// there was one, Module.runMain called process._tickCallback, which is
// runNextTicks, behind a script that did not throw.
func (n *Node) runMain() {
	t := n.Schedule(InMain, sim.Callback{Kind: callMain})
	threw := n.Loop.Run(t, sim.FreeWork) == sim.Threw
	if threw {
		n.uncaught(n.thrown)
	}
	switch {
	case n.rules.MainScope:
		n.CiteRule(RuleMainScope)
		n.closeScope(RuleMain)
	case !threw:
		n.runNextTicks(RuleMain)
	default:
		n.CiteRule(RuleMainThrows)
	}
}

// loadModule queues an ECMAScript module, whose body always runs as a
// microtask. The loader used to read it with the thread pool, so that this was
// a microtask of a completion in poll; it now reads it at once.
func (n *Node) loadModule() {
	if n.rules.UnsettledExit == unsettledUnset {
		n.listeners[Exit] = append(n.listeners[Exit], loaderListener)
	}
	n.CiteRule(RuleModule)
	if n.rules.ModuleInMain {
		n.enqueueMicrotask(sim.Callback{Kind: callMain})
		n.closeScope(RuleModuleInMain)
		return
	}
	n.eventfdIdle()
	n.requests++
	t := n.Schedule(InPoll, sim.Callback{Kind: nodeLoader})
	n.watchers.ready.Push(t)
	n.Enqueue(InPoll, t)
}

// alive is uv__loop_alive: referenced active handles, active requests, closing
// handles, or pending callbacks. A stopped run is not alive.
func (n *Node) alive() bool {
	return !n.Stopped() &&
		(n.uv.referenced > 0 || n.immediates.referenced > 0 || n.requests > 0 || len(n.closing) > 0 || n.pending.Len() > 0)
}

// call runs a callback that only Node has.
func (n *Node) call(cb sim.Callback) sim.Completion {
	switch cb.Kind {
	case nodeIO:
		return n.complete(cb.Ref)
	case nodePoolStep:
		n.nextTrip(cb.Ref)
	case nodeLoader:
		n.requests--
		n.enqueueMicrotask(sim.Callback{Kind: callMain})
	case nodeSignal:
		return n.emitSignal(Event(cb.Ref))
	case nodeModuleThrew, nodeModuleEnds:
		n.passModule(cb)
	case nodePortClosed:
		return n.portClosed(cb.Ref)
	}
	return sim.Normal
}

// moduleThrew is the way from a module's rejected promise through the loader's
// own async functions to uncaughtException (lib/internal/modules/run_main.js).
// An asynchronous module's evaluation is rejected by a job of its own
// (ECMA-262 §16.2.1.5.3.1 ExecuteAsyncModule).
func (n *Node) moduleThrew(v ecma.Value, async bool) {
	n.CiteRule(RuleModuleHops)
	n.enqueueMicrotask(sim.Callback{Kind: nodeModuleThrew, Ref: n.moduleHops(async) - 1, Arg: v.Pack(true)})
}

func (n *Node) moduleHops(async bool) uint32 {
	hops := n.rules.ModuleHops
	if async {
		hops++
	}
	return hops
}

// passModule passes a module's promise on: what it threw, or that it is over.
func (n *Node) passModule(cb sim.Callback) {
	switch {
	case cb.Ref > 0:
		cb.Ref--
		n.enqueueMicrotask(cb)
	case cb.Kind == nodeModuleEnds:
		n.moduleOver = true
	default:
		v, _ := ecma.Unpack(cb.Arg)
		n.uncaughtRejection(v)
		if n.rules.UnsettledForced {
			n.enqueueMicrotask(sim.Callback{Kind: nodeModuleEnds})
		}
	}
}

func (n *Node) describe(cb sim.Callback) (string, sim.Pos) {
	switch cb.Kind {
	case nodeIO:
		return n.describeIO(cb.Ref)
	case nodePoolStep:
		label, at := n.describeIO(cb.Ref)
		return label + ", back to the pool", at
	case nodeLoader:
		return "load the module", sim.Pos{}
	case nodeSignal:
		return "signal " + Event(cb.Ref).String(), sim.Pos{}
	case nodeModuleThrew:
		return "reject the module", sim.Pos{}
	case nodePortEnds:
		return "end of the other port", sim.Pos{}
	case nodePortClosed:
		return n.script.Describe(n.ports.all[cb.Ref].closed)
	case nodeModuleEnds:
		return "the module is over", sim.Pos{}
	}
	return "", sim.Pos{}
}

// roots names the promises that Node holds. Immediates and ticks are given
// nothing, so they hold none.
func (n *Node) roots(m ecma.Marker) {
	for _, p := range n.rejections.taken {
		m.Promise(p)
	}
	for _, p := range n.rejections.pending.all() {
		m.Promise(p)
	}
	for _, p := range n.rejections.handledLate.all() {
		m.Promise(p)
	}
	for _, t := range n.aside {
		markCall(m, t.Call)
	}
}

// makeCallback is node::MakeCallback: one callback in a scope of its own. A
// scope that an exception left does not drain. It reports whether an exception left
// the callback, or a tick behind it.
func (n *Node) makeCallback(t sim.Task, work sim.Work) (threw bool) {
	if n.Loop.Run(t, work) == sim.Threw {
		n.uncaught(n.thrown)
		return true
	}
	return n.closeScope(RuleCheckpoint)
}
