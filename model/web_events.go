package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// webEvents is listeners, mutation observers, and rejected promises.
type webEvents struct {
	listeners []listener
	observers []observer
	told      []int // observers that are being notified
	notifying bool  // a microtask to notify observers is queued
	rejected  []uint32
	unhandled fifo   // promises of which tasks are to tell
	reported  set    // promises for which unhandledrejection was fired ("outstanding rejected promises weak set")
	late      fifo   // of those, which have been handled since, and tasks are to tell of it
	reports   uint32 `state:"-"` // the promise that listeners are told of
	telling   bool   `state:"-"` // that listeners run now
	reporting bool   `state:"-"` // that listeners of error run now
	apart     bool   `state:"-"` // and a checkpoint follows each
	window    [eventCount][]uint32
}

func (e *webEvents) restart() {
	restart(&e.window)
	e.listeners, e.observers, e.told = e.listeners[:0], e.observers[:0], e.told[:0]
	e.rejected, e.notifying = e.rejected[:0], false
	e.reported, e.reports, e.telling, e.reporting, e.apart = e.reported[:0], 0, false, false, false
	e.unhandled.restart()
	e.late.restart()
}

type listener struct {
	target, event uint32
	callback      uint32
}

type observer struct {
	target   uint32
	callback uint32
	records  int
	waits    bool // to be notified
}

// mutationRule says when an observer is notified of what is changed while
// observers are being notified.
type mutationRule uint8

// The rules.
const (
	// mutationsQueued: by another microtask, which is queued at once (DOM, "queue a
	// mutation observer microtask", "notify mutation observers"; Chromium,
	// MutationObserverAgent::DeliverMutations).
	mutationsQueued mutationRule = iota
	// mutationsWait: the same, but changes that an observer will be told of in its
	// turn queue none (Firefox, nsDOMMutationObserver::HandleMutationsInternal,
	// mWaitingForRun).
	mutationsWait
	// mutationsDrained: by the same microtask, which goes on until there are none.
	// What is changed meanwhile queues another one all the same, which tells of what
	// is changed until it runs (WebKit, MutationObserver::notifyMutationObservers,
	// WindowEventLoop::queueMutationObserverCompoundMicrotask).
	mutationsDrained
)

var mutationRuleNames = [...]string{"queued", "wait", "drained"}

// String is the rule in a word or two.
func (r mutationRule) String() string { return mutationRuleNames[r] }

// Listen is addEventListener.
func (w *Web) Listen(target, event, callback uint32) {
	w.events.listeners = append(sim.Grown(w, w.events.listeners), listener{target, event, callback})
}

// Dispatch is dispatchEvent, called by the script: the listeners run one after
// the other, and no checkpoint comes between them, because the script that
// dispatches is still on the stack (DOM, "dispatch"; HTML, "clean up after
// running script").
func (w *Web) Dispatch(target, event uint32) {
	w.eachListener(target, event, func(t sim.Task) {
		w.CiteRule(RuleDispatch)
		w.runListener(t)
	})
}

// runListener runs a listener in the middle of other work: no checkpoint comes after it.
func (w *Web) runListener(t sim.Task) {
	if w.Loop.Run(t, sim.CallbackWork) == sim.Threw {
		w.CiteRule(RuleReport)
		w.uncaught(w.thrown)
	}
}

// expectInputs announces what the user does.
func (w *Web) expectInputs() {
	for i, input := range w.world.Inputs {
		place := InUserInteraction
		if input.Moves {
			place = InUserMove
		}
		w.announce(w.After(0, input.At), InUser, w.Schedule(place, sim.Callback{Kind: webInput, Ref: uint32(i)}))
	}
}

// userEvent is the same event dispatched by the user agent: a checkpoint comes
// after each listener. Firefox tells of an edit while it still works on it, so there
// the checkpoint comes behind all.
func (w *Web) userEvent(in Input) {
	if in.Edits && w.rules.EditsTogether {
		w.eachListener(in.Target, in.Event, func(t sim.Task) {
			w.CiteRule(RuleEditEvent)
			w.runListener(t)
		})
		return
	}
	w.eachListener(in.Target, in.Event, func(t sim.Task) {
		w.CiteRule(RuleUserEvent)
		w.runCallback(t, sim.CallbackWork)
	})
}

// eachListener visits the listeners that there are as the dispatch begins.
func (w *Web) eachListener(target, event uint32, run func(sim.Task)) {
	for i := range len(w.events.listeners) {
		l := w.events.listeners[i]
		if l.target == target && l.event == event && !w.Stopped() {
			run(w.Schedule(InEvent, scriptCall(l.callback, ecma.Value{})))
		}
	}
}

// Observe is new MutationObserver(callback).observe(target).
func (w *Web) Observe(target, callback uint32) {
	w.events.observers = append(sim.Grown(w, w.events.observers), observer{target: target, callback: callback})
}

// Mutate changes the target: one record for each of its observers, and one
// microtask for all of them (DOM, "queue a mutation observer microtask").
func (w *Web) Mutate(target uint32) {
	for i := range w.events.observers {
		o := &w.events.observers[i]
		if o.target != target {
			continue
		}
		o.records++
		if len(w.events.told) > 0 {
			w.CiteRule(RuleMutationRounds)
		}
		if o.waits {
			continue
		}
		o.waits = true
		if !w.events.notifying {
			w.events.notifying = true
			w.enqueueMicrotask(sim.Callback{Kind: callMutations})
		}
	}
}

// notifyObservers is "notify mutation observers" (DOM): of those that wait as it
// begins.
func (w *Web) notifyObservers() {
	w.events.notifying = false
	for again := true; again && !w.Stopped(); again = w.rules.Mutations == mutationsDrained && len(w.events.told) > 0 {
		w.takeObservers()
		for _, i := range w.events.told {
			w.notify(i)
		}
	}
	w.events.told = w.events.told[:0]
}

// takeObservers lists the observers that wait.
func (w *Web) takeObservers() {
	w.events.told = w.events.told[:0]
	for i := range w.events.observers {
		if o := &w.events.observers[i]; o.waits {
			w.events.told = append(w.events.told, i)
			o.waits = w.rules.Mutations == mutationsWait
		}
	}
}

// notify gives an observer its records, if it has any.
func (w *Web) notify(i int) {
	o := &w.events.observers[i]
	if w.rules.Mutations == mutationsWait {
		o.waits = false
	}
	if o.records == 0 || w.Stopped() {
		return
	}
	w.CiteRule(RuleMutation)
	o.records = 0
	if w.Loop.Run(w.Schedule(InMicrotasks, scriptCall(o.callback, ecma.Value{})), sim.CallbackWork) == sim.Threw {
		w.uncaught(w.thrown)
	}
}

// On is window.addEventListener for error, unhandledrejection and rejectionhandled.
func (w *Web) On(e Event, callback uint32) {
	w.events.window[e] = append(sim.Grown(w, w.events.window[e]), callback)
}

// fireError fires error at the window. A checkpoint follows each listener where no script
// is on the stack. What listeners and jobs throw meanwhile fires no other one ("in error
// reporting mode").
func (w *Web) fireError(given ecma.Value, apart bool) {
	w.events.reporting, w.events.apart = true, apart
	for _, callback := range w.events.window[WindowError] {
		if w.Stopped() {
			break
		}
		if w.Loop.Run(w.Schedule(sim.Place(WindowError.String()), scriptCall(callback, given)), sim.CallbackWork) == sim.Threw {
			w.Threw(w.script.ErrorText(w.thrown))
		}
		if apart {
			w.checkpoint(RuleWebCheckpoint)
		}
	}
	w.events.reporting, w.events.apart = false, false
}

// ListenersApart reports whether a checkpoint follows each listener of the error that
// is told.
func (w *Web) ListenersApart() bool { return w.events.apart }

// uncaught is "report an exception" (HTML): the error event at once, and the
// page lives on.
func (w *Web) uncaught(v ecma.Value) { w.reportException(v, false) }

func (w *Web) reportException(v ecma.Value, apart bool) {
	if w.Stopped() {
		return
	}
	if w.Threw(w.script.ErrorText(v)); !w.events.reporting {
		w.fireError(v, apart)
	}
}

// CleanUp is the checkpoint that follows a listener of an event which the browser
// fires, where other listeners are still to come (HTML, "clean up after running script").
func (w *Web) CleanUp() { w.checkpoint(RuleWebCheckpoint) }

// Report is reportError: "report an exception" (HTML).
func (w *Web) Report(v ecma.Value) {
	w.CiteRule(RuleReport)
	w.uncaught(v)
}

// ReportFired reports what a callback threw that the browser called, or a listener of an
// event that it fires.
func (w *Web) ReportFired(v ecma.Value) { w.reportFired(v, w.checkpoint) }

// ReportAsked reports what was thrown as a listener of such an event was asked for what is to
// be called: no callback was called that a checkpoint follows.
func (w *Web) ReportAsked(v ecma.Value) { w.reportFired(v, w.CiteRule) }

// reportFired is both; first is what comes before the report where that is late.
func (w *Web) reportFired(v ecma.Value, first func(sim.Rule)) {
	if !w.rules.ReportsLate {
		w.Report(v)
		return
	}
	first(RuleReportsLate)
	w.reportException(v, true)
}

// moduleThrew is the way of what a module threw through the promise of its evaluation, of
// which a job reports it (HTML, "run a module script"). The evaluation of a module that awaits
// at its top is rejected by a job of its own (ECMA-262 §16.2.1.5.3.1 ExecuteAsyncModule).
// WebKit looks at no such promise: it reports what leaves the call that evaluates a module,
// as what a script throws, and nothing that comes by a promise.
func (w *Web) moduleThrew(v ecma.Value, async bool) {
	if w.rules.ReportsLate {
		w.CiteRule(RuleReportsLate)
		return
	}
	cb := sim.Callback{Kind: webModuleThrew, Arg: v.Pack(true)}
	if async {
		cb.Ref++
	}
	w.enqueueMicrotask(cb)
}

// passModule passes the promise of a module that threw on, and then reports what it threw.
func (w *Web) passModule(cb sim.Callback) {
	if cb.Ref > 0 {
		cb.Ref--
		w.enqueueMicrotask(cb)
		return
	}
	v, _ := ecma.Unpack(cb.Arg)
	w.Report(v)
}

// rejected and handled are HostPromiseRejectionTracker (HTML): the list of
// promises to be notified about after the next checkpoint.
func (w *Web) rejected(p uint32) {
	w.events.reported.remove(p) // an earlier promise may have had the number
	w.events.rejected = append(sim.Grown(w, w.events.rejected), p)
}

// handled queues a task to tell of a promise for which unhandledrejection was fired.
func (w *Web) handled(p uint32) {
	if !w.events.reported.has(p) {
		return
	}
	w.events.reported.remove(p)
	if len(w.events.window[WindowRejectionHandled]) > 0 {
		w.events.late.push(p)
		w.pushSource(sourceDOM, w.Schedule(sourceNames[sourceDOM], sim.Callback{Kind: webHandled}))
	}
}

// fireHandled fires rejectionhandled.
func (w *Web) fireHandled() {
	w.events.reports = w.events.late.pop()
	w.fireOf(WindowRejectionHandled)
}

// ReportedPromise is the promise that listeners of unhandledrejection or rejectionhandled are
// being told of.
func (w *Web) ReportedPromise() uint32 { return w.events.reports }

// fireOf fires an event of a promise at the window, with a checkpoint after each listener.
func (w *Web) fireOf(e Event) {
	w.events.telling = true
	for _, callback := range w.events.window[e] {
		w.runCallback(w.Schedule(sim.Place(e.String()), scriptCall(callback, w.Reason(w.events.reports))), sim.CallbackWork)
	}
	w.events.telling = false
}

func (w *Web) settledAgain() {}

// notifyRejected is "notify about rejected promises" (HTML): one task for all
// that nothing has handled since.
func (w *Web) notifyRejected() {
	count := uint32(0)
	for _, p := range w.events.rejected {
		w.CiteRule(RuleRejections)
		if !w.IsHandled(p) {
			w.events.unhandled.push(p)
			count++
		}
	}
	w.events.rejected = w.events.rejected[:0]
	if count > 0 {
		w.pushSource(sourceDOM, w.Schedule(sourceNames[sourceDOM], sim.Callback{Kind: webRejection, Ref: count}))
	}
}

// fireRejections fires unhandledrejection for so many promises.
func (w *Web) fireRejections(count uint32) {
	for ; count > 0 && !w.Stopped(); count-- {
		p := w.events.unhandled.pop()
		if w.IsHandled(p) {
			continue
		}
		w.events.reports = p
		w.fireOf(WindowUnhandledRejection)
		if len(w.events.window[WindowUnhandledRejection]) == 0 {
			w.Threw("unhandled rejection: " + w.script.ErrorText(w.Reason(p)))
		}
		if !w.IsHandled(p) {
			w.events.reported.add(p)
		}
	}
}

func (e *webEvents) roots(m ecma.Marker) {
	for _, p := range e.rejected {
		m.Promise(p)
	}
	for _, p := range e.unhandled.all() {
		m.Promise(p)
	}
	for _, p := range e.late.all() {
		m.Promise(p)
	}
	if e.telling {
		m.Promise(e.reports)
	}
}
