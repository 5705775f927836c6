package model

import (
	"math"

	"evsim/clock"
)

// toInt32 is the conversion of a JavaScript number to IDL's long, which the
// delay of a browser's setTimeout is.
func toInt32(x float64) int32 {
	if x >= math.MinInt32 && x <= math.MaxInt32 {
		return int32(x)
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return int32(uint32(int64(math.Mod(math.Trunc(x), 1<<32))))
}

// setTimer is the timer initialization steps (HTML).
func (w *Web) setTimer(s timerSpec) TimerRef {
	asked := toInt32(s.delay)
	if s.aborts {
		asked = int32(min(s.delay, math.MaxInt32))
	}
	w.byDelay(s, asked)
	id := w.timers.add(&w.Loop)
	one := &w.timers.all[id]
	*one = webTimerState{callback: s.callback, delay: uint32(max(asked, 0)), nesting: w.timers.nesting, repeat: s.repeat, named: s.named}
	switch {
	case s.repeat && w.rules.FirstAsAsked:
		one.kind = timerFirst
	case s.aborts && !w.rules.AmongTimers:
		// WebKit alone makes it as setTimeout makes its timers (DOMTimer::install).
		one.kind, one.nesting = timerAbort, 0
	}
	task := w.Schedule(sourceNames[sourceTimer], timerCall(id))
	one.id, one.cause = task.ID, task.Cause
	w.arm(id, w.Update())
	w.expireArmed(id)
	return TimerRef(id + 1)
}

// expireArmed makes the timers runnable that are due as one is set.
func (w *Web) expireArmed(id int32) {
	if !w.rules.DueAtTurns {
		w.timers.line.armed = id + 1
		w.catchUp()
		w.timers.line.armed = 0
	}
}

// byDelay tells the rules that made a delay of what a timer was set with.
func (w *Web) byDelay(s timerSpec, asked int32) {
	if float64(asked) != s.delay || asked < 0 {
		w.CiteRule(RuleWebDelay)
	}
	switch {
	case asked < 0 || asked >= int32(w.least(s.repeat)/clock.Millisecond) || s.repeat && w.rules.FirstAsAsked:
	case s.repeat:
		w.CiteRule(RuleMinInterval)
	default:
		w.CiteRule(RuleMinTimeout)
	}
	if w.timers.nesting > 0 && w.Running().Call.Kind != webTimer {
		w.CiteRule(RuleNesting)
	}
}
