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
	expected bool          // the browser knows that no frame comes
	ends     idleEnds
	timedOut bool       // the callback that is called waited for its timeout
	expired  []sim.Task // of callbacks whose timeouts have passed since the turn began
}

func (d *idle) restart() {
	d.pending.restart()
	d.runnable.restart()
	d.all, d.deadline, d.lasts, d.expected, d.ends, d.expired = d.all[:0], 0, false, false, idleEnds{}, d.expired[:0]
	d.timedOut = false
}

// idleRule says when an idle period begins and ends.
type idleRule uint8

// The rules.
const (
	// idleWhileAsked: a period is over when nothing is left that was requested,
	// also in it; otherwise it lasts to its end (Chromium,
	// IdleHelper::UpdateLongIdlePeriodStateAfterIdleTask).
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
// the next one, which begins at its end.
func (w *Web) runIdle() bool {
	w.frames.tasksOver(w)
	if w.rules.Idles == idleToTheEnd {
		return w.mayRunIdle() && w.runIdleCallback()
	}
	d := &w.idle
	left := d.skip(&d.runnable)
	if !w.idleLasts() && left {
		d.putBack()
	}
	if d.runnable.len() == 0 && !w.beginIdle() || !w.runIdleCallback() {
		return false
	}
	if w.rules.Idles == idleWhileAsked && !d.skip(&d.runnable) && !d.skip(&d.pending) {
		d.lasts = false
	}
	return true
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

// idleLasts reports whether the idle period goes on that began last.
func (w *Web) idleLasts() bool {
	d := &w.idle
	d.lasts = d.lasts && w.Before(w.Now(), d.deadline)
	return d.lasts
}

// beginIdle begins an idle period if there is something to run in it, the last
// one is over, and there is time for one. While a frame is asked for, that is
// only where the browser has been told since the last one that none comes.
func (w *Web) beginIdle() bool {
	d := &w.idle
	switch {
	case !d.skip(&d.pending):
		return false
	case w.rules.Idles == idleAnyTime:
		if w.hasNext() && w.Pick(clock.TaskQueue, 2) == 1 {
			return false
		}
	case d.lasts:
		w.CiteRule(RuleIdlePeriod)
		return false
	case w.rules.FramesBeforeIdles && w.frames.announced && !d.expected:
		w.CiteRule(RuleIdleFrames)
		return false
	}
	deadline := w.idleDeadline()
	if w.rules.Idles != idleAnyTime && w.Before(deadline, w.Now().Add(w.rules.LeastIdle)) {
		w.CiteRule(RuleLeastIdle)
		return false
	}
	d.deadline, d.lasts, d.expected = deadline, w.rules.Idles != idleAnyTime, true
	d.runnable, d.pending = d.pending, d.runnable
	return true
}

// endForFrame ends an idle period as a frame begins.
func (d *idle) endForFrame() {
	if d.lasts, d.expected = false, false; d.runnable.len() > 0 {
		d.putBack()
	}
}

// beginBetweenFrames begins an idle period behind a frame if another is asked
// for, until that comes (Chromium, MainThreadSchedulerImpl::
// DidCommitFrameToCompositor).
func (w *Web) beginBetweenFrames() {
	d := &w.idle
	if !w.frames.announced || !d.skip(&d.pending) || w.Before(w.frames.due, w.Now().Add(w.rules.LeastIdle)) {
		return
	}
	w.CiteRule(RuleIdleFrames)
	d.deadline, d.lasts = w.frames.due, true
	d.runnable, d.pending = d.pending, d.runnable
}

// hasNext reports whether anything is still to come.
func (w *Web) hasNext() bool {
	_, arrival := w.arrivals.Next(w.Clock)
	_, timer := w.timers.next(w)
	return arrival || timer
}

// idleEnd is the end of the idle period, if something waits for that.
func (w *Web) idleEnd() (at clock.Instant, ok bool) {
	d := &w.idle
	if w.rules.Idles == idleToTheEnd {
		return w.nextIdleLook()
	}
	return d.deadline, d.lasts && d.skip(&d.pending)
}

// putBack ends a period before its time: what is left goes before what was
// requested meanwhile.
func (d *idle) putBack() {
	for d.pending.len() > 0 {
		d.runnable.push(d.pending.pop())
	}
	d.runnable, d.pending = d.pending, d.runnable
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
