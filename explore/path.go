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
	log    []answer    // every question of the run so far, answered
	asked  int         // how many of them this run has asked
	passed int         // and how many of those are branches
	saved  []bounds    // what was assumed before each branch of the log, in order
	shares []float64   // by branch: what part of the whole tree lies below each of its answers
	depth  int         // branches in the log
	given  []int64     // the answers of the first branches, which are not changed
	among  []candidate // what the log's questions of kind first chose from
	made   []made      // the variables' origins, by number; the first is the start
	failed string      // why the run cannot be explored; "" when it can
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
	asks  clock.Question // pick

	from, to int32 // first: the part of path.among that it chose from
}

// candidate is one that may be the first.
type candidate struct {
	at        clock.Instant
	exchanged bool // with one before it: it need not be tried
}

type question uint8

const (
	settled question = iota // it had one answer only
	before
	floor
	first
	pick
)

func newPath() *path { return &path{bounds: sized(8), made: make([]made, 1, maxVariables)} }

// restart makes the path one whose first branches are answered as given.
func (p *path) restart(given []int64) {
	p.bounds.restart()
	p.log, p.asked, p.passed, p.depth, p.given, p.among, p.made, p.failed = p.log[:0], 0, 0, 0, given, p.among[:0], p.made[:1], ""
}

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
	a := &p.log[p.asked]
	if p.asked++; a.kind != settled {
		p.passed++
	}
	return a.value, true
}

// settle logs the answer to a question that had one only.
func (p *path) settle(value int64) int64 {
	p.log = append(p.log, answer{value: value})
	p.asked++
	return value
}

// branch logs a question that has several answers, and assumes the first, or
// the one that is given.
func (p *path) branch(a answer, ways int) int64 {
	if p.depth == len(p.saved) {
		p.saved, p.shares = append(p.saved, newBounds()), append(p.shares, 0)
	}
	if a.next = p.following(&a); p.depth < len(p.given) {
		a.value, a.next = p.given[p.depth], a.last+1
	} else {
		p.saved[p.depth].copyFrom(&p.bounds)
	}
	if p.shares[p.depth] = 1 / float64(ways); p.depth > 0 {
		p.shares[p.depth] *= p.shares[p.depth-1]
	}
	p.depth++
	p.log = append(p.log, a)
	p.asked++
	p.passed++
	p.assume(&a)
	return a.value
}

// following is the answer to try after a's, beyond the last when there is none.
func (p *path) following(a *answer) int64 {
	next := a.value + 1
	for a.kind == first && next <= a.last && !p.canBeFirst(p.among[a.from:a.to], int(next)) {
		next++
	}
	return next
}

// assume adds what an answer of a branch means.
func (p *path) assume(a *answer) {
	switch a.kind {
	case first:
		p.assumeFirst(p.among[a.from:a.to], int(a.value))
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
func (p *path) assumeFloor(a *answer) {
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
		if a.kind == first {
			p.among = p.among[:a.to]
		}
		a.value = a.next
		a.next = p.following(a)
		p.assume(a)
		p.log, p.asked, p.passed = p.log[:i+1], 0, 0
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
	return p.branch(answer{kind: before, last: 1, a: a, b: b}, 2) == 0
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
	k := p.branch(answer{kind: floor, value: int64(low), last: int64(high), a: t, b: base, unit: unit}, int(high-low)+1)
	return base.Add(clock.Span(k) * unit)
}

func wholeUnits(d, unit clock.Span) clock.Span {
	k := d / unit
	if d%unit < 0 {
		k--
	}
	return k
}

// First answers which candidate is the earliest (clock.Oracle). Of candidates
// that can be exchanged only the first is tried.
func (p *path) First(c clock.Candidates) int {
	if sameVariable(c) {
		return clock.Plain{}.First(c)
	}
	if value, ok := p.replayed(); ok {
		return int(value)
	}
	from := len(p.among)
	for i := range c.Len() {
		p.among = append(p.among, candidate{c.At(i), p.exchanged(c, i)})
	}
	lowest, last, ways := -1, 0, 0
	for i := range c.Len() {
		if p.canBeFirst(p.among[from:], i) {
			if last = i; lowest < 0 {
				lowest = i
			}
			ways++
		}
	}
	if ways == 1 {
		p.among = p.among[:from]
		return int(p.settle(int64(lowest)))
	}
	return int(p.branch(answer{kind: first, value: int64(lowest), last: int64(last), from: int32(from), to: int32(len(p.among))}, ways))
}

func sameVariable(c clock.Candidates) bool {
	v, _ := split(c.At(0))
	for i := range c.Len() {
		if w, _ := split(c.At(i)); w != v {
			return false
		}
	}
	return true
}

// exchanged reports whether the i-th candidate and one before it can be
// exchanged: they are alike, and their instants are bound to all others and to
// each other in the same way.
func (p *path) exchanged(c clock.Candidates, i int) bool {
	v, cv := split(c.At(i))
	for j := range i {
		if w, cw := split(c.At(j)); cv == cw && v != w && p.twins(v, w) && c.Alike(j, i) {
			return true
		}
	}
	return false
}

// twins reports whether the bounds stay the same when two variables change
// their names.
func (p *path) twins(v, w int) bool {
	b := &p.bounds
	if b.at(v, w) != b.at(w, v) {
		return false
	}
	for k := range b.size {
		if k != v && k != w && (b.at(v, k) != b.at(w, k) || b.at(k, v) != b.at(k, w)) {
			return false
		}
	}
	return true
}

// canBeFirst reports whether the i-th instant can come before all that stand
// before it, and not after any of the others. Each of these is a bound on the
// same variable, so a contradiction needs one of them at most, and each can be
// looked at alone.
func (p *path) canBeFirst(among []candidate, i int) bool {
	if among[i].exchanged {
		return false
	}
	v, c := split(among[i].at)
	for j := range among {
		w, d := split(among[j].at)
		if j < i {
			d--
		}
		switch {
		case j == i:
		case v == w:
			if c > d {
				return false
			}
		case !p.bounds.allows(v, w, d-c):
			return false
		}
	}
	return true
}

func (p *path) assumeFirst(among []candidate, i int) {
	v, c := split(among[i].at)
	for j := range among {
		w, d := split(among[j].at)
		if j < i {
			d--
		}
		if v != w {
			p.bounds.assume(v, w, d-c)
		}
	}
}

// Pick answers a free choice (clock.Oracle).
func (p *path) Pick(q clock.Question, n int) int {
	if value, ok := p.replayed(); ok {
		return int(value)
	}
	return int(p.branch(answer{kind: pick, last: int64(n - 1), asks: q}, n))
}
