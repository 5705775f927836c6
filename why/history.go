package why

import (
	"slices"

	"evsim/clock"
	"evsim/model"
	"evsim/sim"
)

// history is what the events of a run say of its tasks.
type history struct {
	events []sim.Event
	tasks  []task // by id
	lines  []line
}

// task is one callback, from its scheduling to its runs. Operations that make
// several trips run once for each.
type task struct {
	id, cause sim.TaskID
	label     string
	pos       sim.Pos
	queue     sim.Place // where it was scheduled to
	first     int       // the event that first told of it
	waits     []int     // the events that told where it waits
	runs      []run
}

// run is one run of a task, and the events that say where it stands.
type run struct {
	start, end int
	outer      sim.TaskID // the task that runs around it; 0: none
	phase      int        // the phase; none before the first
	checkpoint int        // the last checkpoint that began
	pass       int        // the last pass over timers that began
}

// line is one logged line.
type line struct {
	text  string
	nth   int // among those of its text, from 1
	event int
	task  sim.TaskID
	pos   sim.Pos
}

// none is the index of an event that is not there.
const none = -1

func read(events []sim.Event) *history {
	h := &history{events: events, tasks: make([]task, 1)}
	phase, checkpoint, pass := none, none, none
	var stack []sim.TaskID
	seen := make(map[string]int)
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case sim.EventPhase:
			phase = i
		case sim.EventCheckpoint:
			checkpoint = i
		case sim.EventPass:
			pass = i
		case sim.EventSchedule, sim.EventEnqueue, sim.EventDrop:
			h.mention(i, stack)
		case sim.EventRun:
			t := h.task(e.Task)
			t.runs = append(t.runs, run{start: i, end: len(events), outer: last(stack), phase: phase, checkpoint: checkpoint, pass: pass})
			stack = append(stack, e.Task)
		case sim.EventEnd:
			t := h.task(e.Task)
			t.runs[len(t.runs)-1].end = i
			stack = stack[:len(stack)-1]
		case sim.EventLog:
			seen[e.Text]++
			h.lines = append(h.lines, line{e.Text, seen[e.Text], i, e.Task, e.Pos})
		}
	}
	return h
}

func last(stack []sim.TaskID) sim.TaskID {
	if len(stack) == 0 {
		return 0
	}
	return stack[len(stack)-1]
}

func (h *history) task(id sim.TaskID) *task {
	for int(id) >= len(h.tasks) {
		h.tasks = append(h.tasks, task{id: sim.TaskID(len(h.tasks)), first: none})
	}
	return &h.tasks[id]
}

// mention keeps what an event says of a task that waits. A task that nobody
// scheduled is the next run of another: that one caused it, or, when it does
// not wait again by itself, what runs.
func (h *history) mention(i int, stack []sim.TaskID) {
	e := &h.events[i]
	t := h.task(e.Task)
	if t.first == none {
		t.first, t.cause, t.label, t.pos, t.queue = i, e.Cause, e.Text, e.Pos, e.Phase
		if running := last(stack); e.Kind == sim.EventEnqueue && running != 0 {
			t.cause = running
		}
	}
	if e.Kind != sim.EventSchedule {
		t.waits = append(t.waits, i)
	}
}

// waiting is the event that says where a task waits at an event; none when it
// does not.
func (h *history) waiting(t *task, at int) int {
	found := none
	for _, w := range t.waits {
		if w < at {
			found = w
		}
	}
	if found != none && h.events[found].Kind == sim.EventDrop {
		return none
	}
	return found
}

// place is the queue that a task waits in at an event; "" when it does not.
func (h *history) place(t *task, at int) sim.Place {
	if w := h.waiting(t, at); w != none {
		return h.events[w].Phase
	}
	return ""
}

// due is when a task that waits at an event is to leave its queue, or was to
// leave the last one that had such a time.
func (h *history) due(t *task, at int) (due clock.Instant, ok bool) {
	for _, w := range t.waits {
		if e := &h.events[w]; w < at && e.Kind == sim.EventEnqueue && e.Due != clock.Never {
			due, ok = e.Due, true
		}
	}
	return due, ok
}

// during is the run of a task that an event belongs to, or the last before it.
func (t *task) during(event int) *run {
	var found *run
	for i := range t.runs {
		if t.runs[i].start < event {
			found = &t.runs[i]
		}
	}
	return found
}

// after is the first run of a task that begins after an event.
func (t *task) after(event int) *run {
	for i := range t.runs {
		if t.runs[i].start > event {
			return &t.runs[i]
		}
	}
	return nil
}

// outermost is the task around a run that no other runs around.
func (h *history) outermost(id sim.TaskID, r *run) (sim.TaskID, *run) {
	for r.outer != 0 {
		id = r.outer
		r = h.tasks[id].during(r.start)
	}
	return id, r
}

// chain is a task and its causes, the first of them at the front. A timer that
// was set again before it ran is no cause, but what set it is.
func (h *history) chain(id sim.TaskID) (out []sim.TaskID) {
	for ; id != 0; id = h.tasks[id].cause {
		if len(h.tasks[id].runs) > 0 {
			out = append(out, id)
		}
	}
	slices.Reverse(out)
	return out
}

// last event of a kind in (from, to) that ok accepts; none when there is none.
func (h *history) lastBetween(from, to int, ok func(*sim.Event) bool) int {
	for i := to - 1; i > from; i-- {
		if ok(&h.events[i]) {
			return i
		}
	}
	return none
}

// asked is the rule of the checkpoint that a run belongs to, if the callback
// around it asked for that.
func (h *history) asked(r *run) sim.Rule {
	if r.outer == 0 || r.checkpoint == none {
		return ""
	}
	switch rule := sim.Rule(h.events[r.checkpoint].Text); rule {
	case model.RuleTickCallback, model.RuleContextJobs:
		return rule
	}
	return ""
}
