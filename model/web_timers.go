package model

import (
	"math"

	"evsim/clock"
	"evsim/sim"
)

// webTimers is the map of active timers of a window (HTML, "timers"): ordered
// by due time, equal ones by when they were set.
type webTimers struct {
	agenda  sim.Agenda
	all     []webTimerState
	free    []int32
	nesting int16 // timer nesting level of the task that runs
}

type webTimerState struct {
	due       clock.Instant
	delay     int32 // milliseconds
	callback  uint32
	id, cause sim.TaskID
	nesting   int16 // its timer nesting level; it stays at the largest there is
	repeat    bool
	named     bool
	cleared   bool
	queued    bool // its task is runnable
	done      bool
}

// task is a timer's next run.
func (t *webTimers) task(timer int32) sim.Task {
	one := &t.all[timer]
	return sim.Task{Call: timerCall(timer), ID: one.id, Cause: one.cause}
}

func timerCall(timer int32) sim.Callback { return sim.Callback{Kind: webTimer, Ref: uint32(timer)} }

func (t *webTimerState) period() clock.Span { return clock.Span(t.delay) * clock.Millisecond }

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
	delay := max(toInt32(s.delay), int32(w.least(s.repeat)/clock.Millisecond))
	w.byDelay(s, delay)
	t := webTimerState{callback: s.callback, delay: delay, nesting: w.timers.nesting, repeat: s.repeat, named: s.named}
	id := w.timers.add(t)
	one := &w.timers.all[id]
	task := w.Schedule(sourceNames[sourceTimer], timerCall(id))
	one.id, one.cause = task.ID, task.Cause
	w.arm(id, w.Update())
	if !w.rules.DueAtTurns {
		w.expireAll()
	}
	return TimerRef(id + 1)
}

// byDelay tells the rules that made a delay of what a timer was set with.
func (w *Web) byDelay(s timerSpec, delay int32) {
	asked := toInt32(s.delay)
	if float64(asked) != s.delay || asked < 0 {
		w.By(ruleWebDelay)
	}
	switch {
	case asked < 0 || delay == asked:
	case s.repeat:
		w.By(ruleMinInterval)
	default:
		w.By(ruleMinTimeout)
	}
	if w.timers.nesting > 0 && w.Running().Call.Kind != webTimer {
		w.By(ruleNesting)
	}
}

func (w *Web) least(repeat bool) clock.Span {
	if repeat {
		return w.rules.MinInterval
	}
	return w.rules.MinTimeout
}

func (t *webTimers) add(state webTimerState) int32 {
	if k := len(t.free); k > 0 {
		id := t.free[k-1]
		t.free = t.free[:k-1]
		t.all[id] = state
		return id
	}
	t.all = append(t.all, state)
	return int32(len(t.all) - 1)
}

// arm starts a timer from an instant, clamped when it is nested deep enough.
func (w *Web) arm(id int32, from clock.Instant) {
	one := &w.timers.all[id]
	delay := one.period()
	if int32(one.nesting) > w.rules.ClampAbove {
		w.By(ruleClamp)
		delay = max(delay, 4*clock.Millisecond)
	}
	one.nesting += min(1, math.MaxInt16-one.nesting)
	one.due = w.throttle(from, delay)
	if w.rules.DueAtTurns && delay == 0 && !w.world.Display.Hidden {
		w.By(ruleDueAtTurns)
		one.queued = true
		w.enqueue(&w.sources[sourceTimerNow], sourceNames[sourceTimerNow], w.timers.task(id))
		return
	}
	w.timers.agenda.Push(w.Clock, id, one.due)
	w.EnqueueDue("active timers", w.timers.task(id), 0, one.due)
}

// throttle is what a hidden page's timers suffer: about one wake-up a second.
func (w *Web) throttle(from clock.Instant, delay clock.Span) clock.Instant {
	switch {
	case !w.world.Display.Hidden:
		return from.Add(delay)
	case w.rules.HiddenDelay:
		w.By(ruleHiddenDelay)
		return from.Add(max(delay, clock.Second))
	}
	w.By(ruleHidden)
	due := from.Add(delay)
	whole := w.Clock.FloorTo(due, clock.Second)
	if w.Before(whole, due) {
		whole = whole.Add(clock.Second)
	}
	return whole
}

// next is when the first timer is due, by true time.
func (t *webTimers) next(w *Web) (at clock.Instant, ok bool) {
	if t.agenda.Len() == 0 {
		return 0, false
	}
	_, due := t.agenda.Min()
	return w.Wake(due), true
}

// expire makes the first timer runnable if it is due.
func (t *webTimers) expire(w *Web) bool {
	if t.agenda.Len() == 0 {
		return false
	}
	id, due := t.agenda.Min()
	if w.Before(w.Clock.Loop(), due) {
		return false
	}
	w.By(ruleWebDue)
	if w.rules.DueAtTurns {
		w.By(ruleDueAtTurns)
	}
	if t.agenda.Len() > 1 {
		w.By(ruleTimerOrder)
	}
	t.agenda.Pop(w.Clock)
	t.all[id].queued = true
	w.enqueue(&w.sources[sourceTimer], sourceNames[sourceTimer], t.task(id))
	return true
}

// runTimers runs the first timer that is due, or those that are due as the task
// begins, for as long as the browser lets one task run. The others are then a
// task of their own, behind what has come meanwhile. (Firefox,
// TimeoutManager::RunTimeout; WebKit, ThreadTimers::sharedTimerFiredInternal.)
func (w *Web) runTimers(q *sim.Queue) {
	count := 1
	if w.rules.TimersFor > 0 {
		count = q.Len()
	}
	quit := w.Now().Add(w.rules.TimersFor)
	for ; count > 0 && !w.Stopped(); count-- {
		t, _ := q.Pop()
		w.runTimer(int32(t.Call.Ref))
		if count > 1 && !w.Before(w.Now(), quit) {
			first, _ := q.Pop()
			w.order++
			first.Order = w.order
			q.PushFront(first)
			w.Runnable(sourceNames[sourceTimer], first)
			return
		}
	}
}

// runTimer runs a timer's callback. An interval is set again before it, from
// when it was due, so that it comes before timers which the callback sets.
func (w *Web) runTimer(id int32) {
	one := &w.timers.all[id]
	if one.queued = false; one.cleared {
		w.timers.finish(id)
		return
	}
	t, level := w.timers.task(id), one.nesting
	if one.repeat {
		w.By(ruleWebInterval)
		next := w.Again(t)
		one.id, one.cause = next.ID, next.Cause
		w.rearm(id)
	}
	w.timers.nesting = level
	w.runCallback(t, sim.TimerWork)
	w.timers.nesting = 0
	if one := &w.timers.all[id]; !one.repeat || one.cleared {
		w.timers.finish(id)
	}
}

// rearm sets an interval's next run: on the grid of its period, at or after now.
func (w *Web) rearm(id int32) {
	one := &w.timers.all[id]
	from := one.due
	for now := w.Update(); one.delay > 0 && w.Before(from.Add(one.period()), now); {
		from = from.Add(one.period())
	}
	w.arm(id, from)
}

func (t *webTimers) finish(id int32) {
	one := &t.all[id]
	if one.done || t.agenda.Has(id) || one.queued {
		return
	}
	if one.done = true; !one.named {
		t.free = append(t.free, id)
	}
}

func (w *Web) clearTimer(ref TimerRef) {
	id := int32(ref) - 1
	if id < 0 || w.timers.all[id].cleared || w.timers.all[id].done {
		return
	}
	w.timers.all[id].cleared = true
	waited := w.timers.agenda.Cancel(w.Clock, id)
	if waited || w.timers.all[id].queued {
		w.Drop(w.timers.task(id))
	}
	if waited && w.Running().Call != timerCall(id) {
		w.timers.finish(id)
	}
}

func (w *Web) forgetTimer(ref TimerRef) {
	if id := int32(ref) - 1; id >= 0 && w.timers.all[id].named {
		if w.timers.all[id].named = false; w.timers.all[id].done {
			w.timers.free = append(w.timers.free, id)
		}
	}
}
