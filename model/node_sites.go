package model

import (
	"evsim/ecma"
	"evsim/internal/say"
	"evsim/sim"
)

// This file has the checkpoints for which a script asks itself.

// TickCallback is process._tickCallback, which is runNextTicks since Node 11:
// what checkpoints do, in the middle of a callback. What a tick throws leaves it. Out of a
// job it comes to a promise, and mostly Node ends the process then, as the callback is over
// that runs the jobs (src/env.cc, AsyncHooks::pop_async_context): the run ends.
func (n *Node) TickCallback() (thrown ecma.Value, threw bool) {
	n.asked++
	threw = n.runNextTicks(RuleTickCallback)
	n.asked--
	if threw && isJob(n.Running().Call) {
		n.Stop(sim.Stop{Reason: sim.Abandoned, Error: say.Of("evsim does not go on where a promise catches what a tick threw out of `process._tickCallback`: Node mostly ends the process then")})
	}
	if threw {
		return n.thrown, true
	}
	return ecma.Value{}, false
}

// uncaughtByTick is what becomes of an exception that left a tick: it goes on to
// the script if that asked for the ticks.
func (n *Node) uncaughtByTick() {
	if n.asked == 0 {
		n.uncaught(n.thrown)
	}
}

// nests reports whether microtasks run in the middle of a microtask. V8 refuses
// that (MicrotaskQueue::PerformCheckpoint); old releases go past that check.
func (n *Node) nests() bool {
	if n.rules.JobsNest {
		n.CiteRule(RuleJobsNest)
	}
	return n.rules.JobsNest
}

// countBatch counts off a microtask that was taken. Where microtasks nest, V8's
// RunMicrotasks takes all that wait as one batch, and looks for more when the
// batch is through.
func (n *Node) countBatch() {
	if n.inBatch == 0 {
		n.inBatch = n.micro.Len()
		return
	}
	n.inBatch--
}

// setAside takes what is left of the batch under way out of the queue, for a
// drain in the middle of one of its microtasks does not see it, and returns how
// many those are.
func (n *Node) setAside() (count int) {
	count, n.inBatch = n.inBatch, 0
	for range count {
		t, _ := n.micro.Pop()
		n.aside = append(n.aside, t)
	}
	return count
}

// putBack undoes setAside.
func (n *Node) putBack(count int) {
	first := len(n.aside) - count
	for i := len(n.aside) - 1; i >= first; i-- {
		n.micro.PushFront(n.aside[i])
	}
	n.aside, n.inBatch = n.aside[:first], count
}

// BeginContext begins the evaluation of a script in a context of vm that has
// microtasks of its own.
func (n *Node) BeginContext() {
	n.outer = append(n.outer, n.micro)
	n.micro = sim.Queue{}
}

// EndContext ends it: the microtasks of the context run, and no ticks and no
// other microtasks (src/node_contextify.cc, ContextifyScript::EvalMachine).
func (n *Node) EndContext() {
	running := n.running
	n.running = 0
	n.Checkpoint(RuleContextJobs)
	n.CiteRule(RuleContextJobs)
	n.runMicrotasks()
	n.running = running
	last := len(n.outer) - 1
	n.micro, n.outer = n.outer[last], n.outer[:last]
}
