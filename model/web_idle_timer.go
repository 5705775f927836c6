package model

import (
	"evsim/clock"
	"evsim/sim"
)

// idleTimeoutRule says what the timeout of an idle callback is.
type idleTimeoutRule uint8

// The rules.
const (
	// idleTimeoutTask: a task when a turn begins after its time.
	idleTimeoutTask idleTimeoutRule = iota
	// idleTimeoutTimer: one of the page's timers, also where it is 0 (Firefox,
	// nsGlobalWindowInner::RequestIdleCallback, Timeout::Reason::
	// eIdleCallbackTimeout).
	idleTimeoutTimer
	// idleTimeoutDelayed: a delayed task as timers are, but one that is never
	// precise, and no timer in what the nesting of timers is about (Chromium).
	idleTimeoutDelayed
)

var idleTimeoutRuleNames = [...]string{"a task", "a timer", "a delayed task"}

// String is the rule in a few words.
func (r idleTimeoutRule) String() string { return idleTimeoutRuleNames[r] }

// delay is a timeout in milliseconds, an unsigned long (Web IDL), of which Firefox makes
// the long that the delay of a timer is there (nsGlobalWindowInner::RequestIdleCallback).
func (r idleTimeoutRule) delay(timeout clock.Span) uint32 {
	given := uint32(timeout / clock.Millisecond)
	if r == idleTimeoutTimer {
		return uint32(max(int32(given), 0))
	}
	return given
}

// setIdleTimeout lets an idle callback be a task when its time has passed.
func (w *Web) setIdleTimeout(id uint32, timeout clock.Span) {
	r, rule := &w.idle.all[id], w.rules.IdleTimeouts
	switch {
	case timeout < 0, timeout == 0 && rule != idleTimeoutTimer:
		return
	case rule == idleTimeoutTask:
		t := r.task
		t.Call.Kind = webIdle
		w.arrivals.Add(w.Clock, w.Now().Add(timeout), t)
		return
	}
	timer := w.timers.add(&w.Loop)
	one := &w.timers.all[timer]
	*one = webTimerState{
		callback: id, delay: rule.delay(timeout),
		kind: timerIdle, id: r.task.ID, cause: r.task.Cause,
	}
	if rule == idleTimeoutTimer {
		one.nesting = w.timers.nesting
	}
	r.timer = timer + 1
	w.arm(timer, w.Update())
	w.expireArmed(timer)
}

// callIdleTimer calls an idle callback for the sake of its timeout.
func (w *Web) callIdleTimer(one *webTimerState) sim.Completion {
	w.CiteRule(RuleIdleTimeout)
	if w.rules.IdleTimeouts != idleTimeoutTimer {
		w.timers.nesting = 0
	}
	w.idle.all[one.callback].timer = 0
	return w.idle.call(w, one.callback, true)
}

func (w *Web) describeTimer(one *webTimerState) (string, sim.Pos) {
	switch one.kind {
	case timerIdle:
		return w.script.Describe(w.idle.all[one.callback].callback)
	case timerPost:
		return w.script.Describe(w.scheduler.posts[one.callback].callback)
	}
	return w.script.Describe(one.callback)
}

// endIdleTimer clears the timer of an idle callback that needs it no more.
func (w *Web) endIdleTimer(r *idleRequest) {
	if r.timer == 0 {
		return
	}
	id := r.timer - 1
	r.timer = 0
	if w.keepsTime(id) {
		return
	}
	first := w.clearsFirst(id)
	w.timers.all[id].cleared = true
	w.timers.setAnew(id)
	waited := w.timers.agenda.Cancel(w.Clock, id)
	if w.timers.all[id].queued && w.rules.TimersFor > 0 && !w.timers.runs {
		w.leaveLine()
	}
	w.timers.finish(id)
	if first {
		w.lookBehind(0)
	}
	if first && waited {
		w.firstCleared()
	}
}
