package sim

import "evsim/clock"

// TimerLists keeps timers the way Node does: one first-in, first-out list for each
// duration, and an agenda of the lists ordered by (expiry, id) (Node,
// lib/internal/timers.js, "How and why the timers implementation works the way
// it does"). A list is due when its expiry is; which of its timers are, the
// policy asks one by one.
//
// Timers and lists are small integers; timers are chosen by the caller. A list
// that was deleted and made anew keeps its number and has a new Generation.
// Insertion and removal take constant time, plus what the agenda takes when a
// list appears or goes.
type TimerLists struct {
	lists  []timerList
	keys   keys // their numbers are the lists'
	agenda Agenda
	links  []link // by timer
}

// link is a timer's place in its list.
type link struct{ list, next, prev int32 }

type timerList struct {
	head, tail int32
	generation uint32 // how often it was made and deleted: odd while it is there
}

const noTimer int32 = -1

var unlinked = link{noTimer, noTimer, noTimer}

// Restart makes l no lists, in the same memory.
func (l *TimerLists) Restart() {
	l.lists, l.links = l.lists[:0], l.links[:0]
	l.keys.restart()
	l.agenda.Restart()
}

// List is the number of the list with a key, whether it is there or not.
func (l *TimerLists) List(key uint64) (list int32) {
	list, ok := l.keys.find(key)
	if !ok {
		list = l.keys.add(key)
		l.lists = append(l.lists, timerList{head: noTimer, tail: noTimer})
	}
	return list
}

// Key is the key of a list.
func (l *TimerLists) Key(list int32) uint64 { return l.keys.all[list] }

// Live reports whether a list is there: it was made and not deleted since.
func (l *TimerLists) Live(list int32) bool { return l.lists[list].generation%2 == 1 }

// Open makes a list, which must not be there.
func (l *TimerLists) Open(list int32) { l.lists[list].generation++ }

// OpenAt makes a list, which must not be there, and orders it by its expiry.
func (l *TimerLists) OpenAt(c *clock.Clock, list int32, expiry clock.Instant) {
	l.Open(list)
	l.agenda.Push(c, list, expiry)
}

// Generation tells lists of one key apart, and a list from none.
func (l *TimerLists) Generation(list int32) uint32 { return l.lists[list].generation }

// Close deletes a list, which must be empty, and takes it off the agenda.
func (l *TimerLists) Close(c *clock.Clock, list int32) {
	l.lists[list].generation++
	l.agenda.Cancel(c, list)
}

// Empty reports whether a list has no timers.
func (l *TimerLists) Empty(list int32) bool { return l.lists[list].head == noTimer }

// Front is the first timer of a generation of a list; ok is false when that is
// empty or was deleted.
func (l *TimerLists) Front(list int32, generation uint32) (timer int32, ok bool) {
	one := &l.lists[list]
	return one.head, one.head != noTimer && one.generation == generation
}

// Append puts a timer, which must be in no list, at the end of one.
func (l *TimerLists) Append(list, timer int32) {
	for int(timer) >= len(l.links) {
		l.links = append(l.links, unlinked)
	}
	one := &l.lists[list]
	l.links[timer] = link{list: list, next: noTimer, prev: one.tail}
	if one.tail == noTimer {
		one.head = timer
	} else {
		l.links[one.tail].next = timer
	}
	one.tail = timer
}

// Listed reports whether a timer is in a list.
func (l *TimerLists) Listed(timer int32) bool {
	return int(timer) < len(l.links) && l.links[timer].list != noTimer
}

// Unlink takes a timer out of its list, and reports whether it was in one.
func (l *TimerLists) Unlink(timer int32) bool {
	return l.Listed(timer) && l.unlink(timer)
}

func (l *TimerLists) unlink(timer int32) bool {
	at := &l.links[timer]
	one := &l.lists[at.list]
	if at.prev == noTimer {
		one.head = at.next
	} else {
		l.links[at.prev].next = at.next
	}
	if at.next == noTimer {
		one.tail = at.prev
	} else {
		l.links[at.next].prev = at.prev
	}
	at.list = noTimer
	return true
}

// Expect orders a list by its expiry, behind every list that was ordered by the
// same expiry before.
func (l *TimerLists) Expect(c *clock.Clock, list int32, expiry clock.Instant) {
	l.agenda.Move(c, list, expiry)
}

// Ordered is the number of lists that have an expiry.
func (l *TimerLists) Ordered() int { return l.agenda.Len() }

// Earliest is the list with the first (expiry, id). One must be ordered.
func (l *TimerLists) Earliest() (list int32, expiry clock.Instant) { return l.agenda.Min() }
