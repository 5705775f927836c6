package model

import (
	"math"

	"evsim/clock"
	"evsim/sim"
)

// PostTaskAfter is PostTaskFrom with a delay in milliseconds. In Chromium the task is a
// delayed one of its priority (WebSchedulingTaskQueue); else a timer of the page posts it
// (Firefox, DelayedWebTaskHandler).
func (w *Web) PostTaskAfter(source uint16, priority TaskPriority, callback uint32, delay float64) uint32 {
	id := w.hold(post{callback: callback, priority: priority, source: source})
	place := InScheduler
	if !w.rules.PostsWait {
		place = sourceNames[sourceTimer]
	}
	t := w.Schedule(place, sim.Callback{Kind: webPost, Ref: id})
	timer := w.timers.add(&w.Loop)
	w.timers.all[timer] = webTimerState{callback: id, delay: uint32(min(delay, math.MaxInt32)), kind: timerPost, id: t.ID, cause: t.Cause}
	if !w.rules.PostsWait {
		w.timers.all[timer].nesting = w.timers.nesting
		w.order++
		w.scheduler.posts[id].age = w.order
	}
	w.scheduler.posts[id].timer = timer + 1
	w.arm(timer, w.Update())
	w.expireArmed(timer)
	return w.scheduler.posts[id].promise
}

// abortDelayed is for the timer of a task that was aborted. It stays where it is and does
// nothing when its time comes (Firefox, WebTask::RunAbortAlgorithm; Chromium,
// TaskHandle::Cancel), but idle periods end there.
func (w *Web) abortDelayed(timer int32) {
	w.Drop(w.timers.task(timer))
	w.timers.all[timer].kind = timerAborted
}

// forgetAborted takes out the first timers that are of tasks that were aborted. Chromium
// does so as its thread is about to sleep (WakeUpQueue::RemoveAllCanceledDelayedTasksFromFront).
func (w *Web) forgetAborted() {
	if !w.rules.PostsWait || len(w.scheduler.posts) == 0 {
		return
	}
	for t := &w.timers; t.agenda.Len() > 0; {
		first, _ := t.agenda.Min()
		if t.all[first].kind != timerAborted {
			return
		}
		t.agenda.Cancel(w.Clock, first)
		t.finish(first)
	}
}

// postComesDue makes a delayed task of the scheduler runnable.
func (w *Web) postComesDue(timer int32) {
	w.CiteRule(RulePostDelay)
	one := &w.timers.all[timer]
	p := &w.scheduler.posts[one.callback]
	p.timer = 0
	w.enqueue(&w.scheduler.late[p.priority], delayedQueues[p.priority], sim.Task{Call: sim.Callback{Kind: webPost, Ref: one.callback}, ID: one.id, Cause: one.cause})
	w.timers.finish(timer)
}

// postByTimer is what a timer does that is to post a task. Among those of its priority the
// task has its age from the call (gWebTaskEnqueueOrder). The turn of the event loop that
// comes with it has a priority that is not initialised (DelayedWebTaskHandler): it was
// seen to go before all tasks, and sometimes behind them.
func (w *Web) postByTimer(one *webTimerState) {
	w.CiteRule(RulePostDelay)
	s := &w.scheduler
	p := &s.posts[one.callback]
	p.timer = 0
	t := w.Schedule(InScheduler, sim.Callback{Kind: webPost, Ref: one.callback})
	t.Order = p.age
	q := 2 * int(p.priority)
	w.Push(&s.queues[q], t)
	moved(&s.queues[q], &s.queues[q], t)
	w.Runnable(schedulerQueues[q], t)
	w.Enqueue(schedulerQueues[q], t)
	w.order++
	t.Order = w.order
	s.strays[w.Pick(clock.TaskQueue, len(s.strays))].Push(t)
}
