package ecma

import "evsim/sim"

// iterators is every async iterator of a run: async generators, and what goes
// over arrays (%AsyncFromSyncIteratorPrototype%, §27.1.6). They live in a slab
// and are named by index, as promises do.
type iterators struct {
	all      []iterator `state:"slab:free"`
	free     []uint32
	requests []request `state:"slab:unused"`
	unused   []uint32
	reached  []uint32 `state:"-"` // while marking
}

// iterator is an async generator object (§27.6.2), or an array that is gone
// over.
type iterator struct {
	state       generatorState
	frame       uint32         // the script's, of the body, or its iterator; noFrame: the body is over
	first, last uint32         // [[AsyncGeneratorQueue]]; noRequest: it is empty
	delegate    uint32         // what its yield* goes over; noIterator: it is in none
	received    CompletionType // what that was last asked for
	kind        iteratorKind
	closing     bool    // its yield* goes over what has no throw, and waits for that to close
	values      []Value // of an array
	at          int     // how many of them were given
	live        bool
	marked      bool
}

type iteratorKind uint8

const (
	generator iteratorKind = iota
	arrayIterator
	foreignIterator
)

// request is ECMA-262's AsyncGeneratorRequest record.
type request struct {
	completion Completion
	promise    uint32
	next       uint32
}

const (
	noIterator = ^uint32(0)
	noRequest  = ^uint32(0)
	noFrame    = ^uint32(0)
)

// NewGenerator is what a call of an async generator function returns. Its body
// stands in the script's frame, and begins with the first Resume.
func (r *Realm) NewGenerator(frame uint32) uint32 {
	id := r.newIterator()
	it := &r.iterators.all[id]
	it.state, it.frame = suspendedStart, frame
	return id
}

// NewArray is what `for await` and yield* make of an array of the values
// (CreateAsyncFromSyncIterator, §27.1.6.1). It keeps a copy of them.
func (r *Realm) NewArray(values []Value) uint32 {
	id := r.newIterator()
	it := &r.iterators.all[id]
	it.values, it.kind = append(it.values, values...), arrayIterator
	return id
}

// NewForeign is an iterator that the script wrote, for yield* alone: the number
// is the script's (Foreign.CallIterator). The Code must be a Foreign.
func (r *Realm) NewForeign(iterator uint32) uint32 {
	id := r.newIterator()
	it := &r.iterators.all[id]
	it.kind, it.frame = foreignIterator, iterator
	return id
}

func (r *Realm) newIterator() uint32 {
	s := &r.iterators
	switch {
	case s.all == nil:
		s.all = make([]iterator, 0, r.room)
	case len(s.free) == 0 && len(s.all) == cap(s.all) || r.stress:
		r.Collect()
	}
	id := uint32(len(s.all))
	switch n := len(s.free); {
	case n > 0:
		id, s.free = s.free[n-1], s.free[:n-1]
	case len(s.all) < cap(s.all):
		s.all = s.all[:id+1] // what was there has room for values
	default:
		s.all = append(s.all, iterator{})
	}
	s.all[id] = iterator{
		frame: noFrame, first: noRequest, last: noRequest, delegate: noIterator,
		values: s.all[id].values[:0], live: true,
	}
	return id
}

// Request calls next, throw or return of a generator or an array's iterator, by
// the completion's type, and is the promise that the call returns.
func (r *Realm) Request(id uint32, c Completion) uint32 {
	promise := r.newBeside(c.Value)
	if r.iterators.all[id].kind == arrayIterator {
		r.requestElement(id, c, promise)
	} else {
		r.requestGenerator(id, c, promise)
	}
	return promise
}

// requestElement is next, throw and return of %AsyncFromSyncIteratorPrototype%
// (§27.1.6.2) over the iterator of an array, which has neither throw nor return.
func (r *Realm) requestElement(id uint32, c Completion, promise uint32) {
	it := &r.iterators.all[id]
	switch {
	case c.Type == Return:
		r.Resolve(promise, c.Value.as(ValueDone))
	case c.Type == Throw && r.rules.ArrayRethrows:
		r.CiteRule(RuleGeneratorArrayRethrows)
		r.Reject(promise, c.Value)
	case c.Type == Throw:
		r.CiteRule(RuleGeneratorArrayThrow)
		r.Reject(promise, Value{Kind: ValueNoThrow})
	case it.at == len(it.values):
		r.continueWith(Value{}, ValueDone, promise)
	default:
		it.at++
		r.continueWith(it.values[it.at-1], ValueResult, promise)
	}
}

// continueWith is AsyncFromSyncIteratorContinuation (§27.1.6.4): the value is
// awaited before the promise is given the result.
func (r *Realm) continueWith(v Value, result ValueKind, promise uint32) {
	r.CiteRule(RuleGeneratorArray)
	r.promises.hold(promise) // nothing leads to it yet
	re := reaction{kind: reactUnwrap, derived: promise, value: Value{Kind: result}}
	r.await(v, re)
	r.promises.release()
}

func (r *Realm) unwrap(re reaction, v Value, wasRejected bool) {
	switch {
	case !wasRejected:
		r.Resolve(re.derived, v.as(re.value.Kind))
	case r.rules.ArrayStalls:
		r.CiteRule(RuleGeneratorArrayStalls)
	default:
		r.Reject(re.derived, v)
	}
}

// roots marks what runs, or will by itself: only what is suspended depends on
// whether the script can still reach it.
func (s *iterators) roots(m Marker) {
	for id := range s.all {
		if it := &s.all[id]; it.live && it.kind == generator && it.state.busy() {
			m.Iterator(uint32(id))
		}
	}
}

func (s *iterators) markReached(m Marker) {
	for len(s.reached) > 0 {
		last := len(s.reached) - 1
		it := &s.all[s.reached[last]]
		s.reached = s.reached[:last]
		if it.marked || !it.live {
			continue
		}
		it.marked = true
		for _, v := range it.values[it.at:] {
			m.Value(v)
		}
		for at := it.first; at != noRequest; at = s.requests[at].next {
			m.Promise(s.requests[at].promise)
			m.Value(s.requests[at].completion.Value)
		}
		if it.delegate != noIterator {
			m.Iterator(it.delegate)
		}
		if it.kind == generator && it.frame != noFrame {
			m.r.frames.MarkFrame(it.frame, m)
		}
	}
}

// sweep makes what was not marked reusable. Such a generator is suspended or
// over, so it has no requests.
func (s *iterators) sweep(frames Frames) (live int) {
	for id := range s.all {
		it := &s.all[id]
		switch {
		case !it.live:
		case it.marked:
			it.marked = false
			live++
		default:
			it.live = false
			s.free = append(s.free, uint32(id))
			if it.kind == generator && it.frame != noFrame {
				frames.DropFrame(it.frame)
			}
		}
	}
	return live
}

func (r *Realm) enqueue(id uint32, c Completion, promise uint32) {
	s := &r.iterators
	at := uint32(len(s.requests))
	if n := len(s.unused); n > 0 {
		at, s.unused = s.unused[n-1], s.unused[:n-1]
	} else {
		s.requests = append(sim.Grown(r.grower, s.requests), request{})
	}
	s.requests[at] = request{c, promise, noRequest}
	it := &s.all[id]
	if it.first == noRequest {
		it.first = at
	} else {
		s.requests[it.last].next = at
	}
	it.last = at
}

// dequeue takes the first request out.
func (s *iterators) dequeue(id uint32) request {
	it := &s.all[id]
	at := it.first
	it.first = s.requests[at].next
	s.unused = append(s.unused, at)
	return s.requests[at]
}

func (s *iterators) restart() {
	s.all, s.free, s.requests, s.unused, s.reached = s.all[:0], s.free[:0], s.requests[:0], s.unused[:0], s.reached[:0]
}
