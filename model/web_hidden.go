package model

import "evsim/clock"

// hiddenRule says for what the timers of a hidden page wait.
type hiddenRule uint8

// The rules.
const (
	// hiddenWhole: for a whole second, all but those that are tasks at once
	// (Chromium, WakeUpBudgetPool; FrameSchedulerImpl::CreateQueueTraitsForTaskType).
	hiddenWhole hiddenRule = iota
	// hiddenNested: for a whole second, those that are nested so deep that they are
	// clamped (WebKit, Document::domTimerAlignmentInterval).
	hiddenNested
	// hiddenAnew: for the browser's one timer for all, which takes a second at
	// least whenever it is set (Firefox, TimeoutManager::MinSchedulingDelay).
	hiddenAnew
)

var hiddenRuleNames = [...]string{"delayed", "nested", "anew"}

// String is the rule in a word.
func (r hiddenRule) String() string { return hiddenRuleNames[r] }

// hiddenTimers is what the browser keeps for the timers of a hidden page.
type hiddenTimers struct {
	woken    bool          // timers have run
	wake     clock.Instant // and did so at a whole second last
	made     bool          // the one timer for all was set before
	set      bool          // it is set
	deadline clock.Instant // for a timer that is due then
	look     clock.Instant // and is over then
}

// aligned is when a timer is due that was set.
func (w *Web) aligned(one *webTimerState, due clock.Instant, deep bool) clock.Instant {
	if !w.world.Display.Hidden || w.rules.Hidden != hiddenNested || !deep {
		return due
	}
	w.CiteRule(RuleHidden)
	return w.Clock.FloorTo(due, clock.Second).Add(clock.Second)
}

// allowed is when a timer may become a task that is due then.
func (w *Web) allowed(due clock.Instant) clock.Instant {
	h := &w.timers.hidden
	if w.looksAnew() && h.set && w.Before(due, h.look) {
		return h.look
	}
	if !w.world.Display.Hidden || w.rules.Hidden != hiddenWhole || h.woken && w.Before(due, h.wake.Add(w.rules.HiddenFor)) {
		return due
	}
	whole := w.Clock.FloorTo(due, clock.Second)
	if w.Before(whole, due) {
		whole = whole.Add(clock.Second)
	}
	return whole
}

// isUnheld reports whether a timer of a hidden page does not wait for a whole second
// where others do: the timeout of a request is of the network's tasks (Chromium,
// FrameSchedulerImpl::CreateQueueTraitsForTaskType).
func (w *Web) isUnheld(one *webTimerState) bool {
	return one.kind == timerRequest && w.world.Display.Hidden && w.rules.Hidden == hiddenWhole
}

// unheldFirst reports whether the first of these comes before all other timers. There
// must be one.
func (t *webTimers) unheldFirst(w *Web) bool {
	if t.agenda.Len() == 0 {
		return true
	}
	id, _ := t.unheld.Min()
	other, _ := t.agenda.Min()
	return !w.Before(w.allowed(t.all[other].due), t.all[id].due)
}

// expireUnheld lets the first of these do what it is for, if it is due before all
// other timers.
func (t *webTimers) expireUnheld(w *Web) bool {
	if t.unheld.Len() == 0 {
		return false
	}
	id, _ := t.unheld.Min()
	if w.Before(w.Clock.Loop(), t.all[id].due) || !t.unheldFirst(w) {
		return false
	}
	w.CiteRule(RuleHidden)
	w.CiteRule(RuleWebDue)
	w.CiteRule(RuleDueAtTurns)
	t.unheld.Cancel(w.Clock, id)
	w.requestComesDue(id)
	return true
}

// wakes says that a timer becomes a task.
func (w *Web) wakes() {
	h := &w.timers.hidden
	if !w.world.Display.Hidden || w.rules.Hidden != hiddenWhole {
		return
	}
	w.CiteRule(RuleHidden)
	if now := w.Update(); !h.woken || !w.Before(now, h.wake.Add(w.rules.HiddenFor)) {
		h.woken, h.wake = true, now
	}
}

// looksAnew reports whether timers run when the browser's one timer is over.
func (w *Web) looksAnew() bool { return w.world.Display.Hidden && w.rules.Hidden == hiddenAnew }

// lookFor sets the browser's one timer for a timer that is due, if it is not set
// for one that is due before (TimeoutExecutor::MaybeSchedule). Nothing waits for it as
// it is set for the first time, if that is for a timer that is due at once
// (TimeoutExecutor::ScheduleDelayed).
func (w *Web) lookFor(due clock.Instant) {
	h := &w.timers.hidden
	if !w.looksAnew() || h.set && !w.Before(due, h.deadline) {
		return
	}
	w.CiteRule(RuleHiddenDelay)
	now := w.Update()
	h.set, h.deadline, h.look = true, due, now.Add(clock.Second)
	if first := !h.made; w.Before(h.look, due) || first && !w.Before(now, due) {
		h.look = due
	}
	h.made = true
}

// lookBehind sets it anew for the first timer behind so many that are tasks: as those
// run, before any callback (TimeoutManager::RunTimeout).
func (w *Web) lookBehind(count int) {
	if !w.looksAnew() {
		return
	}
	w.timers.hidden.set = false
	if q := &w.sources[sourceTimer]; count < q.Len() {
		w.lookFor(w.timers.all[q.At(count).Call.Ref].due)
	} else if w.timers.agenda.Len() > 0 {
		first, _ := w.timers.agenda.Min()
		w.lookFor(w.timers.all[first].due)
	}
}

// isFirst reports whether a timer is the first of all.
func (w *Web) isFirst(id int32) bool {
	if q := &w.sources[sourceTimer]; q.Len() > 0 {
		return q.At(0).Call == timerCall(id)
	}
	if w.timers.agenda.Len() == 0 {
		return false
	}
	first, _ := w.timers.agenda.Min()
	return first == id
}

// mayLook reports whether timers may run that are due.
func (w *Web) mayLook() bool {
	return !w.looksAnew() || w.timers.hidden.set && !w.Before(w.Clock.Loop(), w.timers.hidden.look)
}

// isDeep reports whether a timer that is set is nested so deep that all in WebKit
// holds for it which holds for such. An interval of 4 ms or more is so one run later,
// because it is aligned before the level is counted (DOMTimer::fired).
func (w *Web) isDeep(one *webTimerState) bool {
	above := w.rules.ClampAbove
	if one.repeat {
		above = w.rules.ClampRepeats
		if one.kind != timerFirst && one.delay >= 4 {
			above++
		}
	}
	return int32(one.nesting) > above
}
