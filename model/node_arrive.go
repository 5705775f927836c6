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

// equivalent reports that two operations under way have the same to come in all.
func (n *Node) equivalent(a, b sim.Task) bool {
	if a.Call.Kind == nodeSignal || b.Call.Kind == nodeSignal {
		return a.Call == b.Call
	}
	x, y := &n.watchers.ops[a.Call.Ref], &n.watchers.ops[b.Call.Ref]
	return !x.Named && !y.Named && sameToCome(*x, *y)
}

// class is a number that operations share only if their callbacks do the same.
func (n *Node) class(t sim.Task) uint32 {
	if t.Call.Kind == nodeSignal {
		return ^t.Call.Ref
	}
	callback := n.watchers.ops[t.Call.Ref].Callback
	if n.twins == nil {
		return callback
	}
	return n.twins.Equivalent(callback)
}

func sameToCome(x, y operation) bool {
	if y.Latency.Of = x.Latency.Of; x.Trips <= 1 { // it is over
		y.Latency = x.Latency
	}
	y.task, y.arrival, y.Callback = x.task, x.arrival, x.Callback
	return x == y
}
