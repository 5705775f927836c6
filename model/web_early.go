package model

// Where the browser has one timer of its own for all of the page's, and a thread
// that tells of it (Firefox, TimeoutExecutor, TimerThread), it sets that one as a
// task of timers begins, when the first timer is cleared, and when one is set that
// is before all others. If hardly any time is left then, it does not ask the thread,
// and puts the task in line at once. At any other time a timer is a task only when
// it is due.

// ahead puts the task in line for the first timer that waits, if hardly any time is
// left until that is due (TimeoutExecutor::Schedule). It is for the moments at which
// the browser sets its own timer. What it lets a hidden page wait is longer. The
// timeouts of requests are timers of the browser's by themselves.
func (l *timersInLine) ahead(w *Web) {
	t := &w.timers
	if w.rules.Early == 0 || l.posted || t.agenda.Len() == 0 || w.looksAnew() {
		return
	}
	id, _ := t.agenda.Min()
	one := &t.all[id]
	if one.kind == timerRequest || w.Before(w.Update().Add(w.rules.Early), one.due) {
		return
	}
	w.CiteRule(RuleEarly)
	w.order++
	l.join(w, true)
	if l.early, l.until = true, one.due; !one.kind.isOwn() {
		w.Runnable(sourceNames[sourceTimer], one.task(id))
	}
}

// aheadOf is ahead where a timer was set, if that is before all that wait.
func (l *timersInLine) aheadOf(w *Web, id int32) {
	if t := &w.timers; w.rules.Early > 0 && t.agenda.Len() > 0 {
		if first, _ := t.agenda.Min(); first == id {
			l.ahead(w)
		}
	}
}

// takeEarly makes the timers runnable for which the task was put in line ahead of
// their time, and all that are due before (TimeoutExecutor::MaybeExecute).
func (t *webTimers) takeEarly(w *Web) {
	if !t.line.early {
		return
	}
	for t.agenda.Len() > 0 {
		id, _ := t.agenda.Min()
		if one := &t.all[id]; one.kind == timerRequest || w.Before(t.line.until, one.due) {
			break
		}
		t.comesDue(w, id)
	}
	t.line.early = false
}

// firstCleared is for a timer that was cleared when it was the first and not due:
// the browser sets its own timer for the next (TimeoutManager::ClearTimeoutInternal).
// While timers run the first is one of those.
func (w *Web) firstCleared() {
	if w.rules.Early > 0 && !w.timers.runs {
		w.timers.line.posted = false
		w.timers.line.ahead(w)
	}
}
