package ecma

import "evsim/sim"

// promises is every promise of a run. They live in slabs and are named by
// index; those that nothing can reach any more are found and reused before a
// slab grows, so a run of any length keeps to what it holds at one time.
type promises struct {
	all        []promise `state:"slab:free"`
	free       []uint32
	reactions  []reaction `state:"slab:unused"`
	unused     []uint32
	groups     []group `state:"slab:freeGroups"`
	freeGroups []uint32
	held       []uint32 // by operations under way: see hold
	underWay   uint32   // the reactions whose jobs run, inner ones first; noReaction: none
	reached    []uint32 `state:"-"` // while marking
}

type promiseState uint8

const (
	pending promiseState = iota
	fulfilled
	rejected
)

// promise is ECMA-262's promise object, with the state of its resolving
// functions (§27.2.1.3, alreadyResolved).
type promise struct {
	value       Value
	first, last uint32 // its reactions, oldest first; noReaction: none
	state       promiseState
	resolved    bool // a resolving function was called
	isHandled   bool // [[PromiseIsHandled]]
	subclass    bool // its constructor is not %Promise%
	refused     bool // see NewRefused
	awaited     bool // an await made it, and its reaction goes to the promise that it is resolved with
	live        bool
	marked      bool
}

const (
	noReaction = ^uint32(0)
	noPromise  = ^uint32(0)
)

// NewPromise is a pending promise (§27.2.3.1).
func (r *Realm) NewPromise() uint32 {
	if len(r.promises.free) == 0 {
		r.makeRoom()
	}
	return r.promises.take(false)
}

// take makes a pending promise in a free slot; there must be one.
func (p *promises) take(subclass bool) uint32 {
	last := len(p.free) - 1
	id := p.free[last]
	p.free = p.free[:last]
	p.all[id] = promise{first: noReaction, last: noReaction, subclass: subclass, live: true}
	return id
}

// makeRoom makes a slot free. A slab that is full is looked through for dead
// promises first.
func (r *Realm) makeRoom() {
	p := &r.promises
	switch {
	case p.all == nil:
		p.all = make([]promise, 0, r.room)
	case len(p.all) == cap(p.all) || r.stress:
		if r.Collect(); len(p.free) > 0 {
			return
		}
	}
	p.free = append(p.free, uint32(len(p.all)))
	p.all = append(p.all, promise{})
}

// NewSubclassed is a pending promise of a class that extends Promise. What
// adopts it cannot use it as it is, but makes a promise of its own of it.
func (r *Realm) NewSubclassed() uint32 {
	id := r.NewPromise()
	r.promises.all[id].subclass = true
	return id
}

// NewSettled is Promise.resolve(v) for a plain value, or Promise.reject(v).
func (r *Realm) NewSettled(v Value, reject bool) uint32 {
	p := r.NewPromise()
	if reject {
		r.Reject(p, v)
	} else {
		r.promises.all[p].fulfill(v)
	}
	return p
}

// NewRefused is the promise that await makes of an object whose then cannot be
// had: one that is rejected, and that await does not wrap once more.
func (r *Realm) NewRefused(reason Value) uint32 {
	p := r.NewSettled(reason, true)
	r.promises.all[p].refused = true
	return p
}

// fulfill settles a promise for which nobody waits.
func (p *promise) fulfill(v Value) { p.state, p.value, p.resolved = fulfilled, v, true }

// Resolve calls the promise's resolve function (§27.2.1.3.2). A thenable costs
// one job that calls its then; a native promise another, because its then
// queues one.
func (r *Realm) Resolve(id uint32, v Value) {
	p := &r.promises.all[id]
	switch {
	case p.resolved:
		r.host.SettledAgain()
	case p.first == noReaction && !v.thenable(): // nobody waits: settle does more for those who do
		p.fulfill(v)
	default:
		p.resolved = true
		r.resolveLocked(id, v)
	}
}

func (r *Realm) resolveLocked(id uint32, v Value) {
	switch {
	case v.Kind == ValuePromise && v.Ref == id:
		r.settle(id, rejected, Value{ValueCycle, r.KindOf(v)})
	case v.thenable():
		r.host.EnqueuePromiseJob(Job{thenableJob, id, v.Pack(false)})
	default:
		r.settle(id, fulfilled, v)
	}
}

// Reject calls the promise's reject function (§27.2.1.3.1).
func (r *Realm) Reject(id uint32, v Value) {
	p := &r.promises.all[id]
	if p.resolved {
		r.host.SettledAgain()
		return
	}
	p.resolved = true
	r.settle(id, rejected, v)
}

// settle is FulfillPromise and RejectPromise (§27.2.1.4, §27.2.1.7).
func (r *Realm) settle(id uint32, state promiseState, v Value) {
	p := &r.promises.all[id]
	p.state, p.value, p.resolved = state, v, true
	next := p.first
	p.first, p.last = noReaction, noReaction
	if state == rejected && !p.isHandled {
		r.host.PromiseRejected(id)
	}
	for next != noReaction {
		this := next
		next = r.promises.reactions[this].next
		r.host.EnqueuePromiseJob(newReactionJob(this, state, v))
	}
}

func newReactionJob(reaction uint32, state promiseState, v Value) Job {
	return Job{reactionJob, reaction, v.Pack(state == rejected)}
}

// resolveThenable is NewPromiseResolveThenableJob (§27.2.2.2).
func (r *Realm) resolveThenable(id uint32, v Value) {
	if v.Kind == ValueThenable {
		r.CiteRule(RuleJobThenable)
		if r.foreign != nil {
			r.foreign.CallThen(v, id)
		} else {
			r.settle(id, fulfilled, Value{Kind: ValuePlain})
		}
		return
	}
	r.CiteRule(RuleJobNative)
	r.Adopt(id, v.Ref)
}

// Adopt calls the then of a native promise, of, so that the promise id takes on its state.
func (r *Realm) Adopt(id, of uint32) {
	p := &r.promises.all[id]
	if !p.awaited || p.first == noReaction || r.promises.all[of].subclass {
		r.performThen(of, &reaction{kind: reactForward, derived: id})
		return
	}
	r.CiteRule(RuleAwaitValue)
	first := p.first
	p.first, p.last = noReaction, noReaction
	r.subscribe(of, first)
}

// performThen is PerformPromiseThen (§27.2.5.4.1).
func (r *Realm) performThen(id uint32, re *reaction) {
	if len(r.promises.unused) == 0 {
		r.addReaction()
	}
	at := r.promises.takeReaction()
	re.next = noReaction
	r.promises.reactions[at] = *re
	r.subscribe(id, at)
}

// subscribe gives a promise a reaction.
func (r *Realm) subscribe(id, at uint32) {
	r.CiteRule(RuleJobThen)
	p := &r.promises.all[id]
	if r.keepsData {
		r.promises.reactions[at].data = r.makeJobCallback(r.made(p))
	}
	if p.state == pending {
		if p.first == noReaction {
			p.first = at
		} else {
			r.promises.reactions[p.last].next = at
		}
		p.last, p.isHandled = at, true
		return
	}
	if p.state == rejected && !p.isHandled {
		r.host.PromiseHandled(id)
	}
	p.isHandled = true
	r.host.EnqueuePromiseJob(newReactionJob(at, p.state, p.value))
}

// addReaction makes one more slot for a reaction.
func (r *Realm) addReaction() {
	p := &r.promises
	p.reactions = append(sim.Grown(r.grower, p.reactions), reaction{})
	p.unused = append(p.unused, uint32(len(p.reactions)-1))
}

// takeReaction is a slot that is not in use, of which there must be one. Callers ask for
// that: in one function with addReaction it would be too long for Go to put in line.
func (p *promises) takeReaction() uint32 {
	n := len(p.unused) - 1
	at := p.unused[n]
	p.unused = p.unused[:n]
	return at
}

// Then is promise.then(onFulfilled, onRejected) (§27.2.5.4).
func (r *Realm) Then(id, onFulfilled, onRejected uint32) uint32 {
	derived := r.derive(id)
	if len(r.promises.unused) == 0 {
		r.addReaction()
	}
	at := r.promises.takeReaction()
	re := &r.promises.reactions[at] // written in place: most reactions are made here
	re.kind, re.onFulfilled, re.onRejected, re.derived = reactThen, onFulfilled, onRejected, derived
	re.value, re.next = Value{}, noReaction
	r.subscribe(id, at)
	return derived
}

// Finally is promise.finally(callback) (§27.2.5.3).
func (r *Realm) Finally(id, callback uint32) uint32 {
	derived := r.derive(id)
	r.performThen(id, &reaction{kind: reactFinally, onFulfilled: callback, onRejected: callback, derived: derived})
	return derived
}

// derive makes the promise that a then returns, of the class of the one that
// it is called on (SpeciesConstructor, §7.3.22).
func (r *Realm) derive(from uint32) uint32 {
	if len(r.promises.free) == 0 {
		r.makeRoomBeside(from)
	}
	return r.promises.take(r.promises.all[from].subclass)
}

// newBeside is a pending promise; a value that perhaps nothing leads to stays
// alive meanwhile.
func (r *Realm) newBeside(v Value) uint32 {
	if v.Kind == ValuePromise && len(r.promises.free) == 0 {
		r.makeRoomBeside(v.Ref)
	}
	return r.NewPromise()
}

func (r *Realm) makeRoomBeside(promise uint32) {
	r.promises.hold(promise)
	r.makeRoom()
	r.promises.release()
}

// Await is Await(v) (§27.7.5.3): the function behind frame goes on in a later
// job.
func (r *Realm) Await(v Value, frame uint32) {
	r.onward = r.makeJobCallback != nil && r.goesOn(v, frame)
	r.await(v, reaction{kind: reactAwait, derived: frame})
	r.onward = false
}

// await reacts to what PromiseResolve(%Promise%, v) makes of v. The
// specification of before ES2019 (V8 before 7.3) always wrapped v in a new
// promise, which costs a native promise two more jobs.
func (r *Realm) await(v Value, re reaction) {
	r.citeAwait(v)
	r.performThen(r.Awaited(v), &re)
}

// Awaited is the promise that an await of v reacts to.
func (r *Realm) Awaited(v Value) uint32 {
	if v.Kind == ValuePromise && r.rules.OldAwait && !r.promises.all[v.Ref].refused {
		return r.wrap(v)
	}
	id := r.promiseResolve(v, false)
	r.promises.all[id].awaited = r.rules.AwaitDirect && (v.Kind != ValuePromise || id != v.Ref)
	return id
}

func (p *promises) restart() {
	p.all, p.free, p.reactions, p.unused, p.held = p.all[:0], p.free[:0], p.reactions[:0], p.unused[:0], p.held[:0]
	p.groups, p.freeGroups, p.underWay, p.reached = p.groups[:0], p.freeGroups[:0], noReaction, p.reached[:0]
}

// State is the state of a promise ([[PromiseState]]), for who shows it.
func (r *Realm) State(promise uint32) (settled, wasRejected bool) {
	state := r.promises.all[promise].state
	return state != pending, state == rejected
}
