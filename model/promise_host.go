package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// promiseHost is what a Runtime does for its promises (ecma.Host).
type promiseHost Runtime

// EnqueuePromiseJob queues a microtask (HTML, "HostEnqueuePromiseJob"; V8).
func (h *promiseHost) EnqueuePromiseJob(j ecma.Job) {
	(*Runtime)(h).enqueueMicrotask(sim.Callback{Kind: callReaction + j.Kind, Ref: j.Ref, Arg: j.Arg})
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

func jobOf(cb sim.Callback) ecma.Job {
	return ecma.Job{Kind: cb.Kind - callReaction, Ref: cb.Ref, Arg: cb.Arg}
}
