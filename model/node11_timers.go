package model

import (
	"evsim/clock"
	"evsim/sim"
)

// nodeTimers11 is lib/internal/timers.js and Environment::RunTimers from Node
// 11 on: lists by duration, a queue of the lists by (expiry, id), and one
// uv_timer_t for all of them. Ticks run between any two timers.
type nodeTimers11 struct {
	*Node
	slab       timeouts
	lists      sim.TimerLists
	nextExpiry clock.Instant
	handle     int32
	refCount   int   // timeoutInfo[0]
	held       int32 // the timer that runs or is about to: its slot must stay
}

func (t *nodeTimers11) restart() {
	t.slab.restart()
	t.lists.Restart()
	t.nextExpiry, t.refCount, t.held = clock.Never, 0, noHandle
	t.handle = t.uvNewTimer(0, false)
}

func newNodeTimers11(n *Node) nodeTimers {
	return &nodeTimers11{Node: n}
}

func (t *nodeTimers11) set(s timerSpec) TimerRef {
	list := t.lists.List(listKey(wholeMilliseconds(s.delay)))
	id := t.newTimeout(&t.slab, s, list)
	t.incRefCount()
	t.insert(id, t.Update())
	return TimerRef(id + 1)
}

// insert is insert(item, msecs, start), of the timer's own duration.
func (t *nodeTimers11) insert(id int32, start clock.Instant) {
	one := &t.slab.all[id]
	one.start = start
	d := keyDuration(t.lists.Key(one.list))
	if !t.lists.Live(one.list) {
		expiry := start.Add(d)
		t.lists.OpenAt(t.Clock, one.list, expiry)
		if t.Before(expiry, t.nextExpiry) {
			t.uvTimerStart(t.handle, d)
			t.uvStartedFor(t.handle, id)
			t.nextExpiry = expiry
		}
	}
	if t.lists.Listed(id) {
		t.lists.Unlink(id)
	}
	t.lists.Append(one.list, id)
	t.EnqueueDue(InTimers, one.task(), d, start.Add(d))
}

// fire is Environment::RunTimers. The time of a pass is fixed, also when an
// exception restarts it; the scope's own ticks come after the handle was
// started for the next expiry.
func (t *nodeTimers11) fire(int32) {
	now := t.Update()
	for t.processTimers(now) {
		if t.Stopped() {
			return
		}
	}
	if t.lists.Ordered() > 0 {
		due := t.nextExpiry
		if next := t.Clock.Loop().Add(clock.Millisecond); t.Before(due, next) {
			t.CiteRule(RulePassAgain)
			due = next
		}
		t.uvTimerStartAt(t.handle, due)
		t.uvStartedForFirst()
		t.uvTimerRef(t.handle, t.refCount > 0)
	} else {
		t.uvTimerRef(t.handle, false)
	}
	t.closeScope(RuleCheckpoint)
}

// uvStartedForFirst notes that the handle was started for the first list.
func (t *nodeTimers11) uvStartedForFirst() {
	if !t.Tells(sim.EventPoll) {
		return
	}
	list, _ := t.lists.Earliest()
	if id, ok := t.lists.Front(list, t.lists.Generation(list)); ok {
		t.uvStartedFor(t.handle, id)
	} else {
		t.uv.handles[t.handle].purpose = purpose{}
	}
}

// processTimers runs every list that is due, ticks between two of them.
func (t *nodeTimers11) processTimers(now clock.Instant) (threw bool) {
	t.nextExpiry = clock.Never
	for first := true; !t.Stopped(); first = false {
		if t.lists.Ordered() == 0 {
			return false
		}
		list, expiry := t.lists.Earliest()
		if t.Before(now, expiry) {
			t.nextExpiry = expiry
			return false
		}
		if t.lists.Ordered() > 1 {
			t.CiteRule(RuleListExpiry)
			t.CiteRule(RuleListOrder)
		}
		if !first && t.runNextTicks(RuleTicksBetweenTimers) {
			return true
		}
		duration := keyDuration(t.lists.Key(list))
		t.Pass(duration, expiry, now)
		if t.listOnTimeout(list, duration, now) {
			return true
		}
	}
	return false
}

// listOnTimeout runs a list up to its first timer that is not due. Like the
// original it looks at the list that it was given even when ticks have
// deleted that list meanwhile: an empty one ends it, a new one of the same
// duration is another list.
func (t *nodeTimers11) listOnTimeout(list int32, duration clock.Span, now clock.Instant) (threw bool) {
	generation := t.lists.Generation(list)
	for first := true; !t.Stopped(); first = false {
		id, ok := t.lists.Front(list, generation)
		if !ok {
			break
		}
		due := t.slab.all[id].start.Add(duration)
		if t.Before(now, due) {
			if next := now.Add(clock.Millisecond); t.Before(due, next) {
				due = next
			}
			t.lists.Expect(t.Clock, list, due)
			t.CiteRule(RulePassTime)
			return false
		}
		t.CiteRule(RuleDue)
		if !first && t.lists.Ordered() > 1 {
			t.CiteRule(RuleListByList)
		}
		t.held = id
		if !first && t.runNextTicks(RuleTicksBetweenTimers) {
			t.release(id)
			return true
		}
		listed := t.lists.Unlink(id) // no longer, if a tick has cleared it
		if one := &t.slab.all[id]; one.cleared {
			t.done(one) // it was refreshed when it was cleared already
			if listed {
				t.Drop(one.task())
			}
			t.release(id)
			continue
		}
		if t.runTimer(id) {
			return true
		}
	}
	if t.lists.Generation(list) == generation && t.lists.Empty(list) {
		t.lists.Close(t.Clock, list)
	}
	return false
}

// runTimer runs a timer and, whether it threw or not, sets an interval again:
// measured from just before its callback.
func (t *nodeTimers11) runTimer(id int32) (threw bool) {
	one := &t.slab.all[id]
	var start clock.Instant
	if one.repeat {
		start = t.Update()
	}
	threw = t.Loop.Run(one.task(), sim.TimerWork) == sim.Threw
	one = &t.slab.all[id] // it may have moved
	refreshed := t.lists.Listed(id)
	switch {
	case one.repeat && one.list != unenrolled:
		t.CiteRule(RuleInterval)
		if refreshed {
			t.Drop(one.task())
		}
		one.again(&t.Loop)
		t.insert(id, start)
	case !refreshed:
		t.done(one)
	}
	t.release(id)
	if threw {
		t.CiteRule(RuleTimerThrows)
		t.uncaught(t.thrown)
	}
	return threw
}

// done says that a timer has had its turn. The uv_timer_t is left as it is
// until the end of the pass.
func (t *nodeTimers11) done(one *timeout) {
	if one.destroyed {
		return
	}
	one.destroyed = true
	if one.refed {
		t.refCount--
		one.refed = !t.rules.DoneLosesRef
	}
}

func (t *nodeTimers11) clear(ref TimerRef) {
	id := int32(ref) - 1
	if id < 0 || t.slab.all[id].cleared {
		return
	}
	t.slab.all[id].cleared = true
	t.unenroll(id)
}

// unenroll is unenroll(item): a list whose last timer goes is deleted at once,
// if that timer was referenced. The uv_timer_t stays as it is, so that a
// wake-up for nothing may follow.
func (t *nodeTimers11) unenroll(id int32) {
	one := &t.slab.all[id]
	if one.destroyed {
		if t.rules.DoneLosesRef {
			one.list = unenrolled
		}
		return
	}
	one.destroyed = true
	if t.lists.Listed(id) {
		t.Drop(one.task())
	}
	t.lists.Unlink(id)
	if one.refed {
		if t.lists.Live(one.list) && t.lists.Empty(one.list) {
			t.lists.Close(t.Clock, one.list)
		}
		t.decRefCount()
		one.refed = !t.rules.DoneLosesRef
	}
	one.list = unenrolled
	if id != t.held {
		t.slab.release(id)
	}
}

// release ends the hold on a timer, and frees its slot when it is done: then it
// is in no list.
func (t *nodeTimers11) release(id int32) {
	t.held = noHandle
	if t.slab.all[id].destroyed {
		t.slab.release(id)
	}
}

func (t *nodeTimers11) refresh(ref TimerRef) {
	id := int32(ref) - 1
	if id < 0 {
		return
	}
	one := &t.slab.all[id]
	cleared := one.list == unenrolled
	if cleared && !t.rules.RefreshReadsClock {
		return
	}
	now := t.Update()
	if cleared {
		t.CiteRule(RuleRefreshReadsClock)
		return
	}
	if !t.lists.Listed(id) {
		one.again(&t.Loop)
	}
	t.uvSetAgain(t.handle, id)
	t.insert(id, now)
	if one.destroyed {
		one.destroyed = false
		if one.refed {
			t.incRefCount()
		} else if t.rules.DoneLosesRef {
			t.CiteRule(RuleDoneLosesRef)
		}
	}
}

func (t *nodeTimers11) ref(ref TimerRef, referenced bool) {
	id := int32(ref) - 1
	if id < 0 {
		return
	}
	one := &t.slab.all[id]
	if one.refed == referenced || one.destroyed && t.rules.DoneLosesRef {
		return
	}
	one.refed = referenced
	switch {
	case one.destroyed:
	case referenced:
		t.incRefCount()
	default:
		t.decRefCount()
	}
}

func (t *nodeTimers11) incRefCount() {
	if t.refCount++; t.refCount == 1 {
		t.uvTimerRef(t.handle, true)
	}
}

func (t *nodeTimers11) decRefCount() {
	if t.refCount--; t.refCount == 0 {
		t.uvTimerRef(t.handle, false)
	}
}

func (t *nodeTimers11) forget(ref TimerRef) {
	t.slab.forget(ref, func(id int32) bool { return t.slab.all[id].destroyed && id != t.held })
}

func (t *nodeTimers11) timeout(id int32) *timeout { return &t.slab.all[id] }

func (t *nodeTimers11) most() int { return t.slab.most() }
