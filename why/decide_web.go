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
	xq, yq := d.place(d.task(xt), at), d.place(y, at)
	switch {
	case yq == "active timers":
		d.timerNotDue(xt, yt, xq)
	case arriving[yq] != "":
		d.notThere(y, yq, at)
	case yq == "idle":
		d.claim(Preferred, "web.idle", fmt.Sprintf("%s is an idle callback, and %s could run", d.name(d.y), d.name(d.x)))
	default:
		d.runnable(d.task(xt), y, xo, at)
	}
}

// chosen is the event at which the loop chose the task that began at an event:
// what is due was made runnable just before.
func (d *duel) chosen(at int) int {
	return d.lastBetween(none, at, func(e *sim.Event) bool { return e.Kind == sim.EventTurn })
}

func (d *duel) timerNotDue(xt, yt sim.TaskID, xq string) {
	_, xo := d.outermost(d.x.id, d.xr)
	due, _ := d.due(d.task(yt), xo.start)
	rule := "web.due"
	if xq == "timer" {
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
	xw, yw := d.waiting(x, at), d.waiting(y, at)
	xq, yq := d.place(x, at), d.place(y, at)
	older := xw < yw
	first := fmt.Sprintf("%s and %s could both run: ", d.name(x), d.name(y))
	switch {
	case xq == yq:
		rule := "web.source-order"
		if xq == "timer" {
			rule = "web.timer-order"
		}
		d.claim(InOrder, rule, fmt.Sprintf("both wait in the task queue %s, and %s was there first", xq, d.name(x)))
	case xq == "timer" && d.policy.together && d.otherTimer(xo):
		d.claim(Together, "web.timers-together", fmt.Sprintf("%s ran in one task with the timers that were due, and %s waited %s", d.name(x), d.name(y), "for the task after it"))
	case strings.HasPrefix(xq, "scheduler") && strings.HasPrefix(yq, "scheduler"):
		d.claim(Preferred, "web.post-task", first+"the first has the higher priority")
	case xq == "rendering" && d.policy.framesFirst:
		d.claim(Preferred, "web.frames-first", first+"a frame goes first")
	case xq == "DOM manipulation" && d.policy.rejectsFirst:
		d.claim(Preferred, "web.rejects-first", first+"`unhandledrejection` goes first")
	case xq == "user interaction":
		d.claim(Preferred, "web.source-choice", first+"user input goes first")
	case older && !d.prefersOther(xq, yq):
		d.claim(Older, "web.source-choice", first+"the browser took the older one, and is free to take the other")
	default:
		d.claim(Choice, "web.source-choice", first+"the browser may take either, and took the younger one")
	}
}

// prefersOther reports whether a browser would by itself take the second queue
// first, whatever came first.
func (d *duel) prefersOther(xq, yq string) bool {
	return yq == "user interaction" || yq == "rendering" && d.policy.framesFirst || yq == "DOM manipulation" && d.policy.rejectsFirst ||
		rank(yq) > rank(xq)
}

// rank orders the scheduler's queues against the others.
func rank(queue string) int {
	switch {
	case strings.HasPrefix(queue, "scheduler user-blocking"):
		return 1
	case strings.HasPrefix(queue, "scheduler background"):
		return -1
	}
	return 0
}

// otherTimer reports whether another timer ran before in the turn of a run.
func (d *duel) otherTimer(xo *run) bool {
	turn := d.chosen(xo.start)
	return d.lastBetween(turn, xo.start, func(e *sim.Event) bool {
		return e.Kind == sim.EventRun && d.tasks[e.Task].queue == "timer"
	}) != none
}
