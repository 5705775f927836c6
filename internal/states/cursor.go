// Package states is a run as a sequence of states. The state at step k is a
// function of the first k events alone, however one came to it; a [Cursor]
// moves through them, forwards and back.
package states

import (
	"slices"

	"evsim/clock"
	"evsim/sim"
)

// Kinds is the events that a recording must hold for its states to be known.
const Kinds = sim.AllKinds

// Recording keeps the events of a run, or the first ones, for which there is room.
// It is a sim.Sink.
type Recording struct {
	Events []sim.Event
	Room
}

// perEvent is how many bytes a [Cursor] takes for each event, and who writes what it
// shows, which knows tasks by their numbers.
const perEvent = 64

// Emit keeps an event (sim.Sink).
func (r *Recording) Emit(e sim.Event) { r.Events = Kept(&r.Room, r.Events, e, perEvent) }

// Queue is a place where tasks wait.
type Queue struct {
	Name string
	List clock.Span // the duration that names one of several lists; 0: there is one
}

// Cursor stands at one step of a run: behind the first k of its events.
//
// A step either way takes constant time. What the cursor holds is linear in
// the number of events.
type Cursor struct {
	events []sim.Event
	at     int

	queues []queue
	queue  []int32 // by event: the queue of an enqueue
	task   []node  // by task: where it waits
	left   []node  // by event: where its task waited before
	stack  []int32 // the runs under way, the outermost first: indices of events
	ended  []int32 // by event: the run that an end is the end of
	phase  []int32 // by event: the last one that says which phase the loop is in
	logs   []int32 // events that a reader of the log sees
}

type queue struct {
	Queue
	head, tail int32 // tasks
	size       int
}

// node is where a task waits: which event put it there, and its neighbours.
type node struct {
	since      int32 // an index of events plus one; 0: the task does not wait
	prev, next int32 // tasks; 0: none
}

// noRun marks an end without a beginning.
const noRun int32 = -1

// New is a cursor before the first event of a run. The events must be all that
// the run emitted, or its first ones.
func New(events []sim.Event) *Cursor {
	c := &Cursor{events: events, queue: make([]int32, len(events)), left: make([]node, len(events)), ended: make([]int32, len(events)), phase: make([]int32, len(events))}
	last := sim.TaskID(0)
	numbers := map[Queue]int32{}
	phase := int32(-1)
	for i := range events {
		e := &events[i]
		last = max(last, e.Task)
		switch e.Kind {
		case sim.EventEnqueue:
			c.queue[i] = c.number(numbers, Queue{string(e.Phase), e.List})
		case sim.EventLog, sim.EventThrow:
			c.logs = append(c.logs, int32(i))
		}
		if e.Kind != sim.EventEnqueue && e.Kind != sim.EventSchedule {
			phase = int32(i)
		}
		c.phase[i] = phase
	}
	c.task = make([]node, last+1)
	return c
}

func (c *Cursor) number(numbers map[Queue]int32, q Queue) int32 {
	n, known := numbers[q]
	if !known {
		n = int32(len(c.queues))
		numbers[q] = n
		c.queues = append(c.queues, queue{Queue: q})
	}
	return n
}

// Len is the number of events, and so the last step.
func (c *Cursor) Len() int { return len(c.events) }

// Step is how many events the cursor stands behind.
func (c *Cursor) Step() int { return c.at }

// Next goes one step on; false at the end.
func (c *Cursor) Next() bool {
	if c.at == len(c.events) {
		return false
	}
	i := int32(c.at)
	e := &c.events[i]
	switch e.Kind {
	case sim.EventEnqueue:
		c.leave(i, e.Task)
		c.enter(c.queue[i], e.Task, node{since: i + 1, prev: c.queues[c.queue[i]].tail})
	case sim.EventDrop:
		c.leave(i, e.Task)
	case sim.EventRun:
		c.leave(i, e.Task)
		c.stack = append(c.stack, i)
	case sim.EventEnd:
		c.ended[i] = noRun
		if top := len(c.stack) - 1; top >= 0 {
			c.ended[i] = c.stack[top]
			c.stack = c.stack[:top]
		}
	}
	c.at++
	return true
}

// Back goes one step back; false at the beginning.
func (c *Cursor) Back() bool {
	if c.at == 0 {
		return false
	}
	c.at--
	i := int32(c.at)
	e := &c.events[i]
	switch e.Kind {
	case sim.EventEnqueue:
		c.unlink(e.Task)
		c.enterAgain(i, e.Task)
	case sim.EventDrop:
		c.enterAgain(i, e.Task)
	case sim.EventRun:
		c.stack = c.stack[:len(c.stack)-1]
		c.enterAgain(i, e.Task)
	case sim.EventEnd:
		if c.ended[i] != noRun {
			c.stack = append(c.stack, c.ended[i])
		}
	}
	return true
}

// Seek goes to a step from 0 to Len, in time linear in the distance.
func (c *Cursor) Seek(step int) {
	for c.at < step && c.Next() {
	}
	for c.at > step && c.Back() {
	}
}

// leave takes a task out of the queue that it waits in, and keeps where it was.
func (c *Cursor) leave(event int32, t sim.TaskID) {
	if c.left[event] = c.task[t]; c.task[t].since != 0 {
		c.unlink(t)
	}
}

func (c *Cursor) enterAgain(event int32, t sim.TaskID) {
	if was := c.left[event]; was.since != 0 {
		c.enter(c.queue[was.since-1], t, was)
	}
}

// enter puts a task behind n.prev.
func (c *Cursor) enter(q int32, t sim.TaskID, n node) {
	to := &c.queues[q]
	n.next = to.head
	if n.prev != 0 {
		n.next = c.task[n.prev].next
		c.task[n.prev].next = int32(t)
	} else {
		to.head = int32(t)
	}
	if n.next != 0 {
		c.task[n.next].prev = int32(t)
	} else {
		to.tail = int32(t)
	}
	to.size++
	c.task[t] = n
}

func (c *Cursor) unlink(t sim.TaskID) {
	n := c.task[t]
	from := &c.queues[c.queue[n.since-1]]
	if n.prev != 0 {
		c.task[n.prev].next = n.next
	} else {
		from.head = n.next
	}
	if n.next != 0 {
		c.task[n.next].prev = n.prev
	} else {
		from.tail = n.prev
	}
	from.size--
	c.task[t] = node{}
}

// Event is the event that led to this step; at step 0 the zero Event.
func (c *Cursor) Event() sim.Event {
	if c.at == 0 {
		return sim.Event{}
	}
	return c.events[c.at-1]
}

// Phase is the phase or queue that the loop is in.
func (c *Cursor) Phase() string {
	if c.at == 0 || c.phase[c.at-1] < 0 {
		return ""
	}
	return string(c.events[c.phase[c.at-1]].Phase)
}

// Stack appends the runs under way to dst, the outermost first.
func (c *Cursor) Stack(dst []sim.Event) []sim.Event {
	for _, i := range c.stack {
		dst = append(dst, c.events[i])
	}
	return dst
}

// Queues is every queue that a task waits in at some step of the run, in the
// order in which they come to be used. The slice is the caller's.
func (c *Cursor) Queues() []Queue {
	all := make([]Queue, len(c.queues))
	for i := range c.queues {
		all[i] = c.queues[i].Queue
	}
	return all
}

// QueueOf is the queue that an enqueue, named by its index, puts its task into.
func (c *Cursor) QueueOf(event int) Queue { return c.queues[c.queue[event]].Queue }

// Left is the queue that the task of the step's event waited in until then;
// ok is false when it waited nowhere.
func (c *Cursor) Left() (q Queue, ok bool) {
	if c.at == 0 || c.left[c.at-1].since == 0 {
		return Queue{}, false
	}
	return c.QueueOf(int(c.left[c.at-1].since - 1)), true
}

// Size is how many tasks wait in the i-th of Queues.
func (c *Cursor) Size(i int) int { return c.queues[i].size }

// Waiting appends to dst the events that put the tasks of the i-th of Queues
// there, at most limit of them, the oldest first.
func (c *Cursor) Waiting(dst []sim.Event, i, limit int) []sim.Event {
	for t := c.queues[i].head; t != 0 && limit > 0; t = c.task[t].next {
		dst = append(dst, c.events[c.task[t].since-1])
		limit--
	}
	return dst
}

// Log is the indices of the events, up to this step, that log a line or report
// an error that nothing caught. It must not be changed.
func (c *Cursor) Log() []int32 {
	n, _ := slices.BinarySearch(c.logs, int32(c.at))
	return c.logs[:n]
}
