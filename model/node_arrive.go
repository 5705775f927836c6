package model

import (
	"evsim/clock"
	"evsim/sim"
)

// canAdvance reports whether advance may do anything: only then is anything put
// off. A turn that waits for nothing asks this first, and is spared the calls.
func (n *Node) canAdvance() bool { return n.watchers.arrivals.Len() > 0 || n.ties }

// advance lets everything happen that happens by now: threads finish and take
// new work, descriptors become ready.
func (n *Node) advance() {
	if n.putOff {
		n.join()
	}
	n.arrive(n.Now())
	if n.ties {
		n.caughtUp = n.Now()
	}
}

// arrive lets everything happen that happens by an instant.
func (n *Node) arrive(by clock.Instant) {
	for n.watchers.arrivals.Len() > 0 {
		t, at, ok := n.watchers.arrivals.Take(n.Clock, by)
		if !ok {
			return
		}
		n.arrived(t, at)
	}
}

// arrived lets something happen that was taken from what is to come.
func (n *Node) arrived(t sim.Task, at clock.Instant) {
	w := &n.watchers
	if t.Call.Kind == nodeSignal {
		w.other--
		n.deliver(t)
		return
	}
	op := &w.ops[t.Call.Ref]
	if op.flying = false; op.Kind != Watched {
		w.other--
	}
	switch {
	case n.inRing(t.Call.Ref):
		n.finishInRing(t.Call.Ref)
	case op.Kind != Watched:
		n.finishWork(t.Call.Ref, at)
	case op.watched:
		w.ready.Push(t)
		n.Enqueue(InPoll, t)
	default:
		op.arrived = true
	}
}
