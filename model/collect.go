package model

import "evsim/sim"

// collect finds the promises that nothing can reach and makes them reusable.
// Only when that frees less than half does the slab grow, so the cost of a
// promise is constant on average and a long run allocates no more than a
// short one. What can be reached: what the script and the platform hold, the
// jobs that are queued, and what the reactions of those promises lead to.
func (r *Runtime) collect() {
	p := &r.promises
	if len(p.all) == 0 {
		p.all = make([]promise, 0, max(1, r.world.PromiseRoom))
		r.marker = r.mark // a method value allocates: once
		return
	}
	r.markRoots()
	live := 0
	for id := range p.all {
		one := &p.all[id]
		if one.live && !one.marked {
			one.live = false
			p.free = append(p.free, uint32(id))
			p.drop(one.first)
		}
		if one.live {
			live++
		}
	}
	for id := range p.all {
		p.all[id].marked = false
	}
	if live > len(p.all)/2 {
		grown := make([]promise, len(p.all), 2*cap(p.all))
		copy(grown, p.all)
		p.all = grown
	}
}

// drop makes the reactions of a dead promise reusable, and what they alone used.
func (p *promises) drop(first uint32) {
	for at := first; at != noReaction; at = p.reactions[at].next {
		if re := &p.reactions[at]; re.kind == reactElement {
			p.settledElement(re.derived)
		}
		p.unused = append(p.unused, at)
	}
}

func (r *Runtime) markRoots() {
	p := &r.promises
	for id := range p.all {
		if p.all[id].marked { // held by an operation under way: see derive
			p.all[id].marked = false
			r.mark(uint32(id))
		}
	}
	r.script.Roots(r.marker)
	r.platform.roots(r.marker)
	for i := range r.micro.Len() {
		r.markCall(r.micro.At(i).Call)
	}
	r.markCall(r.Running().Call)
	for _, at := range p.underWay { // a job may dispatch an event, whose listeners are tasks of their own
		r.markReaction(at)
	}
}

func (r *Runtime) markCall(cb sim.Callback) {
	v, _ := unpack(cb.Arg)
	switch cb.Kind {
	case callReaction:
		r.markReaction(cb.Ref)
	case callThenable:
		r.mark(cb.Ref)
	case callScript:
	default:
		return
	}
	r.markValue(v)
}

func (r *Runtime) markValue(v Value) {
	if v.Kind == ValuePromise {
		r.mark(v.Ref)
	}
}

// mark marks a promise and all that it leads to.
func (r *Runtime) mark(id uint32) {
	r.promises.reached = append(r.promises.reached, id)
	r.promises.markReached()
}

func (r *Runtime) markReaction(at uint32) {
	r.promises.reach(&r.promises.reactions[at])
	r.promises.markReached()
}

// markReached keeps a list of its own, because chains may be longer than a
// stack is deep.
func (p *promises) markReached() {
	for len(p.reached) > 0 {
		last := len(p.reached) - 1
		one := &p.all[p.reached[last]]
		p.reached = p.reached[:last]
		if one.marked || !one.live {
			continue
		}
		one.marked = true
		if one.value.Kind == ValuePromise {
			p.reached = append(p.reached, one.value.Ref)
		}
		for at := one.first; at != noReaction; at = p.reactions[at].next {
			p.reach(&p.reactions[at])
		}
	}
}

// reach lists what a reaction leads to. An await leads to a frame, which the
// script holds.
func (p *promises) reach(re *reaction) {
	if re.value.Kind == ValuePromise {
		p.reached = append(p.reached, re.value.Ref)
	}
	switch re.kind {
	case reactAwait:
	case reactElement:
		p.reached = append(p.reached, p.groups[re.derived].result)
	default:
		p.reached = append(p.reached, re.derived)
	}
}
