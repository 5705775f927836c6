package model

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
func (r *Runtime) requestGenerator(id uint32, c Completion, promise uint32) {
	g := &r.iterators.all[id]
	if g.state == suspendedStart && c.Type == Throw {
		r.completeGenerator(id)
	}
	if g.state == completed && c.Type != Return {
		r.answer(promise, c, ValueDone)
		return
	}
	if g.state.busy() {
		r.By(ruleGeneratorQueue)
	}
	r.iterators.enqueue(id, c, promise)
	switch g.state {
	case suspendedStart, completed:
		if c.Type == Return {
			r.completeGenerator(id)
			g.state = drainingQueue
			r.awaitReturn(id)
		} else {
			g.state = executing
			r.script.Resume(g.frame, c)
		}
	case suspendedYield:
		g.state = executing
		r.unwrapResumption(id, c)
	}
}

// completeGenerator ends a generator whose body will not run any more.
func (r *Runtime) completeGenerator(id uint32) {
	g := &r.iterators.all[id]
	if g.state = completed; g.frame != noFrame {
		r.script.DropFrame(g.frame)
		g.frame = noFrame
	}
}

// answer settles the promise of a request.
func (r *Runtime) answer(promise uint32, c Completion, result ValueKind) {
	if c.Type == Throw {
		r.Reject(promise, c.Value)
	} else {
		r.Resolve(promise, Value{Kind: result})
	}
}

// completeStep is AsyncGeneratorCompleteStep (§27.6.3.5): the first request is
// answered.
func (r *Runtime) completeStep(id uint32, c Completion, result ValueKind) {
	r.answer(r.iterators.dequeue(id).promise, c, result)
}

// Yield is a yield expression of a generator's body (§15.5.5): what is yielded
// is awaited first.
func (r *Runtime) Yield(id uint32, v Value) {
	r.await(v, reaction{kind: reactYield, derived: id})
}

// yield is AsyncGeneratorYield (§27.6.3.8).
func (r *Runtime) yield(id uint32) {
	r.By(ruleGeneratorYield)
	r.completeStep(id, Completion{}, ValueResult)
	g := &r.iterators.all[id]
	if g.first == noRequest {
		g.state = suspendedYield
		return
	}
	r.unwrapResumption(id, r.iterators.requests[g.first].completion)
}

// unwrapResumption is AsyncGeneratorUnwrapYieldResumption (§27.6.3.7): what
// return is given is awaited.
func (r *Runtime) unwrapResumption(id uint32, c Completion) {
	if c.Type == Return {
		r.By(ruleGeneratorRequestReturn)
		r.await(c.Value, reaction{kind: reactResumption, derived: id})
	} else {
		r.resumeYield(id, c)
	}
}

// resumeYield goes on behind a yield, or within a yield*.
func (r *Runtime) resumeYield(id uint32, c Completion) {
	g := &r.iterators.all[id]
	g.resumed = c
	if g.delegate == noIterator {
		r.script.Resume(g.frame, c)
	} else {
		r.passOn(id, c)
	}
}

// Delegate is yield* of a generator's body over another iterator (§15.5.5).
func (r *Runtime) Delegate(id, over uint32) {
	r.iterators.all[id].delegate = over
	r.passOn(id, Completion{})
}

// passOn asks the iterator of a yield* for what the generator was asked for.
func (r *Runtime) passOn(id uint32, received Completion) {
	g := &r.iterators.all[id]
	g.received = received.Type
	answer := r.Request(g.delegate, received)
	r.await(Value{ValuePromise, answer}, reaction{kind: reactDelegate, derived: id})
}

// delegated goes on with what the iterator of a yield* answered.
func (r *Runtime) delegated(id uint32, answer Completion) {
	g := &r.iterators.all[id]
	switch {
	case answer.Type == Normal && answer.Value.Kind != ValueDone && r.Policy.DelegateAwaits:
		r.By(ruleGeneratorDelegateAwaits)
		r.Yield(id, Value{Kind: ValuePlain})
		return
	case answer.Type == Normal && answer.Value.Kind != ValueDone:
		r.By(ruleGeneratorDelegate)
		r.yield(id)
		return
	case answer.Type == Normal && g.received == Return:
		answer.Type = Return
	}
	g.delegate = noIterator
	r.script.Resume(g.frame, answer)
}

// ReturnAwaited is a return statement with an expression in a generator's body
// (§14.10.1): what is returned is awaited.
func (r *Runtime) ReturnAwaited(id uint32, v Value) {
	r.By(ruleGeneratorReturn)
	r.await(v, reaction{kind: reactReturn, derived: id})
}

// EndGenerator is the end of a generator's body (AsyncGeneratorStart,
// §27.6.3.2): Normal behind its last statement. The script needs the frame no
// more.
func (r *Runtime) EndGenerator(id uint32, c Completion) {
	g := &r.iterators.all[id]
	g.frame = noFrame
	switch {
	case c.Type == Normal && r.Policy.EndAwaits:
		r.By(ruleGeneratorEndAwaits)
		r.await(Value{}, reaction{kind: reactEnd, derived: id})
		return
	case c.Type == Normal && r.Policy.EndRethrows && g.resumed.Type == Throw:
		r.By(ruleGeneratorEndRethrows)
		c = g.resumed
	}
	r.drain(id, c)
}

// drain answers the first request, and with it what waits in the queue
// (AsyncGeneratorDrainQueue, §27.6.3.10).
func (r *Runtime) drain(id uint32, c Completion) {
	g := &r.iterators.all[id]
	g.state = drainingQueue
	r.completeStep(id, c, ValueDone)
	for g.first != noRequest {
		next := r.iterators.requests[g.first].completion
		if next.Type == Return {
			r.awaitReturn(id)
			return
		}
		r.completeStep(id, next, ValueDone)
	}
	g.state = completed
}

// awaitReturn is AsyncGeneratorAwaitReturn (§27.6.3.9).
func (r *Runtime) awaitReturn(id uint32) {
	r.By(ruleGeneratorRequestReturn)
	first := r.iterators.requests[r.iterators.all[id].first]
	r.await(first.completion.Value, reaction{kind: reactDrain, derived: id})
}

// reactGenerator goes on with a generator that awaits.
func (r *Runtime) reactGenerator(re reaction, v Value, wasRejected bool) {
	id, c := re.derived, completionOf(v, wasRejected)
	g := &r.iterators.all[id]
	switch re.kind {
	case reactYield:
		if wasRejected {
			r.script.Resume(g.frame, c)
		} else {
			r.yield(id)
		}
	case reactReturn:
		r.script.Resume(g.frame, returned(c))
	case reactResumption:
		switch thrown := wasRejected && g.delegate != noIterator; {
		case !thrown:
			c = returned(c)
		case r.Policy.DelegateThrows:
			r.By(ruleGeneratorDelegateThrows)
			c = returned(c)
		default:
			r.By(ruleGeneratorDelegateGoesOn)
			c.Type = Normal
		}
		r.resumeYield(id, c)
	case reactDelegate:
		r.delegated(id, c)
	case reactDrain, reactEnd:
		r.drain(id, c)
	}
}

// returned is a return completion with what was awaited, or what that threw.
func returned(c Completion) Completion {
	if c.Type == Normal {
		c.Type = Return
	}
	return c
}

func (r *Runtime) describeGenerator(id uint32) (string, sim.Pos) {
	if frame := r.iterators.all[id].frame; frame != noFrame {
		return r.script.DescribeFrame(frame)
	}
	return "end of a generator", sim.Pos{}
}
