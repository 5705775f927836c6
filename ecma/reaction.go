package ecma

import "evsim/sim"

// reaction is ECMA-262's PromiseReaction record, both types in one: what is to
// be done when a promise is settled.
type reaction struct {
	kind        reactionKind
	data        uint16 // the host's: see Config.MakeJobCallback
	onFulfilled uint32 // the script's callbacks; NoCallback: the promise's own settlement is passed on
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

// RunJob runs a job that the host has dequeued.
func (r *Realm) RunJob(j Job) {
	v, wasRejected := Unpack(j.Arg)
	if j.Kind == thenableJob {
		r.resolveThenable(j.Ref, v)
		return
	}
	re, outer := &r.promises.reactions[j.Ref], r.promises.underWay
	re.next, r.promises.underWay = outer, j.Ref
	if re.kind == reactThen {
		handler := re.onFulfilled
		if wasRejected {
			handler = re.onRejected
		}
		r.reactThen(handler, re.derived, v, wasRejected)
	} else {
		r.reactOther(*re, v, wasRejected)
	}
	r.promises.endReaction(j.Ref, outer)
	if r.release != nil {
		r.releaseHandlers(j.Ref)
	}
}

func (r *Realm) reactOther(re reaction, v Value, wasRejected bool) {
	switch re.kind {
	case reactAwait:
		r.frames.Resume(re.derived, completionOf(v, wasRejected))
	case reactForward:
		r.forward(re.derived, v, wasRejected)
	case reactFinally:
		r.reactFinally(re, v, wasRejected)
	case reactOriginal:
		if wasRejected {
			r.Reject(re.derived, v)
		} else {
			r.SettleAnew(re.derived, re.value, re.onRejected == 1)
		}
	case reactElement:
		r.reactElement(re, v, wasRejected)
	case reactUnwrap:
		r.unwrap(re, v, wasRejected)
	default:
		r.reactGenerator(re, v, wasRejected)
	}
}

// endReaction says that the job of the innermost reaction under way is over, within
// that of another.
func (p *promises) endReaction(at, outer uint32) {
	p.underWay = outer
	p.unused = append(p.unused, at)
}

// releaseHandlers tells the script of the callbacks that a reaction has called,
// or never will.
func (r *Realm) releaseHandlers(at uint32) {
	re := &r.promises.reactions[at]
	if re.kind != reactThen && re.kind != reactFinally {
		return
	}
	for _, handler := range [...]uint32{re.onFulfilled, re.onRejected} {
		if handler != NoCallback {
			r.release.ReleaseCallback(handler)
		}
		if re.kind == reactFinally {
			return // both are one callback
		}
	}
}

func (r *Realm) reactThen(handler, derived uint32, v Value, wasRejected bool) {
	if handler == NoCallback {
		r.SettleAnew(derived, v, wasRejected)
		return
	}
	result, threw := r.code.Call(handler, v)
	if result.Kind == ValuePromise {
		r.CiteRule(RuleJobHandler)
	}
	if threw {
		r.Reject(derived, result)
		return
	}
	r.Resolve(derived, result) // as Settle does, a call less deep
}

// Settle resolves a promise with what a function returned, or rejects it with
// what that threw.
func (r *Realm) Settle(derived uint32, v Value, threw bool) {
	if threw {
		r.Reject(derived, v)
	} else {
		r.Resolve(derived, v)
	}
}

// SettleAnew is Settle with a value that code did not give just now: what a promise was
// settled with before, or what a callback returned before other code ran.
func (r *Realm) SettleAnew(derived uint32, v Value, threw bool) {
	if !threw {
		v, threw = r.askedAnew(v)
	}
	r.Settle(derived, v, threw)
}

// forward is the resolving functions that a thenable job passes to then: the
// promise's own are used up, so these are fresh ones.
func (r *Realm) forward(id uint32, v Value, wasRejected bool) {
	if !wasRejected {
		v, wasRejected = r.askedAnew(v)
	}
	if wasRejected {
		r.settle(id, rejected, v)
	} else {
		r.resolveLocked(id, v)
	}
}

// askedAnew is a value that a promise is resolved with by the realm itself. Each
// resolve function asks an object for its then (§27.2.1.3.2, step 9), so also one
// that had none when another promise was fulfilled with it. Primitives have none.
func (r *Realm) askedAnew(v Value) (made Value, threw bool) {
	if r.foreign == nil || v.Kind == ValueUndefined {
		return v, false
	}
	return r.foreign.Resolution(v)
}

// reactFinally calls the callback and then waits for what it returned:
// Promise.resolve(result).then(() => v), which is what makes finally slow.
func (r *Realm) reactFinally(re reaction, v Value, wasRejected bool) {
	r.CiteRule(RuleJobFinally)
	result, threw := r.code.Call(re.onFulfilled, Value{})
	if threw {
		r.Reject(re.derived, result)
		return
	}
	if r.foreign != nil && result.Kind == ValuePlain {
		with := Completion{Normal, v}
		if wasRejected {
			with.Type = Throw
		}
		if given, threw := r.foreign.AfterFinally(result, with); threw {
			r.Reject(re.derived, given)
		} else {
			r.Resolve(re.derived, given)
		}
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
func (r *Realm) promiseResolve(v Value, subclass bool) uint32 {
	if v.Kind == ValuePromise && r.promises.all[v.Ref].subclass == subclass {
		return v.Ref
	}
	if v.Kind == ValuePromise {
		r.CiteRule(RuleAwaitSubclass)
	}
	p := r.wrap(v)
	r.promises.all[p].subclass = subclass
	return p
}

// wrap is a new promise that is resolved with v.
func (r *Realm) wrap(v Value) uint32 {
	p := r.newBeside(v)
	r.Resolve(p, v)
	return p
}

func (r *Realm) describeReaction(at uint32, wasRejected bool) (string, sim.Pos) {
	re := r.promises.reactions[at]
	switch re.kind {
	case reactAwait:
		return r.frames.DescribeFrame(re.derived)
	case reactThen, reactFinally:
		handler := re.onFulfilled
		if wasRejected {
			handler = re.onRejected
		}
		if handler != NoCallback {
			return r.code.Describe(handler)
		}
		return "pass on", sim.Pos{}
	case reactElement:
		return "element of " + r.promises.groups[re.derived].kind.String(), sim.Pos{}
	case reactYield, reactReturn, reactResumption, reactDelegate, reactDrain, reactEnd:
		return r.describeGenerator(re.derived)
	}
	return "adopt a promise's state", sim.Pos{}
}
