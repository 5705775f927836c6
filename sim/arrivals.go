package sim

import "evsim/clock"

// Arrivals are things that will happen in the world at known instants: an
// operation completes, a frame is due, the user clicks. The zero Arrivals is
// empty.
type Arrivals struct {
	heap  Heap
	tasks []Task
	free  []int32
	ties  []int32
	seq   uint64
}

// Len is the number of arrivals still to come.
func (a *Arrivals) Len() int { return a.heap.Len() }

// Emptied is no arrivals, in the memory of a.
func (a Arrivals) Emptied() Arrivals {
	return Arrivals{heap: a.heap.Emptied(), tasks: a.tasks[:0], free: a.free[:0], ties: a.ties[:0]}
}

// Add announces an arrival and returns a reference to it, valid until it is
// taken or removed.
func (a *Arrivals) Add(c *clock.Clock, at clock.Instant, t Task) int32 {
	ref := int32(len(a.tasks))
	if n := len(a.free); n > 0 {
		ref, a.free = a.free[n-1], a.free[:n-1]
		a.tasks[ref] = t
	} else {
		a.tasks = append(a.tasks, t)
	}
	a.seq++
	a.heap.Push(c, ref, at, a.seq)
	return ref
}

// Remove calls an arrival off.
func (a *Arrivals) Remove(c *clock.Clock, ref int32) {
	a.heap.Remove(c, ref)
	a.free = append(a.free, ref)
}

// Next is the instant of the first arrival; ok is false when none is to come.
func (a *Arrivals) Next() (at clock.Instant, ok bool) {
	if a.heap.Len() == 0 {
		return clock.Never, false
	}
	_, at = a.heap.Min()
	return at, true
}

// Take removes the first arrival that has come by now; ok is false when none
// has. Which of several at the same instant comes first is a free choice
// ([clock.SimultaneousArrivals]); by itself it is the one announced first.
func (a *Arrivals) Take(c *clock.Clock, now clock.Instant) (t Task, at clock.Instant, ok bool) {
	at, ok = a.Next()
	if !ok || c.Before(now, at) {
		return Task{}, 0, false
	}
	ref, _ := a.heap.Pop(c)
	if c.Exploring() {
		ref = a.choose(c, ref, at)
	}
	a.free = append(a.free, ref)
	return a.tasks[ref], at, true
}

// choose asks which of the arrivals at the instant at comes first, and puts
// the others back in their order.
func (a *Arrivals) choose(c *clock.Clock, first int32, at clock.Instant) int32 {
	a.ties = append(a.ties[:0], first)
	for a.heap.Len() > 0 {
		if _, next := a.heap.Min(); c.Before(at, next) {
			break
		}
		ref, _ := a.heap.Pop(c)
		a.ties = append(a.ties, ref)
	}
	chosen := c.Pick(clock.SimultaneousArrivals, len(a.ties))
	for i, ref := range a.ties {
		if i != chosen {
			a.seq++
			a.heap.Push(c, ref, at, a.seq)
		}
	}
	return a.ties[chosen]
}

// Each calls f with every arrival still to come, in no particular order.
func (a *Arrivals) Each(f func(Task)) {
	for _, item := range a.heap.items {
		f(a.tasks[item.ref])
	}
}
