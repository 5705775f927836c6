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
	unheld  sim.Agenda      // those that a hidden page does not hold up
	all     []webTimerState `state:"slab:free"`
	free    []int32
	nesting int8 // timer nesting level of the task that runs
	reset   bool // the browser's one timer for all of them was set since it was asked for
	among   bool // a task runs between timers of one task
	runs    bool // a timer's callback runs
	line    timersInLine
	told    tellings
	hidden  hiddenTimers
	stale   int32 // the timer that was cleared and whose time the browser's own timer keeps, plus one
}

// timerKind says what is special about a timer.
type timerKind uint8

const (
	timerPlain    timerKind = iota
	timerFirst              // an interval whose next run comes after what was asked for
	timerIdle               // the timeout of an idle callback
	timerPost               // of a task of postTask that has a delay
	timerRequest            // of an XMLHttpRequest that has a timeout
	timerAbort              // of AbortSignal.timeout, where the nesting of timers is not about it
	timerIdleWait           // the browser's own, until idle callbacks may run; see web_idle_end.go
	timerAborted            // it does nothing: of a task of postTask that was aborted, or see web_stale.go
)

type webTimerState struct {
	due       clock.Instant
	delay     uint32 // milliseconds, as the script gave it, or 0
	callback  uint32 // or of a timeout of an idle callback, or of a task of postTask, or of a flight of a request, that
	id, cause sim.TaskID
	nesting   int8 // its timer nesting level; it stays at the largest there is
	repeat    bool
	kind      timerKind
	named     bool
	cleared   bool
	queued    bool // its task is runnable
	reserved  bool // an interval whose callback runs; it has its place for the next run
	done      bool
}

// isOwn reports whether nobody is told of a timer.
func (k timerKind) isOwn() bool { return k >= timerIdleWait }

// task is a timer's next run.
func (t *webTimers) task(timer int32) sim.Task { return t.all[timer].task(timer) }

// task is the same of the state of a timer with a number.
func (t *webTimerState) task(timer int32) sim.Task {
	return sim.Task{Call: timerCall(timer), ID: t.id, Cause: t.cause}
}

func timerCall(timer int32) sim.Callback { return sim.Callback{Kind: webTimer, Ref: uint32(timer)} }

func (w *Web) period(t *webTimerState) clock.Span {
	return max(clock.Span(t.delay)*clock.Millisecond, w.least(t.repeat))
}

func (w *Web) least(repeat bool) clock.Span {
	if repeat {
		return w.rules.MinInterval
	}
	return w.rules.MinTimeout
}

// add is room for one more timer, with what was there before.
func (t *webTimers) add(l *sim.Loop) (id int32) {
	k := len(t.free)
	if k == 0 {
		return t.extend(l)
	}
	id = t.free[k-1]
	t.free = t.free[:k-1]
	return id
}

func (t *webTimers) extend(l *sim.Loop) (id int32) {
	t.all = sim.Grown(l, t.all)
	t.all = t.all[:len(t.all)+1]
	return int32(len(t.all) - 1)
}

// arm starts a timer from an instant, clamped when it is nested deep enough.
func (w *Web) arm(id int32, from clock.Instant) {
	one := &w.timers.all[id]
	deep := w.isDeep(one)
	delay := w.clamped(one)
	one.due = w.aligned(one, from.Add(delay), deep)
	if w.rules.DueAtTurns && delay == 0 {
		w.takeArrivals()
		w.CiteRule(RuleDueAtTurns)
		one.queued = true
		w.enqueue(&w.sources[sourceTimerNow], sourceNames[sourceTimerNow], w.timers.task(id))
		return
	}
	if w.isUnheld(one) {
		w.timers.unheld.Push(w.Clock, id, w.latest(one))
		w.EnqueueDue(InRequestTimeout, w.timers.task(id), 0, one.due)
		return
	}
	w.timers.agenda.Push(w.Clock, id, w.latest(one))
	w.timers.setAnew(id)
	w.endStaleFor(one.due)
	w.lookFor(one.due)
	switch one.kind {
	case timerIdle:
	case timerRequest:
		w.EnqueueDue(InRequestTimeout, w.timers.task(id), 0, w.allowed(one.due))
	default:
		w.EnqueueDue(InActiveTimers, w.timers.task(id), 0, w.allowed(one.due))
	}
}

// latest is by when a timer is to run, by which timers are ordered: its due
// time, and for a long one some time more (Chromium, DOMTimer::DOMTimer, "precise";
// TaskMetadata::latest_delayed_run_time).
func (w *Web) latest(one *webTimerState) clock.Instant {
	if w.hasLeeway(one) {
		return one.due.Add(w.rules.Leeway)
	}
	return one.due
}

func (w *Web) hasLeeway(one *webTimerState) bool {
	switch {
	case w.rules.Leeway == 0:
		return false
	case one.kind == timerIdle, one.kind == timerPost, one.kind == timerRequest, one.kind == timerAbort:
		return true
	}
	return clock.Span(one.delay)*clock.Millisecond >= leewayFrom
}

// leewayFrom is the least delay of a timer that need not be precise.
const leewayFrom = 32 * clock.Millisecond

// clamped is a timer's delay, at least 4 ms where it is nested deep enough, and
// counts that it is set once more. (WebKit counts to 10, which is above all that
// it compares with: DOMTimer::fired, maxTimerNestingLevel.)
func (w *Web) clamped(one *webTimerState) clock.Span {
	delay, above := w.period(one), w.rules.ClampAbove
	if one.repeat {
		above = w.rules.ClampRepeats
	}
	if int32(one.nesting) > above {
		delay = max(delay, 4*clock.Millisecond)
	}
	switch asked := clock.Span(one.delay) * clock.Millisecond; {
	case one.kind == timerFirst:
		if delay != asked {
			w.CiteRule(RuleIntervalFirst)
		}
		one.kind, delay = timerPlain, asked
	case int32(one.nesting) > above:
		w.CiteRule(RuleClamp)
	case one.repeat && w.rules.FirstAsAsked && delay != asked:
		w.CiteRule(RuleMinInterval)
	}
	if one.nesting < math.MaxInt8 {
		one.nesting++
	}
	return delay
}

// next is when the first timer is due, by true time.
func (t *webTimers) next(w *Web) (at clock.Instant, ok bool) {
	if w.looksAnew() {
		return w.Wake(t.hidden.look), t.hidden.set
	}
	if t.unheld.Len() > 0 && t.unheldFirst(w) {
		id, _ := t.unheld.Min()
		return w.Wake(t.all[id].due), true
	}
	if t.agenda.Len() == 0 {
		return 0, false
	}
	id, _ := t.agenda.Min()
	if at, drawn := t.told.of(id); drawn {
		return at, true
	}
	return w.Wake(w.allowed(t.all[id].due)), true
}

// timerIsFirst reports whether a timer comes due before the next arrival.
func (w *Web) timerIsFirst() bool {
	if w.arrivals.Len() == 0 {
		return w.timers.agenda.Len() > 0
	}
	due, some := w.timers.next(w)
	at, ok := w.arrivals.Next(w.Clock)
	return some && (!ok || !w.Before(at, due))
}

// expireAll makes the timers runnable that are due.
func (w *Web) expireAll() {
	w.Update()
	for w.timers.expireUnheld(w) || w.timers.expire(w) {
	}
}

// expire makes the first timer runnable if it is due.
func (t *webTimers) expire(w *Web) bool {
	if t.agenda.Len() == 0 {
		return false
	}
	id, _ := t.agenda.Min()
	due, now := w.allowed(t.all[id].due), w.Clock.Loop()
	if w.Before(now, due) || !w.mayLook() {
		return false
	}
	if w.rules.timersLate > 0 && !t.isTold(w, id) {
		return false
	}
	t.comesDue(w, id)
	return true
}

// comesDue makes the first timer runnable. It is apart from expire, which mostly
// finds that nothing is due.
func (t *webTimers) comesDue(w *Web, id int32) {
	one := &t.all[id]
	if one.reserved {
		t.agenda.Cancel(w.Clock, id)
		return
	}
	w.CiteRule(RuleWebDue)
	w.wakes()
	if w.rules.DueAtTurns {
		w.CiteRule(RuleDueAtTurns)
	}
	if t.agenda.Len() > 1 {
		w.CiteRule(RuleTimerOrder)
		if w.hasLeeway(one) {
			w.CiteRule(RuleLeeway)
		}
	}
	t.agenda.Cancel(w.Clock, id)
	if one.kind == timerPost && w.rules.PostsWait {
		w.postComesDue(id)
		return
	}
	if one.kind == timerAborted && w.rules.PostsWait {
		t.finish(id)
		return
	}
	if one.kind == timerRequest {
		w.requestComesDue(id)
		return
	}
	one.queued = true
	if one.kind.isOwn() {
		t.staleIsDue(id)
		w.enqueueOwn(one.task(id))
	} else {
		w.enqueue(&w.sources[sourceTimer], sourceNames[sourceTimer], one.task(id))
	}
	t.line.joined(w, id)
}

// enqueueOwn makes a timer of the browser's own runnable, of which nobody is told.
func (w *Web) enqueueOwn(t sim.Task) {
	w.order++
	t.Order = w.order
	w.Push(&w.sources[sourceTimer], t)
}

// runTimer runs a timer's callback; began is when the task began that it is part
// of. An interval is set again before it, so that it comes before timers which
// the callback sets, or after it.
func (w *Web) runTimer(id int32, began clock.Instant) {
	one := &w.timers.all[id]
	one.queued = false
	switch {
	case one.cleared:
		w.timers.finish(id)
		return
	case one.kind == timerIdleWait:
		w.look(id)
		return
	case one.kind == timerAborted:
		w.timers.finish(id)
		return
	}
	t, level := one.task(id), one.nesting
	switch {
	case one.repeat && w.rules.Intervals == intervalAfter:
		w.reserve(id)
	case one.repeat:
		w.again(t, began)
	}
	if one.kind == timerAbort {
		level = 0
	}
	w.timers.nesting, w.timers.runs = level, true
	w.runCallback(t, sim.TimerWork)
	w.timers.nesting, w.timers.runs, w.scheduler.state = 0, false, noState
	switch one := &w.timers.all[id]; {
	case !one.repeat || one.cleared:
		w.timers.finish(id)
	case one.reserved:
		w.again(t, began)
	}
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
	if w.rules.EmptyTurns {
		w.expireAll()
	}
	if w.keepsTime(id) {
		w.Drop(w.timers.task(id))
		return
	}
	first := w.clearsFirst(id)
	w.timers.all[id].cleared = true
	w.timers.setAnew(id)
	waited := w.timers.agenda.Cancel(w.Clock, id)
	if w.timers.all[id].reserved {
		w.timers.all[id].reserved = false
		return
	}
	if waited || w.timers.all[id].queued {
		w.Drop(w.timers.task(id))
	}
	if w.timers.all[id].queued && w.rules.TimersFor > 0 && !w.timers.runs {
		w.leaveLine()
	}
	if waited && w.Running().Call != timerCall(id) {
		w.timers.finish(id)
	}
	if first {
		w.lookBehind(0)
	}
	if first && waited {
		w.firstCleared()
	}
}

func (w *Web) forgetTimer(ref TimerRef) {
	if id := int32(ref) - 1; id >= 0 && w.timers.all[id].named {
		if w.timers.all[id].named = false; w.timers.all[id].done {
			w.timers.free = append(w.timers.free, id)
		}
	}
}
