package model

import (
	"evsim/clock"
	"evsim/sim"
)

// timersInLine is the place among the tasks of the one that runs all timers
// which are due, where there is one for all of them (Firefox, TimeoutExecutor;
// WebKit, ThreadTimers). The first timer of the queue has its Order.
type timersInLine struct {
	posted bool // it stands in line
	atOnce bool // since a timer was set that was due at once; else since one came due
	order  uint32
	early  bool          // it was put in line ahead of a timer's time, which is until
	until  clock.Instant // and runs what is due by then
	armed  int32         // the timer that is being set, plus one
	turns  []bool        // where they have a queue of their own: what is in it; true: for a timer that was due at once
}

// joined says that a timer came due and is the last of the queue now.
func (l *timersInLine) joined(w *Web, id int32) {
	if w.rules.TimersFor > 0 && !l.posted {
		l.join(w, id == l.armed-1)
	}
}

// join puts the task in line, behind all that is there. In a queue of the timers' own
// (Firefox, ThrottledEventQueue) only the first turn has a place among the tasks, and a
// turn stays when the timer is cleared for which it was asked for.
func (l *timersInLine) join(w *Web, atOnce bool) {
	l.posted, l.atOnce, l.early = true, atOnce, false
	if len(l.turns) == 0 {
		l.order = w.order
	}
	if w.rules.EmptyTurns {
		l.turns = append(l.turns, atOnce)
	}
}

// take begins the first turn of the timers' queue, where they have one; those
// behind it have their place among the tasks from now on
// (ThrottledEventQueue::Inner::ExecuteRunnable). It reports whether timers run: in
// any turn at once, where one was asked for (TimeoutExecutor::Run), else in the
// last, which is of the timer that came due (TimeoutExecutor::Notify).
func (l *timersInLine) take(w *Web, q *sim.Queue) bool {
	if len(l.turns) == 0 {
		return true
	}
	atOnce := l.turns[0]
	l.turns = append(l.turns[:0], l.turns[1:]...)
	runs := l.posted && atOnce == l.atOnce && (atOnce || len(l.turns) == 0)
	if len(l.turns) > 0 {
		w.order++
		l.order = w.order
	}
	if !runs {
		w.CiteRule(RuleEmptyTurns)
		if q.Len() > 0 {
			w.place(q)
		}
	}
	return runs
}

// isTold reports whether the browser knows already that the first timer is due.
// It is told by a thread of its own (Firefox, TimerThread::PostTimerEvent), on
// which a timer does not wait that is due as it is set, nor one while a task
// stands in line for another (TimeoutExecutor::Schedule, TimeoutManager::RunTimeout).
func (t *webTimers) isTold(w *Web, id int32) bool {
	one := &t.all[id]
	if one.reserved || t.line.posted || t.line.armed == id+1 {
		return true
	}
	at, drawn := t.told.of(id)
	if !drawn {
		at = w.After(w.Wake(one.due), clock.Range{High: w.rules.timersLate})
		t.told.draw(id, at)
	}
	return !w.Before(w.Now(), at)
}

// tellings are when the browser is told of timers that they are due, as far as that
// is drawn, by timer. They stand apart from the timers: only [Policy.Threaded] has any.
type tellings []telling

type telling struct {
	at    clock.Instant
	drawn bool
}

func (t tellings) of(id int32) (at clock.Instant, drawn bool) {
	if int(id) >= len(t) {
		return 0, false
	}
	return t[id].at, t[id].drawn
}

func (t *tellings) draw(id int32, at clock.Instant) {
	for int(id) >= len(*t) {
		*t = append(*t, telling{})
	}
	(*t)[id] = telling{at, true}
}

func (t tellings) forget(id int32) {
	if int(id) < len(t) {
		t[id] = telling{}
	}
}

// runTimers runs the first timer that is due, or those that are due as the task
// begins, for as long as the browser lets one task run. The others are then a
// task of their own. (Firefox, TimeoutManager::RunTimeout; WebKit,
// ThreadTimers::sharedTimerFiredInternal.)
func (w *Web) runTimers(q *sim.Queue) {
	if !w.timers.line.take(w, q) {
		return
	}
	w.timers.takeEarly(w)
	w.timers.line.posted, w.timers.reset = false, true
	w.endStale()
	if w.dropCleared(q, q.Len()); q.Len() == 0 && w.rules.TimersFor > 0 {
		w.CiteRule(RuleEmptyTurns)
		w.timers.line.ahead(w)
		return
	}
	if w.waitsFirst() {
		w.putOff(q)
		return
	}
	began, quit, count := w.Update(), w.Now().Add(w.rules.TimersFor), 1
	with := w.withTheLoop(q)
	loopWaits := w.rules.AmongTimers && with == 0 && (w.hadJobs || w.loopHas(w.order))
	w.hadJobs = w.hadJobs && with > 0
	if w.rules.TimersFor > 0 {
		// Behind these the first timer that is left may be early: the browser sets its own
		// timer anew for that one before any callback runs (Firefox, TimeoutManager::RunTimeout).
		count = q.Len()
		w.timers.line.ahead(w)
	}
	if with > 0 {
		count, quit = with, w.batchFor
	}
	w.loopRan = false
	w.lookBehind(count)
	later := w.timers.line.posted
	for ; count > 0 && !w.Stopped(); count-- {
		t, _ := q.Pop()
		w.runTimer(int32(t.Call.Ref), began)
		count -= w.dropCleared(q, count-1)
		if count > 1 && loopWaits {
			loopWaits = w.runAmong()
		}
		if count > 1 && (!w.Before(w.Now(), quit) || w.postCutsIn()) {
			w.hadJobs = w.hadJobs || loopWaits // the timer of the event loop stays where it is
			w.endEarly(q)
			return
		}
	}
	switch {
	case q.Len() == 0:
	case later:
		w.place(q)
	case with > 0:
		w.CiteRule(RuleAmongTimers)
		w.putOff(q)
	}
}

// dropCleared takes the timers out of the queue that were cleared, of so many of its first
// up to one that was not: they are no reason for another task (Firefox,
// TimeoutManager::ClearTimeoutInternal; WebKit, TimerBase::stop).
func (w *Web) dropCleared(q *sim.Queue, most int) (dropped int) {
	for ; dropped < most && w.rules.TimersFor > 0 && w.timers.all[q.At(0).Call.Ref].cleared; dropped++ {
		t, _ := q.Pop()
		w.timers.all[t.Call.Ref].queued = false
		w.timers.finish(int32(t.Call.Ref))
	}
	return dropped
}

// postCutsIn reports whether a task of postTask or a continuation ends the task that runs
// timers. The browser counts those that wait, and a continuation stays counted as what it
// was when it was queued (WebTaskScheduler::RunTaskSignalPriorityChange).
func (w *Web) postCutsIn() bool {
	if !w.rules.PostsCutIn {
		return false
	}
	for i := range w.scheduler.queues {
		if w.scheduler.cutsIn(i) {
			w.CiteRule(RulePostsCutIn)
			return true
		}
	}
	return false
}

// cutsIn reports whether something waits in a queue that ends the task of timers.
func (s *scheduler) cutsIn(queue int) bool {
	q := &s.queues[queue]
	if queue%2 == 0 {
		return queue >= 2*int(PriorityUserVisible) && q.Len() > 0
	}
	for i := range q.Len() {
		if s.posts[q.At(i).Call.Ref].cutsIn {
			return true
		}
	}
	return false
}

// endEarly is for the timers that are left as their task ends before all have run. In a
// hidden page they wait for the browser's one timer, as all do. Where that has become a
// task for another timer meanwhile, it is set anew for these, and their turn is behind
// that one, which is empty (TimeoutExecutor::MaybeReschedule).
func (w *Web) endEarly(q *sim.Queue) {
	if w.looksAnew() {
		w.lookFor(w.timers.all[q.At(0).Call.Ref].due)
		return
	}
	if l := &w.timers.line; w.rules.EmptyTurns && !l.posted && w.timers.agenda.Len() > 0 {
		if id, _ := w.timers.agenda.Min(); !w.Before(w.Update(), w.timers.all[id].due) {
			w.order++
			l.join(w, false)
		}
	}
	w.putOff(q)
}

// putOff lets the timers that are left be a task of their own: behind all that
// has come meanwhile, or where a timer stands that was set since and due at
// once.
func (w *Web) putOff(q *sim.Queue) {
	w.takeArrivals()
	l := &w.timers.line
	if !l.posted || !l.atOnce {
		w.order++
		l.join(w, true)
	}
	w.place(q)
}

// place gives the first timer of the queue the place of the task.
func (w *Web) place(q *sim.Queue) {
	if q.Len() == 0 {
		return
	}
	first, _ := q.Pop()
	first.Order = w.timers.line.order
	q.PushFront(first)
	if !w.timers.all[first.Call.Ref].kind.isOwn() {
		w.Runnable(sourceNames[sourceTimer], first)
	}
}

// leaveLine is for a timer that was cleared while it stood in the queue. If it
// was the first, and the task stands in line because that came due, the task
// takes a new place at the end of the line for the next, or waits until one comes
// due (TimeoutManager::ClearTimeoutInternal). One that was put in line at once
// stays there for whatever comes, where the timers have no queue of their own.
func (w *Web) leaveLine() {
	q, l := &w.sources[sourceTimer], &w.timers.line
	if w.timers.among || l.atOnce && !w.rules.EmptyTurns || !w.timers.all[q.At(0).Call.Ref].cleared {
		return
	}
	w.dropCleared(q, q.Len())
	if l.posted = false; q.Len() > 0 {
		w.putOff(q)
	} else {
		l.ahead(w)
	}
}

// first is the next run of the timer that is due before the others.
func (t *webTimers) first() sim.TaskID {
	if t.agenda.Len() == 0 {
		return 0
	}
	id, _ := t.agenda.Min()
	return t.all[id].id
}

// setAnew says that a timer was set, or is to be cleared: if it is the first, the
// browser sets its own timer anew. When it is told of another run, or of another
// timer of that number, is not known yet.
func (t *webTimers) setAnew(id int32) {
	t.told.forget(id)
	if !t.reset && t.agenda.Len() > 0 {
		first, _ := t.agenda.Min()
		t.reset = first == id
	}
}

func (t *webTimers) restart() {
	t.agenda.Restart()
	t.unheld.Restart()
	t.all, t.free, t.nesting, t.told = t.all[:0], t.free[:0], 0, t.told[:0]
	t.line = timersInLine{turns: t.line.turns[:0]}
	t.reset, t.among, t.runs, t.hidden, t.stale = false, false, false, hiddenTimers{}, 0
}
