package model

import (
	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// WebRules is what differs between browsers. Each field is one rule of
// docs/rules.md. The loop itself is the HTML Standard's.
type WebRules struct {
	MinTimeout        clock.Span // the least delay of setTimeout: 1 ms in Chromium before 101
	MinInterval       clock.Span // and of setInterval
	ClampAbove        int32      // a setTimeout at a nesting level above this is clamped to 4 ms
	ClampRepeats      int32      // and a setInterval
	FirstAsAsked      bool       // the first run of an interval is held to neither of these
	Intervals         intervalRule
	GridAhead         int32      // on its grid: the next run comes this part of the period later at least; 0: just later
	TimersFor         clock.Span // one timer task runs every timer that is due, for so long at most; 0: one
	Early             clock.Span // as the browser sets its one timer anew, the first of the page's counts as due so long before its time
	Leeway            clock.Span // a timer of 32 ms or more is ordered as if it was due so long after its time
	AmongTimers       bool       // the tasks of the event loop run among its timers, if one waits as it begins, or there were jobs
	EmptyTurns        bool       // the timers have a queue of their own, in which the turn of a timer that is cleared stays
	PostsCutIn        bool       // such a task ends early for a task of postTask that waits, but for one of background
	DueAtTurns        bool       // delayed timers become tasks as a turn begins, those of 0 at the call; else as they come due
	DelayedRun        int32      // so many delayed timers may run while another task waits; 0: any number; see [Policy.Crowded]
	Ports             portRule   // when messages become tasks
	OldestFirst       bool       // of the tasks of one priority the oldest goes
	PostsWait         bool       // a task of postTask with a delay is a delayed task of its priority; else a timer posts it
	TurnsStay         bool       // a task of postTask that is moved or aborted leaves its turn of the event loop to another
	FramesFirst       bool       // a frame that is due goes before tasks that are older
	FramesAfter       clock.Span // but only when so long has passed since the last frame ended
	FrameAfterInput   clock.Span // what the user did that asks for a frame lets other tasks wait so long for it
	framesAnyTime     bool       // a frame comes at any time within a period of when it is asked for; see [Policy.Displayed]
	framesLate        clock.Span // or so much later, and so transactions begin; see [Policy.Displayed]
	timersLate        clock.Span // timers become tasks so much later than they come due; see [Policy.Threaded]
	FramesFollow      bool       // a frame comes at once where its time came while the task ran that asks for it
	FrameAtOnce       bool       // the display rests while no frame is asked for, and the first one that is comes at once
	FramesGive        bool       // a frame leaves its turn to tasks that wait, for some time since the last one
	Idles             idleRule
	LeastIdle         clock.Span // an idle period takes at least so long
	FramesBeforeIdles bool       // no idle period begins while a frame is asked for, unless one has begun since the last frame
	IdleByDisplay     bool       // an idle period ends before the display's next time, while the display tells of its times
	IdleTimeouts      idleTimeoutRule
	Mutations         mutationRule
	EditsTogether     bool         // the listeners of an edit have one checkpoint, behind all of them
	BodyWithHeaders   bool         // the headers and the body of an answer are one task
	Bodies            bodyRule     // what the promise of an answer's text waits for
	Progress          progressRule // which progress events of a request wait for its end
	RequestsLost      lossRule     // which requests are sent in vain
	RequestAnew       bool         // a request that a listener of its end opens anew, or aborts, fires nothing more for that end
	Priorities        priorityRule
	ReportsLate       bool       // what a callback throws is reported after its microtasks
	RejectsFirst      bool       // unhandledrejection goes before tasks that are older
	Hidden            hiddenRule // for what a hidden page's timers wait
	HiddenFor         clock.Span // whole seconds: timers that are due so long after one at which others ran do not wait
}

// Web is what a window is made of besides promises.
type Web struct {
	*Runtime
	rules WebRules `state:"-"`

	arrivals sim.Arrivals
	order    uint32
	batch    uint32        // the last task that was there as the event loop began to run what it has, where it runs all of that
	batchFor clock.Instant // until then it begins with another task of those
	hadJobs  bool          // jobs were queued since the event loop ran last, where that puts it among the timers
	loopRan  bool          // the event loop ran what it had, and nothing but that since: timers that were due then are of the same task
	sources  [sourceCount]sim.Queue
	channels []channel
	ports    []port
	full     []int   // ports that have messages
	offers   []offer `state:"-"`

	delayedRun int32 // delayed timers that ran while another task waited

	timers       webTimers
	frames       frames
	sizes        sizes
	requests     requests
	database     database
	answered     []freshAnswer // whose body may still come
	keepsAnswers bool          `state:"-"`
	idle         idle
	scheduler    scheduler
	events       webEvents
}

// source is a task source with a queue of its own (HTML, "generic task
// sources", "task queues").
type source uint8

const (
	sourceInput     source = iota // user interaction
	sourceFrame                   // rendering
	sourceDOM                     // DOM manipulation
	sourceTimer                   // timers that were delayed
	sourceTimerNow                // timers of 0, where they are tasks at once
	sourceWindow                  // window.postMessage
	sourceBroadcast               // BroadcastChannel
	sourcePorts                   // taking messages from ports
	sourceNetwork
	sourceNetworkNow  // answers to XMLHttpRequests, where they come past the event loop
	sourceNetworkLate // timeouts of XMLHttpRequests, where they are delayed tasks
	sourceBody        // bodies of answers to fetch()
	sourceIdleTimeout
	sourceDatabase
	sourceCount
)

var sourceNames = [...]sim.Place{
	InUserInteraction, InRendering, InDOM, InTimer, InTimerNow, InWindowMessage, InBroadcast, InPorts, InNetworking, InNetworkingNow, InNetworkingLate, InNetworkingBody, InIdleTimeout,
	InDatabaseAccess,
}

func (w *Web) start() { w.frames.start(w) }

// run is the event loop's processing model (HTML, "event loop processing
// model"): the script as the first task, then tasks for as long as there are
// any, now or to come.
func (w *Web) run() {
	w.expectInputs()
	w.Phase(InScript)
	t := w.Schedule(InScript, sim.Callback{Kind: callMain})
	w.runCallback(t, sim.FreeWork)
	w.Spend(w.world.Startup)
	w.idleAfterTask()
	for !w.Stopped() {
		w.advance()
		w.tryIdle()
		switch {
		case w.runTask():
			w.idleAfterTask()
		case w.idle.asked() && !w.awaitsFrame() && w.runIdle():
		case !w.wait():
			w.Stop(sim.Stop{Reason: sim.Ended})
		}
	}
}

// runTask chooses a task queue with a runnable task, which is the user agent's
// choice, and runs its first task. Every turn of the loop is one task.
func (w *Web) runTask() bool {
	w.frames.tellAgain(w)
	offers := w.collectOffers()
	if len(offers) == 0 {
		return false
	}
	if !w.BeginTurn() {
		return true
	}
	chosen := *w.choose(offers)
	for w.frames.givesWay(w, chosen.from) {
		chosen = *w.choose(w.collectOffers())
	}
	w.runOffer(&chosen)
	return true
}

// push makes a task runnable, after what came before.
func (w *Web) push(q *sim.Queue, name sim.Place, t sim.Task) {
	w.catchUp()
	w.enqueue(q, name, t)
}

// catchUp makes runnable what has come while a task runs, before the task makes
// others so: timers, and what arrives from outside.
func (w *Web) catchUp() {
	w.takeArrivals()
	if !w.rules.DueAtTurns {
		w.expireAll()
	}
}

// takeArrivals takes all that has arrived by now, where that is done while a task
// runs.
func (w *Web) takeArrivals() {
	if !w.rules.OldestFirst || w.arrivals.Len() == 0 {
		return
	}
	w.Update()
	for w.takeArrival() {
	}
}

// enqueue makes a task runnable.
func (w *Web) enqueue(q *sim.Queue, name sim.Place, t sim.Task) {
	w.rank(q, name, t)
	w.Enqueue(name, t)
}

// rank puts a task behind all that are runnable.
func (w *Web) rank(q *sim.Queue, name sim.Place, t sim.Task) {
	w.order++
	t.Order = w.order
	w.Push(q, t)
	w.Runnable(name, t)
}

// pushSource makes a task of a task source runnable.
func (w *Web) pushSource(s source, t sim.Task) { w.push(&w.sources[s], sourceNames[s], t) }

// arrived makes a task of what arrived runnable, when the timers that came due
// before that are.
func (w *Web) arrived(s source, t sim.Task) { w.enqueue(&w.sources[s], sourceNames[s], t) }

// announce lets a task become runnable at an instant to come, for which it
// waits in a place outside the loop.
func (w *Web) announce(at clock.Instant, place sim.Place, t sim.Task) {
	w.arrivals.Add(w.Clock, at, t)
	w.EnqueueDue(place, t, 0, at)
}

// advance makes runnable what has come by now: timers by (due, order of
// setting), and what arrives from outside.
func (w *Web) advance() {
	w.Update()
	w.forgetAnswers()
	for w.takeArrival() {
	}
	w.idle.expireAll(w)
	w.expireAll()
}

// takeArrival takes what arrived first, after the timers that came due before
// it, where they become tasks as they come due.
func (w *Web) takeArrival() bool {
	if !w.rules.DueAtTurns {
		for w.timerIsFirst() && w.timers.expire(w) {
		}
	}
	if w.arrivals.Len() == 0 {
		return false
	}
	t, _, ok := w.arrivals.Take(w.Clock, w.Now())
	if ok {
		w.arrive(t)
	}
	return ok
}

func (w *Web) arrive(t sim.Task) {
	switch t.Call.Kind {
	case webFrame:
		w.frames.arrive(w, t)
	case webInput:
		w.arrived(sourceInput, t)
	case webSettle:
		w.arriveFetched(t)
	case webAnswer:
		w.arriveAnswer(t)
	case webProgress:
		w.arriveProgress(t)
	case webTimedOut:
		w.arriveTimeout(t, sourceNetwork)
	case webGot:
		w.arriveGot(t)
	case webCommitted:
		w.arriveCommitted(t)
	case webIdle:
		w.idle.expire(t)
	}
}

// wait sleeps until the next thing happens; false when nothing will.
func (w *Web) wait() bool {
	w.forgetAborted()
	next, ok := w.arrivals.Next(w.Clock)
	if due, some := w.timers.next(w); some && (!ok || w.Before(due, next)) {
		next, ok = due, true
	}
	if w.idle.asked() {
		if end, waits := w.nextIdle(); waits && (!ok || w.Before(end, next)) {
			next, ok = end, true
		}
	}
	if o := &w.frames.others; o.first && (!ok || w.Before(o.again, next)) {
		next, ok = o.again, true
	}
	w.hadNothing()
	w.hadJobs, w.loopRan = false, false
	if until := w.frames.awaited; w.awaitsFrame() && (!ok || w.Before(until, next)) {
		next, ok = until, true
	}
	if ok {
		w.Sleep(next)
	}
	return ok
}

// runCallback runs one callback and cleans up after it: what it threw is
// reported, then comes a microtask checkpoint (HTML, "clean up after running
// script"). In WebKit the checkpoint comes first (JSExecState::~JSExecState). It
// reports whether the callback threw.
func (w *Web) runCallback(t sim.Task, work sim.Work) (threw bool) {
	rule := RuleWebTurn
	switch {
	case w.Running().ID != 0:
		rule = RuleWebCheckpoint
	case work == sim.TimerWork && w.rules.TimersFor > 0:
		rule = RuleTimersTogether
	}
	threw = w.Loop.Run(t, work) == sim.Threw
	if threw {
		w.ReportFired(w.thrown)
	}
	w.checkpoint(rule)
	return threw
}

// checkpoint performs a microtask checkpoint, and then notifies about rejected
// promises. The rule says why it comes here.
func (w *Web) checkpoint(rule sim.Rule) {
	w.Checkpoint(rule)
	w.CiteRule(rule)
	w.hadJobs = w.hadJobs || w.rules.AmongTimers && w.micro.Len() > 0
	w.runMicrotasks()
	w.notifyRejected()
	w.cleanUpTransactions()
}

func (w *Web) roots(m ecma.Marker) {
	w.events.roots(m)
	w.scheduler.roots(m)
	for s := range w.sources {
		for i := range w.sources[s].Len() {
			markSettle(m, w.sources[s].At(i).Call)
		}
	}
	w.arrivals.Each(func(t sim.Task) { markSettle(m, t.Call) })
}

func markSettle(m ecma.Marker, cb sim.Callback) {
	if cb.Kind == webSettle || cb.Kind == webRead {
		m.Promise(cb.Ref)
	}
}
