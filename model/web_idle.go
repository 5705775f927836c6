package model

import (
	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// idle is requestIdleCallback (Cooperative Scheduling of Background Tasks).
type idle struct {
	all      []idleRequest
	pending  fifo          // list of idle request callbacks
	runnable fifo          // list of runnable idle callbacks
	deadline clock.Instant // the end of the period
	lasts    bool          // the period goes on
	asks     idleAsks
	ends     idleEnds
	timedOut bool       // the callback that is called waited for its timeout
	expired  []sim.Task // of callbacks whose timeouts have passed since the turn began
}

func (d *idle) restart() {
	d.pending.restart()
	d.runnable.restart()
	d.all, d.deadline, d.lasts, d.asks, d.ends, d.expired = d.all[:0], 0, false, idleAsks{}, idleEnds{}, d.expired[:0]
	d.timedOut = false
}

// idleRule says when an idle period begins and ends.
type idleRule uint8

// The rules.
const (
	// idleWhileAsked: a period is over when nothing is left that was requested,
	// also in it; otherwise it lasts to its end (Chromium,
	// IdleHelper::UpdateLongIdlePeriodStateAfterIdleTask). See web_idle_asked.go.
	idleWhileAsked idleRule = iota
	// idleToTheEnd: a period lasts to its end, and the last request that there is as
	// it begins waits for the next one (Firefox,
	// IdleRequestExecutor::IneligibleForCurrentIdlePeriod). See web_idle_end.go.
	idleToTheEnd
	// idleAnyTime: a period may begin late, and end early, because of tasks and
	// processes that a scenario does not know. See [Policy.Crowded].
	idleAnyTime
)

var idleRuleNames = [...]string{"while asked", "to its end", "at any time"}

// String is the rule in a few words.
func (r idleRule) String() string { return idleRuleNames[r] }

type idleRequest struct {
	task     sim.Task
	callback uint32
	deadline clock.Instant // the end that it was given
	timer    int32         // of its timeout, plus one; 0: none
	done     bool
}

// IdleRef names an idle callback: an index plus one.
type IdleRef uint32

// idlePeriod is the longest idle period.
const idlePeriod = 50 * clock.Millisecond

// RequestIdle is requestIdleCallback; a timeout that is negative is none.
func (w *Web) RequestIdle(callback uint32, timeout clock.Span) IdleRef {
	id := uint32(len(w.idle.all))
	w.idle.all = append(sim.Grown(w, w.idle.all), idleRequest{callback: callback})
	t := w.Schedule(InIdle, sim.Callback{Kind: webIdleRun, Ref: id})
	w.idle.all[id].task = t
	w.idle.pending.push(id)
	w.Enqueue(InIdle, t)
	w.setIdleTimeout(id, timeout)
	w.askIdle()
	w.askHidden()
	return IdleRef(id + 1)
}

// IdleDeadline is the end that an idle callback was given as it was called.
func (w *Web) IdleDeadline(ref IdleRef) clock.Instant { return w.idle.all[ref-1].deadline }

// given is the end that an idle callback is given: that of the period, or that which
// the browser was told last where periods last to their ends.
func (d *idle) given(w *Web) clock.Instant {
	if w.rules.Idles == idleToTheEnd {
		return d.ends.promised
	}
	return d.deadline
}

// CancelIdle is cancelIdleCallback.
func (w *Web) CancelIdle(ref IdleRef) {
	if ref == 0 {
		return
	}
	if one := &w.idle.all[ref-1]; !one.done {
		one.done = true
		w.Drop(one.task)
		w.endIdleTimer(one)
	}
}

// expire says that the timeout of an idle callback has passed.
func (d *idle) expire(t sim.Task) { d.expired = append(d.expired, t) }

// expireAll makes the idle callbacks whose timeouts have passed ordinary tasks, as
// a turn begins.
func (d *idle) expireAll(w *Web) {
	for _, t := range d.expired {
		if !d.all[t.Call.Ref].done {
			w.CiteRule(RuleIdleTimeout)
			w.arrived(sourceIdleTimeout, t)
		}
	}
	d.expired = d.expired[:0]
}

func (d *idle) call(w *Web, id uint32, timedOut bool) sim.Completion {
	if d.all[id].done {
		return sim.Normal
	}
	d.all[id].done, d.all[id].deadline = true, d.given(w)
	w.endIdleTimer(&d.all[id])
	w.beginState(stateOf(PriorityBackground))
	d.timedOut = timedOut
	completion := w.completion(w.script.Call(d.all[id].callback, ecma.Value{}))
	d.timedOut = false
	return completion
}

// IdleTimedOut is deadline.didTimeout of the idle callback that is called.
func (w *Web) IdleTimedOut() bool { return w.idle.timedOut }

// asked reports whether any idle callback was requested in the run.
func (d *idle) asked() bool { return len(d.all) > 0 }

// runIdle runs one idle callback when nothing else can run. A period takes the
// callbacks that there are as it begins; those that are requested in it wait for
// the next one.
func (w *Web) runIdle() bool {
	w.frames.tasksOver(w)
	d := &w.idle
	switch w.rules.Idles {
	case idleToTheEnd:
		return w.mayRunIdle() && w.runIdleCallback()
	case idleWhileAsked:
		return w.runAsked()
	}
	if d.skip(&d.runnable) {
		d.putBack() // each may wait for what comes
	}
	return w.beginAnyTime() && w.runIdleCallback()
}

// runIdleCallback runs the first idle callback of the period; it is true, for
// something ran.
func (w *Web) runIdleCallback() bool {
	if !w.BeginTurn() {
		return true
	}
	id := w.idle.runnable.pop()
	w.idle.ends.mayRun = false
	w.Phase(InIdle)
	w.CiteRule(RuleIdle)
	w.frames.begin(w)
	w.runCallback(w.idle.all[id].task, sim.CallbackWork)
	w.frames.end()
	w.frames.others.rest()
	w.scheduler.state = noState
	w.askHidden()
	return true
}

// beginAnyTime begins an idle period if there is something to run in it. Tasks that a
// scenario does not know may leave no time for one.
func (w *Web) beginAnyTime() bool {
	d := &w.idle
	if !d.skip(&d.pending) || w.hasNext() && w.Pick(clock.TaskQueue, 2) == 1 {
		return false
	}
	d.deadline = w.idleDeadline()
	d.runnable, d.pending = d.pending, d.runnable
	return true
}

// hasNext reports whether anything is still to come.
func (w *Web) hasNext() bool {
	_, arrival := w.arrivals.Next(w.Clock)
	_, timer := w.timers.next(w)
	return arrival || timer
}

// nextIdle is when idle callbacks that wait may be able to run, if nothing else comes
// before.
func (w *Web) nextIdle() (at clock.Instant, ok bool) {
	switch w.rules.Idles {
	case idleToTheEnd:
		return w.nextIdleLook()
	case idleWhileAsked:
		return w.nextIdleTry()
	}
	return 0, false
}

// putBack ends a period before its time: what is left goes before what was
// requested meanwhile.
func (d *idle) putBack() {
	for d.pending.len() > 0 {
		d.runnable.push(d.pending.pop())
	}
	d.runnable, d.pending = d.pending, d.runnable
}

// isLeft reports whether any callback of a list was not cancelled.
func (d *idle) isLeft(list *fifo) bool {
	for _, id := range list.all() {
		if !d.all[id].done {
			return true
		}
	}
	return false
}

// skip drops cancelled callbacks from the front of a list; false when nothing
// is left of it.
func (d *idle) skip(list *fifo) bool {
	for list.len() > 0 && d.all[list.front()].done {
		list.pop()
	}
	return list.len() > 0
}

// idleDeadline is the end of an idle period that starts now: 50 ms, or the next
// timer or frame if that comes first.
func (w *Web) idleDeadline() clock.Instant {
	deadline := w.Now().Add(idlePeriod)
	if due, ok := w.timers.next(w); ok && w.Before(due, deadline) {
		deadline = due
	}
	if w.frames.announced && !w.rules.FramesBeforeIdles && w.Before(w.frames.due, deadline) {
		deadline = w.frames.due
	}
	return deadline
}
