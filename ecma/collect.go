package ecma

import "evsim/sim"

// Collect finds the promises that nothing can reach and makes them reusable.
// Only when that frees less than half does the slab grow, so the cost of a
// promise is constant on average and a long run allocates no more than a
// short one. What can be reached: what the script and the platform hold, the
// jobs that are queued, and what the reactions of those promises lead to. It
// comes by itself, and takes time in proportion to what a run holds.
func (r *Realm) Collect() {
	if r.holder == nil { // anything may be reached
		r.promises.all = grown(r.grower, r.promises.all, len(r.promises.all))
		r.iterators.all = grown(r.grower, r.iterators.all, len(r.iterators.all))
		return
	}
	r.markRoots()
	r.sweepPromises()
	live := r.iterators.sweep(r.frames)
	r.iterators.all = grown(r.grower, r.iterators.all, live)
	if r.release != nil {
		r.release.Collected()
	}
}

// sweepPromises makes what was not marked reusable, and the slab larger when it
// is full of what was.
func (r *Realm) sweepPromises() {
	p := &r.promises
	live, free := 0, p.free
	if r.stress {
		free = free[:0]
	}
	for id := range p.all {
		one := &p.all[id]
		switch {
		case one.marked:
			one.marked = false
			live++
		case one.live:
			one.live = false
			free = append(free, uint32(id))
			if one.first != noReaction {
				r.drop(one.first)
			}
		case r.stress:
			free = append(free, uint32(id))
		}
	}
	if r.stress {
		free = free[:min(1, len(free))]
	}
	p.all, p.free = grown(r.grower, p.all, live), free
}

// grown is a slab with room for twice as many if it is full and more than half
// of it live.
func grown[T any](g grower, slab []T, live int) []T {
	if len(slab) < cap(slab) || live <= len(slab)/2 {
		return slab
	}
	sim.AskFor[T](g, 2*cap(slab))
	return append(make([]T, 0, 2*cap(slab)), slab...)
}

// drop makes the reactions of a dead promise reusable, and what they alone used.
func (r *Realm) drop(first uint32) {
	p := &r.promises
	for at := first; at != noReaction; at = p.reactions[at].next {
		if re := &p.reactions[at]; re.kind == reactElement {
			p.settledElement(re.derived)
		} else if r.release != nil {
			r.releaseHandlers(at)
		}
		p.unused = append(p.unused, at)
	}
}

// hold keeps a promise alive that nothing leads to yet, until release.
func (p *promises) hold(id uint32) { p.held = append(p.held, id) }

// release ends the last hold.
func (p *promises) release() { p.held = p.held[:len(p.held)-1] }

// Marker is what the script and the host name what they reach to.
type Marker struct{ r *Realm }

// Promise marks a promise and all that it leads to.
func (m Marker) Promise(id uint32) { m.r.promises.reached = append(m.r.promises.reached, id) }

// Iterator marks an async iterator and all that it leads to.
func (m Marker) Iterator(id uint32) { m.r.iterators.reached = append(m.r.iterators.reached, id) }

// Value marks a value that may be a promise. Most are undefined, for which no call is made.
func (m Marker) Value(v Value) {
	if v.Kind != ValueUndefined {
		m.value(v)
	}
}

func (m Marker) value(v Value) {
	if v.Kind == ValuePromise {
		m.Promise(v.Ref)
	} else if m.r.release != nil {
		m.r.release.ReachedValue(v)
	}
}

// markRoots marks what can be reached. It keeps lists of its own of what is
// still to be looked at, because chains may be longer than a stack is deep.
func (r *Realm) markRoots() {
	p, m := &r.promises, Marker{r}
	for _, id := range p.held {
		m.Promise(id)
	}
	r.iterators.roots(m)
	r.holder.MarkRoots(m)
	r.host.MarkRoots(m)
	for at := p.underWay; at != noReaction; at = p.reactions[at].next { // a job may dispatch an event, whose listeners are tasks of their own
		m.reaction(&p.reactions[at])
	}
	for len(p.reached)+len(r.iterators.reached) > 0 {
		p.markReached(m)
		r.iterators.markReached(m)
	}
}

// Job marks what a job leads to.
func (m Marker) Job(j Job) {
	v, _ := Unpack(j.Arg)
	if j.Kind == reactionJob {
		m.reaction(&m.r.promises.reactions[j.Ref])
	} else {
		m.Promise(j.Ref)
	}
	m.Value(v)
}

func (p *promises) markReached(m Marker) {
	for len(p.reached) > 0 {
		last := len(p.reached) - 1
		one := &p.all[p.reached[last]]
		p.reached = p.reached[:last]
		if one.marked || !one.live {
			continue
		}
		one.marked = true
		m.Value(one.value)
		for at := one.first; at != noReaction; at = p.reactions[at].next {
			m.reaction(&p.reactions[at])
		}
	}
}

// reaction marks what a reaction leads to. An await leads to a frame, which the
// script holds, or to a generator that runs.
func (m Marker) reaction(re *reaction) {
	m.Value(re.value)
	switch re.kind {
	case reactThen, reactForward, reactFinally, reactOriginal, reactUnwrap:
		m.Promise(re.derived)
	case reactElement:
		m.Promise(m.r.promises.groups[re.derived].result)
	}
}

// Footprint is how many entries the tables of the realm have, those for reuse
// included.
func (r *Realm) Footprint() (promises, reactions, groups, iterators, requests int) {
	p, i := &r.promises, &r.iterators
	return len(p.all), len(p.reactions), len(p.groups), len(i.all), len(i.requests)
}
