package model

import (
	"slices"

	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// bodyRule says what the promise of an answer's text waits for.
type bodyRule uint8

// The rules.
const (
	bodyByThread bodyRule = iota // another thread, which reads the body for each call (Firefox, BodyConsumer)
	bodyByTask                   // a task, which the call posts where the body has come (Chromium, BodyStreamBuffer)
	bodyAtOnce                   // nothing, where the body has come (WebKit, FetchBodyConsumer)
)

func (r bodyRule) String() string {
	return [...]string{"a thread", "a task", "-"}[r]
}

// freshAnswer is an answer to fetch() whose headers a task has told of at an
// instant. Its body comes behind them.
type freshAnswer struct {
	promise uint32
	at      clock.Instant
}

// KeepAnswers has the model note from now on when answers to fetch() are told, for
// a script that may read them. Without it [Web.ReadBody] takes every body for there.
func (w *Web) KeepAnswers() { w.keepsAnswers = true }

// tellAnswer notes that the promise of a fetch is fulfilled.
func (w *Web) tellAnswer(promise uint32) {
	if w.keepsAnswers {
		w.answered = append(sim.Grown(w, w.answered), freshAnswer{promise, w.Now()})
	}
}

// forgetAnswers takes the bodies for there whose headers a task has told of that is
// over, if time has passed since.
func (w *Web) forgetAnswers() {
	if n := len(w.answered); n > 0 && w.Before(w.answered[n-1].at, w.Now()) {
		w.answered = w.answered[:0]
	}
}

// ReadBody is text() of the answer to a fetch, or the like: its promise is fulfilled
// when the body is read (Fetch, "consume body"). The body comes through another
// process or thread, so what tells of its end has no age among the tasks of this
// one.
func (w *Web) ReadBody(answer uint32, v ecma.Value) uint32 {
	p := w.NewPromise()
	come := !slices.ContainsFunc(w.answered, func(a freshAnswer) bool { return a.promise == answer })
	if w.rules.Bodies == bodyAtOnce && (come || w.Pick(clock.TaskQueue, 2) == 1) {
		w.Settle(p, v, false)
		return p
	}
	from := sourceBody
	if w.rules.Bodies == bodyByTask && come {
		from = sourceNetwork
	}
	w.pushSource(from, w.Schedule(sourceNames[from], sim.Callback{Kind: webRead, Ref: p, Arg: v.Pack(false)}))
	return p
}
