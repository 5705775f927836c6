package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// This file has the checkpoints for which a script asks itself.

// TickCallback is process._tickCallback, which is runNextTicks since Node 11:
// what checkpoints do, in the middle of a callback. What a tick throws leaves it.
func (n *Node) TickCallback() (thrown ecma.Value, threw bool) {
	n.asked++
	threw = n.runNextTicks(RuleTickCallback)
	n.asked--
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
