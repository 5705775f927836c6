package model

import (
	"slices"

	"evsim/clock"
	"evsim/sim"
)

// progressRule says after which progress event another that comes too soon waits.
type progressRule uint8

const (
	progressAtOnce    progressRule = iota
	progressOfAnswer               // one that came after the last state 4
	progressOfRequest              // any of the same request, but one that waited itself
)

func (r progressRule) String() string { return [...]string{"-", "of the answer", "of the request"}[r] }

// progressEvery is the least time between two progress events where one waits
// (XMLHttpRequestProgressEventThrottle).
const progressEvery = 50 * clock.Millisecond

// progress fires progress, or lets it wait if it comes too soon after another. The second of one
// state is preceded by readystatechange where that is not fired for each part of a body
// (DispatchProgressProgressEvent). What nobody listens for counts in Chromium alone
// (XMLHttpRequestProgressEventThrottle::updateProgress).
func (w *Web) progress(q int, again bool) {
	one := &w.requests.all[q]
	switch {
	case w.rules.Progress == progressAtOnce:
		w.tell(q, eventProgress)
		return
	case w.rules.Progress == progressOfRequest && !w.hearsProgress(one):
		return
	case one.progressed && w.Before(w.Now(), one.last.Add(progressEvery)):
		w.CiteRule(RuleProgress)
		if !one.waits {
			one.waits = true
			w.announceStep(one.last.Add(progressEvery), InNetwork, webProgress, q)
		}
		return
	}
	if again && w.rules.Progress == progressOfAnswer {
		w.tell(q, eventReadyStateChange)
	}
	if !again || w.requests.all[q].state == requestLoading || w.rules.Progress == progressOfRequest {
		w.tell(q, eventProgress)
	}
	w.throttle(q)
}

// throttle counts from now, after the listeners: their end of the request does not stop that.
func (w *Web) throttle(q int) {
	one := &w.requests.all[q]
	one.progressed, one.last = true, w.Now()
}

func (w *Web) hearsProgress(one *request) bool {
	return !one.deaf && slices.ContainsFunc(w.events.listeners, func(l listener) bool {
		return l.target == one.target && l.event == eventProgress
	})
}

// HearsProgress says whether a script whose own lists of listeners stand behind one of [Web.Listen]
// listens for the progress of a request.
func (w *Web) HearsProgress(target uint32, hears bool) {
	w.requests.all[w.request(target)].deaf = !hears
}

// arriveProgress makes a task of a progress that waited long enough, which it does where the
// request was sent anew before its end.
func (w *Web) arriveProgress(t sim.Task) {
	if one := &w.requests.all[t.Call.Ref]; !one.waits || w.Before(w.Now(), one.last.Add(progressEvery)) {
		w.Drop(t)
		return
	}
	w.arrived(sourceNetwork, t)
}

// lateProgress is that task, in whatever state the request is by then.
func (w *Web) lateProgress(q int) {
	one := &w.requests.all[q]
	if !one.waits || w.Before(w.Now(), one.last.Add(progressEvery)) {
		return
	}
	w.CiteRule(RuleProgress)
	// WebKit forgets it behind its listeners alone, so an end that they make fires it once more,
	// and nothing waits for it then (XMLHttpRequestProgressEventThrottle::
	// dispatchThrottledProgressEventTimerFired).
	one.waits = w.rules.Progress == progressOfRequest
	w.tell(q, eventProgress)
	one = &w.requests.all[q]
	if w.rules.Progress == progressOfAnswer || one.waits {
		w.throttle(q)
	}
	one.waits = false
}

// endProgress fires, ahead of the state 4, what waits; Chromium does so for a load alone, and counts
// anew behind each end. It reports whether a listener has kept the end away.
func (w *Web) endProgress(q int, how uint32, fire func(int, uint32)) (kept bool) {
	one := &w.requests.all[q]
	waits := one.waits && (how == eventLoad || w.rules.Progress == progressOfRequest)
	one.waits = false
	if waits || w.rules.Progress == progressOfAnswer {
		one.progressed = false
	}
	if waits {
		fire(q, eventProgress)
	}
	return waits && w.rules.Progress == progressOfAnswer && w.requests.all[q].state != requestDone
}
