package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// tickInfo is the fields of that array by which a checkpoint knows whether it
// has anything to do besides microtasks (src/env.h, TickInfo), as bits, because
// every callback asks.
type tickInfo uint8

const (
	hasTickScheduled tickInfo = 1 << iota
	hasRejectionToWarn
)

// NextTick is process.nextTick. It does nothing once the process is exiting.
func (n *Node) NextTick(callback uint32) {
	if n.exiting {
		return
	}
	n.CiteRule(RuleWhole)
	n.info |= hasTickScheduled
	n.Post(&n.ticks, InNextTicks, scriptCall(callback, ecma.Value{}))
}

// closeScope is node::InternalCallbackScope::Close of an outermost scope:
// microtasks first when no tick waits, then ticks and microtasks in turns. It
// reports whether an exception left a tick. The rule says why it comes here.
func (n *Node) closeScope(rule sim.Rule) (threw bool) {
	return (n.info != 0 || n.heard || n.micro.Len() > 0) && n.drainScope(rule)
}

// quiet reports whether a checkpoint would find nothing to do.
func (n *Node) quiet() bool { return n.info == 0 && n.micro.Len() == 0 }

func (n *Node) drainScope(rule sim.Rule) (threw bool) {
	n.reach(rule)
	if n.quiet() {
		return false
	}
	if n.info&hasTickScheduled == 0 {
		n.CiteRule(RuleJobsFirst)
		n.runMicrotasks()
	}
	return n.info != 0 && n.processTicksAndRejections()
}

// reach begins a checkpoint, which comes by a rule.
func (n *Node) reach(rule sim.Rule) {
	n.Checkpoint(rule)
	if !n.quiet() {
		n.CiteRule(RuleCheckpoint)
		n.CiteRule(rule)
	}
}

// runNextTicks is the function of that name in lib/internal/process/
// task_queues.js, which timers and immediates call between callbacks. It
// reports whether an exception left it.
func (n *Node) runNextTicks(rule sim.Rule) (threw bool) {
	return (n.info != 0 || n.heard || n.micro.Len() > 0) && n.drainBetween(rule)
}

func (n *Node) drainBetween(rule sim.Rule) (threw bool) {
	n.reach(rule)
	if n.info == 0 {
		n.runMicrotasks()
	}
	return n.info != 0 && n.processTicksAndRejections()
}

// processTicksAndRejections runs all ticks, then all microtasks, until neither
// is left and no rejection had to be reported. An exception ends it; what is
// left waits for the next checkpoint.
func (n *Node) processTicksAndRejections() (threw bool) {
	before := n.In(InNextTicks)
	n.BeginDrain()
	if threw = n.drainAll(); !threw {
		if n.info = 0; n.ticks.Len() > 0 {
			n.info |= hasTickScheduled
		}
	}
	n.EndDrain()
	n.In(before)
	return threw
}

func (n *Node) drainAll() (threw bool) {
	for {
		if n.runTicks() {
			return true
		}
		n.ticksDone()
		n.runMicrotasks()
		if n.ticks.Len() > 0 && !n.Stopped() {
			continue
		}
		if n.rejections.pending.len() == 0 && n.rejections.handledLate.len() == 0 {
			return false
		}
		if more, threw := n.processPromiseRejections(); threw || !more || n.Stopped() {
			return threw
		}
	}
}

// ticksDone is what a checkpoint does as no tick is left. Node 12 puts the flag of
// ticks back only behind the loop, Node 10 and 11 do so before the microtasks. That
// shows where the other flag may be lost: jobs that ask for ticks, and checkpoints
// after a listener of a rejection has thrown, go by that one alone then.
func (n *Node) ticksDone() {
	if n.rules.HandledClears {
		n.info &^= hasTickScheduled
	}
}

func (n *Node) runTicks() (threw bool) {
	for n.Draining(InNextTicks); !n.Stopped(); {
		t, ok := n.ticks.Pop()
		if !ok {
			break
		}
		if t.Call.Kind == callNothing {
			continue
		}
		if n.ticks.Len() > 0 {
			n.CiteRule(RuleTickOrder)
		}
		if n.Loop.Run(t, sim.CallbackWork) == sim.Threw {
			n.CiteRule(RuleTickThrows)
			n.uncaughtByTick()
			return true
		}
	}
	return false
}
