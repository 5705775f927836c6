package ecma

import "evsim/sim"

// Combinator is a function of Promise that makes one promise of many.
type Combinator uint8

// The combinators (ECMA-262 §27.2.4.1 to §27.2.4.5).
const (
	All Combinator = iota
	AllSettledOf
	AnyOf
	RaceOf
)

var combinatorNames = [...]string{"Promise.all", "Promise.allSettled", "Promise.any", "Promise.race"}

// String is the function's name.
func (c Combinator) String() string { return combinatorNames[c] }

// group is one call of a combinator: remainingElementsCount and the result.
type group struct {
	kind      Combinator
	remaining int // elements that have not counted
	waiting   int // elements that have not settled: the record is in use
	result    uint32
}

// Combine calls a combinator. The members must be reachable by the script.
func (r *Realm) Combine(kind Combinator, members []uint32) uint32 {
	result := r.NewPromise()
	if len(members) == 0 {
		r.combineNone(kind, result)
		return result
	}
	at := r.newGroup(group{kind, len(members), len(members), result})
	for _, member := range members {
		r.promises.hold(result) // no member leads to it yet
		element := r.promiseResolve(Value{ValuePromise, member}, false)
		r.promises.release()
		r.performThen(element, &reaction{kind: reactElement, derived: at})
	}
	return result
}

func (r *Realm) newGroup(g group) uint32 {
	p := &r.promises
	if n := len(p.freeGroups); n > 0 {
		at := p.freeGroups[n-1]
		p.freeGroups = p.freeGroups[:n-1]
		p.groups[at] = g
		return at
	}
	p.groups = append(sim.Grown(r.grower, p.groups), g)
	return uint32(len(p.groups) - 1)
}

// settledElement counts an element that reacts no more; the last frees the record.
func (p *promises) settledElement(at uint32) {
	if p.groups[at].waiting--; p.groups[at].waiting == 0 {
		p.freeGroups = append(p.freeGroups, at)
	}
}

// combineNone is what the loop over no elements ends with; race stays pending.
func (r *Realm) combineNone(kind Combinator, result uint32) {
	switch kind {
	case All, AllSettledOf:
		r.Resolve(result, Value{Kind: ValuePlain})
	case AnyOf:
		r.Reject(result, Value{Kind: ValueAggregate})
	}
}

// reactElement is the resolve and reject element functions.
func (r *Realm) reactElement(re reaction, v Value, wasRejected bool) {
	r.CiteRule(RuleJobCombinator)
	g := &r.promises.groups[re.derived]
	result := g.result
	r.promises.settledElement(re.derived)
	switch {
	case g.kind == RaceOf:
		r.Settle(result, Value{v.Kind, v.Ref}, wasRejected)
		return
	case g.kind == All && wasRejected:
		r.Reject(result, v)
		return
	case g.kind == AnyOf && !wasRejected:
		r.Resolve(result, v)
		return
	}
	if g.remaining--; g.remaining > 0 {
		return
	}
	if g.kind == AnyOf {
		r.Reject(result, Value{Kind: ValueAggregate})
	} else {
		r.Resolve(result, Value{Kind: ValuePlain})
	}
}
