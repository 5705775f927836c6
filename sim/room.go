package sim

import (
	"reflect"
	"slices"
)

// A run can hold more than there is memory for, and a table that grows needs
// the room of the old one and of the new one at a time. So who bounds memory is
// asked before a large table grows (Config.Room), and not only told afterwards.

// muchAtOnce is how many bytes a table grows by before anybody is asked.
const muchAtOnce = 8 << 20

// Grow asks whether there is room for so many bytes more. If there is none, it
// stops the loop and panics, since what asked for them cannot go on. Who runs
// the loop recovers where OutOfRoom says that this was the panic.
func (l *Loop) Grow(bytes int64) {
	if bytes < muchAtOnce || l.room == nil || l.room(bytes) {
		return
	}
	l.Stop(Stop{Reason: Abandoned})
	l.outOfRoom = true
	panic("sim: there is no room for what a run holds")
}

// OutOfRoom reports whether the run ended in a Grow that did not return.
func (l *Loop) OutOfRoom() bool { return l.outOfRoom }

// grower is told before a table grows by so many bytes, as a Loop is. Where there
// is no room, Grow does not return.
type grower = interface{ Grow(bytes int64) }

// Grown is a table with room for one more, as append makes it; g is asked first.
func Grown[T any](g grower, table []T) []T {
	if len(table) < cap(table) {
		return table
	}
	return regrown(g, table)
}

func regrown[T any](g grower, table []T) []T {
	AskFor[T](g, cap(table)+cap(table)/4)
	return slices.Grow(table, 1)
}

// AskFor asks for room for a table of n elements; g may be nil.
func AskFor[T any](g grower, n int) {
	if g != nil {
		g.Grow(int64(n) * int64(reflect.TypeFor[T]().Size()))
	}
}

// Push appends a task to a queue, for which it asks for room.
func (l *Loop) Push(q *Queue, t Task) {
	if q.full() {
		l.askToPush(q)
		q.rise()
	}
	q.put(t)
}

// askToPush asks for the room that a full queue takes to have one task more.
func (l *Loop) askToPush(q *Queue) {
	if q.most == len(q.ring) {
		AskFor[Task](l, 2*len(q.ring))
	}
}
