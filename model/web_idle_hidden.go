package model

import "evsim/clock"

// In a hidden page Firefox lets each idle callback wait for one of the page's timers,
// of 0 ms, which takes as long as the timers of a hidden page do
// (IdleRequestExecutor::MaybeDispatch). One is asked for when the first callback is
// requested, and one behind each that has run, also the last.

// waitsHidden reports whether idle callbacks wait so.
func (w *Web) waitsHidden() bool {
	return w.world.Display.Hidden && w.rules.Idles == idleToTheEnd
}

// askHidden asks for the next idle callback of a hidden page, if that is not asked for.
func (w *Web) askHidden() {
	e := &w.idle.ends
	if !w.waitsHidden() || e.waits || e.mayRun {
		return
	}
	e.waits = true
	timer := w.timers.add(&w.Loop)
	one := webTimerState{kind: timerIdleWait, nesting: w.timers.nesting}
	one.due = w.Update().Add(w.clamped(&one))
	w.timers.all[timer] = one
	w.timers.agenda.Push(w.Clock, timer, one.due)
	w.timers.setAnew(timer)
	w.lookFor(one.due)
	w.expireArmed(timer)
}

// isAsked reports whether an idle callback has waited long enough.
func (d *idle) isAsked(w *Web) bool { return !w.waitsHidden() || d.ends.mayRun }

// hadNone says that the turn of an idle callback of a hidden page came, and none was
// requested.
func (w *Web) hadNone(end clock.Instant) {
	if w.waitsHidden() {
		w.promise(end)
		w.idle.ends.mayRun = false
	}
}
