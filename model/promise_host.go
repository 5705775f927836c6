package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// promiseHost is what a Runtime does for its promises (ecma.Host).
type promiseHost Runtime

// EnqueuePromiseJob queues a microtask (HTML, "HostEnqueuePromiseJob"; V8). It is
// what enqueueMicrotask does too, so that a promise job takes no call more.
func (h *promiseHost) EnqueuePromiseJob(j ecma.Job) {
	cb := sim.Callback{Kind: callReaction + j.Kind, Ref: j.Ref, Arg: j.Arg}
	r := (*Runtime)(h)
	if r.micro.Len() > 0 {
		r.CiteRule(RuleJobFIFO)
	}
	if r.inherits {
		r.web.enqueueInheriting(cb)
		return
	}
	r.Post(&r.micro, r.jobQueue(), cb)
}

func (h *promiseHost) PromiseRejected(promise uint32) { h.platform.rejected(promise) }

func (h *promiseHost) PromiseHandled(promise uint32) { h.platform.handled(promise) }

func (h *promiseHost) SettledAgain() { h.platform.settledAgain() }

func (h *promiseHost) MarkRoots(m ecma.Marker) {
	h.platform.roots(m)
	for _, outer := range h.outer {
		for i := range outer.Len() {
			markCall(m, outer.At(i).Call)
		}
	}
	for i := range h.micro.Len() {
		markCall(m, h.micro.At(i).Call)
	}
	markCall(m, h.Running().Call)
}

// markCall marks what a microtask, or what runs, leads to.
func markCall(m ecma.Marker, cb sim.Callback) {
	switch {
	case isJob(cb):
		m.Job(jobOf(cb))
	case cb.Kind == callScript:
		v, _ := ecma.Unpack(cb.Arg)
		m.Value(v)
	}
}

func isJob(cb sim.Callback) bool { return cb.Kind-callReaction <= callThenable-callReaction }

// jobOf is a callback as a job; EnqueuePromiseJob undoes that for any kind.
func jobOf(cb sim.Callback) ecma.Job {
	return ecma.Job{Kind: cb.Kind - callReaction, Ref: cb.Ref, Arg: cb.Arg}
}
