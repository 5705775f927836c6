package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// Platform callbacks of browsers.
const (
	webFrame        uint8 = callPlatform + iota // update the rendering
	webInput                                    // Ref: the input
	webTimer                                    // Ref: the timer
	webSettle                                   // Ref: the promise of a fetch; Arg: the value
	webRead                                     // the same, of the text of an answer
	webRejection                                // fire unhandledrejection; Ref: for how many promises
	webHandled                                  // fire rejectionhandled
	webPost                                     // a task of the scheduler; Ref: the post
	webPosted                                   // settle its promise; Ref: the post
	webIdle                                     // an idle callback's timeout; Ref: the request
	webIdleRun                                  // an idle callback in an idle period
	webTakeMessages                             // take the messages of all ports
	webAnswer                                   // Ref: the flight of a request
	webBody                                     // the same
	webBodyEnd
	webFailed
	webTimedOut
	webAborted     // the same, by an abort() before its send()
	webProgress    // a progress that waited; Ref: the request
	webGot         // Ref: the request of a transaction
	webCommitted   // Ref: the transaction
	webModuleThrew // a module's promise is passed on; Ref: how often still; Arg: what it threw
)

// call runs a callback that only browsers have.
func (w *Web) call(cb sim.Callback) sim.Completion {
	v, rejected := ecma.Unpack(cb.Arg)
	switch cb.Kind {
	case webFrame:
		w.frames.update(w)
	case webInput:
		w.userEvent(w.world.Inputs[cb.Ref])
		if !w.world.Inputs[cb.Ref].Moves {
			w.awaitFrame()
		}
	case webSettle:
		if !rejected {
			w.tellAnswer(cb.Ref)
		}
		w.Settle(cb.Ref, v, rejected)
	case webRead:
		w.Settle(cb.Ref, v, rejected)
	case webRejection:
		w.fireRejections(cb.Ref)
	case webHandled:
		w.fireHandled()
	case webPost:
		return w.scheduler.call(w, cb.Ref)
	case webPosted:
		w.scheduler.settle(w, cb.Ref)
	case webTimer:
		one := &w.timers.all[cb.Ref]
		switch one.kind {
		case timerIdle:
			return w.callIdleTimer(one)
		case timerPost:
			w.postByTimer(one)
			return sim.Normal
		}
		return w.completion(w.script.Call(one.callback, ecma.Value{}))
	case webIdle, webIdleRun:
		return w.idle.call(w, cb.Ref, cb.Kind == webIdle)
	case webTakeMessages:
		w.takeMessages()
	case webAnswer, webBody, webBodyEnd, webFailed, webTimedOut, webAborted:
		w.answer(cb)
	case webProgress:
		w.lateProgress(int(cb.Ref))
	case webGot:
		w.got(cb.Ref)
	case webCommitted:
		w.committed(cb.Ref)
	case webModuleThrew:
		w.passModule(cb)
	case callMutations:
		w.notifyObservers()
	}
	return sim.Normal
}

func (w *Web) describe(cb sim.Callback) (string, sim.Pos) {
	switch cb.Kind {
	case webFrame:
		return "update the rendering", sim.Pos{}
	case webInput:
		return "user event", sim.Pos{}
	case webSettle:
		return "response", sim.Pos{}
	case webRead:
		return describeAnswer(webBody), sim.Pos{}
	case webRejection:
		return "unhandledrejection", sim.Pos{}
	case webHandled:
		return "rejectionhandled", sim.Pos{}
	case webPost:
		return w.describeScript(w.scheduler.posts[cb.Ref].callback, "scheduler.yield")
	case webPosted:
		return "settle the task's promise", sim.Pos{}
	case webTimer:
		return w.describeTimer(&w.timers.all[cb.Ref])
	case webIdle, webIdleRun:
		return w.script.Describe(w.idle.all[cb.Ref].callback)
	case webTakeMessages:
		return "take messages from ports", sim.Pos{}
	case webAnswer, webBody, webBodyEnd, webFailed, webTimedOut, webAborted:
		return describeAnswer(cb.Kind), sim.Pos{}
	case webProgress:
		return "progress of a request", sim.Pos{}
	case webGot:
		return "answer of the database", sim.Pos{}
	case webCommitted:
		return "transaction committed", sim.Pos{}
	case webModuleThrew:
		return "reject the module", sim.Pos{}
	case callMutations:
		return "notify mutation observers", sim.Pos{}
	}
	return "", sim.Pos{}
}

func (w *Web) describeScript(callback uint32, otherwise string) (string, sim.Pos) {
	if callback == ecma.NoCallback {
		return otherwise, sim.Pos{}
	}
	return w.script.Describe(callback)
}
