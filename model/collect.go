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
		p.all = make([]promise, 0, 64)
		return
	}
	r.markRoots()
	live := 0
	for id := range p.all {
		one := &p.all[id]
		if one.live && !one.marked {
			one.live = false
			p.free = append(p.free, uint32(id))
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

func (r *Runtime) markRoots() {
	p := &r.promises
	for id := range p.all {
		if p.all[id].marked { // held by an operation under way: see derive
			p.all[id].marked = false
			r.mark(uint32(id))
		}
	}
	r.script.Roots(r.mark)
	r.platform.roots(r.mark)
	for i := range r.micro.Len() {
		r.markCall(r.micro.At(i).Call)
	}
	r.markCall(r.Running().Call)
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

func (r *Runtime) mark(id uint32) {
	one := &r.promises.all[id]
	if one.marked || !one.live {
		return
	}
	one.marked = true
	r.markValue(one.value)
	for at := one.first; at != noReaction; at = r.promises.reactions[at].next {
		r.markReaction(at)
	}
}

func (r *Runtime) markReaction(at uint32) {
	re := &r.promises.reactions[at]
	switch re.kind {
	case reactAwait: // the script holds its frames
	case reactElement:
		r.mark(r.promises.groups[re.derived].result)
	default:
		r.mark(re.derived)
		r.markValue(re.value)
	}
}
