package model

import "evsim/sim"

// webEvents is listeners, mutation observers, and rejected promises.
type webEvents struct {
	listeners []listener
	observers []observer
	notifying bool // a microtask to notify observers is queued
	rejected  []uint32
	window    [eventCount][]uint32
}

type listener struct {
	target, event uint32
	callback      uint32
}

type observer struct {
	target   uint32
	callback uint32
	records  int
}

// Listen is addEventListener.
func (w *Web) Listen(target, event, callback uint32) {
	w.events.listeners = append(w.events.listeners, listener{target, event, callback})
}

// Dispatch is dispatchEvent, called by the script: the listeners run one after
// the other, and no checkpoint comes between them, because the script that
// dispatches is still on the stack (DOM, "dispatch"; HTML, "clean up after
// running script").
func (w *Web) Dispatch(target, event uint32) {
	w.eachListener(target, event, func(t sim.Task) {
		w.By(ruleDispatch)
		if w.Loop.Run(t, sim.CallbackWork) == sim.Threw {
			w.By(ruleReport)
			w.uncaught(w.thrown)
		}
	})
}

// userEvent is the same event dispatched by the user agent: a checkpoint comes
// after each listener.
func (w *Web) userEvent(in Input) {
	w.eachListener(in.Target, in.Event, func(t sim.Task) {
		w.By(ruleUserEvent)
		w.runCallback(t, sim.CallbackWork)
	})
}

// eachListener visits the listeners that there are as the dispatch begins.
func (w *Web) eachListener(target, event uint32, run func(sim.Task)) {
	for i := range len(w.events.listeners) {
		l := w.events.listeners[i]
		if l.target == target && l.event == event && !w.Stopped() {
			run(w.Schedule("event", scriptCall(l.callback, Value{})))
		}
	}
}

// Observe is new MutationObserver(callback).observe(target).
func (w *Web) Observe(target, callback uint32) {
	w.events.observers = append(w.events.observers, observer{target: target, callback: callback})
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
		if !w.events.notifying {
			w.events.notifying = true
			w.enqueueMicrotask(sim.Callback{Kind: callMutations})
		}
	}
}

// notifyObservers is "notify mutation observers" (DOM).
func (w *Web) notifyObservers() {
	w.events.notifying = false
	for i := range len(w.events.observers) {
		if w.events.observers[i].records == 0 || w.Stopped() {
			continue
		}
		w.By(ruleMutation)
		w.events.observers[i].records = 0
		t := w.Schedule(microtasks, scriptCall(w.events.observers[i].callback, Value{}))
		if w.Loop.Run(t, sim.CallbackWork) == sim.Threw {
			w.uncaught(w.thrown)
		}
	}
}

// On is window.addEventListener for error and unhandledrejection.
func (w *Web) On(e Event, callback uint32) {
	w.events.window[e] = append(w.events.window[e], callback)
}

// emit fires an event at the window; it reports whether anybody listened.
func (w *Web) emit(e Event, given Value) bool {
	for _, callback := range w.events.window[e] {
		if w.Loop.Run(w.Schedule(e.String(), scriptCall(callback, given)), sim.CallbackWork) == sim.Threw {
			w.Threw(w.script.ErrorText(w.thrown))
		}
	}
	return len(w.events.window[e]) > 0
}

// uncaught is "report an exception" (HTML): the error event at once, and the
// page lives on.
func (w *Web) uncaught(v Value) {
	if w.Stopped() {
		return
	}
	w.Threw(w.script.ErrorText(v))
	w.emit(WindowError, v)
}

// rejected and handled are HostPromiseRejectionTracker (HTML): the list of
// promises to be notified about after the next checkpoint.
func (w *Web) rejected(p uint32) { w.events.rejected = append(w.events.rejected, p) }

func (w *Web) handled(uint32) {}

func (w *Web) settledAgain() {}

// notifyRejected is "notify about rejected promises" (HTML): a task for each
// that nothing has handled since.
func (w *Web) notifyRejected() {
	for _, p := range w.events.rejected {
		w.By(ruleRejections)
		if !w.promises.all[p].isHandled {
			w.pushSource(sourceDOM, w.Schedule(sourceNames[sourceDOM], sim.Callback{Kind: webRejection, Ref: p}))
		}
	}
	w.events.rejected = w.events.rejected[:0]
}

func (w *Web) fireRejection(p uint32) {
	if w.promises.all[p].isHandled {
		return
	}
	reason := w.promises.all[p].value
	if !w.emit(WindowUnhandledRejection, reason) {
		w.Threw("unhandled rejection: " + w.script.ErrorText(reason))
	}
}

func (e *webEvents) roots(m Marker) {
	for _, p := range e.rejected {
		m.Promise(p)
	}
}
