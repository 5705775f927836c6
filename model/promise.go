package model

import "evsim/sim"

// promises is every promise of a run. They live in slabs and are named by
// index; those that nothing can reach any more are found and reused before a
// slab grows, so a run of any length keeps to what it holds at one time.
type promises struct {
	all        []promise
	free       []uint32
	reactions  []reaction
	unused     []uint32
	groups     []group
	freeGroups []uint32
	held       []uint32 // by operations under way: see hold
	underWay   []uint32 // reactions whose jobs run, outer ones first
	reached    []uint32 // while marking
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
	reported    bool // Node has emitted unhandledRejection for it
	subclass    bool // its constructor is not %Promise%
	live        bool
	marked      bool
}

// reaction is ECMA-262's PromiseReaction record, both types in one: what is to
// be done when a promise is settled.
type reaction struct {
	kind        reactionKind
	onFulfilled uint32 // script callbacks; NoCallback: the promise's own settlement is passed on
	onRejected  uint32 // reactOriginal, reactUnwrap: 1 says which of two functions
	derived     uint32 // the promise that the reaction settles; reactAwait: the frame; reactElement: the group; from reactYield on: the generator
	value       Value  // reactOriginal: what finally was called with
	next        uint32
}

type reactionKind uint8

const (
	reactThen       reactionKind = iota // a handler given to then
	reactAwait                          // go on with an async function (Await, §27.7.5.3)
	reactForward                        // settle derived likewise: the functions that a thenable job passes to then
	reactFinally                        // thenFinally and catchFinally (§27.2.5.3)
	reactOriginal                       // valueThunk and thrower of the same section
	reactElement                        // an element of a combinator
	reactUnwrap                         // settle derived with an iterator result (AsyncFromSyncIteratorContinuation, §27.1.6.4)
	reactYield                          // AsyncGeneratorYield (§27.6.3.8), now that what is yielded was awaited
	reactReturn                         // leave a generator with what it returns (§14.10.1)
	reactResumption                     // AsyncGeneratorUnwrapYieldResumption (§27.6.3.7)
	reactDelegate                       // what the iterator of a yield* answered (§15.5.5)
	reactDrain                          // AsyncGeneratorAwaitReturn (§27.6.3.9)
	reactEnd                            // AsyncGeneratorStart (§27.6.3.2), where the end of the body is awaited
)

const (
	noReaction = ^uint32(0)
	noPromise  = ^uint32(0)
)

// NewPromise is a pending promise (§27.2.3.1).
func (r *Runtime) NewPromise() uint32 {
	p := &r.promises
	switch {
	case p.all == nil:
		p.all = make([]promise, 0, max(1, r.world.PromiseRoom))
	case len(p.free) == 0 && len(p.all) == cap(p.all):
		r.collect()
	}
	id := uint32(len(p.all))
	if n := len(p.free); n > 0 {
		id, p.free = p.free[n-1], p.free[:n-1]
	} else {
		p.all = append(p.all, promise{})
	}
	p.all[id] = promise{first: noReaction, last: noReaction, live: true}
	return id
}

// NewSubclassed is a pending promise of a class that extends Promise. What
// adopts it cannot use it as it is, but makes a promise of its own of it.
func (r *Runtime) NewSubclassed() uint32 {
	id := r.NewPromise()
	r.promises.all[id].subclass = true
	return id
}

// NewSettled is Promise.resolve(v) for a plain value, or Promise.reject(v).
func (r *Runtime) NewSettled(v Value, reject bool) uint32 {
	p := r.NewPromise()
	if reject {
		r.Reject(p, v)
	} else {
		r.Resolve(p, v)
	}
	return p
}

// Resolve calls the promise's resolve function (§27.2.1.3.2). A thenable costs
// one job that calls its then; a native promise another, because its then
// queues one.
func (r *Runtime) Resolve(id uint32, v Value) {
	p := &r.promises.all[id]
	switch {
	case p.resolved:
		r.platform.settledAgain()
	case p.first == noReaction && !v.thenable(): // nobody waits: settle, without what it does for those who do
		p.state, p.value, p.resolved = fulfilled, v, true
	default:
		p.resolved = true
		r.resolveLocked(id, v)
	}
}

func (r *Runtime) resolveLocked(id uint32, v Value) {
	switch {
	case v.Kind == ValuePromise && v.Ref == id:
		r.settle(id, rejected, Value{ValueCycle, r.kindOf(v)})
	case v.thenable():
		r.enqueueMicrotask(sim.Callback{Kind: callThenable, Ref: id, Arg: v.word(false)})
	default:
		r.settle(id, fulfilled, v)
	}
}

// Reject calls the promise's reject function (§27.2.1.3.1).
func (r *Runtime) Reject(id uint32, v Value) {
	p := &r.promises.all[id]
	if p.resolved {
		r.platform.settledAgain()
		return
	}
	p.resolved = true
	r.settle(id, rejected, v)
}

// settle is FulfillPromise and RejectPromise (§27.2.1.4, §27.2.1.7).
func (r *Runtime) settle(id uint32, state promiseState, v Value) {
	p := &r.promises.all[id]
	p.state, p.value, p.resolved = state, v, true
	next := p.first
	p.first, p.last = noReaction, noReaction
	if state == rejected && !p.isHandled {
		r.platform.rejected(id)
	}
	for next != noReaction {
		this := next
		next = r.promises.reactions[this].next
		r.enqueueReaction(this, state, v)
	}
}

func (r *Runtime) enqueueReaction(reaction uint32, state promiseState, v Value) {
	r.enqueueMicrotask(sim.Callback{Kind: callReaction, Ref: reaction, Arg: v.word(state == rejected)})
}

// resolveThenable is NewPromiseResolveThenableJob (§27.2.2.2).
func (r *Runtime) resolveThenable(id uint32, v Value) {
	if v.Kind == ValueThenable {
		r.By(ruleJobThenable)
		r.settle(id, fulfilled, Value{Kind: ValuePlain})
		return
	}
	r.By(ruleJobNative)
	r.performThen(v.Ref, &reaction{kind: reactForward, derived: id})
}

// performThen is PerformPromiseThen (§27.2.5.4.1).
func (r *Runtime) performThen(id uint32, re *reaction) {
	r.By(ruleJobThen)
	at := r.promises.newReaction()
	re.next = noReaction
	r.promises.reactions[at] = *re
	p := &r.promises.all[id]
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
		r.platform.handled(id)
	}
	p.isHandled = true
	r.enqueueReaction(at, p.state, p.value)
}

// newReaction is a slot that is not in use.
func (p *promises) newReaction() uint32 {
	if n := len(p.unused); n > 0 {
		at := p.unused[n-1]
		p.unused = p.unused[:n-1]
		return at
	}
	p.reactions = append(p.reactions, reaction{})
	return uint32(len(p.reactions) - 1)
}

// Then is promise.then(onFulfilled, onRejected) (§27.2.5.4).
func (r *Runtime) Then(id, onFulfilled, onRejected uint32) uint32 {
	derived := r.derive(id)
	r.performThen(id, &reaction{kind: reactThen, onFulfilled: onFulfilled, onRejected: onRejected, derived: derived})
	return derived
}

// Finally is promise.finally(callback) (§27.2.5.3).
func (r *Runtime) Finally(id, callback uint32) uint32 {
	derived := r.derive(id)
	r.performThen(id, &reaction{kind: reactFinally, onFulfilled: callback, onRejected: callback, derived: derived})
	return derived
}

// derive makes the promise that a then returns, of the class of the one that
// it is called on (SpeciesConstructor, §7.3.22).
func (r *Runtime) derive(from uint32) uint32 {
	id := r.newBeside(Value{ValuePromise, from})
	r.promises.all[id].subclass = r.promises.all[from].subclass
	return id
}

// newBeside is a pending promise; a value that perhaps nothing leads to stays
// alive meanwhile.
func (r *Runtime) newBeside(v Value) uint32 {
	if v.Kind != ValuePromise {
		return r.NewPromise()
	}
	r.promises.hold(v.Ref)
	id := r.NewPromise()
	r.promises.letGo()
	return id
}

// Await is Await(v) (§27.7.5.3): the function behind frame goes on in a later
// job.
func (r *Runtime) Await(v Value, frame uint32) {
	r.await(v, reaction{kind: reactAwait, derived: frame})
}

// await reacts to what PromiseResolve(%Promise%, v) makes of v. The
// specification of before ES2019 (V8 before 7.3) always wrapped v in a new
// promise, which costs a native promise two more jobs.
func (r *Runtime) await(v Value, re reaction) {
	r.byAwait(v)
	if r.Policy.OldAwait {
		r.performThen(r.wrap(v), &re)
	} else {
		r.performThen(r.promiseResolve(v, false), &re)
	}
}

// react is NewPromiseReactionJob (§27.2.2.1).
func (r *Runtime) react(at uint32, v Value, wasRejected bool) {
	re := r.promises.reactions[at]
	r.promises.underWay = append(r.promises.underWay, at)
	switch re.kind {
	case reactThen:
		r.reactThen(re, v, wasRejected)
	case reactAwait:
		r.script.Resume(re.derived, completionOf(v, wasRejected))
	case reactForward:
		r.forward(re.derived, v, wasRejected)
	case reactFinally:
		r.reactFinally(re, v, wasRejected)
	case reactOriginal:
		if wasRejected {
			r.Reject(re.derived, v)
		} else {
			r.pass(re.derived, re.value, re.onRejected == 1)
		}
	case reactElement:
		r.reactElement(re, v, wasRejected)
	case reactUnwrap:
		r.unwrap(re, v, wasRejected)
	default:
		r.reactGenerator(re, v, wasRejected)
	}
	r.release(at)
}

func (r *Runtime) release(at uint32) {
	r.promises.underWay = r.promises.underWay[:len(r.promises.underWay)-1]
	r.promises.unused = append(r.promises.unused, at)
}

func (r *Runtime) reactThen(re reaction, v Value, wasRejected bool) {
	handler := re.onFulfilled
	if wasRejected {
		handler = re.onRejected
	}
	if handler == NoCallback {
		r.pass(re.derived, v, wasRejected)
		return
	}
	result, threw := r.script.Call(handler, v)
	if result.Kind == ValuePromise {
		r.By(ruleJobHandler)
	}
	r.pass(re.derived, result, threw)
}

// pass settles the derived promise with what a handler returned or threw.
func (r *Runtime) pass(derived uint32, v Value, threw bool) {
	if threw {
		r.Reject(derived, v)
	} else {
		r.Resolve(derived, v)
	}
}

// forward is the resolving functions that a thenable job passes to then: the
// promise's own are used up, so these are fresh ones.
func (r *Runtime) forward(id uint32, v Value, wasRejected bool) {
	if wasRejected {
		r.settle(id, rejected, v)
	} else {
		r.resolveLocked(id, v)
	}
}

// reactFinally calls the callback and then waits for what it returned:
// Promise.resolve(result).then(() => v), which is what makes finally slow.
func (r *Runtime) reactFinally(re reaction, v Value, wasRejected bool) {
	r.By(ruleJobFinally)
	result, threw := r.script.Call(re.onFulfilled, Value{})
	if threw {
		r.Reject(re.derived, result)
		return
	}
	inner := r.promiseResolve(result, r.promises.all[re.derived].subclass)
	outer := r.derive(inner)
	original := reaction{kind: reactOriginal, derived: outer, value: v}
	if wasRejected {
		original.onRejected = 1
	}
	r.performThen(inner, &original)
	r.Resolve(re.derived, Value{ValuePromise, outer})
}

// promiseResolve is PromiseResolve(C, v) (§27.2.4.7.1), where C is %Promise%
// or the subclass: a promise of that very class is used as it is.
func (r *Runtime) promiseResolve(v Value, subclass bool) uint32 {
	if v.Kind == ValuePromise && r.promises.all[v.Ref].subclass == subclass {
		return v.Ref
	}
	if v.Kind == ValuePromise {
		r.By(ruleAwaitSubclass)
	}
	p := r.wrap(v)
	r.promises.all[p].subclass = subclass
	return p
}

// wrap is a new promise that is resolved with v.
func (r *Runtime) wrap(v Value) uint32 {
	p := r.newBeside(v)
	r.Resolve(p, v)
	return p
}

func (r *Runtime) describeReaction(at uint32, wasRejected bool) (string, sim.Pos) {
	re := r.promises.reactions[at]
	switch re.kind {
	case reactAwait:
		return r.script.DescribeFrame(re.derived)
	case reactThen, reactFinally:
		handler := re.onFulfilled
		if wasRejected {
			handler = re.onRejected
		}
		if handler != NoCallback {
			return r.script.Describe(handler)
		}
		return "pass on", sim.Pos{}
	case reactElement:
		return "element of " + r.promises.groups[re.derived].kind.String(), sim.Pos{}
	case reactYield, reactReturn, reactResumption, reactDelegate, reactDrain, reactEnd:
		return r.describeGenerator(re.derived)
	}
	return "adopt a promise's state", sim.Pos{}
}
