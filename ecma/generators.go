package ecma

import "evsim/sim"

// This file is async generator objects (§27.6.3), in the words and the order of
// the specification. An asynchronous step, such as an Await, ends a function;
// reactGenerator goes on behind it.

// generatorState is [[AsyncGeneratorState]].
type generatorState uint8

const (
	completed generatorState = iota
	suspendedStart
	suspendedYield
	executing
	drainingQueue
)

func (s generatorState) busy() bool { return s == executing || s == drainingQueue }

// requestGenerator is next, return and throw of %AsyncGeneratorPrototype%
// (§27.6.1.2 to §27.6.1.4). What a generator that is busy is asked for waits in
// its queue.
func (r *Realm) requestGenerator(id uint32, c Completion, promise uint32) {
	g := &r.iterators.all[id]
	if g.state == suspendedStart && c.Type == Throw {
		r.completeGenerator(id)
	}
	if g.state == completed && c.Type != Return {
		r.answer(promise, withoutValue(c), ValueDone)
		return
	}
	if g.state.busy() {
		r.CiteRule(RuleGeneratorQueue)
	}
	r.enqueue(id, c, promise)
	switch g.state {
	case suspendedStart, completed:
		if c.Type == Return {
			r.completeGenerator(id)
			g.state = drainingQueue
			r.awaitReturn(id)
		} else {
			g.state = executing
			r.frames.Resume(g.frame, c)
		}
	case suspendedYield:
		g.state = executing
		r.unwrapResumption(id, c)
	}
}

// completeGenerator ends a generator whose body will not run any more.
func (r *Realm) completeGenerator(id uint32) {
	g := &r.iterators.all[id]
	if g.state = completed; g.frame != noFrame {
		r.frames.DropFrame(g.frame)
		g.frame = noFrame
	}
}

// answer settles the promise of a request. The result is an object, which may
// inherit a then.
func (r *Realm) answer(promise uint32, c Completion, result ValueKind) {
	if c.Type == Throw {
		r.Reject(promise, c.Value)
		return
	}
	r.promises.hold(promise) // it is in no queue any more
	r.SettleAnew(promise, c.Value.as(result), false)
	r.promises.release()
}

// completeStep is AsyncGeneratorCompleteStep (§27.6.3.5): the first request is
// answered.
func (r *Realm) completeStep(id uint32, c Completion, result ValueKind) {
	r.answer(r.iterators.dequeue(id).promise, c, result)
}

// Yield is a yield expression of a generator's body (§15.5.5): what is yielded
// is awaited first.
func (r *Realm) Yield(id uint32, v Value) {
	r.yielded = !v.thenable()
	r.await(v, reaction{kind: reactYield, derived: id})
	r.yielded = false
}

// yield is AsyncGeneratorYield (§27.6.3.8).
func (r *Realm) yield(id uint32, v Value) {
	r.CiteRule(RuleGeneratorYield)
	r.completeStep(id, Completion{Normal, v}, ValueResult)
	g := &r.iterators.all[id]
	if g.first == noRequest {
		g.state = suspendedYield
		return
	}
	r.unwrapResumption(id, r.iterators.requests[g.first].completion)
}

// unwrapResumption is AsyncGeneratorUnwrapYieldResumption (§27.6.3.7): what
// return is given is awaited.
func (r *Realm) unwrapResumption(id uint32, c Completion) {
	if c.Type == Return {
		r.CiteRule(RuleGeneratorRequestReturn)
		r.awaitGiven(c.Value, reaction{kind: reactResumption, derived: id})
	} else {
		r.resumeYield(id, c)
	}
}

// resumeYield goes on behind a yield, or within a yield*.
func (r *Realm) resumeYield(id uint32, c Completion) {
	g := &r.iterators.all[id]
	if g.delegate == noIterator {
		r.frames.Resume(g.frame, c)
	} else {
		r.passOn(id, c)
	}
}

// ReturnAwaited is a return statement with an expression in a generator's body
// (§14.10.1): what is returned is awaited.
func (r *Realm) ReturnAwaited(id uint32, v Value) {
	r.CiteRule(RuleGeneratorReturn)
	r.await(v, reaction{kind: reactReturn, derived: id})
}

// EndGenerator is the end of a generator's body (AsyncGeneratorStart,
// §27.6.3.2): Normal behind its last statement. The script needs the frame no
// more.
func (r *Realm) EndGenerator(id uint32, c Completion) {
	g := &r.iterators.all[id]
	g.frame = noFrame
	switch {
	case c.Type == Normal && r.rules.EndAwaits:
		r.CiteRule(RuleGeneratorEndAwaits)
		r.await(Value{}, reaction{kind: reactEnd, derived: id})
		return
	case c.Type == Normal && r.rules.EndRethrows && r.iterators.requests[g.first].completion.Type != Normal:
		r.CiteRule(RuleGeneratorEndRethrows)
		r.drainQueue(id)
		return
	}
	r.drain(id, c)
}

// drain answers the first request, and with it what waits in the queue
// (AsyncGeneratorDrainQueue, §27.6.3.10).
func (r *Realm) drain(id uint32, c Completion) {
	r.iterators.all[id].state = drainingQueue
	r.completeStep(id, c, ValueDone)
	r.drainQueue(id)
}

// drainQueue answers what waits in the queue of a generator that is over.
func (r *Realm) drainQueue(id uint32) {
	r.iterators.all[id].state = drainingQueue
	for r.iterators.all[id].first != noRequest { // the script may make more at each step
		next := r.iterators.requests[r.iterators.all[id].first].completion
		if next.Type == Return {
			r.awaitReturn(id)
			return
		}
		r.completeStep(id, withoutValue(next), ValueDone)
	}
	r.iterators.all[id].state = completed
}

// awaitReturn is AsyncGeneratorAwaitReturn (§27.6.3.9).
func (r *Realm) awaitReturn(id uint32) {
	r.CiteRule(RuleGeneratorRequestReturn)
	first := r.iterators.requests[r.iterators.all[id].first]
	r.awaitGiven(first.completion.Value, reaction{kind: reactDrain, derived: id})
}

// awaitGiven is Await of what a generator was given. What cannot be made a
// promise is thrown at once.
func (r *Realm) awaitGiven(v Value, re reaction) {
	if r.foreign != nil {
		frame := r.iterators.all[re.derived].frame
		made, threw := r.foreign.Awaitable(v, frame, frame != noFrame)
		if threw {
			r.reactGenerator(re, made, true)
			return
		}
		v = made
	}
	r.await(v, re)
}

// reactGenerator goes on with a generator that awaits.
func (r *Realm) reactGenerator(re reaction, v Value, wasRejected bool) {
	id, c := re.derived, completionOf(v, wasRejected)
	g := &r.iterators.all[id]
	switch re.kind {
	case reactYield:
		switch {
		case wasRejected && g.delegate != noIterator:
			r.CiteRule(RuleGeneratorDelegateAwaits)
			r.passOn(id, c)
		case wasRejected:
			r.frames.Resume(g.frame, c)
		default:
			r.yield(id, v)
		}
	case reactReturn:
		r.frames.Resume(g.frame, returned(c))
	case reactResumption:
		switch thrown := wasRejected && g.delegate != noIterator; {
		case !thrown:
			c = returned(c)
		case r.rules.DelegateThrows:
			r.CiteRule(RuleGeneratorDelegateThrows)
			c = returned(c)
		default:
			r.CiteRule(RuleGeneratorDelegateGoesOn)
			c.Type = Normal
		}
		r.resumeYield(id, c)
	case reactDelegate:
		r.delegated(id, c)
	case reactDrain, reactEnd:
		r.drain(id, c)
	}
}

// withoutValue is the completion of a request to a generator that is over: what
// next was given is lost.
func withoutValue(c Completion) Completion {
	if c.Type == Normal {
		c.Value = Value{}
	}
	return c
}

// returned is a return completion with what was awaited, or what that threw.
func returned(c Completion) Completion {
	if c.Type == Normal {
		c.Type = Return
	}
	return c
}

func (r *Realm) describeGenerator(id uint32) (string, sim.Pos) {
	if frame := r.iterators.all[id].frame; frame != noFrame {
		return r.frames.DescribeFrame(frame)
	}
	return "end of a generator", sim.Pos{}
}
