package model

import (
	"evsim/clock"
	"evsim/sim"
)

// intervalRule says from when an interval counts to its next run, and when it is
// set again.
type intervalRule uint8

// The rules.
const (
	// intervalOnGrid: before its callback, on the grid of its period (Chromium,
	// TimerBase::RunInternal).
	intervalOnGrid intervalRule = iota
	// intervalAfter: after its callback, from when that began, and not before now
	// (Firefox, TimeoutManager::RescheduleTimeout). That is a little before what the
	// callback sets with the same delay.
	intervalAfter
	// intervalFromTask: before its callback, from when the task began that runs
	// all timers (WebKit, ThreadTimers::sharedTimerFiredInternal).
	intervalFromTask
)

var intervalRuleNames = [...]string{"on its grid", "after", "from the task"}

// String is the rule in a word or two.
func (r intervalRule) String() string { return intervalRuleNames[r] }

// again sets an interval once more; from is when this run of it began.
func (w *Web) again(t sim.Task, from clock.Instant) {
	w.CiteRule(RuleWebInterval)
	id := int32(t.Call.Ref)
	one := &w.timers.all[id]
	next := w.Again(t)
	one.id, one.cause = next.ID, next.Cause
	switch w.rules.Intervals {
	case intervalOnGrid:
		w.rearm(id)
	case intervalAfter:
		w.takeReserved(id)
	default:
		w.arm(id, from)
	}
}

// reserve gives an interval its place among the timers before its callback sets
// others.
func (w *Web) reserve(id int32) {
	one := &w.timers.all[id]
	one.reserved = true
	one.due = w.Update().Add(w.clamped(one))
	w.timers.agenda.Push(w.Clock, id, one.due)
	w.timers.setAnew(id)
}

// takeReserved sets an interval again whose place is reserved, or, where that
// has passed, for now.
func (w *Web) takeReserved(id int32) {
	one := &w.timers.all[id]
	one.reserved = false
	if now := w.Update(); !w.Before(now, one.due) {
		w.timers.agenda.Cancel(w.Clock, id)
		one.due = now
		w.timers.agenda.Push(w.Clock, id, now)
		w.timers.setAnew(id)
	}
	w.endStaleFor(one.due)
	w.lookFor(one.due)
	w.EnqueueDue(InActiveTimers, w.timers.task(id), 0, one.due)
	w.expireArmed(id)
	w.timers.line.aheadOf(w, id)
}

// rearm sets an interval's next run on the grid of its period: after now, or so
// much of the period after now at least.
func (w *Web) rearm(id int32) {
	one := &w.timers.all[id]
	from := one.due
	if period := w.period(one); period > 0 {
		past := w.Update()
		if parts := clock.Span(w.rules.GridAhead); parts > 0 {
			past = past.Add(period/parts - 1)
		}
		if !w.Before(past, from.Add(period)) {
			from = w.FloorFrom(past, from, period)
		}
	}
	w.arm(id, from)
}
