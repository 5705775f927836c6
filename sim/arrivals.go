package sim

import (
	"slices"

	"evsim/clock"
)

// Arrivals are things that will happen in the world at known instants: an
// operation completes, a frame is due, the user clicks. The zero Arrivals is
// empty.
//
// A heap would ask which of two arrivals comes first long before that matters,
// and an Oracle would have to decide. So while one answers, arrivals stand in a
// list, and the only question is which comes first of all.
type Arrivals struct {
	// AreEquivalent reports that no log can tell which of two tasks ran, because they do
	// the same, and that nothing depends on their instants but when they come.
	// Which of two such comes first is no question. nil: none are.
	AreEquivalent func(a, b Task) bool

	// Class is a number that equivalent tasks have in common, which it
	// takes less time to compare. nil: it is the same for all.
	Class func(Task) uint32

	heap  heap
	tasks []Task `state:"slab:free"`
	free  []int32
	seq   uint64

	list  []arrival // instead of the heap, in the order of announcement
	first int       `state:"-"` // index in list of the first to come, plus one; 0: not asked yet
	ties  []int     `state:"-"`

	// chosen is first where an Oracle leaves ties open: what it took for the first, among
	// what may coincide, does not follow from what it knows.
	chosen int
}

type arrival struct {
	at    clock.Instant
	ref   int32
	class uint32 `state:"-"` // Class of its task
}

// Len is the number of arrivals still to come.
func (a *Arrivals) Len() int { return a.heap.Len() + len(a.list) }

// Restart makes a no arrivals, in the same memory.
func (a *Arrivals) Restart() {
	a.heap.Restart()
	a.tasks, a.free, a.list, a.ties = a.tasks[:0], a.free[:0], a.list[:0], a.ties[:0]
	a.seq, a.first, a.chosen = 0, 0, 0
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
	if c.Exploring() {
		a.list, a.first, a.chosen = append(a.list, arrival{at: at, ref: ref}), 0, 0
		if a.Class != nil {
			a.list[len(a.list)-1].class = a.Class(t)
		}
		return ref
	}
	a.seq++
	a.heap.Push(c, ref, at, a.seq)
	return ref
}

// Remove calls an arrival off.
func (a *Arrivals) Remove(c *clock.Clock, ref int32) {
	a.free = append(a.free, ref)
	if !c.Exploring() {
		a.heap.Remove(c, ref)
		return
	}
	a.unlist(slices.IndexFunc(a.list, func(one arrival) bool { return one.ref == ref }))
}

func (a *Arrivals) unlist(i int) {
	a.list, a.first, a.chosen = slices.Delete(a.list, i, i+1), 0, 0
}

// Next is the instant of the first arrival; ok is false when none is to come.
func (a *Arrivals) Next(c *clock.Clock) (at clock.Instant, ok bool) {
	switch {
	case a.Len() == 0:
		return clock.Never, false
	case !c.Exploring():
		_, at = a.heap.Min()
		return at, true
	case a.first == 0:
		if a.first = c.First((*candidates)(a)) + 1; c.TiesLate() {
			a.chosen = a.first
		}
	}
	return a.list[a.first-1].at, true
}

// Take removes the first arrival that has come by now; ok is false when none
// has. Which of several at the same instant comes first is a free choice
// ([clock.SimultaneousArrivals]); by itself it is the one announced first.
func (a *Arrivals) Take(c *clock.Clock, now clock.Instant) (t Task, at clock.Instant, ok bool) {
	if c.TiesLate() && !a.anyBy(c, now) {
		return Task{}, 0, false
	}
	at, ok = a.Next(c)
	if !ok || c.Before(now, at) {
		return Task{}, 0, false
	}
	var ref int32
	if c.Exploring() {
		i := a.choose(c, at)
		ref = a.list[i].ref
		a.unlist(i)
	} else {
		ref, _ = a.heap.Pop(c)
	}
	a.free = append(a.free, ref)
	return a.tasks[ref], at, true
}

// anyBy reports whether an arrival has come by now, and asks of each by itself, so that
// which comes first is asked only where one has.
func (a *Arrivals) anyBy(c *clock.Clock, now clock.Instant) (some bool) {
	if a.first > 0 {
		return true // that is known
	}
	for i := range a.list {
		some = !c.Before(now, a.list[i].at) || some
	}
	return some
}

// choose asks which of the arrivals at the instant at comes first. None is that
// stands before the first in the list: of equal ones that is the first. Where the
// Oracle leaves ties open, any of those that only may coincide with the first has been
// the first in another answer; what surely does is bound to the same unknown.
func (a *Arrivals) choose(c *clock.Clock, at clock.Instant) int {
	a.ties = append(a.ties[:0], a.first-1)
	late := c.TiesLate()
	for i := a.first; i < len(a.list); i++ {
		other := a.list[i].at
		surely := at.IsSurely(other)
		if late && !surely {
			continue
		}
		if !a.equivalentTie(i) && (surely || !c.Before(at, other)) {
			a.ties = append(a.ties, i)
		}
	}
	return a.ties[c.Pick(clock.SimultaneousArrivals, len(a.ties))]
}

// equivalentTie reports whether the i-th arrival is equivalent to one of those in ties, so
// that it does not matter whether it is at their instant too.
func (a *Arrivals) equivalentTie(i int) bool {
	list, class := a.list, a.list[i].class
	for _, tie := range a.ties {
		if list[tie].class == class && a.equivalent(tie, i) {
			return true
		}
	}
	return false
}

// candidates is the arrivals of a list (clock.Candidates).
type candidates Arrivals

func (a *candidates) Len() int               { return len(a.list) }
func (a *candidates) At(i int) clock.Instant { return a.list[i].at }

func (a *candidates) Equivalent(i, j int) bool { return (*Arrivals)(a).equivalent(i, j) }

func (a *Arrivals) equivalent(i, j int) bool {
	return a.AreEquivalent != nil && a.list[i].class == a.list[j].class && a.AreEquivalent(a.tasks[a.list[i].ref], a.tasks[a.list[j].ref])
}

// Each calls f with every arrival still to come, in no particular order.
func (a *Arrivals) Each(f func(Task)) {
	for _, item := range a.heap.items {
		f(a.tasks[item.ref])
	}
	for _, one := range a.list {
		f(a.tasks[one.ref])
	}
}
