package sim

import (
	"strconv"

	"evsim/clock"
)

// Pos is a place in a program: line and column, both from 1. The zero Pos is no
// place at all.
type Pos struct {
	Line, Col int32
	File      string // where it is not the file that was asked for; "": it is
}

// String is the place as messages write it: 12:7, or lib/pool.js:12:7.
func (p Pos) String() string {
	text := make([]byte, 0, 24)
	if p.File != "" {
		text = append(append(text, p.File...), ':')
	}
	text = strconv.AppendInt(text, int64(p.Line), 10)
	text = append(text, ':')
	return string(strconv.AppendInt(text, int64(p.Col), 10))
}

// Rule is the id of a rule of docs/rules.md. Packages ecma and model have a
// constant for each.
type Rule string

// Place is where the loop is, or where a task waits: a phase of a turn or a queue,
// in the word of the policy's specification. Package model has a constant for
// each.
type Place string

// EventKind says what an [Event] reports.
type EventKind uint8

// The kinds of events.
const (
	EventTurn       EventKind = iota // a turn of the loop begins
	EventPhase                       // a phase of the turn begins
	EventSchedule                    // a task was put in a queue, a timer was set, an operation was started
	EventRun                         // a callback begins
	EventEnd                         // the callback ended
	EventLog                         // the script logged a line
	EventThrow                       // an exception or rejection that nothing caught
	EventSleep                       // the loop waits for time to pass
	EventStop                        // the run is over: ended, exited, died, or reached a limit
	EventEnqueue                     // a task waits in a queue, behind all others there, and in no other queue
	EventDrop                        // a task that waited in a queue left it and will not run from there
	EventCheckpoint                  // a checkpoint begins: queues are drained in between
	EventPass                        // the timers of a list that are due run
	EventRunnable                    // the loop may choose a task from now on, behind all that it may choose
	EventPoll                        // the loop looks for events from outside, and knows how long it may wait for one
)

var eventNames = [...]string{"turn", "phase", "schedule", "run", "end", "log", "throw", "sleep", "stop", "enqueue", "drop", "checkpoint", "pass", "runnable", "poll"}

// String is the event's name in NDJSON.
func (k EventKind) String() string { return eventNames[k] }

// Event is one thing that happened. It is passed by value, so emitting one
// does not allocate.
type Event struct {
	Kind  EventKind
	Seq   uint64        // from 1, over the events of a run that its sink is given
	At    clock.Instant // true time
	Turn  int64         // from 1; 0 before the first turn
	Phase Place         // the phase or queue that the policy is in, in its specification's word; schedule, enqueue: the task's queue
	Task  TaskID        // the task that runs or that was scheduled; poll: the timer for which it ends; 0: none
	Cause TaskID        // the task that scheduled it; 0: the script's host
	Text  string        // log: the line; run, schedule and enqueue: the task's label; throw and stop: the reason; checkpoint: the rule; poll: the label of Task, or else why it does not wait
	Pos   Pos           // the statement that it comes from
	List  clock.Span    // enqueue and pass: the duration that names one of the queue's lists of timers; 0: it has none
	Due   clock.Instant // enqueue: when the task is expected to leave the queue, by the loop's clock; clock.Never: unknown; pass: the list's expiry; poll: until when it may wait, by the loop's clock; clock.Never: without end
	Loop  clock.Instant // the loop's cached time; pass: the time by which it is told what is due
}

// Sink receives the events of a run, in order. A Sink sees only the kinds that
// the run was asked for.
type Sink interface{ Emit(Event) }

// Kinds is a set of event kinds.
type Kinds uint16

// KindsOf is the set of the given kinds.
func KindsOf(kinds ...EventKind) Kinds {
	var set Kinds
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

// Sets of kinds.
const (
	// AllKinds holds every kind.
	AllKinds Kinds = 1<<len(eventNames) - 1

	// QueueKinds holds the kinds that only tell where tasks wait. With them, and
	// since a task that begins to run leaves its queue, the content of every queue
	// is known after every event.
	QueueKinds Kinds = 1<<EventEnqueue | 1<<EventDrop

	// RuleKinds holds the kinds that only tell by which rules tasks run.
	RuleKinds Kinds = 1<<EventCheckpoint | 1<<EventPass | 1<<EventRunnable
)

// Has reports whether the set holds k.
func (s Kinds) Has(k EventKind) bool { return s&(1<<k) != 0 }

// The reasons for which a loop does not wait for events from outside: the texts
// of poll events without a task (libuv, uv__backend_timeout).
const (
	PollNotAlive  = "nothing keeps the loop alive"
	PollPending   = "a callback is pending"
	PollImmediate = "an immediate is referenced"
	PollClosing   = "a handle closes"
)

// TaskID names one task of a run, from 1 in the order of scheduling.
type TaskID uint32
