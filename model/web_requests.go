package model

import (
	"math"

	"evsim/clock"
	"evsim/sim"
)

// requests is the XMLHttpRequests of a window. Each is a target of events.
type requests struct {
	all     []request
	flights []flight
}

type request struct {
	target uint32
	state  uint8 // readyState
	sent   bool  // the send() flag
	given  bool  // abort() was called since the last open(), where that stays
	cut    bool  // what was sent last failed, or open() or abort() ended it while it was under way
	shut   bool  // abort() was called of one that was opened and not sent: no answer before reaches it
	flight int   // the last one that was sent, plus one

	progressed bool          // progress was fired, where that matters
	last       clock.Instant // when it was
	waits      bool          // another waits for the end
	deaf       bool          // the script's listeners for it are all gone
}

// flight is what send() began.
type flight struct {
	request  int
	fails    bool
	answered bool // the answer is there, or is not waited for any more
	over     bool // nothing more becomes of it
}

// The states of a request.
const (
	requestUnsent uint8 = iota
	requestOpened
	requestHeaders
	requestLoading
	requestDone
)

// The events of requests, by the numbers that scripts give them.
const (
	eventReadyStateChange uint32 = iota
	eventLoadStart
	eventProgress
	eventLoad
	eventError
	eventAbort
	eventTimeout
	eventLoadEnd
)

// RequestEvents are the names of the events that requests fire. A script with
// requests gives them these numbers, from 0.
func RequestEvents() []string {
	return []string{
		eventReadyStateChange: "readystatechange", eventLoadStart: "loadstart", eventProgress: "progress", eventLoad: "load",
		eventError: "error", eventAbort: "abort", eventTimeout: "timeout", eventLoadEnd: "loadend",
	}
}

// Request is what XMLHttpRequest's open() and send() are called with.
type Request struct {
	Target  uint32
	Latency clock.Range // until the answer is there, or the network error
	Fails   bool
	Timeout clock.Span // its attribute timeout; not positive: none
}

// Send is open() and then send(). What was under way for the same request ends
// without an event. It reports whether send() throws, because a listener of what
// open() fires has sent the request itself.
func (w *Web) Send(r Request) (threw bool) {
	before := w.requests.all[w.request(r.Target)].flight
	w.Open(r.Target)
	if w.requests.all[w.request(r.Target)].flight != before {
		return true
	}
	return w.SendOpened(r)
}

// Open is open().
func (w *Web) Open(target uint32) {
	q := w.request(target)
	w.endFlight(q)
	w.requests.all[q].given, w.requests.all[q].shut = false, false
	if w.requests.all[q].state != requestOpened {
		w.requests.all[q].state = requestOpened
		w.fire(q, eventReadyStateChange)
	}
}

// SendOpened is send(). It reports whether that throws, because the request is not
// opened, or was sent already.
func (w *Web) SendOpened(r Request) (threw bool) {
	q := w.request(r.Target)
	if one := w.requests.all[q]; one.state != requestOpened || one.sent {
		return true
	}
	w.requests.flights = append(sim.Grown(w, w.requests.flights), flight{request: q, fails: r.Fails})
	id := len(w.requests.flights) - 1
	w.requests.all[q].sent, w.requests.all[q].cut, w.requests.all[q].shut, w.requests.all[q].flight = true, false, false, id+1
	sent := w.Now()
	w.fire(q, eventLoadStart)
	if w.requests.flights[id].over {
		return false
	}
	w.announceStep(w.After(w.Now(), r.Latency), InNetwork, webAnswer, id)
	if r.Timeout > 0 {
		w.setRequestTimeout(id, sent, r.Timeout)
	}
	return false
}

// setRequestTimeout lets a request end by its timeout: by a delayed task where
// timers are such tasks (Chromium, XMLHttpRequest::timeout_timer_), which is set
// behind the listeners of loadstart, or by a task of its own, for which the time
// counts from the call of send (Firefox, XMLHttpRequestMainThread::StartTimeoutTimer;
// WebKit, XMLHttpRequest::m_sendingTime).
func (w *Web) setRequestTimeout(id int, sent clock.Instant, timeout clock.Span) {
	if !w.rules.DueAtTurns {
		at := sent.Add(timeout)
		if w.Before(at, w.Now()) {
			at = w.Now()
		}
		w.announceStep(at, InRequestTimeout, webTimedOut, id)
		return
	}
	t := w.Schedule(sourceNames[sourceNetwork], sim.Callback{Kind: webTimedOut, Ref: uint32(id)})
	timer := w.timers.add(&w.Loop)
	w.timers.all[timer] = webTimerState{callback: uint32(id), delay: uint32(min(timeout/clock.Millisecond, math.MaxInt32)), kind: timerRequest, id: t.ID, cause: t.Cause}
	w.arm(timer, w.Update())
}

// requestComesDue is what becomes of a request's timeout where it is a delayed task.
func (w *Web) requestComesDue(timer int32) {
	one := &w.timers.all[timer]
	t := sim.Task{Call: sim.Callback{Kind: webTimedOut, Ref: one.callback}, ID: one.id, Cause: one.cause}
	w.timers.finish(timer)
	w.arriveTimeout(t, sourceNetworkLate)
}

func (w *Web) announceStep(at clock.Instant, place sim.Place, kind uint8, id int) {
	w.announce(at, place, w.Schedule(sourceNames[sourceNetwork], sim.Callback{Kind: kind, Ref: uint32(id)}))
}

// request is the number of the request that is a target.
func (w *Web) request(target uint32) int {
	for i := range w.requests.all {
		if w.requests.all[i].target == target {
			return i
		}
	}
	w.requests.all = append(sim.Grown(w, w.requests.all), request{target: target})
	return len(w.requests.all) - 1
}

// ReadyState is request.readyState.
func (w *Web) ReadyState(target uint32) uint8 { return w.requests.all[w.request(target)].state }

// Abort is request.abort() (XMLHttpRequest, "abort method").
func (w *Web) Abort(target uint32) {
	q := w.request(target)
	one := &w.requests.all[q]
	one.given = w.rules.RequestsLost == lostAborted
	underWay := one.underWay()
	one.shut = !underWay
	w.endFlight(q)
	if underWay {
		w.finish(q, eventAbort, w.fire)
	}
	if one := &w.requests.all[q]; one.state == requestDone {
		one.state = requestUnsent
	}
}

func (r *request) underWay() bool {
	return r.state == requestOpened && r.sent || r.state == requestHeaders || r.state == requestLoading
}

func (w *Web) endFlight(q int) {
	w.lose(q)
	one := &w.requests.all[q]
	one.cut, one.sent = one.cut || one.underWay(), false
}

// lose lets nothing more become of what was sent last.
func (w *Web) lose(q int) {
	if id := w.requests.all[q].flight - 1; id >= 0 {
		w.requests.flights[id].answered, w.requests.flights[id].over = true, true
	}
}

// finish ends a request by readystatechange, one event that says how, and
// loadend (XMLHttpRequest, "request error steps", "handle response
// end-of-body").
func (w *Web) finish(q int, how uint32, fire func(int, uint32)) {
	w.CiteRule(RuleRequestEnds)
	one := &w.requests.all[q]
	one.state, one.sent = requestDone, false
	one.cut = one.cut || how == eventError
	if w.endProgress(q, how, fire) {
		w.CiteRule(RuleProgress)
		return
	}
	if fire(q, eventReadyStateChange); how == eventLoad && w.rules.RequestAnew && w.requests.all[q].state != requestDone {
		w.CiteRule(RuleRequestAnew)
		return
	}
	if (how == eventLoad || how == eventError) && w.rules.RequestsLost == lostAborted {
		how = eventLoad // XMLHttpRequestMainThread::ChangeStateToDoneInternal looks at mErrorLoad only now
		if w.requests.all[q].cut {
			how = eventError
		}
	}
	fire(q, how)
	fire(q, eventLoadEnd)
}

// fire fires an event inside a call of the script.
func (w *Web) fire(q int, event uint32) {
	w.CiteRule(RuleRequestCalls)
	w.Dispatch(w.requests.all[q].target, event)
}

// tell fires an event in a task of the networking source.
func (w *Web) tell(q int, event uint32) {
	w.eachListener(w.requests.all[q].target, event, func(t sim.Task) {
		w.CiteRule(RuleRequest)
		w.runCallback(t, sim.CallbackWork)
	})
}

// arriveAnswer makes a task of an answer: of its headers, to which the other parts
// may belong, or of a network error (Fetch, "queue a fetch task").
func (w *Web) arriveAnswer(t sim.Task) {
	f := &w.requests.flights[t.Call.Ref]
	switch {
	case f.answered:
		w.Drop(t)
		return
	case f.fails:
		t.Call.Kind = webFailed
	}
	w.arrived(w.answers(), t)
	f.answered = true
}

// answers is the source of an answer's tasks. Where timers and the event loop's tasks are
// all the business of one timer, the network's process is heard before that (WebKit,
// RunLoop::performWork).
func (w *Web) answers() source {
	if w.rules.AmongTimers {
		return sourceNetworkNow
	}
	return sourceNetwork
}

// arriveTimeout ends the fetch if its answer is not there yet, so that nothing
// becomes of that any more. Where tasks do not go by age, an answer that is there
// before the task runs is told instead, past the event loop (WebKit,
// XMLHttpRequest::didFinishLoading).
func (w *Web) arriveTimeout(t sim.Task, from source) {
	f := &w.requests.flights[t.Call.Ref]
	if f.answered {
		w.Drop(t)
		return
	}
	f.answered = w.rules.OldestFirst
	w.arrived(from, t)
}

// answer runs a task of a request.
func (w *Web) answer(cb sim.Callback) {
	f := &w.requests.flights[cb.Ref]
	if f.over || cb.Kind == webTimedOut && f.answered && !w.rules.OldestFirst {
		return
	}
	q := f.request
	switch cb.Kind {
	case webAnswer:
		w.answerHeaders(q, cb.Ref)
	case webBody:
		w.answerBody(q, cb.Ref)
	default:
		f.answered, f.over = true, true
		w.endAnswer(q, cb.Kind)
	}
}

// answerHeaders tells of the headers, but for a request that the body of an answer before has
// moved on already, and one that ends by the abort() before its send().
func (w *Web) answerHeaders(q int, id uint32) {
	one := &w.requests.all[q]
	if one.given {
		w.nextPart(webAborted, id)
		return
	}
	if one.state != requestLoading {
		one.state = requestHeaders
		w.tell(q, eventReadyStateChange)
	}
	if w.rules.BodyWithHeaders {
		w.CiteRule(RuleRequestBody)
		w.answerBody(q, id)
		return
	}
	w.nextPart(webBody, id)
}

// answerBody tells of the body. A listener that opens the request anew keeps nothing of that
// away where the body comes with the headers, and progress follows whatever the last did.
func (w *Web) answerBody(q int, id uint32) {
	one := &w.requests.all[q]
	if w.requests.flights[id].over && (one.state != requestOpened || one.shut) {
		return
	}
	again := one.state == requestLoading
	one.state = requestLoading
	if !again || w.rules.Progress != progressOfAnswer {
		w.tell(q, eventReadyStateChange)
	}
	w.progress(q, again)
	w.nextPart(webBodyEnd, id)
}

// endAnswer ends a request in a task. What its listeners have sent anew is lost with it after
// an abort (OnStopRequest and CloseRequestWithError leave the state 0), or a network error
// (networkError ends with internalAbort), in some browsers.
func (w *Web) endAnswer(q int, kind uint8) {
	w.finish(q, endings[kind-webBodyEnd], w.tell)
	switch one := &w.requests.all[q]; {
	case kind == webAborted, kind == webTimedOut && one.given:
		w.lose(q)
		w.requests.all[q].state = requestUnsent
	case kind == webFailed && w.rules.RequestsLost == lostFailed:
		w.lose(q)
	}
}

// lossRule says which requests are sent in vain.
type lossRule uint8

const (
	lostNone    lossRule = iota
	lostAborted          // those that were aborted after open()
	lostFailed           // those that listeners of a network error's events send anew
)

func (r lossRule) String() string { return [...]string{"-", "aborted", "failed"}[r] }

// nextPart tells of the next part of an answer, which came with this one and is of the
// same task, or is a task when it has come.
func (w *Web) nextPart(kind uint8, id uint32) {
	if w.requests.flights[id].over {
		return
	}
	cb := sim.Callback{Kind: kind, Ref: id}
	if w.Pick(clock.TaskQueue, 2) == 0 {
		w.answer(cb)
		return
	}
	from := w.answers()
	w.arrived(from, w.Schedule(sourceNames[from], cb))
}

// endings is how a request ends, by the kind of callback from webBodyEnd on.
var endings = [...]uint32{eventLoad, eventError, eventTimeout, eventAbort}

func (r *requests) restart() { r.all, r.flights = r.all[:0], r.flights[:0] }

// describeAnswer is a task of a request as a reader would name it.
func describeAnswer(kind uint8) string {
	switch kind {
	case webAnswer:
		return "headers of an answer"
	case webBody:
		return "body of an answer"
	case webBodyEnd:
		return "end of an answer"
	case webFailed:
		return "network error"
	case webAborted:
		return "end of an aborted request"
	}
	return "timeout of a request"
}
