package why

import (
	"fmt"
	"strings"

	"evsim/sim"
)

// webTurn is for two callbacks of a browser's loop, or of tasks of it.
func (d *duel) webTurn() {
	xt, xo := d.outermost(d.x.id, d.xr)
	yt, yo := d.outermost(d.y.id, d.yr)
	at := xo.start
	if xt == yt && xo.start == yo.start {
		d.claim(InOrder, "web.frame-callbacks", fmt.Sprintf("one frame runs both, and %s was requested first", d.name(d.x)))
		return
	}
	waits := d.waiting(d.y, d.xr.start)
	if d.events[waits].Phase == "animation frame" && waits > xo.start {
		d.claim(NextFrame, "web.frame-callbacks", fmt.Sprintf("%s was requested while a frame ran, so it waits for the next", d.name(d.y)))
		return
	}
	y := d.task(yt)
	if y.first > at {
		d.claim(NotYet, "web.frame", fmt.Sprintf("no frame was asked for yet that could run %s", d.name(d.y)))
		return
	}
	yq := d.place(y, at)
	switch {
	case d.runnableSince(y, d.chosen(at)) != none:
		d.runnable(d.task(xt), y, xo, at)
	case yq == "active timers":
		d.timerNotDue(xt, yt)
	case arriving[yq] != "":
		d.notThere(y, yq, at)
	case yq == "idle":
		d.claim(Preferred, "web.idle", fmt.Sprintf("%s is an idle callback, and %s could run", d.name(d.y), d.name(d.x)))
	case d.runnableSince(y, at) != none && d.policy.together && d.otherTimer(xo):
		d.claim(Together, "web.timers-together", fmt.Sprintf("%s ran in one task with the timers that were due as it began, and %s became a task meanwhile", d.name(d.x), d.name(d.y)))
	default:
		d.claim(NoTask, "web.ports", fmt.Sprintf("%s was a message that was no task yet when %s was taken", d.name(y), d.name(d.task(xt))))
	}
}

// runnableSince is the event from which on the loop could choose a task that it
// could still choose at an event; none when it could not. Of the next run of an
// interval, which nobody scheduled, it stands just before the first event that
// tells of the run.
func (h *history) runnableSince(t *task, at int) int {
	return h.lastBetween(max(none, t.first-2), at, func(e *sim.Event) bool { return e.Kind == sim.EventRunnable && e.Task == t.id })
}

// chosen is the event at which the loop chose the task that began at an event:
// what is due was made runnable just before.
func (d *duel) chosen(at int) int {
	return d.lastBetween(none, at, func(e *sim.Event) bool { return e.Kind == sim.EventTurn })
}

func (d *duel) timerNotDue(xt, yt sim.TaskID) {
	_, xo := d.outermost(d.x.id, d.xr)
	due, _ := d.due(d.task(yt), xo.start)
	rule := "web.due"
	if strings.HasPrefix(d.place(d.task(xt), xo.start), "timer") {
		rule = "web.timer-order"
	}
	turn := d.chosen(xo.start)
	now := instant(d.events[xo.start].Loop)
	if turn != none {
		now = instant(d.events[turn].Loop)
	}
	d.claim(NotDue, rule, fmt.Sprintf("%s was not due when %s was taken: it lacked %s", d.name(d.y), d.name(d.task(xt)), millis(instant(due)-now)))
}

// arriving is the rule by which something from outside becomes a task.
var arriving = map[string]string{"network": "web.network", "display": "web.frame", "user": "web.user-input"}

func (d *duel) notThere(y *task, queue string, at int) {
	due, _ := d.due(y, at)
	turn := max(d.chosen(at), 0)
	d.claim(NotDue, arriving[queue], fmt.Sprintf("%s had not come when %s was taken: it lacked %s", d.name(y), d.name(d.x), millis(instant(due)-d.at(turn))))
}

// runnable is for two tasks that both could run: the browser chose.
func (d *duel) runnable(x, y *task, xo *run, at int) {
	turn := d.chosen(at)
	xs, ys := d.runnableSince(x, at), d.runnableSince(y, turn)
	xq, yq := d.events[xs].Phase, d.events[ys].Phase
	first := fmt.Sprintf("%s and %s could both run: ", d.name(x), d.name(y))
	switch cx, cy := d.class(xq), d.class(yq); {
	case xq == yq:
		d.claim(InOrder, orderOf(xq), fmt.Sprintf("both wait in the task queue %s, and %s was there first", xq, d.name(x)))
	case xq == "timer" && d.policy.together && d.otherTimer(xo):
		d.claim(Together, "web.timers-together", fmt.Sprintf("%s ran in one task with the timers that were due, and %s waited for the task after it", d.name(x), d.name(y)))
	case cx < cy:
		d.claim(Preferred, d.preference(xq), first+"the queue "+xq+" goes before "+yq)
	case cx == cy && xs < ys:
		d.older(first, xq, yq)
	case cx == cy && yq == "timer" && d.ordered(xq, yq):
		d.claim(Starved, "web.delayed-run", fmt.Sprintf("%s is younger, and had waited for so many delayed timers that it goes before %s", d.name(x), d.name(y)))
	default:
		d.claim(Choice, d.freedom(), first+"which goes first is left open, and the browser took the one that it does not usually take")
	}
}

// orderOf is the rule by which the tasks of one queue run in their order.
func orderOf(queue string) string {
	switch {
	case strings.HasPrefix(queue, "timer"):
		return "web.timer-order"
	case strings.HasPrefix(queue, "scheduler"):
		return "web.post-task"
	}
	return "web.source-order"
}

// older says that the older of two tasks of one priority went first.
func (d *duel) older(first, xq, yq string) {
	text := first + "the older one goes first"
	if !d.ordered(xq, yq) {
		text = first + "the browser took the older one, and is free to take the other"
	}
	d.claim(Older, d.freedom(), text)
	if d.policy.dueAtTurns && xq == "timer of 0" && yq == "timer" {
		d.claim(Older, "web.due-at-turns", fmt.Sprintf("%s, a timer of 0, was a task as it was set; %s only as a turn began after it was due", d.name(d.x), d.name(d.y)))
	}
}

// ordered reports whether the browser leaves the order of two queues' tasks to
// their age, and does not choose.
func (d *duel) ordered(xq, yq string) bool {
	return d.policy.oldestFirst && !comesFromOutside(xq) && !comesFromOutside(yq)
}

// comesFromOutside reports whether another thread or process makes the tasks of
// a queue, so that they have no age among the others.
func comesFromOutside(queue string) bool { return queue == "rendering" || queue == "broadcast" }

// freedom is the rule by which the browser chooses among task queues.
func (d *duel) freedom() string {
	if d.policy.oldestFirst {
		return "web.oldest-first"
	}
	return "web.source-choice"
}

// class is the priority of a task queue: a lower one goes first.
func (d *duel) class(queue string) int {
	switch {
	case queue == "user interaction":
		return 0
	case queue == "rendering" && d.policy.framesFirst:
		return 1
	case queue == "DOM manipulation" && d.policy.rejectsFirst:
		return 2
	case strings.HasPrefix(queue, "scheduler user-blocking"):
		return 2
	case queue == "scheduler user-visible continuation":
		return 3
	case strings.HasPrefix(queue, "scheduler background"):
		return 5
	}
	return 4
}

// preference is the rule by which a queue goes before others.
func (d *duel) preference(queue string) string {
	switch {
	case queue == "rendering":
		return "web.frames-first"
	case queue == "DOM manipulation":
		return "web.rejects-first"
	case strings.HasPrefix(queue, "scheduler"):
		return "web.post-task"
	}
	return d.freedom()
}

// otherTimer reports whether another timer ran before in the turn of a run.
func (d *duel) otherTimer(xo *run) bool {
	turn := d.chosen(xo.start)
	return d.lastBetween(turn, xo.start, func(e *sim.Event) bool {
		return e.Kind == sim.EventRun && d.tasks[e.Task].queue == "timer"
	}) != none
}
