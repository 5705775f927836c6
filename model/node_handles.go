package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// Close closes the handle of a watched operation: one under way is called off,
// and the callback runs in the closing phase. Nothing else can be closed.
func (n *Node) Close(ref IORef, callback uint32) {
	if ref == 0 {
		return
	}
	id := uint32(ref) - 1
	op := &n.watchers.ops[id]
	if op.closed || op.Kind != Watched {
		return
	}
	if op.closed = true; op.active {
		n.finished(op)
		n.Drop(op.task)
		if op.flying {
			n.watchers.arrivals.Remove(n.Clock, op.arrival)
		}
	}
	cb := sim.Callback{Kind: callNothing}
	if callback != ecma.NoCallback {
		cb = scriptCall(callback, ecma.Value{})
	}
	t := n.Schedule(InClosing, cb)
	n.closing = append(sim.Grown(n, n.closing), t)
	n.Enqueue(InClosing, t)
}

// finished notes that an operation has called back, or never will.
func (n *Node) finished(op *operation) {
	if op.active = false; !op.unrefed {
		n.requests--
	}
}

// RefIO is handle.ref() and handle.unref() of a watched operation. What else
// keeps the loop alive is a request, which has neither.
func (n *Node) RefIO(ref IORef, referenced bool) {
	if ref == 0 {
		return
	}
	op := &n.watchers.ops[ref-1]
	if op.Kind != Watched || op.Request || op.unrefed != referenced {
		return
	}
	n.CiteRule(RuleAlive)
	op.unrefed = !referenced
	switch {
	case !op.active:
	case referenced:
		n.requests++
	default:
		n.requests--
	}
}

// ForgetIO says that the script has lost its name for an operation.
func (n *Node) ForgetIO(ref IORef) {
	if ref == 0 {
		return
	}
	id := uint32(ref) - 1
	op := &n.watchers.ops[id]
	if op.Named = false; !op.active {
		n.watchers.free = append(n.watchers.free, id)
	}
}

// forever is how a run ends in which nothing will ever wake poll: it waits for
// operations that never complete, the oldest of which is named, or else the first port
// on which a message may come.
func (n *Node) forever() sim.Stop {
	n.CiteRule(RulePollTimeout)
	stop := sim.Stop{Reason: sim.Waiting}
	first := sim.TaskID(0)
	for id := range n.watchers.ops {
		op := &n.watchers.ops[id]
		if op.active && !op.unrefed && (first == 0 || op.task.ID < first) {
			first = op.task.ID
			stop.Label, stop.At = n.describeIO(uint32(id))
		}
	}
	for i := range n.ports.all {
		if port := &n.ports.all[i]; first == 0 && port.referenced && !port.closing {
			stop.Label, stop.At = n.script.Describe(port.message)
			break
		}
	}
	return stop
}
