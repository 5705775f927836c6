package why

import (
	"fmt"

	"evsim/clock"
	"evsim/sim"
)

// nodeTurn is for two callbacks of Node's loop.
func (d *duel) nodeTurn() {
	if d.xr.phase == d.yr.phase {
		d.samePhase(d.phaseName(d.xr.phase))
	} else {
		d.otherPhase()
	}
	if left := len(d.y.runs) - 1 - d.yr.index(d.y); left > 0 && d.polls(d.y) {
		d.claim(Trips, "node.readfile-trips", fmt.Sprintf("and %s then goes to the pool %s more", d.name(d.y), times(left)))
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprint(n, " times")
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
func (d *duel) polls(t *task) bool { return t.queue == "poll" }

// samePhase is for two that one phase ran.
func (d *duel) samePhase(phase string) {
	switch phase {
	case "timers":
		d.samePhaseTimers()
	case "check":
		d.immediates()
	case "poll":
		d.completions()
	case "closing":
		d.claim(Reversed, "node.closing", fmt.Sprintf("both are closed in one phase, and %s was closed last", d.name(d.x)))
	default:
		d.claim(InOrder, "node.pending", fmt.Sprintf("both failed before they began, and %s was the first to", d.name(d.x)))
	}
}

func (d *duel) immediates() {
	d.claim(InOrder, "node.batch", fmt.Sprintf("both are immediates, and %s was set first", d.name(d.x)))
	if d.xr.phase == d.yr.phase && d.waiting(d.y, d.xr.start) > d.xr.phase {
		d.claim(PhaseFirst, "node.immediate-after-throw", fmt.Sprintf("%s is of the next batch, which a throw lets run in the same phase", d.name(d.y)))
	}
}

// samePhaseTimers is for two timers of one phase.
func (d *duel) samePhaseTimers() {
	x, y := d.events[d.xr.pass], d.events[d.yr.pass]
	due, _ := d.due(d.y, d.xr.start)
	xw, yw := d.events[d.waiting(d.x, d.xr.start)], d.events[d.waiting(d.y, d.xr.start)]
	switch {
	case instant(due) > instant(x.Loop):
		d.notDueInPass(x)
		if d.xr.pass != d.yr.pass {
			d.claim(PhaseFirst, "node.second-pass", fmt.Sprintf("the phase came to %s in a later pass", d.name(d.y)))
		}
	case xw.Phase == yw.Phase && xw.List == yw.List && xw.List != 0:
		d.sameList(xw.List)
	case instant(x.Due) < instant(y.Due):
		d.earlierList(x, y)
	default:
		rule := "node.list-order"
		if d.policy.wholeLists {
			rule = "node.handle-order"
		}
		d.claim(EqualList, rule, fmt.Sprintf("the lists of both are due at the same time, and that of %s came first", d.name(d.x)))
	}
}

func (d *duel) sameList(list clock.Span) {
	d.claim(InOrder, "node.timers", fmt.Sprintf("both stand in the list of %s timers, and %s was set first", millis(list), d.name(d.x)))
}

// earlierList says that a list ran first because it was due first, also where
// its timer was not.
func (d *duel) earlierList(x, y sim.Event) {
	dx, _ := d.due(d.x, d.xr.start)
	dy, _ := d.due(d.y, d.xr.start)
	text := fmt.Sprintf("the list of %s was due %s before that of %s", d.name(d.x), millis(instant(y.Due)-instant(x.Due)), d.name(d.y))
	rule := "node.list-expiry"
	if instant(dx) > instant(dy) {
		rule = "node.list-by-list"
		text += ", and runs as far as it is due"
	}
	d.claim(EarlierList, rule, text)
}

// notDueInPass says that y was not due by the time of x's pass.
func (d *duel) notDueInPass(pass sim.Event) {
	rule := "node.due"
	if d.waiting(d.y, d.xr.start) > d.xr.phase && !d.policy.wholeLists {
		rule = "node.pass-time"
	}
	d.notDue(rule, "when "+d.name(d.x)+" ran", instant(pass.Loop))
}

func (d *duel) notDue(rule, when string, now clock.Span) {
	due, _ := d.due(d.y, d.xr.start)
	d.claim(NotDue, rule, fmt.Sprintf("%s was not due %s: by the loop's time it lacked %s", d.name(d.y), when, millis(instant(due)-now)))
}

// completions is for two that one poll phase called back.
func (d *duel) completions() {
	dx, xok := d.due(d.x, d.xr.start)
	dy, yok := d.due(d.y, d.xr.start)
	rule := "node.poll-order"
	if d.pooled(d.x) && d.pooled(d.y) {
		rule = "node.pool-done"
	}
	switch {
	case d.place(d.y, d.xr.start) != "poll" && yok && instant(dy) > d.at(d.xr.start):
		d.claim(NotDue, "node.poll", fmt.Sprintf("%s was not done when %s ran: it lacked %s", d.name(d.y), d.name(d.x), millis(instant(dy)-d.at(d.xr.start))))
	case d.place(d.y, d.xr.start) == "thread pool queue":
		d.claim(NoThread, "node.pool", fmt.Sprintf("%s waited for a thread when %s ran", d.name(d.y), d.name(d.x)))
	case xok && yok && instant(dx) == instant(dy):
		d.claim(Choice, "node.poll-order", fmt.Sprintf("%s and %s were done at the same instant, and either may be reported first", d.name(d.x), d.name(d.y)))
	case xok && yok && instant(dx) < instant(dy):
		d.claim(EarlierDone, rule, fmt.Sprintf("%s was done %s earlier", d.name(d.x), millis(instant(dy)-instant(dx))))
	case d.inRing(d.x) && !d.inRing(d.y):
		d.claim(OneDescriptor, "node.io-uring", fmt.Sprintf("both were done, and the descriptor of io_uring, which reports %s, stood in line earlier than that of %s", d.name(d.x), d.name(d.y)))
	case d.pooled(d.x) && !d.pooled(d.y):
		d.claim(OneDescriptor, "node.eventfd", fmt.Sprintf("both were done, and the descriptor that reports %s, with all work of the pool, stood in line earlier than that of %s", d.name(d.x), d.name(d.y)))
	default:
		d.claim(InOrder, "node.poll-order", fmt.Sprintf("both were done, and %s was the first to be reported", d.name(d.x)))
	}
}

// pooled reports whether the thread pool did a task's work, and inRing whether
// the kernel's ring did.
func (d *duel) pooled(t *task) bool { return d.waitedIn(t, "thread pool") }

func (d *duel) inRing(t *task) bool { return d.waitedIn(t, "io_uring") }

func (d *duel) waitedIn(t *task, queue string) bool {
	for _, w := range t.waits {
		if d.events[w].Phase == queue {
			return true
		}
	}
	return false
}

// otherPhase is for two that different phases ran: y could not run in a phase
// before, because it was not due, or not there yet, or is of a later phase.
func (d *duel) otherPhase() {
	since := d.waiting(d.y, d.xr.start)
	phase := d.phaseName(d.yr.phase)
	missed := d.lastBetween(since, d.xr.start, func(e *sim.Event) bool { return e.Kind == sim.EventPhase && e.Phase == phase })
	xPhase := d.phaseName(d.xr.phase)
	switch {
	case phase == "timers" && xPhase == "timers":
		d.laterPhase()
		return
	case phase == "timers" && missed != none && d.isDue(max(missed, d.lastBetween(missed, d.xr.start, isPass))):
		d.waitsAgain()
	case phase == "timers" && missed != none:
		d.notDue("node.due", "when the timers phase last looked", instant(d.events[missed].Loop))
	case phase == "check" && xPhase == "check":
		d.immediates()
		return
	case phase == "poll":
		if d.absent() {
			return
		}
	case phase == "closing" && xPhase == "closing":
		d.claim(PhaseFirst, "node.closing", fmt.Sprintf("%s was closed while the phase ran, so it waits for the next", d.name(d.y)))
		return
	}
	d.claim(PhaseFirst, "node.turn", fmt.Sprintf("%s ran in the %s phase, and the %s phase that runs %s came after it", d.name(d.x), xPhase, phase, d.name(d.y)))
}

func isPass(e *sim.Event) bool { return e.Kind == sim.EventPass }

// isDue reports whether y is due by the loop's time at an event.
func (d *duel) isDue(event int) bool {
	due, _ := d.due(d.y, d.xr.start)
	return instant(due) <= instant(d.events[event].Loop)
}

// laterPhase is for two timers of different phases.
func (d *duel) laterPhase() {
	if !d.isDue(d.xr.pass) {
		d.notDueInPass(d.events[d.xr.pass])
		return
	}
	xw, yw := d.events[d.waiting(d.x, d.xr.start)], d.events[d.waiting(d.y, d.xr.start)]
	if xw.Phase == yw.Phase && xw.List == yw.List && xw.List != 0 {
		d.sameList(xw.List)
	}
	if d.waiting(d.y, d.yr.start) > d.xr.start {
		d.claim(Refreshed, "node.refresh", fmt.Sprintf("%s, which was due, was set anew after %s had begun", d.name(d.y), d.name(d.x)))
		return
	}
	d.waitsAgain()
}

// waitsAgain says that y became due since its list was looked at, or the lists
// were, which is done again a millisecond later at the earliest.
func (d *duel) waitsAgain() {
	rule, what := "node.pass-again", "the last pass over the timers came before %s was due, and the next comes a millisecond later at the earliest"
	if d.policy.wholeLists {
		rule, what = "node.list-waits", "the list of %s ran before it was due, and then waits a millisecond at least"
	}
	d.claim(ListWaits, rule, fmt.Sprintf(what, d.name(d.y)))
}

// absent claims that an operation was not done when x ran, if it was not.
func (d *duel) absent() bool {
	due, ok := d.due(d.y, d.xr.start)
	place := d.place(d.y, d.xr.start)
	switch {
	case place == "thread pool queue":
		d.claim(NoThread, "node.pool", fmt.Sprintf("%s waited for a thread when %s ran", d.name(d.y), d.name(d.x)))
	case place != "poll" && ok && instant(due) > d.at(d.xr.start):
		d.claim(NotDue, "node.poll", fmt.Sprintf("%s was not done when %s ran: it lacked %s", d.name(d.y), d.name(d.x), millis(instant(due)-d.at(d.xr.start))))
	default:
		return false
	}
	return true
}
