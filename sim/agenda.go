package sim

import "evsim/clock"

// Agenda is what is to happen, in order: references by instant, and at equal
// instants as they were pushed. References are small integers chosen by the
// caller; each is in the Agenda at most once. The zero Agenda is empty.
//
// Where times are plain numbers and there are more than a few, a timing wheel
// keeps them, which takes constant time for each. A heap keeps the others:
// everything as long as there are few or an Oracle answers, and what is pushed
// for an instant that the wheel has passed. So all that is in the heap comes
// before all that is in the wheel. One that finds nothing there stands by itself
// until another comes.
type Agenda struct {
	size  int
	alone bool // the only reference stands in lone, and nothing elsewhere
	by    agendaKind
	lone  int32
	due   clock.Instant // of lone
	heap  heap
	wheel wheel
	seq   uint64
}

// agendaKind is where an Agenda keeps what it can.
type agendaKind uint8

const (
	fewInHeap agendaKind = iota
	manyInWheel
	allInHeap
)

// few is how many references a heap keeps about as fast as a wheel does.
const few = 32

// Restart makes a an empty Agenda, in the same memory.
func (a *Agenda) Restart() {
	a.heap.Restart()
	if a.by != fewInHeap {
		a.wheel.restart()
	}
	a.size, a.alone, a.by, a.lone, a.due, a.seq = 0, false, fewInHeap, 0, 0, 0
}

// Len is the number of references.
func (a *Agenda) Len() int { return a.size }

// Has reports whether ref is there.
func (a *Agenda) Has(ref int32) bool {
	if a.alone || a.size == 0 {
		return a.alone && a.lone == ref
	}
	return a.wheel.has(ref) || a.heap.Has(ref)
}

// Push adds a reference that is not there. Amortised constant time; O(log n)
// comparisons where an Oracle answers.
func (a *Agenda) Push(c *clock.Clock, ref int32, due clock.Instant) {
	if a.size++; a.size == 1 {
		a.alone, a.lone, a.due = true, ref, due
		return
	}
	if a.alone {
		a.alone = false
		a.push(c, a.lone, a.due)
	}
	a.push(c, ref, due)
}

func (a *Agenda) push(c *clock.Clock, ref int32, due clock.Instant) {
	if a.by == fewInHeap && a.heap.Len() == few {
		a.useWheel(c)
	}
	if a.by == manyInWheel {
		number, ok := c.Number(due)
		if ok && number >= a.wheel.time {
			a.wheel.push(ref, number)
			return
		}
		if !ok {
			a.useHeap(c)
		}
	}
	a.pushHeap(c, ref, due)
}

func (a *Agenda) pushHeap(c *clock.Clock, ref int32, due clock.Instant) {
	a.seq++
	a.heap.Push(c, ref, due, a.seq)
}

// useWheel moves everything from the heap to the wheel, if all of it can be
// numbered.
func (a *Agenda) useWheel(c *clock.Clock) {
	a.by = allInHeap
	for _, item := range a.heap.items {
		if _, ok := c.Number(item.due); !ok {
			return
		}
	}
	start := c.Now()
	if _, first := a.heap.Min(); c.Before(first, start) {
		start = first
	}
	number, ok := c.Number(start)
	if !ok {
		return
	}
	a.by = manyInWheel
	for a.wheel.start(number); a.heap.Len() > 0; {
		ref, due := a.heap.Pop(c)
		number, _ := c.Number(due)
		a.wheel.push(ref, number)
	}
}

// useHeap moves everything to the heap, for good.
func (a *Agenda) useHeap(c *clock.Clock) {
	a.by = allInHeap
	for a.wheel.size > 0 {
		ref, number := a.wheel.min()
		a.wheel.remove(ref)
		a.pushHeap(c, ref, clock.Numbered(number))
	}
}

// Min is the first reference and its instant. There must be one.
func (a *Agenda) Min() (ref int32, due clock.Instant) {
	switch {
	case a.alone:
		return a.lone, a.due
	case a.heap.Len() > 0:
		return a.heap.Min()
	}
	ref, number := a.wheel.min()
	return ref, clock.Numbered(number)
}

// Pop takes the first reference out. There must be one.
func (a *Agenda) Pop(c *clock.Clock) (ref int32, due clock.Instant) {
	ref, due = a.Min()
	a.Cancel(c, ref)
	return ref, due
}

// Move puts a reference at an instant, behind all that were pushed for the same,
// and reports whether it was there before.
func (a *Agenda) Move(c *clock.Clock, ref int32, due clock.Instant) (was bool) {
	switch {
	case a.size == 0:
		a.alone, a.lone, a.due, a.size = true, ref, due, 1
		return false
	case a.alone && a.lone == ref:
		a.due = due
		return true
	case a.by == manyInWheel && a.wheel.has(ref):
		if number, ok := c.Number(due); ok && number >= a.wheel.time {
			a.wheel.move(ref, number)
			return true
		}
	}
	was = a.Cancel(c, ref)
	a.Push(c, ref, due)
	return was
}

// Cancel takes a reference out if it is there, and reports whether it was.
// Constant time, O(log n) from the heap.
func (a *Agenda) Cancel(c *clock.Clock, ref int32) bool {
	if a.alone && a.lone == ref {
		a.alone, a.size = false, 0
		return true
	}
	return !a.alone && a.cancel(c, ref)
}

func (a *Agenda) cancel(c *clock.Clock, ref int32) bool {
	switch {
	case a.wheel.has(ref):
		a.wheel.remove(ref)
	case a.heap.Has(ref):
		a.heap.Remove(c, ref)
	default:
		return false
	}
	a.size--
	return true
}
