package model

import (
	"evsim/clock"
	"evsim/sim"
)

// A class is a priority among task queues; within a class the oldest task goes
// first when nothing in the standard says so. (Chromium,
// MainThreadSchedulerImpl::ComputePriority and WebSchedulingTaskQueue; Firefox,
// EventQueuePriority.)
const (
	classFirst int8 = iota - 1
	classInput
	classFrame
	classAnswer // an answer comes while a task runs, so before what that leaves behind it as it ends
	classHigh
	classContinuation // of scheduler.yield, at the usual priority
	classNormal
	classLow
	classLast
)

// offer is a task queue with a runnable task.
type offer struct {
	queue *sim.Queue
	class int8
	order uint32
	name  sim.Place
	from  source
	port  int  // which port's messages, from 1; 0: none
	post  bool // a task of the scheduler
	late  bool // a delayed task: a timer, or one of the scheduler that had a delay
	loose bool // what comes through another process or thread has no age among the tasks of this one
}

// choose is the one of some task queues that goes next: the user agent's
// choice, as far as the browser leaves it open.
func (w *Web) choose(offers []offer) *offer {
	if len(offers) == 1 {
		w.delayedRun = 0
		return &offers[0]
	}
	starves := false
	if w.rules.OldestFirst {
		w.CiteRule(RuleOldestFirst)
		offers, starves = w.oldestFirst(offers)
	}
	o := &offers[w.Pick(clock.TaskQueue, len(offers))]
	if w.delayedRun++; !starves || !o.late {
		w.delayedRun = 0
	}
	return o
}

// oldestFirst keeps, of the offers that have an age, the one that goes next,
// and all that have none. It also reports whether that one is a delayed timer
// which keeps another task of its class waiting. (Chromium,
// TaskQueueSelector::SelectWorkQueueToService; Firefox,
// TaskController::GetRunnableForMTTask.)
func (w *Web) oldestFirst(offers []offer) (kept []offer, starves bool) {
	first := 0
	for first < len(offers) && offers[first].loose {
		first++
	}
	goes, waits := first, starvedBy(offers, first)
	also := -1
	switch {
	case waits < 0:
	case w.rules.DelayedRun == anyRun:
		also = waits
	case w.rules.DelayedRun > 0 && w.delayedRun >= w.rules.DelayedRun:
		w.CiteRule(RuleDelayedRun)
		goes, waits = waits, -1
	}
	kept = offers[:0]
	for i, o := range offers {
		if o.loose || i == goes || i == also {
			kept = append(kept, o)
		}
	}
	return kept, waits >= 0
}

// starvedBy is which offer waits for the delayed timer that is the first of those
// with an age; -1: that is no delayed timer, or no task of its class waits.
func starvedBy(offers []offer, first int) int {
	if first == len(offers) || !offers[first].late {
		return -1
	}
	for i := first + 1; i < len(offers); i++ {
		if o := &offers[i]; !o.loose && o.class == offers[first].class && !o.late {
			return i
		}
	}
	return -1
}

// anyRun is a DelayedRun of any length.
const anyRun = -1

// Crowded is the policy of a browser that has tasks of its own, which a
// scenario does not know: one of them may be the task that waits for delayed
// timers, so that the script's own has to wait for more of them, or take the time
// in which an idle callback could run.
func (p Policy) Crowded() Policy {
	if p.Web == nil {
		return p
	}
	rules := *p.Web
	if rules.DelayedRun > 0 {
		rules.DelayedRun = anyRun
	}
	rules.Idles, rules.framesAnyTime = idleAnyTime, true
	p.Web = &rules
	return p
}

// Displayed is the policy of a browser on a real display, whose frames do not
// come at equal times: one that is asked for after a pause comes at once or
// soon, and the one after it at the display's next time. Another process tells
// of these times, so they may be late, as may be that in which databases are.
func (p Policy) Displayed(late clock.Span) Policy {
	if p.Web == nil {
		return p
	}
	rules := *p.Web
	rules.framesAnyTime, rules.framesLate = true, late
	p.Web = &rules
	return p
}

// Threaded is the policy of a browser whose timers are told of by a thread of
// its own (web.early), on a machine that may let this thread wait so long: until
// then the browser does not know that a timer is due, and runs other tasks. Of
// the others it is the policy itself.
func (p Policy) Threaded(late clock.Span) Policy {
	if p.Web == nil || p.Web.Early == 0 {
		return p
	}
	rules := *p.Web
	rules.timersLate = late
	p.Web = &rules
	return p
}

// Punctual is the policy of a browser under its virtual clock, where all timers
// are precise: so was Chromium 156 seen to be.
func (p Policy) Punctual() Policy {
	if p.Web == nil {
		return p
	}
	rules := *p.Web
	rules.Leeway = 0
	p.Web = &rules
	return p
}

// by tells the rules by which a task queue goes next.
func (w *Web) by(o *offer) {
	w.CiteRule(RuleWebTurn)
	if o.queue.Len() > 1 {
		w.CiteRule(RuleSourceOrder)
	}
	if len(w.offers) > 1 {
		w.CiteRule(RuleSourceChoice)
	}
	switch o.from {
	case sourceInput:
		w.CiteRule(RuleUserInput)
	case sourceFrame:
		w.CiteRule(RuleFrame)
	case sourceNetwork, sourceNetworkNow, sourceNetworkLate, sourceBody:
		w.CiteRule(RuleNetwork)
	}
}

// collectOffers lists the queues that have a task, in the order in which this
// browser would take them.
func (w *Web) collectOffers() []offer {
	w.offers = w.offers[:0]
	if w.awaitsFrame() {
		w.offerSource(sourceInput)
		w.offerSource(sourceFrame)
		return w.offers
	}
	for s := range w.sources {
		w.offerSource(source(s))
	}
	for i := range w.ports {
		w.offer(&offer{queue: &w.ports[i].tasks, class: classNormal, name: InPostedMessage, from: sourceCount, port: i + 1})
	}
	w.scheduler.offer(w)
	return w.offers
}

func (w *Web) offerSource(s source) {
	if s == sourceTimer && len(w.timers.line.turns) > 0 {
		w.insert(&offer{queue: &w.sources[s], class: classNormal, name: s.phase(), from: s, late: true, order: w.timers.line.order})
		return
	}
	if w.sources[s].Len() == 0 || s == sourceTimer && !w.mayLook() || s == sourceFrame && w.frames.others.skipped {
		return
	}
	w.offer(&offer{queue: &w.sources[s], class: w.class(s), name: s.phase(), from: s, late: s == sourceTimer || s == sourceNetworkLate, loose: s.loose() && !(s == sourceFrame && w.frames.sure())})
}

// class is the class of a queue that has a task.
func (w *Web) class(s source) int8 {
	switch {
	case s == sourceInput:
		return classInput
	case s == sourceFrame && w.frames.first(w):
		if w.frames.others.first {
			return classLow
		}
		w.CiteRule(RuleFramesFirst)
		return classFrame
	case s == sourceNetworkNow && !w.batchGoesOn():
		return classAnswer
	case s == sourceBody: // mostly later than what waits
		return classLow
	case s == sourceDOM && w.rules.RejectsFirst && !w.batchGoesOn():
		w.CiteRule(RuleRejectsFirst)
		return classHigh
	}
	return classNormal
}

// phase is the name under which tasks of a source run.
func (s source) phase() sim.Place {
	switch s {
	case sourceTimerNow:
		s = sourceTimer
	case sourceNetworkNow, sourceNetworkLate, sourceBody:
		s = sourceNetwork
	}
	return sourceNames[s]
}

// loose: frames are told by the compositor, broadcasts, what databases hold and
// the bodies of answers come from a process that all pages share.
func (s source) loose() bool {
	return s == sourceFrame || s == sourceBroadcast || s == sourceDatabase || s == sourceBody
}

// offer inserts a queue where its first task belongs; an empty one is none.
func (w *Web) offer(o *offer) {
	if o.queue.Len() == 0 {
		return
	}
	o.order = o.queue.At(0).Order
	w.insert(o)
}

func (w *Web) insert(o *offer) {
	w.offers = append(w.offers, *o)
	for i := len(w.offers) - 1; i > 0; i-- {
		before := w.offers[i-1]
		if before.class < o.class || before.class == o.class && before.order < o.order {
			break
		}
		w.offers[i], w.offers[i-1] = before, *o
	}
}
