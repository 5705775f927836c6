package why

import (
	"strings"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/model"
	"evsim/sim"
)

// webTurn is for two callbacks of a browser's loop, or of tasks of it.
func (c *comparison) webTurn() {
	xt, xo := c.outermost(c.x.id, c.xr)
	yt, yo := c.outermost(c.y.id, c.yr)
	asked := c.waiting(c.y, c.xr.start)
	switch y := c.task(yt); {
	case xt == yt && xo.start == yo.start:
		c.claim(InOrder, model.RuleFrameCallbacks, "one frame runs both, and %s was requested first", c.name(c.x))
	case c.events[asked].Phase == model.InAnimationFrame && asked > xo.start:
		c.claim(NextFrame, model.RuleFrameCallbacks, "%s was requested while a frame ran, so it waits for the next", c.name(c.y))
	case y.first > xo.start && yt == c.y.id:
		c.claim(NotYet, model.RuleWebTurn, "%s was scheduled while %s ran, which %s is part of", c.name(y), c.name(c.task(xt)), c.name(c.x))
	case y.first > xo.start:
		c.claim(NotYet, model.RuleFrame, "no frame was asked for yet that could run %s", c.name(c.y))
	case c.runnableSince(y, c.chosen(xo.start)) != none:
		c.runnable(c.task(xt), y, xo, xo.start)
	default:
		c.notRunnable(xt, yt, xo)
	}
}

// notRunnable is for a task that the loop could not choose yet as it chose that
// of x.
func (c *comparison) notRunnable(xt, yt sim.TaskID, xo *run) {
	y := c.task(yt)
	switch queue := c.place(y, xo.start); {
	case queue == model.InActiveTimers:
		c.timerNotDue(xt, yt)
	case arriving[queue] != "":
		c.notThere(y, queue, xo.start)
	case queue == model.InIdle:
		c.claim(Preferred, model.RuleIdle, "%s is an idle callback, and %s could run", c.name(c.y), c.name(c.x))
	case c.runnableSince(y, xo.start) != none && c.policy.together && c.otherTimer(xo):
		c.claim(Together, model.RuleTimersTogether, "%s ran in one task with the timers that were due as it began, and %s became a task meanwhile", c.name(c.x), c.name(c.y))
	case queue == model.InTimer && c.place(c.task(xt), xo.start) == queue: // early, of one task
		c.claim(InOrder, orderOf(queue), "both wait in the task queue %s, and %s was there first", queue, c.name(c.task(xt)))
	default:
		c.claim(NoTask, model.RulePorts, "%s was a message that was no task yet when %s was taken", c.name(y), c.name(c.task(xt)))
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
func (c *comparison) chosen(at int) int {
	return c.lastBetween(none, at, func(e *sim.Event) bool { return e.Kind == sim.EventTurn })
}

func (c *comparison) timerNotDue(xt, yt sim.TaskID) {
	_, xo := c.outermost(c.x.id, c.xr)
	due, _ := c.due(c.task(yt), xo.start)
	rule := model.RuleWebDue
	if strings.HasPrefix(string(c.place(c.task(xt), xo.start)), "timer") {
		rule = model.RuleTimerOrder
	}
	turn := c.chosen(xo.start)
	now := instant(c.events[xo.start].Loop)
	if turn != none {
		now = instant(c.events[turn].Loop)
	}
	if instant(due) <= now && c.policy.leeway {
		c.claim(Behind, model.RuleLeeway, "the time of %s had come when %s was taken, but it stood behind a timer whose time had not", c.name(c.y), c.name(c.task(xt)))
		return
	}
	c.claim(NotDue, rule, "%s was not due when %s was taken: it needed %s more", c.name(c.y), c.name(c.task(xt)), millis(instant(due)-now))
}

// arriving is the rule by which something from outside becomes a task.
var arriving = map[sim.Place]sim.Rule{model.InNetwork: model.RuleNetwork, model.InRequestTimeout: model.RuleRequestEnds, model.InDatabase: model.RuleTransactionCommits, model.InDisplay: model.RuleFrame, model.InUser: model.RuleUserInput}

func (c *comparison) notThere(y *task, queue sim.Place, at int) {
	due, _ := c.due(y, at)
	turn := max(c.chosen(at), 0)
	c.claim(NotDue, arriving[queue], "%s had not come when %s was taken: it needed %s more", c.name(y), c.name(c.x), millis(instant(due)-c.at(turn)))
}

// runnable is for two tasks that both could run: the browser chose.
func (c *comparison) runnable(x, y *task, xo *run, at int) {
	turn := c.chosen(at)
	xs, ys := c.runnableSince(x, at), c.runnableSince(y, turn)
	xq, yq := c.events[xs].Phase, c.events[ys].Phase
	ages := c.age(x, xs) < c.age(y, ys)
	first := say.Of("%s and %s could both run: ", c.name(x), c.name(y))
	switch cx, cy := c.class(xq, turn), c.class(yq, turn); {
	case xq == yq && ages:
		c.claim(InOrder, orderOf(xq), "both wait in the task queue %s, and %s was there first", xq, c.name(x))
	case xq == model.InTimer && c.policy.together && c.otherTimer(xo):
		c.claim(Together, model.RuleTimersTogether, "%s ran in one task with the timers that were due, and %s waited for the task after it", c.name(x), c.name(y))
	case cx < cy:
		c.claim(Preferred, c.preference(xq, turn), "%sthe queue %s goes before %s", first, xq, yq)
	case yq == model.InNetworkingBody:
		c.claim(Choice, model.RuleNetwork, "%seither may go first, and the body of an answer mostly comes later", first)
	case cx == cy && ages:
		c.older(first, xq, yq)
	case yq == model.InRendering && c.gaveWay(y, xo.start):
		c.claim(Preferred, model.RuleFramesGive, "%sthe frame has left its turn to tasks that wait", first)
	case c.inLeftTurn(xo) || c.inLeftTurn(c.runBehind(y, at)):
		c.claim(TurnLeft, model.RuleTurnsStay, "%sa task of postTask that was moved or aborted has left its turn of the event loop to another, so their ages do not decide", first)
	case cx == cy && isDelayed(yq) && c.policy.starves && c.ordered(xq, yq):
		c.claim(Starved, model.RuleDelayedRun, "%s is younger, but it had waited for the maximum number of delayed timers, so it goes before %s", c.name(x), c.name(y))
	default:
		c.claim(Choice, c.freedom(), "%seither may go first, and the browser took the less usual one", first)
	}
}

// gaveWay reports whether a frame is behind all tasks by then, because it left its turn to
// them: it became a task, left its turn, was due again, and so on.
func (c *comparison) gaveWay(frame *task, by int) bool {
	told := 0
	for i := max(frame.first, 0); i < by; i++ {
		if e := &c.events[i]; e.Kind == sim.EventRunnable && e.Task == frame.id {
			told++
		}
	}
	return told > 0 && told%2 == 0
}

// age is the event from which on a task could be chosen, which tells it from others of its
// priority. A task of postTask that is moved to another priority keeps its age.
func (c *comparison) age(t *task, since int) int {
	for i := max(t.first, 0); t.queue == model.InScheduler && i < since; i++ {
		if e := &c.events[i]; e.Kind == sim.EventRunnable && e.Task == t.id {
			return i
		}
	}
	return since
}

// inLeftTurn reports whether a task ran in a turn that another had left.
func (c *comparison) inLeftTurn(r *run) bool { return c.phaseName(r.phase) == model.InLeftTurn }

// runBehind is the first run of a task behind an event.
func (c *comparison) runBehind(t *task, at int) *run {
	for i := range t.runs {
		if t.runs[i].start > at {
			return &t.runs[i]
		}
	}
	return &run{phase: none}
}

// isNetworking reports whether tasks of the networking source wait in a queue.
func isNetworking(queue sim.Place) bool {
	return queue == model.InNetworking || strings.HasPrefix(string(queue), string(model.InNetworking)+", ")
}

// isDelayed reports whether a queue is one of delayed tasks.
func isDelayed(queue sim.Place) bool {
	return queue == model.InTimer || strings.HasSuffix(string(queue), ", delayed")
}

// orderOf is the rule by which the tasks of one queue run in their order.
func orderOf(queue sim.Place) sim.Rule {
	switch {
	case strings.HasPrefix(string(queue), "timer"):
		return model.RuleTimerOrder
	case strings.HasPrefix(string(queue), "scheduler"):
		return model.RulePostTask
	}
	return model.RuleSourceOrder
}

// older says that the older of two tasks of one priority went first.
func (c *comparison) older(first say.Text, xq, yq sim.Place) {
	if c.ordered(xq, yq) {
		c.claim(Older, c.freedom(), "%sthe older one goes first", first)
	} else {
		c.claim(Older, c.freedom(), "%sthe browser took the older one, and is free to take the other", first)
	}
	if c.policy.dueAtTurns && xq == model.InTimerNow && yq == model.InTimer {
		c.claim(Older, model.RuleDueAtTurns, "%s, a timer of 0, was a task as it was set; %s only as a turn began after it was due", c.name(c.x), c.name(c.y))
	}
}

// ordered reports whether the browser leaves the order of two queues' tasks to
// their age, and does not choose.
func (c *comparison) ordered(xq, yq sim.Place) bool {
	return c.policy.oldestFirst && !comesFromOutside(xq) && !comesFromOutside(yq)
}

// comesFromOutside reports whether another thread or process makes the tasks of
// a queue, so that they have no age among the others.
func comesFromOutside(queue sim.Place) bool {
	return queue == model.InRendering || queue == model.InBroadcast || queue == model.InDatabaseAccess || queue == model.InNetworkingBody
}

// freedom is the rule by which the browser chooses among task queues.
func (c *comparison) freedom() sim.Rule {
	if c.policy.oldestFirst {
		return model.RuleOldestFirst
	}
	return model.RuleSourceChoice
}

// framesFirst reports whether a frame went before older tasks in a turn.
func (c *comparison) framesFirst(turn int) bool {
	if c.policy.framesAfter == 0 || turn == none {
		return c.policy.framesFirst
	}
	frame := c.lastOf(model.InRendering, turn)
	var since clock.Span
	if frame != none {
		since = c.at(frame)
	}
	return c.policy.framesFirst && (c.lastOf(model.InUserInteraction, turn) > frame || c.at(turn)-since >= c.policy.framesAfter)
}

// lastOf is the last event before another at which a task of a queue ended.
func (c *comparison) lastOf(queue sim.Place, before int) int {
	return c.lastBetween(none, before, func(e *sim.Event) bool { return e.Kind == sim.EventEnd && c.tasks[e.Task].queue == queue })
}

// isAwaited reports whether other tasks wait for a frame in a turn: the user did
// something, and nothing but what the user did has run since.
func (c *comparison) isAwaited(turn int) bool {
	if !c.policy.frameAwaited || turn == none {
		return false
	}
	did := c.lastOf(model.InUserInteraction, turn)
	if did == none || did < c.lastOf(model.InRendering, turn) {
		return false
	}
	return c.lastBetween(did, turn, func(e *sim.Event) bool {
		return e.Kind == sim.EventPhase && e.Phase != model.InUserInteraction
	}) == none
}

// class is the priority of a task queue in a turn: a lower one goes first.
func (c *comparison) class(queue sim.Place, turn int) int {
	switch {
	case queue == model.InUserInteraction:
		return 0
	case queue == model.InRendering && (c.framesFirst(turn) || c.isAwaited(turn)):
		return 1
	case queue == model.InDOM && c.policy.rejectsFirst:
		return 2
	case strings.HasPrefix(string(queue), "scheduler user-blocking"):
		return 2
	case queue == model.InUserVisibleContinuation:
		return 3
	case strings.HasPrefix(string(queue), "scheduler background"):
		return 5
	}
	return 4
}

// preference is the rule by which a queue goes before others.
func (c *comparison) preference(queue sim.Place, turn int) sim.Rule {
	switch {
	case queue == model.InRendering && c.isAwaited(turn):
		return model.RuleFrameAfterInput
	case queue == model.InRendering:
		return model.RuleFramesFirst
	case queue == model.InDOM:
		return model.RuleRejectsFirst
	case strings.HasPrefix(string(queue), "scheduler"):
		return model.RulePostTask
	}
	return c.freedom()
}

// otherTimer reports whether another timer ran before in the turn of a run.
func (c *comparison) otherTimer(xo *run) bool {
	turn := c.chosen(xo.start)
	return c.lastBetween(turn, xo.start, func(e *sim.Event) bool {
		return e.Kind == sim.EventRun && c.tasks[e.Task].queue == model.InTimer
	}) != none
}
