package model

import (
	"evsim/clock"
	"evsim/ecma"
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
	queues [6]sim.Queue // by effective priority: 2*priority, plus 1 for continuations
	late   [3]sim.Queue // of delayed tasks, by priority, where they are such: they do not keep others of their priority waiting for ever
	turns  [6]sim.Queue // of the event loop, where they are apart from tasks: each runs the first task that there is
	strays [2]sim.Queue // of turns that come with delayed tasks, where these have no certain priority: before all tasks, and behind
	posts  []post       `state:"slab:free"`
	free   []uint32
	state  schedulingState // of what runs
}

func (s *scheduler) restart() {
	for i := range s.queues {
		s.queues[i].Restart()
		s.turns[i].Restart()
	}
	for i := range s.late {
		s.late[i].Restart()
	}
	s.strays[0].Restart()
	s.strays[1].Restart()
	s.posts, s.free, s.state = s.posts[:0], s.free[:0], noState
}

var schedulerQueues = [...]sim.Place{
	InBackground, InBackgroundContinuation, InUserVisible, InUserVisibleContinuation, InUserBlocking, InUserBlockingContinuation,
}

var delayedQueues = [...]sim.Place{InBackgroundDelayed, InUserVisibleDelayed, InUserBlockingDelayed}

type post struct {
	callback uint32 // ecma.NoCallback: a continuation
	promise  uint32
	priority TaskPriority
	source   uint16
	live     bool
	cutsIn   bool       // a continuation: it was not of background when it was queued
	timer    int32      // that it waits for, plus one; 0: none
	age      uint32     // of one that a timer makes ready: its Order
	result   ecma.Value // of the callback, until the promise is settled
	threw    bool
}

// PostTask is scheduler.postTask(callback, {priority}): the promise that it returns.
func (w *Web) PostTask(priority TaskPriority, callback uint32) uint32 {
	return w.PostTaskFrom(0, priority, callback)
}

// PostTaskFrom is PostTask with a signal. What the callback calls yield in is told of
// the source by [Web.YieldSource].
func (w *Web) PostTaskFrom(source uint16, priority TaskPriority, callback uint32) uint32 {
	return w.post(post{callback: callback, priority: priority, source: source}, 2*int(priority))
}

// YieldSource is the source of which a continuation is that yield queues now; 0: there
// is none.
func (w *Web) YieldSource() uint16 { return w.scheduler.state.source() }

// YieldTask is scheduler.yield() where there is no source: a promise that is
// fulfilled by a continuation of the priority that the scheduling state holds.
func (w *Web) YieldTask() uint32 { return w.YieldAs(w.scheduler.state.priority()) }

// YieldAs is scheduler.yield() where there is one, which has the priority now.
func (w *Web) YieldAs(priority TaskPriority) uint32 {
	if w.scheduler.state != noState {
		w.CiteRule(RuleInherits)
	}
	return w.post(post{callback: ecma.NoCallback, priority: priority, cutsIn: priority > PriorityBackground}, 2*int(priority)+1)
}

func (w *Web) post(p post, queue int) uint32 {
	id := w.hold(p)
	w.makeReady(queue, w.Schedule(InScheduler, sim.Callback{Kind: webPost, Ref: id}))
	return w.scheduler.posts[id].promise
}

// hold keeps a post, and makes its promise.
func (w *Web) hold(p post) (id uint32) {
	w.CiteRule(RulePostTask)
	s := &w.scheduler
	p.promise, p.live = w.NewPromise(), true
	id = uint32(len(s.posts))
	if k := len(s.free); k > 0 {
		id, s.free = s.free[k-1], s.free[:k-1]
		s.posts[id] = p
	} else {
		s.posts = append(sim.Grown(w, s.posts), p)
	}
	return id
}

func (w *Web) makeReady(queue int, t sim.Task) {
	s := &w.scheduler
	w.push(&s.queues[queue], schedulerQueues[queue], t)
	if w.rules.TurnsStay {
		s.turns[queue].Push(s.queues[queue].At(s.queues[queue].Len() - 1))
	}
}

// AbortTask is what becomes of the task of a promise when its signal is aborted: it leaves its
// queue, and the promise is rejected (Prioritized Task Scheduling, "schedule a postTask task").
func (w *Web) AbortTask(promise uint32, reason ecma.Value) {
	s := &w.scheduler
	for q := range s.queues {
		w.abort(&s.queues[q], promise)
	}
	for q := range s.late {
		w.abort(&s.late[q], promise)
	}
	for id := range s.posts {
		if p := &s.posts[id]; p.timer > 0 && p.promise == promise {
			w.abortDelayed(p.timer - 1)
			p.live, p.timer = false, 0
			s.free = append(s.free, uint32(id))
		}
	}
	w.Settle(promise, reason, true)
}

// abort takes the task of a promise out of a queue.
func (w *Web) abort(queue *sim.Queue, promise uint32) {
	s := &w.scheduler
	for range queue.Len() {
		t, _ := queue.Pop()
		if id := t.Call.Ref; s.posts[id].promise != promise {
			queue.Push(t)
		} else {
			w.Drop(t)
			s.posts[id].live = false
			s.free = append(s.free, id)
		}
	}
}

// MoveTask gives the task or the continuation of a promise another priority, if it has
// yet to run. Among those of that priority its age decides (Prioritized Task Scheduling,
// "signal priority change").
func (w *Web) MoveTask(promise uint32, priority TaskPriority) {
	s := &w.scheduler
	for id := range s.posts {
		if p := &s.posts[id]; p.timer > 0 && p.promise == promise {
			p.priority = priority
			return
		}
	}
	for q := range s.queues {
		if to := 2*int(priority) + q%2; w.move(&s.queues[q], &s.queues[to], schedulerQueues[to], promise, priority) {
			return
		}
	}
	for q := range s.late {
		if w.move(&s.late[q], &s.late[priority], delayedQueues[priority], promise, priority) {
			return
		}
	}
}

// move is MoveTask from one queue to another; false: the task is not there.
func (w *Web) move(from, to *sim.Queue, name sim.Place, promise uint32, priority TaskPriority) bool {
	for i := range from.Len() {
		t := from.At(i)
		if p := &w.scheduler.posts[t.Call.Ref]; p.promise == promise {
			p.priority = priority
			w.CiteRule(RulePostTask)
			moved(from, to, t)
			w.Drop(t)
			w.Runnable(name, t)
			w.Enqueue(name, t)
			return true
		}
	}
	return false
}

// moved takes a task out of a queue, and puts it into another by its age.
func moved(from, to *sim.Queue, t sim.Task) {
	for range from.Len() {
		if one, _ := from.Pop(); one.ID != t.ID {
			from.Push(one)
		}
	}
	placed := false
	for range to.Len() {
		one, _ := to.Pop()
		if !placed && one.Order > t.Order {
			placed = true
			to.Push(t)
		}
		to.Push(one)
	}
	if !placed {
		to.Push(t)
	}
}

// offers are the queues by which the scheduler has turns of the event loop.
func (s *scheduler) offers(w *Web) *[6]sim.Queue {
	if w.rules.TurnsStay {
		return &s.turns
	}
	return &s.queues
}

// highest is the first queue that has a task; -1: none has.
func (s *scheduler) highest(queues *[6]sim.Queue) int {
	for q := len(queues) - 1; q >= 0; q-- {
		if queues[q].Len() > 0 || q%2 == 0 && s.late[q/2].Len() > 0 {
			return q
		}
	}
	return -1
}

// offer offers the highest queue that has a task, and the delayed tasks of its priority.
func (s *scheduler) offer(w *Web) {
	if len(s.posts) == 0 { // as in most pages
		return
	}
	for i, class := range [...]int8{classFirst, classLast} {
		w.offer(&offer{queue: &s.strays[i], class: class, name: InScheduler, from: sourceCount, post: true})
	}
	queues := s.offers(w)
	q := s.highest(queues)
	if q < 0 {
		return
	}
	classes := [6]int8{classLow, classLow, classNormal, classContinuation, classHigh, classHigh}
	o := offer{queue: &queues[q], class: classes[q], name: InScheduler, from: sourceCount, post: true}
	w.offer(&o)
	if q%2 == 0 {
		o.queue, o.late = &s.late[q/2], true
		w.offer(&o)
	}
}

// runPost runs a task of postTask, and a checkpoint after its callback, before
// what that returned settles the task's promise: the promise is settled by the
// algorithm that called the callback (Prioritized Task Scheduling, "schedule a
// postTask task"; Web IDL, "invoke": clean up after running script). Where turns are
// apart, the task need not be the one with which the turn came (Firefox,
// WebTaskMainThreadRunnable::Run).
func (w *Web) runPost(q *sim.Queue) {
	t, _ := q.Pop()
	if w.rules.TurnsStay {
		first := w.scheduler.highest(&w.scheduler.queues)
		if first < 0 {
			return
		}
		turn := t.ID
		if t, _ = w.scheduler.queues[first].Pop(); t.ID != turn {
			w.CiteRule(RuleTurnsStay)
			w.Phase(InLeftTurn)
		}
	}
	p := &w.scheduler.posts[t.Call.Ref]
	if p.callback == ecma.NoCallback {
		w.runCallback(t, sim.CallbackWork)
		return
	}
	w.beginState(p.state())
	w.runCallback(t, sim.CallbackWork)
	w.scheduler.state = noState
	w.CiteRule(RuleTaskPromise)
	t.Call.Kind = webPosted // it is still the same task
	w.runCallback(t, sim.FreeWork)
}

// state is the scheduling state that a post begins.
func (p *post) state() schedulingState {
	if p.source != 0 {
		return stateOfSource(p.source)
	}
	return stateOf(p.priority)
}

// call runs the callback of a post; that of a yield is to settle its promise.
func (s *scheduler) call(w *Web, id uint32) sim.Completion {
	callback := s.posts[id].callback
	if callback == ecma.NoCallback {
		s.settle(w, id)
		return sim.Normal
	}
	result, threw := w.script.Call(callback, ecma.Value{})
	s.posts[id].result, s.posts[id].threw = result, threw
	return sim.Normal
}

// settle settles the promise of a post with what its callback returned.
func (s *scheduler) settle(w *Web, id uint32) {
	p := s.posts[id]
	s.posts[id].live = false
	s.free = append(s.free, id)
	w.SettleAnew(p.promise, p.result, p.threw)
}

func (s *scheduler) roots(m ecma.Marker) {
	for _, p := range s.posts {
		if p.live {
			m.Promise(p.promise)
			m.Value(p.result)
		}
	}
}

// Fetch is fetch(): its promise is settled by a task of the networking source.
func (w *Web) Fetch(latency clock.Range, v ecma.Value, fails bool) uint32 {
	p := w.NewPromise()
	t := w.Schedule(sourceNames[sourceNetwork], sim.Callback{Kind: webSettle, Ref: p, Arg: v.Pack(fails)})
	w.announce(w.After(w.Now(), latency), InNetwork, t)
	return p
}

// AbortFetch rejects the promise of a fetch whose answer is not there yet (Fetch, "abort a
// fetch() call"). Nothing becomes of the answer. Where tasks do not go by age, a task of the
// networking source rejects it, as one does after a network error (WebKit,
// WindowOrWorkerGlobalScopeFetch.cpp, doFetch).
func (w *Web) AbortFetch(promise uint32, reason ecma.Value) {
	switch settled, _ := w.State(promise); {
	case settled, w.isToSettle(promise):
	case w.rules.OldestFirst:
		w.Settle(promise, reason, true)
	default:
		w.CiteRule(RuleNetwork)
		w.pushSource(sourceNetwork, w.Schedule(sourceNames[sourceNetwork], sim.Callback{Kind: webSettle, Ref: promise, Arg: reason.Pack(true)}))
	}
}

// isToSettle reports whether there is a task already that settles the promise of a fetch, and
// that an abort leaves as it is.
func (w *Web) isToSettle(promise uint32) bool {
	if w.rules.OldestFirst {
		return false
	}
	q := &w.sources[sourceNetwork]
	for i := range q.Len() {
		if cb := q.At(i).Call; cb.Kind == webSettle && cb.Ref == promise {
			return true
		}
	}
	return false
}

// arriveFetched makes a task of the answer to a fetch that was not aborted.
func (w *Web) arriveFetched(t sim.Task) {
	if settled, _ := w.State(t.Call.Ref); settled || w.isToSettle(t.Call.Ref) {
		w.Drop(t)
	} else {
		w.arrived(sourceNetwork, t)
	}
}
