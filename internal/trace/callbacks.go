package trace

import (
	"slices"
	"strings"

	"evsim/clock"
	"evsim/internal/states"
	"evsim/sim"
)

// callback is one callback of a finished run, with what a picture shows of it.
type callback struct {
	label   string
	lane    string // the phase or queue it ran in
	at      clock.Instant
	turn    int64
	pos     sim.Pos
	depth   int // callbacks around it
	from    int // the callback that scheduled it; -1: the host
	slept   clock.Span
	says    []string // what it logs, and what nothing caught
	threw   bool
	unasked bool // it ran where it was scheduled: the listener of an event
}

// story is a finished run as a list of callbacks.
type story struct {
	run       Run
	callbacks []callback
	lanes     []string // in the order in which they first run something
	stop      sim.Stop
	why       string
	end       clock.Instant
}

// teller makes a story of events. It is the sink of the writers that draw.
type teller struct {
	story
	stack  []int              // callbacks under way
	ran    map[sim.TaskID]int // the last callback of a task
	from   map[sim.TaskID]int // the callback in which a task was scheduled
	before clock.Instant
	slept  clock.Span
	states.Room
}

// perCallback is how many bytes a drawing takes for each callback, besides what is
// kept of it: what it is called, and where its task comes from.
const perCallback = 64

// Kinds is what a story is made of.
func (t *teller) Kinds() sim.Kinds {
	return sim.AllKinds &^ (sim.QueueKinds | sim.RuleKinds | sim.KindsOf(sim.EventPoll))
}

// Begin begins a story.
func (t *teller) Begin(r Run) {
	*t = teller{story: story{run: r}, ran: map[sim.TaskID]int{}, from: map[sim.TaskID]int{}, Room: t.Room}
}

// Emit takes one event (sim.Sink).
func (t *teller) Emit(e sim.Event) {
	if t.Full() {
		return
	}
	switch e.Kind {
	case sim.EventSchedule:
		t.from[e.Task] = t.running()
	case sim.EventRun:
		t.begin(e)
	case sim.EventEnd:
		t.stack = t.stack[:max(len(t.stack)-1, 0)]
	case sim.EventLog:
		t.say(e.Text, false)
	case sim.EventThrow:
		t.say(e.Text, true)
	case sim.EventSleep:
		t.slept += clock.Span(e.At - t.before)
	}
	t.before, t.end = e.At, e.At
}

func (t *teller) running() int {
	if len(t.stack) == 0 {
		return -1
	}
	return t.stack[len(t.stack)-1]
}

func (t *teller) begin(e sim.Event) {
	from, known := t.from[e.Task]
	if !known { // an interval's next run: it follows from the run before
		if from, known = t.ran[e.Cause]; !known {
			from = -1
		}
	}
	n := len(t.callbacks)
	t.callbacks = states.Kept(&t.Room, t.callbacks, callback{
		label: e.Text, lane: string(e.Phase), at: e.At, turn: e.Turn, pos: e.Pos,
		depth: len(t.stack), from: from, slept: t.slept, unasked: from >= 0 && slices.Contains(t.stack, from),
	}, perCallback)
	if t.Full() {
		return
	}
	if !slices.Contains(t.lanes, string(e.Phase)) {
		t.lanes = append(t.lanes, string(e.Phase))
	}
	t.slept = 0
	t.ran[e.Task] = n
	t.stack = append(t.stack, n)
}

// say is a line of the callback that runs, or ran last: a rejection that
// nothing handled is reported outside of callbacks.
func (t *teller) say(text string, threw bool) {
	at := t.running()
	if at < 0 {
		at = len(t.callbacks) - 1
	}
	if at < 0 {
		return
	}
	c := &t.callbacks[at]
	c.threw = c.threw || threw
	c.says = states.Kept(&t.Room, c.says, text, 0)
}

// finish is the story of the run.
func (t *teller) finish(stop sim.Stop, why string) *story {
	t.stop, t.why = stop, why
	return &t.story
}

// ending is how the run ended, in words.
func (s *story) ending() string {
	when := " at " + millis(clock.Span(s.end)) + " ms"
	switch {
	case s.stop.Reason.Limit():
		return "stopped" + when + ", at the limit of " + s.stop.Reason.String()
	case s.stop.Reason == sim.Waiting:
		return "waits for ever, from" + strings.TrimPrefix(when, " at") + " on: " + s.why
	case s.stop.Reason == sim.Abandoned:
		return "stopped" + when + ": " + s.why
	case s.stop.Reason == sim.Died:
		return "died" + when + ": " + s.stop.Error.String()
	}
	return s.stop.Reason.String() + when
}

// place is where a statement stands, or nothing.
func place(p sim.Pos) string {
	if p.Line == 0 {
		return ""
	}
	return string(appendPos(nil, p))
}
