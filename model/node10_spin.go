package model

import (
	"slices"

	"evsim/clock"
)

// spin is the lists of timers for which less than a millisecond is left. libuv is told
// to wait for 0 ms, so the phase asks each again and again until the clock moves.
type spin struct {
	lists []int32 // their handles, in the order in which they were first asked
	asked int     // how many were asked since a timer ran
}

func (s *spin) leave(handle int32) {
	if i := slices.Index(s.lists, handle); i >= 0 {
		if s.lists = slices.Delete(s.lists, i, i+1); len(s.lists) == 0 {
			s.asked = 0
		}
	}
}

// spins lets the clock move to the next millisecond, once nothing but lists with a
// fraction is due and each was asked. Any of them may be the one that is asked next, and
// the clock may move within the call of the one before.
func (t *nodeTimers10) spins(handle int32, now clock.Instant) {
	s := &t.spin
	if s.asked++; !slices.Contains(s.lists, handle) {
		s.lists = append(s.lists, handle)
	}
	first, _ := t.uv.agenda.Min()
	if s.asked < len(s.lists) || !slices.Contains(s.lists, first) {
		return
	}
	t.Spin(t.ByTrueTime(now.Add(clock.Millisecond)))
	order := slices.Clone(s.lists)
	k := t.Pick(clock.SpinningList, 2*len(order))
	for i := range order {
		t.uvTimerStart(order[(k+i)%len(order)], 0)
	}
	if k >= len(order) {
		t.moved(order[(k+len(order)-1)%len(order)])
	}
}

// moved is a list that is asked as the clock moves, between the two readings of that
// call: by the first the timer is not due, and by the second nothing is left to wait.
func (t *nodeTimers10) moved(handle int32) {
	t.CiteRule(RuleListWaits)
	t.spin.leave(handle)
	t.Update()
	t.uvTimerStart(handle, clock.Millisecond)
}
