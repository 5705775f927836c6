package model

import (
	"evsim/clock"
	"evsim/sim"
)

// uvTimers is libuv's timer heap: handles ordered by (due, start_id)
// (src/timer.c, timer_less_than). A handle's due time is the loop's cached
// time at uv_timer_start plus its timeout.
type uvTimers struct {
	agenda     sim.Agenda
	handles    []uvTimer `state:"slab:free"`
	free       []int32
	referenced int     // active and referenced
	ready      []int32 `state:"-"`
}

func (u *uvTimers) restart() {
	u.agenda.Restart()
	u.handles, u.free, u.ready, u.referenced = u.handles[:0], u.free[:0], u.ready[:0], 0
}

type uvTimer struct {
	owner      int32 // what the timers of the release make of it
	due        clock.Instant
	referenced bool
	closing    bool
	purpose    purpose `state:"-"`
}

func (n *Node) uvNewTimer(owner int32, referenced bool) int32 {
	u := &n.uv
	if k := len(u.free); k > 0 {
		h := u.free[k-1]
		u.free = u.free[:k-1]
		u.handles[h] = uvTimer{owner: owner, referenced: referenced}
		return h
	}
	u.handles = append(sim.Grown(n, u.handles), uvTimer{owner: owner, referenced: referenced})
	return int32(len(u.handles) - 1)
}

// uvTimerStart is uv_timer_start without a repeat.
func (n *Node) uvTimerStart(h int32, timeout clock.Span) {
	n.uvTimerStartAt(h, n.Clock.Loop().Add(timeout))
}

func (n *Node) uvTimerStartAt(h int32, due clock.Instant) {
	handle := &n.uv.handles[h]
	if handle.closing {
		return
	}
	handle.due = due
	if !n.uv.agenda.Move(n.Clock, h, due) && handle.referenced {
		n.uv.referenced++
	}
}

// uvTimerStop is uv_timer_stop.
func (n *Node) uvTimerStop(h int32) {
	if n.uv.agenda.Cancel(n.Clock, h) && n.uv.handles[h].referenced {
		n.uv.referenced--
	}
}

// uvTimerRef is uv_ref and uv_unref.
func (n *Node) uvTimerRef(h int32, referenced bool) {
	handle := &n.uv.handles[h]
	if handle.referenced == referenced {
		return
	}
	handle.referenced = referenced
	if !n.uv.agenda.Has(h) {
		return
	}
	if referenced {
		n.uv.referenced++
	} else {
		n.uv.referenced--
	}
}

// uvTimerClose is uv_close: the handle keeps the loop alive, and poll from
// sleeping, until the closing phase.
func (n *Node) uvTimerClose(h int32) {
	if n.uv.handles[h].closing {
		return
	}
	n.uvTimerStop(h)
	n.uv.handles[h].closing = true
	n.closing = append(sim.Grown(n, n.closing), sim.Task{Call: sim.Callback{Kind: nodeTimerClosed, Ref: uint32(h)}})
}

// uvRunTimers is uv__run_timers up to libuv 1.47: the earliest due handle, again
// and again, against a loop time that callbacks may have moved on.
func (n *Node) uvRunTimers() {
	if n.HasSink() || n.uv.agenda.Len() > 0 {
		n.runTimers()
	}
}

func (n *Node) runTimers() {
	n.Phase(InTimers)
	for again := false; !n.Stopped() && n.uv.agenda.Len() > 0; again = true {
		h, due := n.uv.agenda.Min()
		if n.Before(n.Clock.Loop(), due) {
			return
		}
		if again {
			n.CiteRule(RuleSecondPass)
		}
		n.uvTimerStop(h)
		n.timers.fire(h)
	}
}

// uvRunTimersReady is uv__run_timers from libuv 1.48 on: every handle that is
// due is taken out before the first runs.
func (n *Node) uvRunTimersReady() {
	if n.HasSink() || n.uv.agenda.Len() > 0 {
		n.runTimersReady()
	}
}

func (n *Node) runTimersReady() {
	n.Phase(InTimers)
	if n.uv.agenda.Len() == 0 {
		return
	}
	ready := n.uv.ready[:0]
	for n.uv.agenda.Len() > 0 {
		h, due := n.uv.agenda.Min()
		if n.Before(n.Clock.Loop(), due) {
			break
		}
		n.uvTimerStop(h)
		ready = append(ready, h)
	}
	n.uv.ready = ready
	for _, h := range ready {
		if n.Stopped() {
			return
		}
		n.timers.fire(h)
	}
}

// uvRunPending is uv__run_pending: callbacks of the turn before that were put off.
// It, uvRunClosingHandles and those that run timers pass by an empty phase without
// a call, because they are inlined: a turn with one callback takes an eighth less
// of instructions.
func (n *Node) uvRunPending() {
	if n.HasSink() || n.pending.Len() > 0 {
		n.runPending()
	}
}

func (n *Node) runPending() {
	n.Phase(InPending)
	for range n.pending.Len() {
		if t, ok := n.pending.Pop(); ok && !n.Stopped() {
			n.makeCallback(t, sim.CallbackWork)
		}
	}
}

// uvRunPendingAgain is the rounds after poll from libuv 1.44.2 on.
func (n *Node) uvRunPendingAgain() {
	if n.pending.Len() > 0 {
		n.runPendingAgain()
	}
}

func (n *Node) runPendingAgain() {
	for round := 0; round < 8 && n.pending.Len() > 0; round++ {
		n.CiteRule(RulePendingAgain)
		n.uvRunPending()
	}
}

// uvRunClosingHandles is uv__run_closing_handles: the list is detached first,
// and each close was put at its head, so the last to be closed is first.
func (n *Node) uvRunClosingHandles() {
	if n.HasSink() || len(n.closing) > 0 {
		n.runClosing()
	}
}

func (n *Node) runClosing() {
	n.Phase(InClosing)
	if len(n.closing) == 0 {
		return
	}
	list := n.closing
	n.CiteRule(RuleClosing)
	n.closing = nil
	for i := len(list) - 1; i >= 0 && !n.Stopped(); i-- {
		switch list[i].Call.Kind {
		case nodeTimerClosed:
			n.uv.free = append(n.uv.free, int32(list[i].Call.Ref))
		case nodeSignalClosed:
			n.signalClosed(list[i])
		case callNothing:
			n.Drop(list[i])
		default:
			n.makeCallback(list[i], sim.CallbackWork)
		}
	}
	if n.closing == nil {
		n.closing = list[:0]
	}
}

// uvBackendTimeout is uv__backend_timeout: how long poll may sleep. Never is
// for ever; an instant that is not after the loop's time is not at all.
func (n *Node) uvBackendTimeout() (until clock.Instant) {
	n.CiteRule(RulePollTimeout)
	now := n.Clock.Loop()
	switch {
	case n.uv.referenced == 0 && n.requests == 0 && n.immediates.referenced == 0,
		n.immediates.referenced > 0, // the idle handle that a referenced immediate starts
		n.pending.Len() > 0,
		len(n.closing) > 0:
		return now
	case n.uv.agenda.Len() == 0:
		return clock.Never
	}
	_, due := n.uv.agenda.Min()
	return due
}
