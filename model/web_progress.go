package model

import "evsim/clock"

// progressRule says after which progress event another that comes too soon waits.
type progressRule uint8

const (
	progressAtOnce    progressRule = iota
	progressOfAnswer               // one that came after the last load
	progressOfRequest              // any of the same request, but one that waited itself
)

func (r progressRule) String() string { return [...]string{"-", "of the answer", "of the request"}[r] }

// progressEvery is the least time between two progress events where one waits
// (XMLHttpRequestProgressEventThrottle).
const progressEvery = 50 * clock.Millisecond

// progress fires progress, or lets it wait for the end of the request if it comes too soon
// after another. The second of one state is preceded by readystatechange where that is not
// fired for each part of a body (DispatchProgressProgressEvent).
func (w *Web) progress(q int, again bool) {
	one := &w.requests.all[q]
	switch {
	case w.rules.Progress == progressAtOnce:
	case one.progressed && w.Before(w.Now(), one.last.Add(progressEvery)):
		w.CiteRule(RuleProgress)
		one.waits = true
		return
	default:
		one.progressed, one.last = true, w.Now()
	}
	if again && w.rules.Progress == progressOfAnswer {
		w.tell(q, eventReadyStateChange)
		if w.requests.all[q].state != requestLoading {
			return
		}
	}
	w.tell(q, eventProgress)
}
