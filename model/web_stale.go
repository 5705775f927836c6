package model

import "evsim/clock"

// Where the browser has one timer of its own for all of the page's (Firefox,
// TimeoutExecutor), it does not set that one anew for a timer that is cleared while
// timers run, if it was set for that (TimeoutManager::ClearTimeoutInternal). The page's
// timer then keeps its place among those that wait, though nothing is to run: idle
// periods end at its time, and a turn comes for it.

// keepsTime reports whether a timer that is to be cleared keeps its place, and clears it
// then.
func (w *Web) keepsTime(id int32) bool {
	t := &w.timers
	if w.rules.Early == 0 || !t.runs || w.looksAnew() || t.agenda.Len() == 0 {
		return false
	}
	first, _ := t.agenda.Min()
	if one := &t.all[id]; first != id || one.reserved || one.kind == timerRequest {
		return false
	}
	w.endStale()
	t.stale, t.all[id].cleared, t.all[id].kind = id+1, true, timerAborted
	return true
}

// clearsFirst reports whether a timer that is to be cleared is the first, so that the
// browser sets its own timer anew for the next.
func (w *Web) clearsFirst(id int32) bool {
	t := &w.timers
	if !w.looksAnew() && w.rules.Early == 0 {
		return false
	}
	if t.stale == 0 || t.runs {
		return w.isFirst(id)
	}
	stale := t.stale - 1
	t.agenda.Cancel(w.Clock, stale)
	first := w.isFirst(id)
	t.agenda.Push(w.Clock, stale, t.all[stale].due)
	if first {
		w.endStale()
	}
	return first
}

// endStaleFor is for a timer that was set: the browser sets its own timer anew for one
// that is due before (TimeoutExecutor::MaybeReschedule).
func (w *Web) endStaleFor(due clock.Instant) {
	if t := &w.timers; t.stale != 0 && w.Before(due, t.all[t.stale-1].due) {
		w.endStale()
	}
}

// endStale says that the browser has set its own timer anew.
func (w *Web) endStale() {
	t := &w.timers
	if t.stale == 0 {
		return
	}
	id := t.stale - 1
	t.stale = 0
	t.agenda.Cancel(w.Clock, id)
	t.finish(id)
}

// staleIsDue says that the time has come that such a timer has kept.
func (t *webTimers) staleIsDue(id int32) {
	if t.stale == id+1 {
		t.stale = 0
	}
}
