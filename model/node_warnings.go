package model

import "evsim/sim"

// EmitWarning is process.emitWarning, as scripts call it.
func (n *Node) EmitWarning() { n.emitWarning() }

// emitWarning is process.emitWarning, which queues a tick that emits the
// warning.
func (n *Node) emitWarning() {
	n.CiteRule(RuleWarnings)
	n.emptyTick()
}

// emptyTick queues a tick that emits an event to which no script here listens.
// The tick alone makes the next checkpoint run ticks and look at rejections.
func (n *Node) emptyTick() {
	if !n.exiting {
		n.info |= hasTickScheduled
		n.ticks.Push(sim.Task{Call: sim.Callback{Kind: callNothing}})
	}
}

// warnOfLate is PromiseRejectionHandledWarning: a rejection was handled late, and
// nobody listens to rejectionHandled.
func (n *Node) warnOfLate(p uint32) {
	if n.warner == nil || !n.warner.Warns(p, true) {
		n.emitWarning()
	}
}

// warnOfUnhandled is UnhandledPromiseRejectionWarning, where a rejection does not
// end the process.
func (n *Node) warnOfUnhandled(p uint32) {
	if n.warner != nil {
		n.warner.Warns(p, false)
	}
}
