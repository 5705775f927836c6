package model

import (
	"evsim/clock"
	"evsim/sim"
)

// idleEnds is what Firefox keeps of idle periods, which last to their ends.
type idleEnds struct {
	promised clock.Instant // the end that was told last, which is also the latest of all
	timer    sim.TaskID    // the timer whose time that was; 0: none
	hinted   sim.TaskID    // and of the end that was asked for last
	sooner   bool          // the browser's own timer is due sooner than it was then
	waits    bool          // requests wait for a timer, which lets the browser look again
	mayRun   bool          // in a hidden page: the next may run, for such a timer is over
}

// refreshMargin is how much before the next frame Firefox lets an idle period
// end (layout.idle_period.time_limit).
const refreshMargin = clock.Millisecond

// mayRunIdle reports whether an idle callback can run: one of the period that
// lasts, or the first of another (nsGlobalWindowInner::ExecuteIdleRequest). Of
// the requests that there are as a period begins the last waits, unless it is
// the first, too: IneligibleForCurrentIdlePeriod compares with >=.
func (w *Web) mayRunIdle() bool {
	d := &w.idle
	if d.ends.waits || !d.isAsked(w) {
		return false
	}
	left := d.skip(&d.runnable)
	some := left || d.skip(&d.pending)
	if !some && !d.ends.mayRun {
		return false
	}
	end, idle := w.idleHint()
	switch {
	case !idle:
		return false
	case !some:
		w.hadNone(end)
		return false
	}
	if d.lasts && !w.Before(w.Now(), d.deadline) {
		if d.lasts = false; left {
			d.putBack()
		}
	}
	switch {
	case !d.lasts:
		w.beginToTheEnd(end)
	case !left:
		w.CiteRule(RuleIdlePeriod)
		w.lookAgain(end)
		return false
	default:
		// The browser asks for the end anew for each callback. That of the period, which
		// says what waits for the next, stays.
		w.promise(end)
	}
	return true
}

// beginToTheEnd begins a period with the first request, and those before the
// last.
func (w *Web) beginToTheEnd(end clock.Instant) {
	d := &w.idle
	d.deadline, d.lasts = w.promise(end), true
	d.runnable.push(d.pending.pop())
	last := uint32(len(d.all) - 1)
	for d.skip(&d.pending) && d.pending.front() < last {
		d.runnable.push(d.pending.pop())
	}
	if d.skip(&d.pending) {
		w.CiteRule(RuleIdleLast)
	}
}

// lookAgain lets requests wait to the end of the period, or of that which could
// begin now, by one of the page's timers. The wait is cut to whole milliseconds,
// so it may be over before that end, and then begins again
// (IdleRequestExecutor::MaybeDispatch, DelayedDispatch).
func (w *Web) lookAgain(end clock.Instant) {
	end = w.promise(end)
	if w.waitsHidden() {
		w.idle.ends.mayRun = false
		w.askHidden()
		return
	}
	w.idle.ends.waits = true
	timer, due := w.timers.add(&w.Loop), w.Clock.At(w.After(end.Add(-clock.Millisecond), clock.Range{High: clock.Millisecond - 1}))
	w.timers.all[timer] = webTimerState{kind: timerIdleWait, due: due}
	w.timers.agenda.Push(w.Clock, timer, due)
	w.timers.setAnew(timer)
	w.endStaleFor(due)
}

// look ends the wait.
func (w *Web) look(timer int32) {
	if w.idle.ends.mayRun = w.waitsHidden(); !w.idle.ends.mayRun {
		w.CiteRule(RuleIdleLast)
	}
	w.idle.ends.waits = false
	w.timers.finish(timer)
}

// waitsFirst reports whether a timer that lets idle callbacks wait may be the
// first of those that the task runs, and ends it for a task of postTask. That is
// asked only where idle callbacks run at any time, so that no such timer is set.
func (w *Web) waitsFirst() bool {
	return w.rules.Idles == idleAnyTime && w.idleWaitsFirst()
}

func (w *Web) idleWaitsFirst() bool {
	return w.idle.skip(&w.idle.pending) && w.postCutsIn() && w.Pick(clock.TaskQueue, 2) == 1
}

// nextIdleLook is when idle callbacks that wait may be able to run, if nothing
// else comes before.
func (w *Web) nextIdleLook() (at clock.Instant, ok bool) {
	d := &w.idle
	if !d.skip(&d.pending) && !d.skip(&d.runnable) {
		return 0, false
	}
	if d.ends.waits || !w.frames.tells(w) || w.frames.announced {
		return 0, false
	}
	return w.frames.rest(w), true
}

// idleHint is the end of an idle period that begins now, if there is time for
// one: not before any that was promised, to a callback or a wait
// (MainThreadIdlePeriod::GetIdlePeriodHint).
func (w *Web) idleHint() (end clock.Instant, idle bool) {
	now := w.Now()
	end, w.idle.ends.hinted = now.Add(idlePeriod), 0
	if due, ok := w.timers.next(w); ok && w.Before(due, end) {
		end, w.idle.ends.hinted = due, w.timers.first()
	}
	if w.frames.tells(w) {
		w.CiteRule(RuleIdleDisplay)
		if next := w.frames.display.last.Add(w.frames.period - refreshMargin); w.Before(next, end) {
			end, w.idle.ends.hinted = next, 0
		}
	}
	switch {
	case !w.Before(now.Add(w.rules.LeastIdle), end):
		w.CiteRule(RuleLeastIdle)
		return end, false
	case w.Before(end, w.idle.ends.promised), w.timerIsSooner():
		w.CiteRule(RuleIdlePromise)
		return end, false
	}
	return end, true
}

// promise gives a period its end.
func (w *Web) promise(end clock.Instant) clock.Instant {
	e := &w.idle.ends
	e.promised, e.timer = end, e.hinted
	e.sooner, w.timers.reset = false, false
	return end
}

// resetLate is how much later at most the browser's timer is due than the first
// of the page's, because what is left of its delay counts from when it is set
// (TimeoutExecutor::ScheduleDelayed).
const resetLate = 50 * clock.Microsecond

// timerIsSooner reports whether the end is the time of the timer that the last
// period was promised, and a little sooner than then: the browser has one timer
// for all of the page's, and sets it anew for each that is to run before.
func (w *Web) timerIsSooner() bool {
	e := &w.idle.ends
	if e.hinted == 0 || e.hinted != e.timer {
		return false
	}
	if w.timers.reset {
		w.timers.reset = false
		e.sooner = w.Before(w.After(w.Now(), clock.Range{High: resetLate}), w.Now().Add(resetLate/2))
	}
	return e.sooner
}
