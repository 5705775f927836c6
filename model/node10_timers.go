package model

import (
	"evsim/clock"
	"evsim/sim"
)

// nodeTimers10 is lib/timers.js and TimerWrap of Node 10: each list has a
// uv_timer_t of its own and is one callback scope, so ticks run after a list
// and never inside it. A duration keeps its fraction.
type nodeTimers10 struct {
	*Node
	slab    timeouts
	lists   sim.TimerLists
	handles []int32 // by list: its uv_timer_t
	own     []int32 // by timer: its own uv_timer_t, once unref'd; noHandle
	held    int32
	spin    spin
}

func (t *nodeTimers10) restart() {
	t.slab.restart()
	t.lists.Restart()
	t.handles, t.own, t.held = t.handles[:0], t.own[:0], noHandle
	t.spin = spin{lists: t.spin.lists[:0]}
}

func newNodeTimers10(n *Node) nodeTimers { return &nodeTimers10{Node: n} }

// The owner of a uv_timer_t is a list, or ^timer for one that was unref'd.

func (t *nodeTimers10) set(s timerSpec) TimerRef {
	d := milliseconds(s.delay)
	if d != truncated(d) {
		t.CiteRule(RuleFraction)
	}
	list := t.lists.List(listKey(d))
	id := t.newTimeout(&t.slab, s, list)
	for int(id) >= len(t.own) {
		t.own = append(t.own, noHandle)
	}
	t.own[id] = noHandle
	t.insert(id, t.Update())
	return TimerRef(id + 1)
}

// duration is a timer's _idleTimeout; it must be enrolled.
func (t *nodeTimers10) duration(one *timeout) clock.Span { return keyDuration(t.lists.Key(one.list)) }

// insert is insert(item, false, start).
func (t *nodeTimers10) insert(id int32, start clock.Instant) {
	one := &t.slab.all[id]
	if one.list == unenrolled {
		return
	}
	one.start = start
	d := t.duration(one)
	if list := one.list; !t.lists.Live(list) {
		t.lists.Open(list)
		for int(list) >= len(t.handles) {
			t.handles = append(t.handles, noHandle)
		}
		t.handles[list] = t.uvNewTimer(list, true)
		t.uvTimerStart(t.handles[list], truncated(d))
		t.uvStartedFor(t.handles[list], id)
	}
	one.destroyed = false
	t.lists.Unlink(id)
	t.lists.Append(one.list, id)
	t.EnqueueDue(InTimers, one.task(), d, start.Add(d))
}

// fire is TimerWrap::OnTimeout: for a list MakeCallback again and again until
// nothing throws, neither a timer nor, since 10.17, a tick after it. So a
// callback that threw is followed at once by the rest of its list. The list is
// that for which the handle was made, even if another of its duration has come
// since; a handle that unref has given to a timer is not called again.
func (t *nodeTimers10) fire(handle int32) {
	owner := t.uv.handles[handle].owner
	if owner < 0 {
		t.fireUnrefd(^owner)
		return
	}
	if t.uv.agenda.Len() > 0 {
		t.CiteRule(RuleListExpiry)
		t.CiteRule(RuleHandleOrder)
	}
	generation := t.lists.Generation(owner)
	for threw := true; threw && t.uv.handles[handle].owner == owner && !t.Stopped(); {
		threw = t.listOnTimeout(owner, generation, handle, t.Update())
		if !threw && t.closeScope(RuleListScope) && t.rules.ListAgain {
			t.CiteRule(RuleListAgain)
			threw = true
		}
	}
}

func (t *nodeTimers10) fireUnrefd(id int32) {
	t.Pass(0, t.uv.handles[t.own[id]].due, t.Update())
	if !t.unrefdHandle(id) {
		t.closeScope(RuleCheckpoint)
	}
	t.held = noHandle
	t.releaseDone(id)
}

// listOnTimeout runs a list up to its first timer that is not due.
func (t *nodeTimers10) listOnTimeout(list int32, generation uint32, handle int32, now clock.Instant) (threw bool) {
	t.Pass(clock.Span(t.lists.Key(list)), t.uv.handles[handle].due, now)
	for !t.Stopped() {
		id, ok := t.lists.Front(list, generation)
		if !ok {
			break
		}
		one := &t.slab.all[id]
		if due := one.start.Add(t.duration(one)); t.Before(now, due) {
			t.wait(handle, due)
			t.uvStartedFor(handle, id)
			return false
		}
		t.CiteRule(RuleDue)
		if t.uv.agenda.Len() > 0 {
			t.CiteRule(RuleListByList)
		}
		t.lists.Unlink(id)
		t.spin.leave(handle)
		threw = t.runTimer(id)
		t.held = noHandle
		if t.releaseDone(id); threw {
			return true
		}
	}
	if t.Stopped() {
		return false
	}
	if t.ownsList(list, generation) && t.lists.Empty(list) {
		t.lists.Close(t.Clock, list)
	}
	if t.uv.handles[handle].owner >= 0 {
		t.uvTimerClose(handle)
	}
	return false
}

func (t *nodeTimers10) ownsList(list int32, generation uint32) bool {
	return t.lists.Live(list) && t.lists.Generation(list) == generation
}

// wait starts a list's handle again for its next timer: what remains by a
// fresh clock, at least 1 ms when nothing does. A fraction is cut off, and a
// handle that is due at once goes behind those that are due already.
func (t *nodeTimers10) wait(handle int32, due clock.Instant) {
	now := t.Update()
	if !t.Before(now, due) {
		t.CiteRule(RuleListWaits)
		t.spin.leave(handle)
		t.uvTimerStart(handle, clock.Millisecond)
		return
	}
	remaining := truncated(t.Reading(due, now))
	t.uvTimerStart(handle, remaining)
	if remaining == 0 {
		t.spins(handle, now)
	} else {
		t.spin.leave(handle)
	}
}

// runTimer is tryOnTimeout and ontimeout: an interval is set again after its
// callback, unless that threw.
func (t *nodeTimers10) runTimer(id int32) (threw bool) {
	start := t.Clock.Loop()
	if t.slab.all[id].repeat && t.own[id] == noHandle {
		start = t.Update()
	}
	t.slab.all[id].called = true
	t.held, t.spin.asked = id, 0
	threw = t.Loop.Run(t.slab.all[id].task(), sim.TimerWork) == sim.Threw
	if threw {
		t.CiteRule(RuleTimerThrows)
		t.uncaught(t.thrown)
	} else if t.slab.all[id].repeat {
		t.rearm(id, start)
	}
	return threw
}

// rearm counts an interval from the start of its callback, or, when that took
// the whole period, from 1 ms less than a period before now.
func (t *nodeTimers10) rearm(id int32, start clock.Instant) {
	one := &t.slab.all[id]
	if one.list == unenrolled {
		return
	}
	t.leave(id) // its own callback may have refreshed it
	one.again(&t.Loop)
	if t.own[id] != noHandle {
		t.startHandle(id)
		return
	}
	now := t.Update()
	if end := start.Add(t.duration(one)); !t.Before(now, end) {
		t.CiteRule(RuleInterval10)
		start = now.Add(clock.Millisecond - t.duration(one))
	}
	t.insert(id, start)
}

// unrefdHandle runs a timer that has a handle of its own.
func (t *nodeTimers10) unrefdHandle(id int32) (threw bool) {
	t.held = id
	if !t.slab.all[id].cleared {
		threw = t.runTimer(id)
	}
	if one := &t.slab.all[id]; !one.repeat || one.cleared {
		t.close(id)
	}
	return threw
}

func (t *nodeTimers10) clear(ref TimerRef) {
	if id := int32(ref) - 1; id >= 0 && !t.slab.all[id].cleared {
		t.close(id)
		t.releaseDone(id)
	}
}

// close is Timeout.prototype.close.
func (t *nodeTimers10) close(id int32) {
	t.leave(id)
	one := &t.slab.all[id]
	one.cleared = true
	if t.own[id] == noHandle {
		t.unenroll(id)
		return
	}
	one.list = unenrolled
	t.closeHandle(id)
}

func (t *nodeTimers10) startHandleIn(id int32, d clock.Span) {
	t.uvTimerStart(t.own[id], d)
	t.uvStartedFor(t.own[id], id)
	t.EnqueueDue(InUnreferencedTimers, t.slab.all[id].task(), 0, t.Clock.Loop().Add(d))
}

// startHandle starts a timer's own handle for its whole duration.
func (t *nodeTimers10) startHandle(id int32) {
	t.startHandleIn(id, truncated(t.duration(&t.slab.all[id])))
}

// leave tells that a timer, if it waits, no longer does.
func (t *nodeTimers10) leave(id int32) {
	if one := &t.slab.all[id]; t.lists.Listed(id) || t.own[id] != noHandle && t.uv.agenda.Has(t.own[id]) {
		t.Drop(one.task())
	}
}

func (t *nodeTimers10) closeHandle(id int32) {
	t.uvTimerClose(t.own[id])
	t.own[id] = noHandle
}

// unenroll takes a timer out of its list, and deletes a list that is empty then.
func (t *nodeTimers10) unenroll(id int32) {
	if handle := t.reuse(id); handle != noHandle {
		t.uvTimerClose(handle)
	}
	t.slab.all[id].list = unenrolled
}

// reuse takes a timer out of its list, and hands out the handle of a list that
// is empty then.
func (t *nodeTimers10) reuse(id int32) (handle int32) {
	t.lists.Unlink(id)
	one := &t.slab.all[id]
	list := one.list
	if list == unenrolled || !t.lists.Live(list) || !t.lists.Empty(list) {
		return noHandle
	}
	t.uvTimerStop(t.handles[list])
	t.spin.leave(t.handles[list])
	t.lists.Close(t.Clock, list)
	return t.handles[list]
}

func (t *nodeTimers10) refresh(ref TimerRef) {
	id := int32(ref) - 1
	if id < 0 {
		return
	}
	one := &t.slab.all[id]
	switch {
	case one.list == unenrolled:
	case t.own[id] != noHandle:
		if !t.uv.agenda.Has(t.own[id]) {
			one.again(&t.Loop)
		}
		t.startHandle(id)
	default:
		if !t.lists.Listed(id) {
			one.again(&t.Loop)
		}
		if t.lists.Live(one.list) {
			t.uvSetAgain(t.handles[one.list], id)
		}
		t.insert(id, t.Update())
	}
}

// ref is Timeout.prototype.ref and unref: the first unref moves the timer to a
// handle of its own.
func (t *nodeTimers10) ref(ref TimerRef, referenced bool) {
	id := int32(ref) - 1
	if id < 0 {
		return
	}
	one := &t.slab.all[id]
	switch {
	case t.own[id] != noHandle:
		t.uvTimerRef(t.own[id], referenced)
	case referenced || one.cleared:
	default:
		t.unref(id)
	}
}

func (t *nodeTimers10) unref(id int32) {
	one := &t.slab.all[id]
	now := t.Update()
	if one.called && !one.repeat {
		t.leave(id)
		t.unenroll(id)
		return
	}
	var remaining clock.Span
	if due := one.start.Add(t.duration(one)); t.Before(now, due) {
		remaining = truncated(t.Reading(due, now))
	}
	if !t.lists.Listed(id) {
		one.again(&t.Loop) // an interval that runs, or has thrown: it is set anew
	}
	handle := t.reuse(id)
	if handle == noHandle {
		handle = t.uvNewTimer(^id, false)
	}
	t.uvTimerRef(handle, false)
	t.uv.handles[handle].owner = ^id
	t.own[id] = handle
	t.startHandleIn(id, remaining)
}

func (t *nodeTimers10) releaseDone(id int32) {
	if id != t.held && t.isDone(id) {
		t.slab.release(id)
	}
}

func (t *nodeTimers10) isDone(id int32) bool {
	return t.own[id] == noHandle && !t.lists.Listed(id)
}

func (t *nodeTimers10) forget(ref TimerRef) {
	t.slab.forget(ref, func(id int32) bool { return t.isDone(id) && id != t.held })
}

func (t *nodeTimers10) timeout(id int32) *timeout { return &t.slab.all[id] }

func (t *nodeTimers10) most() int { return t.slab.most() }
