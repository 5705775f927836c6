package model

import (
	"evsim/clock"
	"evsim/sim"
)

// TaskPriority is a priority of scheduler.postTask.
type TaskPriority uint8

// The priorities, lowest first, so that they order the scheduler's queues.
const (
	PriorityBackground TaskPriority = iota
	PriorityUserVisible
	PriorityUserBlocking
)

// scheduler is scheduler.postTask and scheduler.yield (Prioritized Task
// Scheduling): strict order among its own tasks, a continuation before the
// tasks of its priority.
type scheduler struct {
	queues  [6]sim.Queue // by effective priority: 2*priority, plus 1 for continuations
	posts   []post
	free    []uint32
	current TaskPriority
	inTask  bool
}

var schedulerQueues = [...]string{
	"scheduler background", "scheduler background continuation",
	"scheduler user-visible", "scheduler user-visible continuation",
	"scheduler user-blocking", "scheduler user-blocking continuation",
}

type post struct {
	callback uint32 // NoCallback: a continuation
	promise  uint32
	priority TaskPriority
	live     bool
}

// PostTask is scheduler.postTask(callback, {priority}): the promise that it returns.
func (w *Web) PostTask(priority TaskPriority, callback uint32) uint32 {
	return w.post(priority, callback, 2*int(priority))
}

// YieldTask is scheduler.yield(): a promise that is fulfilled by a continuation
// of the running task's priority.
func (w *Web) YieldTask() uint32 {
	priority := PriorityUserVisible
	if w.scheduler.inTask {
		priority = w.scheduler.current
	}
	return w.post(priority, NoCallback, 2*int(priority)+1)
}

func (w *Web) post(priority TaskPriority, callback uint32, queue int) uint32 {
	w.By(rulePostTask)
	s := &w.scheduler
	p := post{callback, w.NewPromise(), priority, true}
	id := uint32(len(s.posts))
	if k := len(s.free); k > 0 {
		id, s.free = s.free[k-1], s.free[:k-1]
		s.posts[id] = p
	} else {
		s.posts = append(s.posts, p)
	}
	w.push(&s.queues[queue], schedulerQueues[queue], w.Schedule("scheduler", sim.Callback{Kind: webPost, Ref: id}))
	return p.promise
}

// offer offers the highest queue that has a task.
func (s *scheduler) offer(w *Web) {
	if len(s.posts) == len(s.free) {
		return
	}
	classes := [6]int8{classLow, classLow, classNormal, classContinuation, classHigh, classHigh}
	for q := len(s.queues) - 1; q >= 0; q-- {
		if s.queues[q].Len() > 0 {
			w.offer(offer{queue: &s.queues[q], class: classes[q], name: "scheduler", from: sourceCount})
			return
		}
	}
}

func (s *scheduler) run(w *Web, id uint32) sim.Completion {
	p := s.posts[id]
	s.current, s.inTask = p.priority, true
	result, threw := Value{}, false
	if p.callback != NoCallback {
		result, threw = w.script.Call(p.callback, Value{})
	}
	s.inTask = p.callback == NoCallback
	s.posts[id].live = false
	s.free = append(s.free, id)
	w.pass(p.promise, result, threw)
	return sim.Normal
}

func (s *scheduler) roots(m Marker) {
	for _, p := range s.posts {
		if p.live {
			m.Promise(p.promise)
		}
	}
}

// Fetch is fetch(): its promise is settled by a task of the networking source.
func (w *Web) Fetch(latency clock.Range, v Value, fails bool) uint32 {
	p := w.NewPromise()
	t := w.Schedule(sourceNames[sourceNetwork], sim.Callback{Kind: webSettle, Ref: p, Arg: v.word(fails)})
	w.announce(w.After(w.Now(), latency), "network", t)
	return p
}

// idle is requestIdleCallback (Cooperative Scheduling of Background Tasks).
type idle struct {
	all      []idleRequest
	pending  fifo // list of idle request callbacks
	runnable fifo // list of runnable idle callbacks
	deadline clock.Instant
}

type idleRequest struct {
	task     sim.Task
	callback uint32
	done     bool
}

// IdleRef names an idle callback: an index plus one.
type IdleRef uint32

// idlePeriod is the longest idle period.
const idlePeriod = 50 * clock.Millisecond

// RequestIdle is requestIdleCallback; a timeout that is not positive is none.
func (w *Web) RequestIdle(callback uint32, timeout clock.Span) IdleRef {
	id := uint32(len(w.idle.all))
	w.idle.all = append(w.idle.all, idleRequest{callback: callback})
	t := w.Schedule("idle", sim.Callback{Kind: webIdleRun, Ref: id})
	w.idle.all[id].task = t
	w.idle.pending.push(id)
	w.Enqueue("idle", t)
	if timeout > 0 {
		t.Call.Kind = webIdle
		w.arrivals.Add(w.Clock, w.Now().Add(timeout), t)
	}
	return IdleRef(id + 1)
}

// CancelIdle is cancelIdleCallback.
func (w *Web) CancelIdle(ref IdleRef) {
	if ref == 0 {
		return
	}
	if one := &w.idle.all[ref-1]; !one.done {
		one.done = true
		w.Drop(one.task)
	}
}

// expire makes an idle callback that waited for its timeout an ordinary task.
func (d *idle) expire(w *Web, t sim.Task) {
	if !d.all[t.Call.Ref].done {
		w.By(ruleIdleTimeout)
		w.pushSource(sourceIdleTimeout, t)
	}
}

func (d *idle) call(w *Web, id uint32) sim.Completion {
	if d.all[id].done {
		return sim.Normal
	}
	d.all[id].done = true
	return w.completion(w.script.Call(d.all[id].callback, Value{}))
}

// runIdle runs one idle callback when nothing else can run. A period takes the
// callbacks that there are as it begins; those that they request wait for the
// next one.
func (w *Web) runIdle() bool {
	d := &w.idle
	if d.skip(&d.runnable) && !w.Before(w.Now(), d.deadline) {
		d.putBack()
	}
	if d.runnable.len() == 0 {
		if !d.skip(&d.pending) {
			return false
		}
		if d.deadline = w.idleDeadline(); !w.Before(w.Now(), d.deadline) {
			return false
		}
		d.runnable, d.pending = d.pending, d.runnable
	}
	if !w.BeginTurn() {
		return true
	}
	id := d.runnable.pop()
	w.Phase("idle")
	w.By(ruleIdle)
	w.runCallback(d.all[id].task, sim.CallbackWork)
	return true
}

// putBack ends a period before its time: what is left goes before what was
// requested meanwhile.
func (d *idle) putBack() {
	for d.pending.len() > 0 {
		d.runnable.push(d.pending.pop())
	}
	d.runnable, d.pending = d.pending, d.runnable
}

// skip drops cancelled callbacks from the front of a list; false when nothing
// is left of it.
func (d *idle) skip(list *fifo) bool {
	for list.len() > 0 && d.all[list.front()].done {
		list.pop()
	}
	return list.len() > 0
}

// idleDeadline is the end of an idle period that starts now: 50 ms, or the next
// timer or frame if that comes first.
func (w *Web) idleDeadline() clock.Instant {
	deadline := w.Now().Add(idlePeriod)
	if due, ok := w.timers.next(w); ok && w.Before(due, deadline) {
		deadline = due
	}
	if w.frames.announced && w.Before(w.frames.next, deadline) {
		deadline = w.frames.next
	}
	return deadline
}
