package model

import "evsim/clock"

// idleEnds is what Firefox keeps of idle periods, which last to their ends.
type idleEnds struct {
	promised clock.Instant // the latest end that any period was given
	waits    bool          // requests wait until the next look
	look     clock.Instant
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
	if d.ends.waits && w.Before(w.Now(), d.ends.look) {
		return false
	}
	d.ends.waits = false
	left := d.skip(&d.runnable)
	if !left && !d.skip(&d.pending) {
		return false
	}
	end, idle := w.idleHint()
	if !idle {
		return false
	}
	if d.lasts && w.Before(d.deadline, w.Now()) {
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
// begin now. The wait is cut to whole milliseconds, so it may be over before that
// end, and then begins again (IdleRequestExecutor::MaybeDispatch).
func (w *Web) lookAgain(end clock.Instant) {
	e := &w.idle.ends
	end = w.promise(end)
	e.waits, e.look = true, w.After(end.Add(-clock.Millisecond), clock.Range{High: clock.Millisecond - 1})
}

// nextIdleLook is when idle callbacks that wait may be able to run, if nothing
// else comes before.
func (w *Web) nextIdleLook() (at clock.Instant, ok bool) {
	d := &w.idle
	if !d.skip(&d.pending) && !d.skip(&d.runnable) {
		return 0, false
	}
	if d.ends.waits {
		return d.ends.look, true
	}
	stop, ticks := w.frames.stops(w)
	return stop, ticks && !w.frames.announced
}

// idleHint is the end of an idle period that begins now, if there is time for
// one: not before any that was promised
// (MainThreadIdlePeriod::GetIdlePeriodHint).
func (w *Web) idleHint() (end clock.Instant, idle bool) {
	now := w.Now()
	end = now.Add(idlePeriod)
	if due, ok := w.timers.next(w); ok && w.Before(due, end) {
		end = due
	}
	if stop, ticks := w.frames.stops(w); ticks && w.Before(stop.Add(-refreshMargin), end) {
		end = stop.Add(-refreshMargin)
	}
	switch {
	case !w.Before(now.Add(w.rules.LeastIdle), end):
		w.CiteRule(RuleLeastIdle)
		return end, false
	case w.Before(end, w.idle.ends.promised):
		w.CiteRule(RuleIdlePromise)
		return end, false
	}
	return end, true
}

// promise gives a period its end. On a real machine something of the browser's
// own may come before: a timer, or a frame.
func (w *Web) promise(end clock.Instant) clock.Instant {
	if w.rules.framesAnyTime {
		if own := w.After(w.Now(), clock.Range{Low: w.rules.LeastIdle, High: idlePeriod}); w.Before(own, end) && !w.Before(own, w.idle.ends.promised) {
			end = own
		}
	}
	w.idle.ends.promised = end
	return end
}
