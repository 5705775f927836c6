package why

import (
	"evsim/clock"
	"evsim/internal/say"
	"evsim/model"
	"evsim/sim"
)

const (
	jobs  = model.InMicrotasks
	own   = model.InContextJobs
	ticks = model.InNextTicks
)

// decide claims why x ran while y, which is to come, did not: the point at
// which their ways part.
func (c *comparison) decide() {
	xq := c.queueOf(c.x, c.xr)
	switch {
	case c.y.first > c.xr.start:
		c.notYet()
	case xq == "":
		c.atOnce()
	case xq == own && c.place(c.y, c.xr.start) == own:
		c.claim(InOrder, model.RuleJobFIFO, "both are jobs of one context, and %s was queued first", c.name(c.x))
	case xq == own:
		c.claim(Inside, model.RuleContextJobs, "%s is a job of a context of vm, which drains them when the script in it is over; %s waits %s", c.name(c.x), c.name(c.y), c.where(c.y))
	case xq == jobs || xq == ticks:
		c.inCheckpoint(xq)
	case c.place(c.y, c.xr.start) == jobs || c.place(c.y, c.xr.start) == ticks:
		c.held()
	case c.policy.node:
		c.nodeTurn()
	default:
		c.webTurn()
	}
}

// emitted is the rule by which the host calls a listener or an observer, by
// the queue that it names.
var emitted = map[sim.Place]sim.Rule{
	model.InUncaughtException:  model.RuleUncaught,
	model.InUnhandledRejection: model.RuleRejectionsLast,
	model.InRejectionHandled:   model.RuleHandledLate,
	model.InSIGHUP:             model.RuleSignals,
	model.InSIGINT:             model.RuleSignals,
	model.InSIGQUIT:            model.RuleSignals,
	model.InSIGTERM:            model.RuleSignals,
	model.InSIGUSR2:            model.RuleSignals,
	model.InBeforeExit:         model.RuleBeforeExit,
	model.InExit:               model.RuleExit,
	model.InWindowError:        model.RuleReport,
	model.InWindowRejection:    model.RuleRejections,
	model.InDOM:                model.RuleRejections,
	model.InEvent:              model.RuleUserEvent,
	jobs:                       model.RuleMutation,
	model.InMain:               model.RuleMain,
	model.InScript:             model.RuleWebTurn,
	model.InRendering:          model.RuleFrame,
	model.InAnimationFrame:     model.RuleFrame,
	model.InSizeObserver:       model.RuleSizes,
}

func (c *comparison) emission(t *task, r *run) sim.Rule {
	switch {
	case t.queue == model.InEvent && t.cause != 0 && isNetworking(c.tasks[t.cause].queue):
		return model.RuleRequest
	case t.queue == model.InEvent && t.cause != 0 && c.tasks[t.cause].queue == model.InDatabaseAccess:
		return model.RuleTransactionActive
	case t.queue == model.InEvent && (t.cause == 0 || c.tasks[t.cause].queue != model.InUserInteraction && c.tasks[t.cause].queue != model.InUserMove):
		return model.RuleDispatch
	case t.queue == jobs && c.policy.node: // a job like any other
		return ""
	case t.queue == model.InWindowError && c.policy.reportsLate && c.phaseName(r.phase) == model.InTimer:
		return model.RuleReportsLate
	}
	return emitted[t.queue]
}

// notYet is for what was scheduled only when x had begun.
func (c *comparison) notYet() {
	rule := c.emission(c.y, c.yr)
	switch {
	case c.x.queue != jobs && c.queueOf(c.x, c.xr) == "" && c.xr.outer != 0:
		c.claim(Inside, c.emission(c.x, c.xr), "%s ran at once inside %s, before that scheduled %s", c.name(c.x), c.name(c.task(c.xr.outer)), c.name(c.y))
	case c.asked(c.xr) != "" && c.y.cause == c.xr.outer:
		c.claim(Inside, c.asked(c.xr), "%s ran at once inside %s, before that scheduled %s", c.name(c.x), c.name(c.task(c.xr.outer)), c.name(c.y))
	case rule != "":
		c.claim(NotYet, rule, "%s could not run yet: it comes only after", c.name(c.y))
	default:
		c.claim(NotYet, model.RuleWhole, "%s was not scheduled yet", c.name(c.y))
	}
}

// atOnce is for what the host calls without a queue.
func (c *comparison) atOnce() {
	c.claim(Inside, c.emission(c.x, c.xr), "%s is called at once, and %s waits %s", c.name(c.x), c.name(c.y), c.where(c.y))
}

// inCheckpoint is for x that a checkpoint ran.
func (c *comparison) inCheckpoint(xq sim.Place) {
	yq := c.place(c.y, c.xr.start)
	switch {
	case xq == yq && xq == jobs && c.waiting(c.x, c.xr.start) > c.waiting(c.y, c.xr.start):
		c.claim(Inside, model.RuleJobsNest, "%s ran in the middle of a job, where only jobs run that were queued after V8 took the current batch; %s belongs to that batch", c.name(c.x), c.name(c.y))
	case xq == yq && xq == jobs:
		c.claim(InOrder, model.RuleJobFIFO, "both are jobs of one queue, and %s was queued first", c.name(c.x))
	case xq == yq:
		c.claim(InOrder, model.RuleTickOrder, "both are ticks, and %s was queued first", c.name(c.x))
	case yq == jobs:
		c.claim(TicksFirst, model.RuleCheckpoint, "all ticks run before jobs, and %s is a job", c.name(c.y))
	case yq == ticks:
		c.jobBeforeTick()
	default:
		c.claim(Between, sim.Rule(c.events[c.xr.checkpoint].Text), "%s ran in the checkpoint %s, before the loop goes on; %s waits %s",
			c.name(c.x), c.after(c.xr.checkpoint), c.name(c.y), c.where(c.y))
	}
}

// jobBeforeTick is for a job that ran while a tick waited.
func (c *comparison) jobBeforeTick() {
	begin := c.xr.checkpoint
	ticked := c.lastBetween(begin, c.xr.start, func(e *sim.Event) bool {
		return e.Kind == sim.EventRun && c.tasks[e.Task].queue == ticks
	})
	if ticked == none && c.waiting(c.y, begin) == none {
		c.claim(JobsFirst, model.RuleJobsFirst, "no tick waited as the checkpoint began, so its jobs come first; %s, a tick, was queued by one of them", c.name(c.y))
		return
	}
	c.claim(JobsFirst, model.RuleCheckpoint, "jobs run until none is left, and %s, a tick, was queued while they ran", c.name(c.y))
}

// after says what a checkpoint follows.
func (h *history) after(checkpoint int) say.Text {
	before := h.lastBetween(none, checkpoint, func(e *sim.Event) bool {
		return e.Kind == sim.EventEnd || e.Kind == sim.EventPhase || e.Kind == sim.EventRun
	})
	if before == none || h.events[before].Kind != sim.EventEnd {
		return say.Of("of the %s phase", h.phaseWord(checkpoint))
	}
	return say.Of("after %s", h.name(&h.tasks[h.events[before].Task]))
}

func (h *history) phaseWord(event int) sim.Place { return h.events[event].Phase }

// held is for a tick or job that waits while a callback of the loop runs.
func (c *comparison) held() {
	queued := c.waiting(c.y, c.xr.start)
	phase := c.phaseName(c.xr.phase)
	from := queued
	if cause := c.task(c.y.cause); cause.queue == model.InUncaughtException { // it was queued because of the throw
		from = c.lastBetween(none, cause.first, func(e *sim.Event) bool { return e.Kind == sim.EventThrow }) - 1
	}
	threw := c.lastBetween(from, c.xr.start, func(e *sim.Event) bool { return e.Kind == sim.EventThrow })
	if threw != none {
		rule := model.RuleTickThrows
		switch thrower := c.task(c.events[threw].Task); {
		case thrower.queue == model.InMain:
			rule = model.RuleMainThrows
		case thrower.queue == model.InTimers:
			rule = model.RuleTimerThrows
		case thrower.queue == model.InCheck:
			rule = model.RuleImmediateThrows
		}
		c.claim(Held, rule, "an exception ended or prevented the checkpoint in which %s would have run", c.name(c.y))
		return
	}
	if c.task(c.y.cause).queue == model.InRejectionHandled {
		c.claim(Held, model.RuleLateHandledQuiet, "%s was queued by a listener of rejectionHandled, and waits for the next checkpoint", c.name(c.y))
		return
	}
	rule, whole := model.RuleListScope, say.Text("list of timers")
	if phase == model.InCheck {
		rule, whole = model.RuleBatchScope, "batch of immediates"
	}
	c.claim(Held, rule, "%s waits for the checkpoint after the whole %s, and %s is a part of it", c.name(c.y), whole, c.name(c.x))
}

// name is a task as a reader finds it.
func (h *history) name(t *task) say.Text {
	label := say.Word(t.label)
	if t.label == "" {
		label = "the host"
	}
	if t.pos.Line == 0 {
		return say.Of("`%s`", label)
	}
	return say.Of("`%s` (%s)", label, t.pos)
}

// where says in which queue y waits when x runs, and how long it has to.
func (c *comparison) where(y *task) say.Text {
	queue := c.place(y, c.xr.start)
	if queue == "" {
		return "for its turn"
	}
	now := c.at(c.xr.start)
	if queue == model.InTimers || queue == model.InActiveTimers { // they go by the loop's clock
		now = instant(c.events[c.xr.start].Loop)
	}
	if due, ok := c.due(y, c.xr.start); ok && instant(due) > now {
		return say.Of("in the queue %s, due %s later", queue, millis(instant(due)-now))
	}
	return say.Of("in the queue %s", queue)
}

func millis(d clock.Span) string { return string(sim.AppendMillis(nil, d)) + " ms" }
