package model

import "evsim/clock"

// display is what a page knows of the times of its display, in Firefox: they are
// told from when it asks for a frame to the first of them at which it asks for
// none (nsRefreshDriver::EnsureTimerStarted, nsRefreshDriver::Tick).
type display struct {
	tells bool
	last  clock.Instant // the last of the times, or when they began to be told
	drawn bool          // the next is known
	next  clock.Instant
	again bool // the page was laid out anew: the first time without a frame is not the one to rest at
	left  bool // a time without a frame was left to tasks: the page looks there once none waits
}

// begin says that a task begins. Times of the display that come while it runs are
// told when it has ended.
func (f *frames) begin(w *Web) {
	if w.rules.IdleByDisplay {
		f.began = w.Now()
	}
}

// end says that no task runs.
func (f *frames) end() { f.began = 0 }

// beginToTell lets the display tell of its times, where that matters, and reports
// whether it was at rest.
func (f *frames) beginToTell(w *Web) bool {
	if !w.rules.IdleByDisplay || f.tells(w) {
		return false
	}
	f.display = display{tells: true, last: w.Now()}
	f.others.rest()
	return true
}

// tells reports whether the display tells of its times.
func (f *frames) tells(w *Web) bool {
	d, told := &f.display, w.Now()
	if w.Running().ID != 0 {
		told = f.began
	}
	for d.tells && !f.announced && !f.updating && !w.Before(told, f.rest(w)) {
		last := d.next
		if f.leftToTasks(w, last) {
			d.left = true
			end := told
			if !w.Before(end, f.others.until) {
				end = f.others.until.Add(-1)
			}
			last = f.before(w, end, last)
		} else {
			d.lookedAt()
		}
		d.last, d.next = last, last.Add(f.period)
	}
	return d.tells
}

// lookedAt says that the page found no frame asked for at a time of the display.
func (d *display) lookedAt() { d.tells, d.again = d.again, false }

// tasksOver says that no task waits, and no idle callback has begun.
func (f *frames) tasksOver(w *Web) {
	if !f.others.busy {
		return
	}
	if f.tells(w) && f.display.left && !f.announced && !f.updating {
		f.display.lookedAt()
	}
	f.display.left = false
}

// leftToTasks reports whether a frame has left an instant to tasks, of which there was
// always one: the page looks only behind them whether a frame is asked for
// (VsyncRefreshDriverTimer::NotifyVsyncOnMainThread).
func (f *frames) leftToTasks(w *Web, at clock.Instant) bool {
	return f.others.busy && w.Before(at, f.others.until)
}

// rest is the next of the times: the display comes to rest there if no frame is
// asked for by then.
func (f *frames) rest(w *Web) clock.Instant {
	d := &f.display
	if d.drawn {
		return d.next
	}
	d.drawn = true
	if w.rules.framesAnyTime {
		d.next = w.After(d.last, clock.Range{High: f.period})
		return d.next
	}
	d.next = f.after(w, d.last)
	return d.next
}

// nextDue is when the next frame comes that the display tells of, if one is asked
// for now.
func (f *frames) nextDue(w *Web) clock.Instant {
	if w.rules.FramesFollow && !w.rules.framesAnyTime && f.tells(w) {
		if last := f.latest(w); w.Before(f.began, last) {
			w.CiteRule(RuleFramesFollow)
			return last
		}
	}
	return f.nextTold(w)
}

// nextTold is when the display tells of its next time.
func (f *frames) nextTold(w *Web) clock.Instant {
	if w.rules.framesAnyTime {
		return w.After(w.Now(), clock.Range{High: f.period + w.rules.framesLate})
	}
	f.latest(w)
	return f.next
}

// latest is the last of the display's times that is over, or one that was over before;
// then next is the one to come.
func (f *frames) latest(w *Web) (last clock.Instant) {
	f.next = f.after(w, w.Now())
	return f.next.Add(-f.period)
}

// after is the first of the display's times that is after t, or next if that is.
func (f *frames) after(w *Web, t clock.Instant) clock.Instant {
	if w.Before(t, f.next) {
		return f.next
	}
	return f.before(w, t, f.next).Add(f.period)
}

// before is the last of the display's times, of which one is given, that is not after t.
func (f *frames) before(w *Web, t, one clock.Instant) clock.Instant {
	return w.FloorFrom(t, one, f.period)
}
