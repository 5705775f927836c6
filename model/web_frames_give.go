package model

import "evsim/clock"

// others is the time that frames leave to other tasks in Firefox, where a frame is
// the first of all that can run (layout/base/nsRefreshDriver.cpp
// VsyncRefreshDriverTimer).
type others struct {
	busy    bool          // since the last frame that the display told of there was always a task
	ended   clock.Instant // when that frame ended
	until   clock.Instant // a frame that is due before this instant lets tasks go first
	first   bool          // tasks go first now: the frame that is due is behind all of them
	skipped bool          // the turn of that frame came while tasks of the lowest priority waited: it has no other
	again   clock.Instant // the display's next time, at which that frame is due again
}

// rest says that the loop had nothing to run, or something that only runs then.
func (o *others) rest() { o.busy, o.ended, o.until = false, 0, 0 }

// hadNothing says that the loop sleeps. An idle callback that waits for its period
// is a task to run, and not so one that waits for a timer
// (TaskController::ExecuteNextTaskOnlyMainThreadInternal, mRunOutOfMTTasksCounter).
func (w *Web) hadNothing() {
	w.frames.tasksOver(w)
	if d := &w.idle; !w.rules.FramesGive || d.ends.waits || !d.skip(&d.pending) && !d.skip(&d.runnable) {
		w.frames.others.rest()
	}
}

// givesWay reports whether a frame whose turn has come leaves it to other tasks
// (VsyncRefreshDriverTimer::NotifyVsyncOnMainThread).
func (f *frames) givesWay(w *Web, chosen source) bool {
	o := &f.others
	switch {
	case chosen != sourceFrame || !w.rules.FramesGive || f.atOnce:
		return false
	case !f.tasksWaited(w):
		o.first, o.until = false, 0
		return false
	case o.first:
		o.skipped = true
		return true
	case !w.Before(w.Now(), o.until):
		return false
	}
	w.CiteRule(RuleFramesGive)
	o.first = true
	o.again = f.nextTold(w)
	q := &w.sources[sourceFrame]
	t, _ := q.Pop()
	w.rank(q, sourceNames[sourceFrame], t)
	return true
}

// sure reports whether it is certain where a frame stands among the tasks, because
// the page's own thread has put it there.
func (f *frames) sure() bool { return f.atOnce || f.others.first }

// tellAgain lets a frame that left its turn to others have one again as the display
// tells of its next time.
func (f *frames) tellAgain(w *Web) {
	if o := &f.others; o.first && !w.Before(w.Now(), o.again) {
		f.due, o.first, o.skipped, o.again = o.again, false, false, 0
		w.Runnable(sourceNames[sourceFrame], w.sources[sourceFrame].At(0))
	}
}

// tasksWaited reports whether other tasks wait and there was always one since the
// last frame (VsyncRefreshDriverTimer::ShouldGiveNonVsyncTasksMoreTime).
func (f *frames) tasksWaited(w *Web) bool { return f.others.busy && w.taskWaits() }

// taskWaits reports whether a task can run that is no frame.
func (w *Web) taskWaits() bool {
	for _, o := range w.collectOffers() {
		if o.from != sourceFrame {
			return true
		}
	}
	return false
}

// leaveTime leaves the tasks that wait as a frame ends a twentieth of a period. If one
// waited all the time since the last, it leaves them as long as they had between the
// two, less that twentieth, and four periods at most
// (VsyncRefreshDriverTimer::TickRefreshDriver).
func (f *frames) leaveTime(w *Web, began clock.Instant, waited bool) {
	w.advance()
	o, least := &f.others, f.period/20
	switch {
	case waited:
		o.until = f.asLongAs(w, o.ended.Add(least), began, least)
	case w.taskWaits():
		o.until = w.Now().Add(least)
	default:
		o.until = began.Add(least)
	}
	o.busy, o.ended = true, w.Now()
}

// asLongAs is the end of a time that begins now and is as long as the one between two
// instants, but no shorter than a least one and no longer than four periods. Where
// it is not known how long that was, the time may have any length that it leaves.
func (f *frames) asLongAs(w *Web, from, to clock.Instant, least clock.Span) clock.Instant {
	most := 4 * f.period
	if d, known := w.Sub(to, from); known {
		return w.Now().Add(min(max(d, least), most))
	}
	switch {
	case !w.Before(from.Add(least), to):
		return w.Now().Add(least)
	case !w.Before(to, from.Add(most)):
		return w.Now().Add(most)
	}
	return w.After(w.Now(), clock.Range{Low: least, High: most})
}
