package ecma

// Delegate is yield* of a generator's body over another iterator (§15.5.5).
func (r *Realm) Delegate(id, over uint32) {
	r.iterators.all[id].delegate = over
	r.passOn(id, Completion{})
}

// passOn asks the iterator of a yield* for what the generator was asked for.
func (r *Realm) passOn(id uint32, received Completion) {
	g := &r.iterators.all[id]
	g.received = received.Type
	switch kind := r.iterators.all[g.delegate].kind; {
	case kind == foreignIterator:
		r.passToForeign(id, received)
		return
	case kind == arrayIterator && received.Type == Throw && r.rules.ArrayStalls:
		r.CiteRule(RuleGeneratorArrayThrow)
		r.CiteRule(RuleGeneratorArrayStalls)
		g.delegate = noIterator
		r.frames.Resume(g.frame, Completion{Throw, Value{Kind: ValueNoThrow}})
		return
	}
	answer := r.Request(g.delegate, received)
	r.await(Value{ValuePromise, answer}, reaction{kind: reactDelegate, derived: id})
}

// delegated goes on with what the iterator of a yield* answered.
func (r *Realm) delegated(id uint32, answer Completion) {
	g := &r.iterators.all[id]
	done := answer.Value.Kind == ValueDone
	switch {
	case g.closing && answer.Type == Normal:
		answer, done = Completion{Throw, r.foreign.MissingThrow()}, true
	case r.iterators.all[g.delegate].kind != foreignIterator:
		answer.Value = answer.Value.content(answer.Type)
	case answer.Type == Normal:
		answer, done = r.foreign.IteratorResult(answer.Value, r.rules.DelegateAwaits)
	}
	switch {
	case answer.Type == Normal && !done && r.rules.DelegateAwaits:
		r.CiteRule(RuleGeneratorDelegateAwaits)
		r.Yield(id, answer.Value)
		return
	case answer.Type == Normal && !done:
		r.CiteRule(RuleGeneratorDelegate)
		r.yield(id, answer.Value)
		return
	case answer.Type == Normal && g.received == Return:
		answer.Type = Return
	}
	g.delegate, g.closing = noIterator, false
	r.frames.Resume(g.frame, answer)
}

// passToForeign calls a method of an iterator that the script wrote. One that
// has no return lets the generator return; one that has no throw is closed, and
// a TypeError thrown. What return is given is awaited here again.
func (r *Realm) passToForeign(id uint32, received Completion) {
	g := &r.iterators.all[id]
	over := r.iterators.all[g.delegate].frame
	result, threw, missing := r.foreign.CallIterator(over, received)
	if missing && received.Type == Throw {
		if result, threw, missing = r.foreign.CallIterator(over, Completion{Type: Return}); missing {
			result, threw = r.foreign.MissingThrow(), true
		}
		g = &r.iterators.all[id]
		g.closing = true
	}
	g = &r.iterators.all[id] // the script may have made more
	switch {
	case threw:
		g.delegate, g.closing = noIterator, false
		r.frames.Resume(g.frame, Completion{Throw, result})
	case missing && r.rules.DelegateReturns:
		r.CiteRule(RuleGeneratorRequestReturn)
		g.delegate = noIterator
		r.frames.Resume(g.frame, received)
	case missing:
		g.delegate = noIterator
		r.awaitGiven(received.Value, reaction{kind: reactReturn, derived: id})
	default:
		r.await(result, reaction{kind: reactDelegate, derived: id})
	}
}
