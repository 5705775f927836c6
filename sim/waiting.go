package sim

import "evsim/clock"

// The verbs below only tell what a policy does. Each asks first, in a function
// small enough to stand where it is called, whether anybody listens.

// Enqueue tells that a task waits in a queue from now on, behind the others
// there. It leaves the queue that it waited in before.
func (l *Loop) Enqueue(queue Place, t Task) {
	if l.wants.Has(EventEnqueue) {
		l.tellWaiting(queue, t, 0, clock.Never)
	}
}

// EnqueueDue is Enqueue for a task that is expected to leave the queue at an
// instant of the loop's clock. List tells the lists of one queue apart by
// their duration; 0 is none.
func (l *Loop) EnqueueDue(queue Place, t Task, list clock.Span, due clock.Instant) {
	if l.wants.Has(EventEnqueue) {
		l.tellWaiting(queue, t, list, due)
	}
}

func (l *Loop) tellWaiting(queue Place, t Task, list clock.Span, due clock.Instant) {
	label, at := l.host.Describe(t.Call)
	l.tell(Event{Kind: EventEnqueue, Phase: queue, Task: t.ID, Cause: t.Cause, Text: label, Pos: at, List: list, Due: due})
}

// Drop tells that a task which waits in a queue left it: it was cleared, called
// off, or found to have nothing to do.
func (l *Loop) Drop(t Task) {
	if l.wants.Has(EventDrop) {
		l.tellTask(EventDrop, "", t)
	}
}

func (l *Loop) tellTask(kind EventKind, queue Place, t Task) {
	l.tell(Event{Kind: kind, Phase: queue, Task: t.ID, Cause: t.Cause})
}

// Checkpoint tells that a checkpoint begins, and which rule of docs/rules.md
// has it come here.
func (l *Loop) Checkpoint(rule Rule) {
	if l.wants.Has(EventCheckpoint) {
		l.tellCheckpoint(rule)
	}
}

func (l *Loop) tellCheckpoint(rule Rule) {
	l.tell(Event{Kind: EventCheckpoint, Task: l.running.ID, Text: string(rule)})
}

// Pass tells that timers run which are due by an instant of the loop's clock:
// those of the list of one duration, whose expiry was the first.
func (l *Loop) Pass(list clock.Span, expiry, by clock.Instant) {
	if l.wants.Has(EventPass) {
		l.tellPass(list, expiry, by)
	}
}

func (l *Loop) tellPass(list clock.Span, expiry, by clock.Instant) {
	l.tell(Event{Kind: EventPass, List: list, Due: expiry, Loop: by})
}

// Runnable tells that the loop may choose a task of a queue from now on, and
// that it is younger than all others that it may choose.
func (l *Loop) Runnable(queue Place, t Task) {
	if l.wants.Has(EventRunnable) {
		l.tellTask(EventRunnable, queue, t)
	}
}

// tell emits an event of a loop that is not over.
func (l *Loop) tell(e Event) {
	if !l.Stopped() {
		l.emit(&e)
	}
}

// Poll tells how long the policy may wait for events from outside: until an
// instant by the loop's clock, clock.Never being without end. If why is empty
// that is for the sake of a timer, which is t, or one that is gone if t is the
// zero Task; else why is the reason for which it does not wait.
func (l *Loop) Poll(until clock.Instant, why string, t Task) {
	if !l.wants.Has(EventPoll) || l.Stopped() {
		return
	}
	e := Event{Kind: EventPoll, Task: t.ID, Cause: t.Cause, Text: why, Due: until}
	if t.ID != 0 {
		e.Text, e.Pos = l.host.Describe(t.Call)
	}
	l.tell(e)
}

// Tells reports whether somebody listens to events of a kind.
func (l *Loop) Tells(k EventKind) bool { return l.wants.Has(k) }
