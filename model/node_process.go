package model

import (
	"slices"

	"evsim/ecma"
	"evsim/internal/say"
	"evsim/sim"
)

// Event is an event of the process object or of the window.
type Event uint8

// The events that a script can listen to.
const (
	UncaughtException Event = iota
	UnhandledRejection
	RejectionHandled
	BeforeExit
	Exit
	SIGHUP
	SIGINT
	SIGQUIT
	SIGTERM
	SIGUSR2
	WindowError
	WindowUnhandledRejection
	WindowRejectionHandled
	UncaughtExceptionMonitor
	eventCount
)

var eventNames = [eventCount]string{"uncaughtException", "unhandledRejection", "rejectionHandled", "beforeExit", "exit",
	"SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR2", "error", "unhandledrejection", "rejectionhandled", "uncaughtExceptionMonitor"}

// String is the event's name in JavaScript.
func (e Event) String() string { return eventNames[e] }

// restart makes lists of listeners empty.
func restart(lists *[eventCount][]uint32) {
	for i := range lists {
		lists[i] = lists[i][:0]
	}
}

// On is process.on(event, callback).
func (n *Node) On(e Event, callback uint32) {
	if signalNumbers[e] != 0 {
		n.listenToSignal(e)
	}
	n.listeners[e] = append(sim.Grown(n, n.listeners[e]), callback)
}

// SetListeners has these callbacks, in order, listen to an event, and no others.
func (n *Node) SetListeners(e Event, callbacks []uint32) {
	switch isSignal := signalNumbers[e] != 0; {
	case isSignal && len(callbacks) > 0:
		n.listenToSignal(e)
	case isSignal && len(n.listeners[e]) > 0:
		n.closeSignal(e)
	}
	n.listeners[e] = slices.Clone(callbacks)
}

// emit is process.emit: the listeners run at once, in order. It reports whether
// there were any, and whether one threw.
func (n *Node) emit(e Event, given ecma.Value) (heard, threw bool) {
	if e == Exit || e == BeforeExit {
		return n.emitCode(e, n.exitCode.code)
	}
	return n.tell(e, given)
}

// emitCode is emit for an event whose listeners are given an exit code.
func (n *Node) emitCode(e Event, code int32) (heard, threw bool) {
	defer func(before int32) { n.emitted = before }(n.emitted)
	n.emitted = code
	return n.tell(e, ecma.Value{})
}

// tell runs the listeners of an event.
func (n *Node) tell(e Event, given ecma.Value) (heard, threw bool) {
	for _, callback := range n.listeners[e] {
		if callback == loaderListener {
			n.LoaderExit()
			continue
		}
		heard = true
		t := n.Schedule(sim.Place(e.String()), scriptCall(callback, given))
		if n.Loop.Run(t, sim.CallbackWork) == sim.Threw {
			return true, true
		}
	}
	return heard, false
}

// uncaught is node::errors::TriggerUncaughtException: listeners of
// uncaughtException, or the end of the process. A handled exception leaves an
// empty immediate behind, so that a checkpoint is sure to come
// (lib/internal/process/execution.js). A listener may ask for a checkpoint, in which
// nothing catches another one.
func (n *Node) uncaught(v ecma.Value) {
	if n.Stopped() {
		return
	}
	n.CiteRule(RuleUncaught)
	n.Threw(n.script.ErrorText(v))
	if n.reporting && n.rules.UncaughtAborts {
		n.CiteRule(RuleUncaughtAborts)
		n.die(v, codeOfAbort)
		return
	}
	defer func(around bool) { n.reporting = around }(n.reporting)
	n.reporting = true
	heard, threw := false, false
	if _, threw = n.emit(UncaughtExceptionMonitor, v); !threw {
		heard, threw = n.emit(UncaughtException, v)
	}
	switch {
	case threw: // kExceptionInFatalExceptionHandler: not even the exit event
		n.die(n.thrown, 7)
	case !heard:
		n.emitExit()
		n.CiteRule(RuleExitCode)
		n.die(v, n.codeOfUncaught())
	case n.handledThrow() == sim.Threw:
		n.die(n.thrown, 7)
	}
}

// codeOfAbort is the exit code of a process that aborts, to a shell: of SIGABRT.
const codeOfAbort = 134

// handledThrow leaves an empty immediate behind, by the function that the module
// timers has for that: a program may have put another one there, which may throw.
func (n *Node) handledThrow() sim.Completion {
	n.CiteRule(RuleHandledImmediate)
	if n.warner != nil {
		if callback, replaced := n.warner.ReplacedImmediate(); replaced {
			return n.Loop.Run(n.Schedule(sim.Place(UncaughtException.String()), scriptCall(callback, ecma.Value{})), sim.CallbackWork)
		}
	}
	n.setImmediate(sim.Callback{Kind: callNothing}, true)
	return sim.Normal
}

// uncaughtRejection is uncaught for a promise that was rejected: listeners are told so.
func (n *Node) uncaughtRejection(v ecma.Value) {
	n.rejections.fatal = true
	n.uncaught(v)
	n.rejections.fatal = false
}

// codeOfUncaught is FatalException's exit code: process.exitCode, if it is set.
func (n *Node) codeOfUncaught() int {
	if n.rules.UncaughtIsOne || n.exitCode.made {
		return 1
	}
	return n.exitCode.or(1)
}

func (n *Node) die(v ecma.Value, code int) {
	n.Stop(sim.Stop{Reason: sim.Died, Code: code, Error: say.Word(n.script.ErrorText(v))})
}

// emitBeforeExit is node::EmitProcessBeforeExit, in a callback scope, which is there
// without a listener, too. It comes each time the loop runs dry.
func (n *Node) emitBeforeExit() {
	if n.Stopped() || len(n.listeners[BeforeExit]) == 0 && n.quiet() {
		return
	}
	n.Phase(InBeforeExit)
	if _, threw := n.emit(BeforeExit, ecma.Value{}); threw {
		n.uncaught(n.thrown)
		return
	}
	n.closeScope(RuleBeforeExit)
}

// rejections is the state of lib/internal/process/promises.js.
type rejections struct {
	pending     fifo     // rejected without a handler, not yet reported
	taken       []uint32 // those that are being told of, where they are taken all at once; of calls in the middle of others, too
	handledLate fifo     // reported, and handled since
	reported    set      // for which unhandledRejection was emitted
	reporting   bool     // the list is gone through: nothing is taken from its end
	reports     uint32   `state:"-"` // the promise that listeners are told of
	fatal       bool     `state:"-"` // the exception that listeners are told of is a rejection
}

func (r *rejections) restart() {
	r.pending.restart()
	r.handledLate.restart()
	r.taken, r.reported = r.taken[:0], r.reported[:0]
	r.reporting, r.reports, r.fatal = false, 0, false
}

// ReportedPromise is the promise that listeners of unhandledRejection and
// rejectionHandled are being told of.
func (n *Node) ReportedPromise() uint32 { return n.rejections.reports }

// OfRejection reports whether what listeners of uncaughtException are being told of is
// a rejection (Node's documentation, "Event: 'uncaughtException'", origin).
func (n *Node) OfRejection() bool { return n.rejections.fatal }

func (n *Node) rejected(p uint32) {
	n.rejections.reported.remove(p) // an earlier promise may have had the number
	n.rejections.pending.push(p)
	n.info |= hasRejectionToWarn
	if n.warner != nil {
		n.warner.Rejected(p)
	}
}

func (n *Node) handled(p uint32) {
	r := &n.rejections
	if r.reported.has(p) {
		r.reported.remove(p)
		r.handledLate.push(p)
		n.info |= hasRejectionToWarn
		return
	}
	// One that is handled is passed over when its turn comes; those at the end
	// go at once, so that a loop of rejections does not pile them up.
	for !r.reporting && r.pending.len() > 0 && (r.pending.back() == p || n.IsHandled(r.pending.back())) {
		r.pending.dropBack()
	}
	if n.rules.HandledClears {
		n.CiteRule(RuleHandledClears)
		n.info &^= hasRejectionToWarn
	}
}

// settledAgain queues the tick that would emit multipleResolves.
func (n *Node) settledAgain() {
	if n.rules.SettledTicks {
		n.CiteRule(RuleSettledTicks)
		if n.warner == nil || !n.warner.SettledAgain() {
			n.emptyTick()
		}
	}
}

// uncaughtReason makes an uncaught exception of a rejection that no listener took,
// and reports whether the look at its reason threw instead: that leaves the tick.
func (n *Node) uncaughtReason(reason ecma.Value) (threw bool) {
	n.CiteRule(RuleFatalRejections)
	thrown, threw := n.unhandled(reason)
	if threw {
		n.thrown = thrown
		n.uncaughtByTick()
		return true
	}
	n.uncaughtRejection(thrown)
	return false
}

// unhandled is the reason, or Node's error for one that is none.
func (n *Node) unhandled(reason ecma.Value) (thrown ecma.Value, threw bool) {
	switch {
	case n.warner != nil:
		return n.warner.Unhandled(reason)
	case reason.IsError():
		return reason, false
	}
	return ecma.Value{Kind: ecma.ValueUnhandled, Ref: n.KindOf(reason)}, false
}

// queuesMicrotask is queueMicrotask, which warns where it is read.
func (n *Node) queuesMicrotask() {
	if n.WarnsOfMicrotask() {
		n.emitWarning()
	}
}

// WarnsOfMicrotask reports whether the getter of queueMicrotask warns: once, where
// that is experimental (lib/internal/bootstrap/node.js, setupQueueMicrotask).
func (n *Node) WarnsOfMicrotask() bool {
	if n.warned || !n.rules.MicrotaskWarns {
		return false
	}
	n.warned = true
	n.CiteRule(RuleMicrotaskWarns)
	return true
}

// processPromiseRejections reports handled ones first, then each that is still
// unhandled. It reports whether anything ran, so that queues must be drained
// again, and whether an exception left it.
func (n *Node) processPromiseRejections() (more, threw bool) {
	r := &n.rejections
	for r.handledLate.len() > 0 {
		n.CiteRule(RuleHandledLate)
		if n.rules.LateHandledQuiet {
			n.CiteRule(RuleLateHandledQuiet)
		}
		more = !n.rules.LateHandledQuiet
		p := r.handledLate.pop()
		r.reports = p
		heard, threw := n.emit(RejectionHandled, n.Reason(p))
		if threw {
			n.uncaughtByTick()
			return false, true
		}
		if !heard {
			n.warnOfLate(p)
		}
	}
	around := r.reporting // a listener may ask for ticks: then this is a call in the middle of another
	r.reporting = true
	defer func() { r.reporting = around }()
	if n.rules.RejectionsTaken {
		told, threw := n.reportTaken()
		return more || told || r.pending.len() > 0, threw
	}
	for left := r.pending.len(); left > 0 && r.pending.len() > 0; left-- {
		p := r.pending.pop()
		n.CiteRule(RuleRejectionsLast)
		if n.IsHandled(p) {
			continue
		}
		heard, threw := n.reportRejection(p)
		if threw {
			return false, true
		}
		if more = more || heard || !n.rules.UnheardQuiet; !more {
			n.CiteRule(RuleLateHandledQuiet)
		}
	}
	return more || r.pending.len() > 0, false
}

// reportTaken reports all that wait as it stands now. What is rejected meanwhile
// waits for the next call, also for one in the middle of this.
func (n *Node) reportTaken() (told, threw bool) {
	r := &n.rejections
	first := len(r.taken)
	defer func() { r.taken = r.taken[:first] }()
	for r.pending.len() > 0 {
		if p := r.pending.pop(); !n.IsHandled(p) {
			r.taken = append(sim.Grown(n, r.taken), p)
		}
	}
	for i, end := first, len(r.taken); i < end; i++ {
		p := r.taken[i]
		n.CiteRule(RuleRejectionsLast)
		if n.IsHandled(p) {
			n.CiteRule(RuleRejectionsTaken)
		}
		told = true
		if _, threw := n.reportRejection(p); threw {
			n.CiteRule(RuleRejectionsTaken)
			return told, true
		}
	}
	return told, false
}

// reportRejection tells listeners of a rejection, and reports whether there were any, and
// whether one threw.
func (n *Node) reportRejection(p uint32) (heard, threw bool) {
	n.rejections.reported.add(p)
	n.rejections.reports = p
	reason := n.Reason(p)
	heard, threw = n.emit(UnhandledRejection, reason)
	switch {
	case threw:
		n.uncaughtByTick()
	case heard:
	case n.rules.FatalRejections:
		threw = n.uncaughtReason(reason)
	default:
		n.warnOfUnhandled(p)
		n.Threw("unhandled rejection: " + n.script.ErrorText(reason))
	}
	return heard, threw
}
