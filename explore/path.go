package explore

import (
	"fmt"

	"evsim/clock"
)

// path is the clock.Oracle of an exploration. It answers a run's questions
// from what it has assumed so far; where that leaves an answer open it assumes
// the first one and remembers the others. The same run is then done again,
// with the last open answer changed, until none is left: a depth-first search
// whose position is the list of answers.
type path struct {
	bounds bounds
	log    []answer // every question of the run so far, answered
	asked  int      // how many of them this run has asked
	saved  []bounds // what was assumed before each branch of the log, in order
	depth  int      // branches in the log
	made   []made   // the variables' origins, by number; the first is the start
	failed string   // why the run cannot be explored; "" when it can
}

// made is where a variable comes from: an unknown length after an instant.
type made struct {
	after clock.Instant
	of    clock.Range
}

// answer is one answered question. A branch is one with more answers to try.
type answer struct {
	kind  question
	value int64 // the answer: an instant, a number, 0 or 1
	next  int64 // branches: the answer to try next; of Sub: whether it is known
	last  int64 // and the last one there is
	a, b  clock.Instant
	unit  clock.Span
	asks  clock.Question // of a pick
}

type question uint8

const (
	settled question = iota // it had one answer only
	before
	floor
	pick
)

func newPath() *path { return &path{bounds: newBounds(), made: make([]made, 1, maxVariables)} }

// An instant is a variable plus a constant: the number of the variable in the
// high bits, the constant, which may be negative, in the low ones.
const constantBits = 54

func split(t clock.Instant) (variable int, constant clock.Span) {
	v := (int64(t) + 1<<(constantBits-1)) >> constantBits
	return int(v), clock.Span(int64(t) - v<<constantBits)
}

func join(variable int, constant clock.Span) clock.Instant {
	return clock.Instant(int64(variable)<<constantBits + int64(constant))
}

// never is the number that clock.Never has as a variable.
var never, _ = split(clock.Never)

// replayed is the answer that a question of the log already has.
func (p *path) replayed() (value int64, ok bool) {
	if p.asked == len(p.log) {
		return 0, false
	}
	p.asked++
	return p.log[p.asked-1].value, true
}

// settle logs the answer to a question that had one only.
func (p *path) settle(value int64) int64 {
	p.log = append(p.log, answer{value: value})
	p.asked++
	return value
}

// branch logs a question with answers from first to last, and assumes the first.
func (p *path) branch(a answer, first, last int64) int64 {
	if p.depth == len(p.saved) {
		p.saved = append(p.saved, newBounds())
	}
	p.saved[p.depth].copyFrom(&p.bounds)
	p.depth++
	a.value, a.next, a.last = first, first+1, last
	p.log = append(p.log, a)
	p.asked++
	p.assume(a)
	return first
}

// assume adds what an answer of a branch means.
func (p *path) assume(a answer) {
	switch a.kind {
	case before:
		va, ca := split(a.a)
		vb, cb := split(a.b)
		if a.value == 0 { // yes: a <= b - 1
			p.bounds.assume(va, vb, cb-ca-1)
		} else {
			p.bounds.assume(vb, va, ca-cb)
		}
	case floor:
		p.assumeFloor(a)
	}
}

// assumeFloor adds base + k*unit <= t < base + (k+1)*unit.
func (p *path) assumeFloor(a answer) {
	vt, ct := split(a.a)
	vb, cb := split(a.b)
	low := cb + clock.Span(a.value)*a.unit
	p.bounds.assume(vb, vt, ct-low)
	p.bounds.assume(vt, vb, low+a.unit-1-ct)
}

// next changes the last branch that has another answer; false when none has.
func (p *path) next() bool {
	for i := len(p.log) - 1; i >= 0; i-- {
		a := &p.log[i]
		if a.kind == settled {
			continue
		}
		p.depth--
		if a.next > a.last {
			continue
		}
		p.bounds.copyFrom(&p.saved[p.depth])
		p.depth++
		a.value = a.next
		a.next++
		p.assume(*a)
		p.log, p.asked = p.log[:i+1], 0
		return true
	}
	return false
}

// Add names a new unknown (clock.Oracle).
func (p *path) Add(t clock.Instant, d clock.Range) clock.Instant {
	if value, ok := p.replayed(); ok {
		return clock.Instant(value)
	}
	if p.bounds.size == maxVariables {
		p.failed = fmt.Sprintf("more than %d unknown lengths of time", maxVariables-1)
		return clock.Instant(p.settle(int64(t.Add(d.Low))))
	}
	v, c := split(t)
	x := p.bounds.grow()
	p.made = append(p.made[:x], made{t, d})
	p.bounds.assume(x, v, c+d.High)
	p.bounds.assume(v, x, -c-d.Low)
	return clock.Instant(p.settle(int64(join(x, 0))))
}

// Before answers a comparison (clock.Oracle).
func (p *path) Before(a, b clock.Instant) bool {
	va, ca := split(a)
	vb, cb := split(b)
	switch {
	case va == vb:
		return ca < cb
	case va == never || vb == never:
		return vb == never
	}
	if value, ok := p.replayed(); ok {
		return value == 0
	}
	switch {
	case p.bounds.implies(va, vb, cb-ca-1):
		return p.settle(0) == 0
	case !p.bounds.allows(va, vb, cb-ca-1):
		return p.settle(1) == 0
	}
	return p.branch(answer{kind: before, a: a, b: b}, 0, 1) == 0
}

// Sub is the span between two instants, if it is certain (clock.Oracle).
func (p *path) Sub(a, b clock.Instant) (clock.Span, bool) {
	va, ca := split(a)
	vb, cb := split(b)
	if va == vb {
		return ca - cb, true
	}
	if value, ok := p.replayed(); ok {
		return clock.Span(value), p.log[p.asked-1].next != 0
	}
	p.settle(int64(p.bounds.at(va, vb) + ca - cb))
	if p.bounds.at(va, vb) == -p.bounds.at(vb, va) {
		p.log[len(p.log)-1].next = 1
	}
	return clock.Span(p.log[len(p.log)-1].value), p.log[len(p.log)-1].next != 0
}

// Floor answers which whole unit an instant lies in (clock.Oracle).
func (p *path) Floor(t, base clock.Instant, unit clock.Span) clock.Instant {
	vt, ct := split(t)
	vb, cb := split(base)
	if vt == vb {
		return base.Add(wholeUnits(ct-cb, unit) * unit)
	}
	if value, ok := p.replayed(); ok {
		return base.Add(clock.Span(value) * unit)
	}
	low := wholeUnits(ct-cb-p.bounds.at(vb, vt), unit)
	high := wholeUnits(ct-cb+p.bounds.at(vt, vb), unit)
	if low == high {
		return base.Add(clock.Span(p.settle(int64(low))) * unit)
	}
	k := p.branch(answer{kind: floor, a: t, b: base, unit: unit}, int64(low), int64(high))
	return base.Add(clock.Span(k) * unit)
}

func wholeUnits(d, unit clock.Span) clock.Span {
	k := d / unit
	if d%unit < 0 {
		k--
	}
	return k
}

// Pick answers a free choice (clock.Oracle).
func (p *path) Pick(q clock.Question, n int) int {
	if value, ok := p.replayed(); ok {
		return int(value)
	}
	return int(p.branch(answer{kind: pick, asks: q}, 0, int64(n-1)))
}
