package model

import (
	"slices"

	"evsim/clock"
)

// One epoll_wait reports all that is ready, and an exploration would have to decide
// which completions coincide to know what that is. Mostly nothing depends on it: a
// completion that is left for the next poll runs at the same instant, behind the
// same callback, if the phases in between find nothing to do. So poll takes what
// comes first alone, where an Oracle leaves ties open, and asks what else was ready
// once a callback leaves something to do before the next poll.

// maxPutOff is how many arrivals there may be: with fewer, one wait returns all
// that is ready.
const maxPutOff = 1000

// putsOff reports whether a poll that may last until an instant can leave open what has
// come by now: nothing came before now, what comes now is put off since the batch
// before, and poll sleeps.
func (n *Node) putsOff(until clock.Instant) bool {
	w := &n.watchers
	return n.takesFirstAlone() && w.arrivals.Len() > 0 &&
		!slices.ContainsFunc(w.added, func(id uint32) bool { return id != eventfd && w.ops[id].arrived }) &&
		n.Before(n.Clock.Loop(), until)
}

// takesFirstAlone reports whether a poll that sleeps can take what comes first alone:
// nothing came before now or is ready, and nothing but descriptors is to come.
func (n *Node) takesFirstAlone() bool {
	w := &n.watchers
	return n.caughtUp.IsSurely(n.Now()) && w.other == 0 && w.ready.Len() == 0 && w.arrivals.Len() < maxPutOff && !n.pool.async
}

// takeFirst wakes poll by what comes first, and takes that alone.
func (n *Node) takeFirst(at clock.Instant) {
	n.SleepTo(at)
	if t, by, ok := n.watchers.arrivals.Take(n.Clock, at); ok {
		n.arrived(t, by)
	}
	n.caughtUp, n.woke, n.putOff = at, at, true
}

// passesToNextPoll reports whether what comes at this instant too may as well come in
// the next poll: no phase in between finds anything to do, the loop goes on, and
// nothing that was begun since can be over.
func (n *Node) passesToNextPoll() bool {
	if !n.caughtUp.IsSurely(n.Now()) || n.watchers.ready.Len() > 0 || n.watchers.other > 0 || n.pool.async || n.Stopped() ||
		!n.quiet() || n.ticks.Len() > 0 || n.immediates.count > 0 || len(n.immediates.queue) > 0 || n.immediates.hasOutstanding ||
		n.pending.Len() > 0 || len(n.closing) > 0 || !n.alive() {
		return false
	}
	if n.uv.agenda.Len() == 0 {
		return true
	}
	_, due := n.uv.agenda.Min()
	return n.Before(n.Clock.Loop(), due)
}

// join puts into the batch what has come at the instant at which poll woke, and was
// left for the next. What was begun since is not registered, and so is not among it.
func (n *Node) join() {
	n.putOff = false
	n.arrive(n.woke)
	w := &n.watchers
	for range w.ready.Len() {
		if t, _ := w.ready.Pop(); t.Call.Kind == nodeIO {
			n.batch = append(n.batch, t)
		} else {
			w.ready.Push(t)
		}
	}
}
