package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// schedulingState is the event loop's current scheduling state (Prioritized
// Task Scheduling), as far as scheduler.yield asks for it: the priority that a
// continuation inherits, plus one, or from firstSource on the source of that.
type schedulingState uint16

// firstSource is the state of the first source. That is the abort source and the
// priority source of a task of postTask that has a signal (Prioritized Task
// Scheduling, "scheduling state"): a number that the script gives, 0 for none.
const firstSource = schedulingState(PriorityUserBlocking) + 2

// noState is that of what neither a task of postTask nor an idle callback
// began.
const noState schedulingState = 0

func stateOf(p TaskPriority) schedulingState { return schedulingState(p) + 1 }

func stateOfSource(source uint16) schedulingState { return schedulingState(source-1) + firstSource }

// source is where a continuation gets its priority from, if that can change, and
// the error if it is aborted.
func (s schedulingState) source() uint16 {
	if s < firstSource {
		return 0
	}
	return uint16(s-firstSource) + 1
}

// priority is that of a state without a source.
func (s schedulingState) priority() TaskPriority {
	if s == noState {
		return PriorityUserVisible
	}
	return TaskPriority(s - 1)
}

// priorityRule says which microtasks have the scheduling state of what queued
// them.
type priorityRule uint8

// The rules.
const (
	// prioritiesKept: every microtask (V8, continuation-preserved embedder data), but
	// not one that goes on with an async generator which yielded what is no promise.
	prioritiesKept priorityRule = iota
	// prioritiesOfPending: reactions that were made when their promise was
	// pending, and the jobs that adopt a promise; other promise jobs have none. A
	// promise job leaves none behind. Other microtasks have what there is when
	// they run (Firefox, CycleCollectedJSContext, RunJSMicroTask; SpiderMonkey,
	// builtin/Promise.cpp, where the data of the host is left out).
	prioritiesOfPending
)

var priorityRuleNames = [...]string{"every job", "pending"}

// String is the rule in a word or two.
func (r priorityRule) String() string { return priorityRuleNames[r] }

// beginState makes the scheduling state that of a task of postTask or an idle
// callback. Before the first of them in a run all states are noState, which is what
// a job has of which nothing was kept; so until then nothing is, and microtasks cost
// nothing for it.
func (w *Web) beginState(s schedulingState) {
	w.scheduler.state, w.inherits = s, true
	w.KeepJobData(true)
}

// enqueueInheriting queues a microtask that has the scheduling state there is.
func (w *Web) enqueueInheriting(cb sim.Callback) {
	w.Post(&w.micro, w.jobQueue(), cb)
	w.micro.SetLastOrder(uint32(w.scheduler.state))
}

// keeps is what a reaction keeps of the scheduling state (HostMakeJobCallback).
// SpiderMonkey goes on at once behind an await that nothing has to wait for. No
// order of callbacks tells, but what goes on keeps its scheduling state.
func (w *Web) keeps(made ecma.Made) uint16 {
	kept := w.rules.Priorities == prioritiesKept && made != ecma.MadeYielded || made == ecma.MadePending || made == ecma.MadeOnward && w.micro.Len() == 0
	if !kept {
		return uint16(noState)
	}
	return uint16(w.scheduler.state)
}

// beginMicrotask makes the scheduling state that of a microtask
// (HostCallJobCallback).
func (w *Web) beginMicrotask(t sim.Task) {
	s := &w.scheduler
	switch {
	case t.Call.Kind == callReaction:
		s.state = schedulingState(w.JobData(jobOf(t.Call)))
	case w.rules.Priorities == prioritiesKept:
		s.state = schedulingState(t.Order)
	case t.Call.Kind == callThenable:
		if given, _ := ecma.Unpack(t.Call.Arg); given.Kind == ecma.ValuePromise {
			s.state = schedulingState(t.Order)
		} else {
			s.state = noState
		}
	}
}

// endMicrotask follows it.
func (w *Web) endMicrotask(t sim.Task) {
	if w.rules.Priorities == prioritiesKept || t.Call.Kind == callReaction || t.Call.Kind == callThenable {
		w.scheduler.state = noState
	}
}

func (w *Web) restart() {
	w.arrivals.Restart()
	for i := range w.sources {
		w.sources[i].Restart()
	}
	w.channels, w.ports, w.full, w.offers = w.channels[:0], w.ports[:0], w.full[:0], w.offers[:0]
	w.answered, w.keepsAnswers = w.answered[:0], false
	w.timers.restart()
	w.frames.restart()
	w.sizes.restart()
	w.requests.restart()
	w.database.restart()
	w.idle.restart()
	w.scheduler.restart()
	w.events.restart()
	w.order, w.batch, w.batchFor, w.delayedRun, w.hadJobs, w.loopRan = 0, 0, 0, 0, false, false
	w.inherits = false
	w.KeepJobData(false)
	w.start()
}
