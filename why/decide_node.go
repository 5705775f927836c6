package why

import (
	"strings"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/model"
	"evsim/sim"
)

// nodeTurn is for two callbacks of Node's loop.
func (c *comparison) nodeTurn() {
	if c.xr.phase == c.yr.phase {
		c.samePhase(c.phaseName(c.xr.phase))
	} else {
		c.otherPhase()
	}
	if left := len(c.y.runs) - 1 - c.yr.index(c.y); left > 0 && c.polls(c.y) {
		c.claim(Trips, model.RuleReadFileTrips, "and %s then goes to the pool %s more", c.name(c.y), times(left))
	}
}

func times(n int) say.Text {
	if n == 1 {
		return "once"
	}
	return say.Of("%d times", n)
}

func (r *run) index(t *task) int {
	for i := range t.runs {
		if t.runs[i].start == r.start {
			return i
		}
	}
	return 0
}

// polls reports whether a task is an operation that poll calls back.
func (c *comparison) polls(t *task) bool { return t.queue == model.InPoll }

// samePhase is for two that one phase ran.
func (c *comparison) samePhase(phase sim.Place) {
	switch phase {
	case model.InTimers:
		c.samePhaseTimers()
	case model.InCheck:
		c.immediates()
	case model.InPoll:
		c.completions()
	case model.InClosing:
		c.claim(Reversed, model.RuleClosing, "both are closed in one phase, and %s was closed last", c.name(c.x))
	default:
		c.claim(InOrder, model.RulePending, "both failed before they began, and %s was the first to", c.name(c.x))
	}
}

func (c *comparison) immediates() {
	c.claim(InOrder, model.RuleBatch, "both are immediates, and %s was set first", c.name(c.x))
	if c.xr.phase == c.yr.phase && c.waiting(c.y, c.xr.start) > c.xr.phase {
		c.claim(PhaseFirst, model.RuleImmediateAfterThrow, "%s is of the next batch, which a throw lets run in the same phase", c.name(c.y))
	}
}

// samePhaseTimers is for two timers of one phase.
func (c *comparison) samePhaseTimers() {
	x, y := c.events[c.xr.pass], c.events[c.yr.pass]
	due, _ := c.due(c.y, c.xr.start)
	xw, yw := c.events[c.waiting(c.x, c.xr.start)], c.events[c.waiting(c.y, c.xr.start)]
	switch {
	case instant(due) > instant(x.Loop):
		c.notDueInPass(x)
		if c.xr.pass != c.yr.pass {
			c.claim(PhaseFirst, model.RuleSecondPass, "the phase came to %s in a later pass", c.name(c.y))
		}
	case xw.Phase == yw.Phase && xw.List == yw.List && xw.List != 0:
		c.sameList(xw.List)
	case instant(x.Due) < instant(y.Due):
		c.earlierList(x, y)
	default:
		rule := model.RuleListOrder
		if c.policy.wholeLists {
			rule = model.RuleHandleOrder
		}
		c.claim(EqualList, rule, "the lists of both are due at the same time, and that of %s came first", c.name(c.x))
	}
}

func (c *comparison) sameList(list clock.Span) {
	c.claim(InOrder, model.RuleTimers, "both stand in the list of %s timers, and %s was set first", millis(list), c.name(c.x))
}

// earlierList says that a list ran first because it was due first, also where
// its timer was not.
func (c *comparison) earlierList(x, y sim.Event) {
	dx, _ := c.due(c.x, c.xr.start)
	dy, _ := c.due(c.y, c.xr.start)
	text := say.Of("the list of %s was due %s before that of %s", c.name(c.x), millis(instant(y.Due)-instant(x.Due)), c.name(c.y))
	rule := model.RuleListExpiry
	if instant(dx) > instant(dy) {
		rule = model.RuleListByList
		text = say.Of("%s, and runs as far as it is due", text)
	}
	c.claim(EarlierList, rule, "%s", text)
}

// notDueInPass says that y was not due by the time of x's pass.
func (c *comparison) notDueInPass(pass sim.Event) {
	rule := model.RuleDue
	if c.waiting(c.y, c.xr.start) > c.xr.phase && !c.policy.wholeLists {
		rule = model.RulePassTime
	}
	c.notDue(rule, say.Of("when %s ran", c.name(c.x)), instant(pass.Loop))
}

func (c *comparison) notDue(rule sim.Rule, when say.Text, now clock.Span) {
	due, _ := c.due(c.y, c.xr.start)
	c.claim(NotDue, rule, "%s was not due %s: by the loop's time it needed %s more", c.name(c.y), when, millis(instant(due)-now))
}

// completions is for two that one poll phase called back.
func (c *comparison) completions() {
	if c.absent() || c.signals() || c.messages() {
		return
	}
	dx, xok := c.due(c.x, c.xr.start)
	dy, yok := c.due(c.y, c.xr.start)
	switch earlier := instant(dy) - instant(dx); {
	case xok && yok && earlier == 0:
		c.claim(Choice, model.RulePollOrder, "%s and %s were done at the same instant, and either may be reported first", c.name(c.x), c.name(c.y))
	case xok && yok && earlier > 0 && c.pooled(c.x) && c.pooled(c.y):
		c.claim(EarlierDone, model.RulePoolDone, "%s was done %s earlier", c.name(c.x), millis(earlier))
	case xok && yok && earlier > 0:
		c.claim(EarlierDone, model.RulePollOrder, "%s was done %s earlier", c.name(c.x), millis(earlier))
	case c.inRing(c.x) && !c.inRing(c.y):
		c.claim(OneDescriptor, model.RuleIOUring, "both were done, and the descriptor of io_uring, which reports %s, stood in line earlier than that of %s", c.name(c.x), c.name(c.y))
	case c.pooled(c.x) && !c.pooled(c.y):
		c.claim(OneDescriptor, model.RuleEventfd, "both were done, and the descriptor that reports %s, with all work of the pool, stood in line earlier than that of %s", c.name(c.x), c.name(c.y))
	default:
		c.claim(InOrder, model.RulePollOrder, "both were done, and %s was the first to be reported", c.name(c.x))
	}
}

// signals claims that poll handles a signal last, if y is one, or, if both are,
// that they come in their order.
func (c *comparison) signals() bool {
	switch {
	case c.y.queue != model.InSignals:
		return false
	case c.x.queue == model.InSignals:
		c.claim(InOrder, model.RuleSignals, "both are signals, and %s was sent first", c.name(c.x))
	default:
		c.claim(SignalsLast, model.RuleSignalsLast, "both were done, and poll handles %s, a signal, after everything else", c.name(c.y))
	}
	return true
}

// messages claims the order of two of which one is a message to a port, or both are.
func (c *comparison) messages() bool {
	x, y := isMessage(c.x), isMessage(c.y)
	switch {
	case x && y && c.x.queue == c.y.queue:
		c.claim(InOrder, model.RuleNodePorts, "both are messages to one port, and %s was sent first", c.name(c.x))
	case x && y:
		c.claim(EarlierHandle, model.RuleNodePorts, "both are messages, and the port that gets %s stands earlier among the ports of the process", c.name(c.x))
	case y && c.pooled(c.x):
		c.claim(EarlierHandle, model.RuleNodePorts, "both were done, and the work of the pool, which %s is of, comes before messages to ports", c.name(c.x))
	case y:
		c.claim(OtherDescriptor, model.RuleNodePorts, "both were done, and %s was reported earlier than the descriptor of messages, of which %s is one", c.name(c.x), c.name(c.y))
	case x:
		c.claim(OneDescriptor, model.RuleNodePorts, "both were done, and the descriptor of messages, of which %s is one, was reported earlier than %s", c.name(c.x), c.name(c.y))
	default:
		return false
	}
	return true
}

// isMessage reports whether a task is a message to a port.
func isMessage(t *task) bool { return strings.HasPrefix(string(t.queue), string(model.InMessages)) }

// pooled reports whether the thread pool did a task's work, and inRing whether
// the kernel's ring did.
func (c *comparison) pooled(t *task) bool { return c.waitedIn(t, model.InPool) }

func (c *comparison) inRing(t *task) bool { return c.waitedIn(t, model.InIOUring) }

func (c *comparison) waitedIn(t *task, queue sim.Place) bool {
	for _, w := range t.waits {
		if c.events[w].Phase == queue {
			return true
		}
	}
	return false
}

// otherPhase is for two that different phases ran: y could not run in a phase
// before, because it was not due, or not there yet, or is of a later phase.
func (c *comparison) otherPhase() {
	since := c.waiting(c.y, c.xr.start)
	phase := c.phaseName(c.yr.phase)
	missed := c.lastBetween(since, c.xr.start, func(e *sim.Event) bool { return e.Kind == sim.EventPhase && e.Phase == phase })
	xPhase := c.phaseName(c.xr.phase)
	switch {
	case phase == model.InTimers && xPhase == model.InTimers:
		c.laterPhase()
		return
	case phase == model.InTimers && missed != none && c.isDue(max(missed, c.lastBetween(missed, c.xr.start, isPass))):
		c.waitsAgain()
	case phase == model.InTimers && missed != none:
		c.notDue(model.RuleDue, "when the timers phase last looked", instant(c.events[missed].Loop))
	case phase == model.InCheck && xPhase == model.InCheck:
		c.immediates()
		return
	case phase == model.InPoll:
		if c.absent() {
			return
		}
	case phase == model.InClosing && xPhase == model.InClosing:
		c.claim(PhaseFirst, model.RuleClosing, "%s was closed while the phase ran, so it waits for the next", c.name(c.y))
		return
	}
	c.claim(PhaseFirst, model.RuleTurn, "%s ran in the %s phase, and the %s phase that runs %s came after it", c.name(c.x), xPhase, phase, c.name(c.y))
}

func isPass(e *sim.Event) bool { return e.Kind == sim.EventPass }

// isDue reports whether y is due by the loop's time at an event.
func (c *comparison) isDue(event int) bool {
	due, _ := c.due(c.y, c.xr.start)
	return instant(due) <= instant(c.events[event].Loop)
}

// laterPhase is for two timers of different phases.
func (c *comparison) laterPhase() {
	if !c.isDue(c.xr.pass) {
		c.notDueInPass(c.events[c.xr.pass])
		return
	}
	xw, yw := c.events[c.waiting(c.x, c.xr.start)], c.events[c.waiting(c.y, c.xr.start)]
	if xw.Phase == yw.Phase && xw.List == yw.List && xw.List != 0 {
		c.sameList(xw.List)
	}
	if c.waiting(c.y, c.yr.start) > c.xr.start {
		c.claim(Refreshed, model.RuleRefresh, "%s, which was due, was set again after %s had begun", c.name(c.y), c.name(c.x))
		return
	}
	c.waitsAgain()
}

// waitsAgain says that y became due since its list was looked at, or the lists
// were, which is done again a millisecond later at the earliest.
func (c *comparison) waitsAgain() {
	rule, what := model.RulePassAgain, say.Format("the last pass over the timers came before %s was due, and the next comes a millisecond later at the earliest")
	if c.policy.wholeLists {
		rule, what = model.RuleListWaits, "the list of %s ran before it was due, and then waits a millisecond at least"
	}
	c.claim(ListWaits, rule, what, c.name(c.y))
}

// absent claims that an operation was not done when x ran, if it was not.
func (c *comparison) absent() bool {
	due, ok := c.due(c.y, c.xr.start)
	place := c.place(c.y, c.xr.start)
	switch {
	case place == model.InPoolQueue:
		c.claim(NoThread, model.RulePool, "%s waited for a thread when %s ran", c.name(c.y), c.name(c.x))
	case place != model.InPoll && ok && instant(due) > c.at(c.xr.start):
		c.claim(NotDue, model.RulePoll, "%s was not done when %s ran: it needed %s more", c.name(c.y), c.name(c.x), millis(instant(due)-c.at(c.xr.start)))
	default:
		return false
	}
	return true
}
