package why_test

import (
	"strings"

	"evsim/clock"
	"evsim/sim"
)

func span(t clock.Instant) clock.Span { return clock.Span(t) }

func draining(queue sim.Place) bool { return queue == "microtasks" || queue == "nextTick" }

func queue(e *sim.Event) sim.Place {
	if e == nil {
		return ""
	}
	return e.Phase
}

// enqueued is the event that put a task into the queue that it waits in at an
// event.
func (k checker) enqueued(id sim.TaskID, at int) *sim.Event {
	for i := at - 1; i >= 0; i-- {
		if e := &k.events[i]; e.Task == id && e.Kind == sim.EventEnqueue {
			return e
		}
	}
	return nil
}

func (k checker) last(kind sim.EventKind, before int) sim.Event {
	for i := before - 1; i >= 0; i-- {
		if k.events[i].Kind == kind {
			return k.events[i]
		}
	}
	return sim.Event{}
}

// mentioned is the index of the first event about a task.
func (k checker) mentioned(id sim.TaskID) int {
	for i := range k.events {
		if e := &k.events[i]; e.Task == id && (e.Kind == sim.EventSchedule || e.Kind == sim.EventEnqueue) {
			return i
		}
	}
	return -1
}

// runsAfter are the runs of a task that begin at the claim's event or later.
func (k checker) runsAfter(id sim.TaskID) (out []int) {
	for i := k.c.At; i < len(k.events); i++ {
		if k.events[i].Kind == sim.EventRun && k.events[i].Task == id {
			out = append(out, i)
		}
	}
	return out
}

// descends reports whether a task comes from another: was scheduled while it
// ran, or as its next run.
func (k checker) descends(id, from sim.TaskID) bool {
	for id != 0 {
		if id == from {
			return true
		}
		at := k.mentioned(id)
		cause := k.events[at].Cause
		if running := k.around(at); k.events[at].Kind == sim.EventEnqueue && running != 0 {
			cause = running
		}
		id = cause
	}
	return false
}

// around is the innermost task that runs at an event.
func (k checker) around(at int) sim.TaskID {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch k.events[i].Kind {
		case sim.EventEnd:
			depth++
		case sim.EventRun:
			if depth == 0 {
				return k.events[i].Task
			}
			depth--
		}
	}
	return 0
}

// runsAround reports whether a task runs around the claim's event.
func (k checker) runsAround(id sim.TaskID) bool {
	for at := k.c.At; ; {
		around := k.around(at)
		if around == 0 || around == id {
			return around == id
		}
		for k.events[at].Kind != sim.EventRun || k.events[at].Task != around {
			at--
		}
	}
}

// anyInside is a task that runs inside the run that is claimed about.
func (k checker) anyInside() sim.TaskID {
	for i := k.c.At + 1; i < len(k.events); i++ {
		switch k.events[i].Kind {
		case sim.EventRun:
			return k.events[i].Task
		case sim.EventEnd:
			return 0
		}
	}
	return 0
}

// outer is the outermost task around a task's next run, and outerStart where
// that of the first began.
func (k checker) outer(id sim.TaskID) sim.TaskID {
	at := k.runsAfter(id)[0]
	for around := k.around(at); around != 0; around = k.around(at) {
		for id = around; k.events[at].Kind != sim.EventRun || k.events[at].Task != id; at-- {
		}
	}
	return id
}

func (k checker) outerFirst() sim.TaskID { return k.events[k.outerStart()].Task }

func (k checker) outerStart() int {
	at := k.c.At
	for around := k.around(at); around != 0; around = k.around(at) {
		for k.events[at].Kind != sim.EventRun || k.events[at].Task != around {
			at--
		}
	}
	return at
}

// onlyDrained reports whether nothing but ticks, jobs and what the host calls
// at once ran since the checkpoint began.
func (k checker) onlyDrained() bool {
	for i := k.c.At; k.events[i].Kind != sim.EventCheckpoint; i-- {
		if e := k.events[i]; e.Kind == sim.EventRun && !draining(queue(k.enqueued(e.Task, i))) && k.enqueued(e.Task, i) != nil {
			return false
		}
	}
	return true
}

// keptFrom reports whether no checkpoint has come since a tick or job was
// queued, or an exception ended it.
func (k checker) keptFrom(y *sim.Event) bool {
	if k.last(sim.EventCheckpoint, k.c.At).Seq < y.Seq {
		return k.lists || k.last(sim.EventThrow, k.c.At).Seq > 0 || k.c.Rule == "node.late-handled-quiet" && k.queuedBy("rejectionHandled", y)
	}
	return k.last(sim.EventThrow, k.c.At).Seq > 0 && k.c.Rule != "node.list-scope" && k.c.Rule != "node.batch-scope"
}

// queuedBy reports whether the task that queued another was scheduled in a queue.
func (k checker) queuedBy(queue sim.Place, y *sim.Event) bool {
	for i := range k.events {
		if e := &k.events[i]; e.Kind == sim.EventSchedule && e.Task == y.Cause {
			return e.Phase == queue
		}
	}
	return false
}

// message reports whether messages to a port wait in a queue.
func message(queue sim.Place) bool { return strings.HasPrefix(string(queue), "messages") }

// inOnePoll reports whether one poll phase runs the first and, at an event, the second.
func (k checker) inOnePoll(second int) bool {
	for i := k.c.At; i < second; i++ {
		if k.events[i].Kind == sim.EventPhase {
			return false
		}
	}
	return k.last(sim.EventPhase, k.c.At).Phase == "poll"
}

func (k checker) waitedIn(queue sim.Place, id sim.TaskID) bool {
	for i := range k.events {
		if k.events[i].Task == id && k.events[i].Phase == queue {
			return true
		}
	}
	return false
}

// due is when a task was last said to leave a queue.
func (k checker) due(id sim.TaskID) clock.Span {
	for i := k.c.At - 1; i >= 0; i-- {
		if e := &k.events[i]; e.Task == id && e.Kind == sim.EventEnqueue && e.Due != clock.Never {
			return span(e.Due)
		}
	}
	return -1
}
