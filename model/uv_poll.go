package model

import (
	"evsim/clock"
	"evsim/sim"
)

// purpose is the timer for which a uv_timer_t was started. It is kept only
// where somebody is told of poll.
type purpose struct {
	task  sim.TaskID // 0: none that is still set so
	timer int32
}

// uvStartedFor notes for which timer a uv_timer_t was started.
func (n *Node) uvStartedFor(h, timer int32) {
	if n.Tells(sim.EventPoll) {
		n.noteStart(h, timer)
	}
}

func (n *Node) noteStart(h, timer int32) {
	n.uv.handles[h].purpose = purpose{n.timers.timeout(timer).id, timer}
}

// uvSetAgain notes that a timer counts from another instant now, and that a
// uv_timer_t which was started for it was left as it is.
func (n *Node) uvSetAgain(h, timer int32) {
	if p := &n.uv.handles[h].purpose; p.timer == timer {
		*p = purpose{}
	}
}

// waker is the timer for which the first uv_timer_t to be due was started; the
// zero Task if that was cleared or set again, so that the loop wakes for nothing.
func (n *Node) waker() sim.Task {
	h, _ := n.uv.agenda.Min()
	p := n.uv.handles[h].purpose
	if p.task == 0 {
		return sim.Task{}
	}
	if one := n.timers.timeout(p.timer); one.id == p.task && !one.cleared {
		return one.task()
	}
	return sim.Task{}
}

// tellPoll tells how long poll may wait and why, in the order of
// uv__backend_timeout.
func (n *Node) tellPoll(until clock.Instant) {
	why := ""
	switch {
	case n.uv.referenced == 0 && n.requests == 0 && n.immediates.referenced == 0 && n.pending.Len() == 0 && len(n.closing) == 0:
		why = sim.PollNotAlive
	case n.pending.Len() > 0:
		why = sim.PollPending
	case n.immediates.referenced > 0:
		why = sim.PollImmediate
	case len(n.closing) > 0:
		why = sim.PollClosing
	case n.uv.agenda.Len() > 0:
		n.Poll(until, "", n.waker())
		return
	}
	n.Poll(until, why, sim.Task{})
}
