package why

import (
	"fmt"

	"evsim/clock"
	"evsim/sim"
)

const (
	jobs  = "microtasks"
	ticks = "nextTick"
)

// decide claims why x ran while y, which is to come, did not: the point at
// which their ways part.
func (d *duel) decide() {
	xq := d.queueOf(d.x, d.xr)
	switch {
	case d.y.first > d.xr.start:
		d.notYet()
	case xq == "":
		d.atOnce()
	case xq == jobs || xq == ticks:
		d.inCheckpoint(xq)
	case d.place(d.y, d.xr.start) == jobs || d.place(d.y, d.xr.start) == ticks:
		d.held()
	case d.policy.node:
		d.nodeTurn()
	default:
		d.webTurn()
	}
}

// emitted is the rule by which the host calls a listener or an observer, by
// the queue that it names.
var emitted = map[string]string{
	"uncaughtException":  "node.uncaught",
	"unhandledRejection": "node.rejections-last",
	"rejectionHandled":   "node.handled-late",
	"beforeExit":         "node.before-exit",
	"exit":               "node.exit",
	"error":              "web.report",
	"unhandledrejection": "web.rejections",
	"DOM manipulation":   "web.rejections",
	"event":              "web.user-event",
	jobs:                 "web.mutation",
	"main":               "node.main",
	"script":             "web.turn",
	"rendering":          "web.frame",
	"animation frame":    "web.frame",
}

func (d *duel) emission(t *task, r *run) string {
	switch {
	case t.queue == "event" && (t.cause == 0 || d.tasks[t.cause].queue != "user interaction"):
		return "web.dispatch"
	case t.queue == "error" && d.policy.reportsLate && d.phaseName(r.phase) == "timer":
		return "web.reports-late"
	}
	return emitted[t.queue]
}

// notYet is for what was scheduled only when x had begun.
func (d *duel) notYet() {
	rule := d.emission(d.y, d.yr)
	switch {
	case d.x.queue != jobs && d.queueOf(d.x, d.xr) == "" && d.xr.outer != 0:
		d.claim(Inside, d.emission(d.x, d.xr), fmt.Sprintf("%s ran at once inside %s, before that scheduled %s", d.name(d.x), d.name(d.task(d.xr.outer)), d.name(d.y)))
	case rule != "":
		d.claim(NotYet, rule, fmt.Sprintf("%s was not to run yet: it comes only after", d.name(d.y)))
	default:
		d.claim(NotYet, "run.whole", fmt.Sprintf("%s was not scheduled yet", d.name(d.y)))
	}
}

// atOnce is for what the host calls without a queue.
func (d *duel) atOnce() {
	text := fmt.Sprintf("%s is called at once, and %s waits %s", d.name(d.x), d.name(d.y), d.where(d.y))
	d.claim(Inside, d.emission(d.x, d.xr), text)
}

// inCheckpoint is for x that a checkpoint ran.
func (d *duel) inCheckpoint(xq string) {
	yq := d.place(d.y, d.xr.start)
	switch {
	case xq == yq && xq == jobs:
		d.claim(InOrder, "job.fifo", fmt.Sprintf("both are jobs of one queue, and %s was queued first", d.name(d.x)))
	case xq == yq:
		d.claim(InOrder, "node.tick-order", fmt.Sprintf("both are ticks, and %s was queued first", d.name(d.x)))
	case yq == jobs:
		d.claim(TicksFirst, "node.checkpoint", fmt.Sprintf("all ticks run before jobs, and %s is a job", d.name(d.y)))
	case yq == ticks:
		d.jobBeforeTick()
	default:
		d.claim(Between, d.events[d.xr.checkpoint].Text, fmt.Sprintf("%s ran in the checkpoint %s, before the loop goes on; %s waits %s",
			d.name(d.x), d.after(d.xr.checkpoint), d.name(d.y), d.where(d.y)))
	}
}

// jobBeforeTick is for a job that ran while a tick waited.
func (d *duel) jobBeforeTick() {
	begin := d.xr.checkpoint
	ticked := d.lastBetween(begin, d.xr.start, func(e *sim.Event) bool {
		return e.Kind == sim.EventRun && d.tasks[e.Task].queue == ticks
	})
	if ticked == none && d.waiting(d.y, begin) == none {
		d.claim(JobsFirst, "node.jobs-first", fmt.Sprintf("no tick waited as the checkpoint began, so its jobs come first; %s, a tick, was queued by one of them", d.name(d.y)))
		return
	}
	d.claim(JobsFirst, "node.checkpoint", fmt.Sprintf("jobs run until none is left, and %s, a tick, was queued while they ran", d.name(d.y)))
}

// after says what a checkpoint follows.
func (h *history) after(checkpoint int) string {
	before := h.lastBetween(none, checkpoint, func(e *sim.Event) bool {
		return e.Kind == sim.EventEnd || e.Kind == sim.EventPhase || e.Kind == sim.EventRun
	})
	if before == none || h.events[before].Kind != sim.EventEnd {
		return "of the " + h.phaseWord(checkpoint) + " phase"
	}
	return "after " + h.name(&h.tasks[h.events[before].Task])
}

func (h *history) phaseWord(event int) string { return h.events[event].Phase }

// held is for a tick or job that waits while a callback of the loop runs.
func (d *duel) held() {
	queued := d.waiting(d.y, d.xr.start)
	phase := d.phaseName(d.xr.phase)
	from := queued
	if cause := d.task(d.y.cause); cause.queue == "uncaughtException" { // it was queued because of the throw
		from = d.lastBetween(none, cause.first, func(e *sim.Event) bool { return e.Kind == sim.EventThrow }) - 1
	}
	threw := d.lastBetween(from, d.xr.start, func(e *sim.Event) bool { return e.Kind == sim.EventThrow })
	if threw != none {
		rule := "node.tick-throws"
		switch thrower := d.task(d.events[threw].Task); {
		case thrower.queue == "main":
			rule = "node.main-throws"
		case thrower.queue == "timers":
			rule = "node.timer-throws"
		case thrower.queue == "check":
			rule = "node.immediate-throws"
		}
		d.claim(Held, rule, fmt.Sprintf("an exception ended the checkpoint, or kept it from coming, in which %s would have run", d.name(d.y)))
		return
	}
	if d.task(d.y.cause).queue == "rejectionHandled" {
		d.claim(Held, "node.late-handled-quiet", fmt.Sprintf("%s was queued by a listener of rejectionHandled, and waits for the next checkpoint", d.name(d.y)))
		return
	}
	rule, whole := "node.list-scope", "list of timers"
	if phase == "check" {
		rule, whole = "node.batch-scope", "batch of immediates"
	}
	d.claim(Held, rule, fmt.Sprintf("%s waits for the checkpoint after the whole %s, and %s is a part of it", d.name(d.y), whole, d.name(d.x)))
}

// name is a task as a reader finds it.
func (h *history) name(t *task) string {
	label := t.label
	if label == "" {
		label = "the host"
	}
	if t.pos.Line == 0 {
		return "`" + label + "`"
	}
	return fmt.Sprintf("`%s` (%d:%d)", label, t.pos.Line, t.pos.Col)
}

// where says in which queue y waits when x runs, and how long it has to.
func (d *duel) where(y *task) string {
	queue := d.place(y, d.xr.start)
	if queue == "" {
		return "for its turn"
	}
	now := d.at(d.xr.start)
	if queue == "timers" || queue == "active timers" { // they go by the loop's clock
		now = instant(d.events[d.xr.start].Loop)
	}
	if due, ok := d.due(y, d.xr.start); ok && instant(due) > now {
		return "in the queue " + queue + ", due " + millis(instant(due)-now) + " later"
	}
	return "in the queue " + queue
}

func millis(d clock.Span) string { return string(sim.AppendMillis(nil, d)) + " ms" }
