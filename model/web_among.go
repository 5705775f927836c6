package model

import (
	"evsim/clock"
	"evsim/sim"
)

// runOffer runs the first task of a queue.
func (w *Web) runOffer(chosen *offer) {
	w.Phase(chosen.name)
	w.by(chosen)
	w.begins(chosen)
	w.frames.begin(w)
	defer w.frames.end()
	switch {
	case chosen.from == sourceTimer, chosen.from == sourceTimerNow:
		w.runTimers(chosen.queue)
	case chosen.port > 0:
		w.receive(chosen.port - 1)
	case chosen.post:
		w.runPost(chosen.queue)
	default:
		t, _ := chosen.queue.Pop()
		w.runCallback(t, sim.CallbackWork)
	}
	w.scheduler.state = noState
}

// runAmong lets what the event loop has run between timers of one task, where
// that is the business of a timer which stands in line with the page's (WebKit,
// WindowEventLoop::scheduleToRun). It runs all that is there by then, also what
// timers of the same task have posted. It reports whether that is still to come.
// What runs has turns of its own, and so have the timers behind it.
func (w *Web) runAmong() (waits bool) {
	chosen := w.fromTheLoop(w.order, true)
	if chosen.from == sourceTimer {
		return true
	}
	w.timers.among = true
	last, quit := w.order, w.Now().Add(w.rules.TimersFor)
	for chosen.queue != nil && w.BeginTurnWithin() {
		w.CiteRule(RuleAmongTimers)
		w.runOffer(&chosen)
		if chosen = (offer{}); w.Before(w.Now(), quit) {
			chosen = w.fromTheLoop(last, false)
		}
	}
	w.timers.among = false
	w.BeginTurnWithin()
	w.Phase(sourceTimer.phase())
	return false
}

// fromTheLoop is one of the event loop's tasks up to one that was queued last, or
// of the timers too.
func (w *Web) fromTheLoop(last uint32, timers bool) (chosen offer) {
	offers := w.collectOffers()
	kept := offers[:0]
	for _, o := range offers {
		if o.from == sourceTimer && timers || !o.from.passesTheLoop() && o.order <= last {
			kept = append(kept, o)
		}
	}
	if len(kept) > 0 {
		chosen = kept[w.Pick(clock.TaskQueue, len(kept))]
	}
	return chosen
}

// begins says that a task of the event loop's runs, with which those run that are
// there, before anything comes past its queues, as long as the loop has time
// (WebKit, EventLoop::run).
func (w *Web) begins(o *offer) {
	if !w.rules.AmongTimers || o.from.passesTheLoop() {
		w.loopRan = w.loopRan && o.from == sourceTimer
		return
	}
	w.hadJobs = false
	if o.order > w.batch || !w.batchLasts() {
		w.batch, w.batchFor, w.loopRan = w.order, w.Now().Add(w.rules.TimersFor), true
	}
}

// withTheLoop is how many of the timers that are due were so when the event loop began to
// run what it had: they and its own timer are of one task, which looks at the time once.
// None are where that run left no time for others. Those that it set, and all behind a run
// so long, are a new task, which the event loop's own timer may be part of once more, as
// it was set anew since (WebKit, ThreadTimers::sharedTimerFiredInternal).
func (w *Web) withTheLoop(q *sim.Queue) (n int) {
	if !w.loopRan || !w.batchLasts() {
		return 0
	}
	for n < q.Len() && q.At(n).Order <= w.batch {
		n++
	}
	return n
}

// batchLasts reports whether the event loop has time for what is left of the tasks
// that it began to run.
func (w *Web) batchLasts() bool { return !w.Before(w.batchFor, w.Now()) }

// batchGoesOn reports whether the event loop goes on with the tasks that it began to run.
func (w *Web) batchGoesOn() bool { return w.batchLasts() && w.loopHas(w.batch) }

// loopHas reports whether the event loop has a task up to one that was queued last.
func (w *Web) loopHas(last uint32) bool {
	for s := range w.sources {
		if q := &w.sources[s]; !source(s).passesTheLoop() && q.Len() > 0 && q.At(0).Order <= last {
			return true
		}
	}
	for i := range w.ports {
		if q := &w.ports[i].tasks; q.Len() > 0 && q.At(0).Order <= last {
			return true
		}
	}
	return false
}

// passesTheLoop reports whether tasks of a source come past the event loop's
// queues in WebKit: timers, what the user does, frames, what the network's process
// tells of an XMLHttpRequest (WebResourceLoader), and what Document::postTask takes
// (RejectedPromiseTracker, ScriptExecutionContext::dispatchMessagePortEvents).
func (s source) passesTheLoop() bool {
	return s == sourceTimer || s == sourceInput || s == sourceFrame || s == sourceDOM || s == sourcePorts || s == sourceNetworkNow
}
