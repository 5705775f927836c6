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
	lists   sim.Lanes
	handles []int32 // by list: its uv_timer_t
	held    int32
}

func newNodeTimers10(n *Node) nodeTimers { return &nodeTimers10{Node: n} }

// The owner of a uv_timer_t is a list, or ^timer for one that was unref'd.

func (t *nodeTimers10) set(s timerSpec) TimerRef {
	id := t.slab.add(timeout{
		task: t.Schedule("timers", scriptCall(s.callback, Value{})), duration: milliseconds(coerce(s.delay)),
		repeat: s.repeat, named: s.named, handle: noHandle,
	})
	t.insert(id, t.Update())
	return TimerRef(id + 1)
}

// insert is insert(item, false, start).
func (t *nodeTimers10) insert(id int32, start clock.Instant) {
	one := &t.slab.all[id]
	if one.duration == unenrolled {
		return
	}
	one.start = start
	list, ok := t.lists.Lane(listKey(one.duration))
	if !ok {
		list = t.lists.Open(listKey(one.duration))
		for int(list) >= len(t.handles) {
			t.handles = append(t.handles, noHandle)
		}
		t.handles[list] = t.uvNewTimer(list, true)
		t.uvTimerStart(t.handles[list], truncated(one.duration))
	}
	one.destroyed = false
	t.lists.Unlink(id)
	t.lists.Append(list, id)
	t.EnqueueDue("timers", one.task, one.duration, start.Add(one.duration))
}

// fire is TimerWrap::OnTimeout: for a list MakeCallback again and again until
// nothing throws, neither a timer nor a tick after it. So a callback that threw
// is followed at once by the rest of its list.
func (t *nodeTimers10) fire(handle int32) {
	owner := t.uv.handles[handle].owner
	if owner < 0 {
		t.fireUnrefd(^owner)
		return
	}
	for threw := true; threw && !t.Stopped(); {
		threw = t.listOnTimeout(owner, handle, t.Update()) || t.closeScope()
	}
}

func (t *nodeTimers10) fireUnrefd(id int32) {
	t.Update()
	if !t.unrefdHandle(id) {
		t.closeScope()
	}
	t.held = noHandle
	t.releaseDone(id)
}

// listOnTimeout runs a list up to its first timer that is not due.
func (t *nodeTimers10) listOnTimeout(list, handle int32, now clock.Instant) (threw bool) {
	incarnation := t.lists.Incarnation(list)
	for !t.Stopped() {
		id, ok := t.lists.Front(list)
		if !ok || t.lists.Incarnation(list) != incarnation {
			break
		}
		one := &t.slab.all[id]
		if due := one.start.Add(one.duration); t.Before(now, due) {
			t.wait(handle, due)
			return false
		}
		t.lists.Unlink(id)
		threw = t.runTimer(id)
		t.held = noHandle
		if t.releaseDone(id); threw {
			return true
		}
	}
	if t.Stopped() {
		return false
	}
	if t.ownsList(list, incarnation) && t.lists.Empty(list) {
		t.lists.Close(t.Clock, list)
	}
	if t.uv.handles[handle].owner >= 0 {
		t.uvTimerClose(handle)
	}
	return false
}

func (t *nodeTimers10) ownsList(list int32, incarnation uint32) bool {
	return t.lists.Live(list) && t.lists.Incarnation(list) == incarnation
}

// wait starts a list's handle again for its next timer: what remains by a
// fresh clock, at least 1 ms when nothing does. A fraction is cut off, and a
// handle that is due at once makes the phase spin until the next millisecond.
func (t *nodeTimers10) wait(handle int32, due clock.Instant) {
	now := t.Update()
	if !t.Before(now, due) {
		t.uvTimerStart(handle, clock.Millisecond)
		return
	}
	remaining := truncated(t.Reading(due, now))
	if remaining == 0 {
		t.Reach(now.Add(clock.Millisecond))
	}
	t.uvTimerStart(handle, remaining)
}

// runTimer is tryOnTimeout and ontimeout: an interval is set again after its
// callback, unless that threw.
func (t *nodeTimers10) runTimer(id int32) (threw bool) {
	start := t.Clock.Loop()
	if t.slab.all[id].repeat && t.slab.all[id].handle == noHandle {
		start = t.Update()
	}
	t.slab.all[id].called = true
	t.held = id
	threw = t.Loop.Run(t.slab.all[id].task, t.Costs.Timer) == sim.Threw
	if threw {
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
	if one.duration == unenrolled {
		return
	}
	t.leave(id) // its own callback may have refreshed it
	one.task = t.Again(one.task)
	if one.handle != noHandle {
		t.startHandle(one)
		return
	}
	now := t.Update()
	if end := start.Add(one.duration); !t.Before(now, end) {
		start = now.Add(clock.Millisecond - one.duration)
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
	if one.handle == noHandle {
		t.unenroll(id)
		return
	}
	one.duration = unenrolled
	t.closeHandle(one)
}

func (t *nodeTimers10) startHandleIn(one *timeout, d clock.Span) {
	t.uvTimerStart(one.handle, d)
	t.EnqueueDue("unref'd timers", one.task, 0, t.Clock.Loop().Add(d))
}

// startHandle starts a timer's own handle for its whole duration.
func (t *nodeTimers10) startHandle(one *timeout) {
	t.startHandleIn(one, truncated(one.duration))
}

// leave tells that a timer, if it waits, no longer does.
func (t *nodeTimers10) leave(id int32) {
	if one := &t.slab.all[id]; t.lists.Listed(id) || one.handle != noHandle && t.uv.heap.Has(one.handle) {
		t.Drop(one.task)
	}
}

func (t *nodeTimers10) closeHandle(one *timeout) {
	t.uvTimerClose(one.handle)
	one.handle = noHandle
}

// unenroll takes a timer out of its list, and deletes a list that is empty then.
func (t *nodeTimers10) unenroll(id int32) {
	if handle := t.reuse(id); handle != noHandle {
		t.uvTimerClose(handle)
	}
	t.slab.all[id].duration = unenrolled
}

// reuse takes a timer out of its list, and hands out the handle of a list that
// is empty then.
func (t *nodeTimers10) reuse(id int32) (handle int32) {
	t.lists.Unlink(id)
	one := &t.slab.all[id]
	list, ok := t.lists.Lane(listKey(one.duration))
	if one.duration == unenrolled || !ok || !t.lists.Empty(list) {
		return noHandle
	}
	t.uvTimerStop(t.handles[list])
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
	case one.duration == unenrolled:
	case one.handle != noHandle:
		t.startHandle(one)
	default:
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
	case one.handle != noHandle:
		t.uvTimerRef(one.handle, referenced)
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
	if due := one.start.Add(one.duration); t.Before(now, due) {
		remaining = truncated(t.Reading(due, now))
	}
	handle := t.reuse(id)
	if handle == noHandle {
		handle = t.uvNewTimer(^id, false)
	}
	t.uvTimerRef(handle, false)
	t.uv.handles[handle].owner = ^id
	one.handle = handle
	t.startHandleIn(one, remaining)
}

func (t *nodeTimers10) releaseDone(id int32) {
	if id != t.held && t.isDone(id) {
		t.slab.release(id)
	}
}

func (t *nodeTimers10) isDone(id int32) bool {
	return t.slab.all[id].handle == noHandle && !t.lists.Listed(id)
}

func (t *nodeTimers10) forget(ref TimerRef) {
	t.slab.forget(ref, func(id int32) bool { return t.isDone(id) && id != t.held })
}
