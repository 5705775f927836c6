package explore

import (
	"evsim/clock"
	"evsim/internal/say"
)

// path is the clock.Oracle of an exploration. It answers a run's questions
// from what it has assumed so far; where that leaves an answer open it assumes
// the first one and remembers the others. The same run is then done again,
// with the last open answer changed, until none is left: a depth-first search
// whose position is the list of answers.
type path struct {
	bounds   bounds
	log      []int64     // every question of the run so far, answered
	asked    int         // how many of them this run has asked
	same     int         // how many of them have the answers of the run before
	branches []branch    // those of the log that have more answers; beyond, memory of earlier ones
	depth    int         // how many they are
	given    []int64     // the answers of the first branches, which are not changed
	onward   bool        // but for the last of them, which is followed by the others there are
	among    []candidate // what the log's questions of kind first chose from
	made     []made      // the variables' origins, by number; the first is the start
	late     []lateFloor // by name: the floors of the run that were left open
	swaps    []swap      // the runs that this one stands for too, by what makes them of it
	tiesLate bool        // what may coincide with the first need not be told from it
	failed   say.Text    // why the run cannot be explored; "" when it can

	strict bounds       // memory of strictly
	chosen []clock.Span // memory of witnessWithin: by variable

	memory int64       // bytes that the assumptions of one run may take; 0: no limit
	taken  int64       // bytes that they take
	halt   func() bool // the search is to end; nil: it never is
	halted bool        // the run was told so, or failed: what it did since is void

	left   bool // nobody wants to know any more what the run does
	leftAt int  // how many questions it had asked by then
}

// made is where a variable comes from: an unknown length after an instant.
type made struct {
	after clock.Instant
	of    clock.Range
}

// branch is a question with more than one answer.
type branch struct {
	kind  question
	asks  clock.Question // pick
	at    int            // its place in the log
	value int64          // the answer: a number, 0 or 1
	next  int64          // the answer to try next
	last  int64          // and the last one there is
	a, b  clock.Instant
	unit  clock.Span
	share float64 // what part of the whole tree lies below each of its answers
	saved bounds  // what was assumed before

	from, to int // first: the part of path.among that it chose from
	swaps    int // how many there were before
	late     int // and how many floors were left open
}

// candidate is one that may be the first.
type candidate struct {
	at   clock.Instant
	twin int // the first that it can be exchanged with, so that it need not be tried; or alone
}

// alone is what a candidate has for a twin that cannot be exchanged.
const alone = -1

// swap says that a run goes on alike, and logs the same, when two variables
// change their parts.
type swap struct {
	at   int // how many variables there were when one of the two came first
	v, w int
}

type question uint8

const (
	before question = iota
	floor
	first
	pick
)

func newPath() *path { return &path{bounds: sized(8), made: make([]made, 1, 64)} }

// oracle is what a run asks. An eager one decides every reading of the loop's
// clock at once.
func (p *path) oracle(o Options) clock.Oracle {
	switch {
	case o.Eager:
		return struct{ clock.Oracle }{p} // which is no clock.LateFloor
	case o.loose:
		return loosePath{p, o.adrift}
	}
	return p
}

// restart makes the path one whose first branches are answered as given; onward
// tells that the answers after the last of these are to be tried too.
func (p *path) restart(given []int64, onward bool) {
	p.bounds.restart()
	p.onward = onward
	p.log, p.asked, p.depth, p.given, p.among, p.made, p.swaps, p.failed = p.log[:0], 0, 0, given, p.among[:0], p.made[:1], p.swaps[:0], ""
	p.late, p.left, p.same = p.late[:0], false, 0
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

// never is the number that clock.Never has as a variable, and the first that is
// none.
const never = int((clock.Never + 1<<(constantBits-1)) >> constantBits)

const tooFar = "a run takes more than 52 days: exploring cannot compare instants that far from the start"

// doubled is twice the number of the variable from which an instant is counted, if it
// is near that: an odd number if it is not, since half of all constants are near.
func doubled(t clock.Instant) int {
	return int((t + clock.Instant(clock.Farthest)) >> (constantBits - 1))
}

func near(c clock.Span) bool { return uint64(c+clock.Farthest) < 2*uint64(clock.Farthest) }

// bothNear is near for two, at once: Farthest is a power of two.
func bothNear(c, d clock.Span) bool {
	return uint64(c+clock.Farthest)|uint64(d+clock.Farthest) < 2*uint64(clock.Farthest)
}

// parts splits an instant, and gives the run up if it is too far from the start
// for that: its constant would soon be taken for another variable's.
func (p *path) parts(t clock.Instant) (variable int, constant clock.Span) {
	v, c := split(t)
	if p.knows(v, c) || v == never {
		return v, c
	}
	p.give(t, tooFar)
	return 0, clock.Farthest
}

// knows reports whether an instant that is counted from a variable so is one of
// the run's.
func (p *path) knows(v int, c clock.Span) bool { return near(c) && uint(v) < uint(p.bounds.size) }

// give gives a run up, which cannot be explored, and lets no time pass in it.
func (p *path) give(t clock.Instant, why say.Text) clock.Instant {
	p.fail(why)
	return t
}

// replayed is the answer that a question of the log already has.
func (p *path) replayed() (value int64, ok bool) {
	if p.asked == len(p.log) {
		return 0, false
	}
	p.asked++
	return p.log[p.asked-1], true
}

// repeats reports whether all that the run has done is what the run before did: it
// was given the same answers.
func (p *path) repeats() bool { return p.asked <= p.same }

// settle logs the answer to a question, unless the run was given up.
func (p *path) settle(value int64) int64 {
	if p.halted || len(p.log) == cap(p.log) && !p.mustFit(answerSize*int64(len(p.log))) { // it takes twice as much now
		return value
	}
	p.log = append(p.log, value)
	p.asked++
	return value
}

// mustFit gives the run up, and is false, if so many bytes beside those that are taken are
// more than there may be. It is false, too, if the run was given up before.
func (p *path) mustFit(bytes int64) bool {
	if p.halted {
		return false
	}
	fits := p.memory == 0 || p.taken+answerSize*int64(cap(p.log))+bytes < p.memory
	if !fits {
		p.fail(memoryLimit(p.memory))
	}
	return fits
}

// What a branch takes, a bound, an answer and a candidate, in bytes, about.
const (
	branchSize    = 160
	boundSize     = 8
	answerSize    = 8
	candidateSize = 16
)

// fork logs a question that has several answers, and assumes the first, or
// the one that is given.
func (p *path) fork(question branch, ways int) int64 {
	if !p.mustFit(candidateSize * int64(len(p.among))) {
		return p.settle(question.value)
	}
	if p.growsAt(p.depth) && p.mustHalt(haltEvery-1) { // one wake-up of poll can ask tens of thousands
		return p.settle(question.value)
	}
	b := p.nextBranch()
	question.saved, question.at, question.share, question.swaps = b.saved, len(p.log), 1/float64(ways), len(p.swaps)
	question.late = len(p.late)
	if *b = question; p.depth < len(p.given) {
		if b.value, b.next = p.given[p.depth], b.last+1; !p.canAnswer(b, question.value) {
			p.fail("what was read belongs to no run of this scenario")
			return p.settle(question.value)
		}
	}
	switch onward := p.onward && p.depth == len(p.given)-1; {
	case onward:
		b.share = 1 / float64(p.remaining(b))
		fallthrough
	case p.depth >= len(p.given):
		b.next = p.following(b)
		had := len(b.saved.max)
		b.saved.copyFrom(&p.bounds)
		p.taken += boundSize * int64(len(b.saved.max)-had)
	}
	if p.depth > 0 {
		b.share *= p.branches[p.depth-1].share
	}
	p.depth++
	p.assume(b)
	return p.settle(b.value)
}

// growsAt reports whether a branch at a depth takes memory that none took before.
func (p *path) growsAt(depth int) bool {
	return depth == len(p.branches) || p.branches[depth].saved.room < p.bounds.size
}

// nextBranch is the memory of the branch that comes after those of the log.
func (p *path) nextBranch() *branch {
	if p.depth == len(p.branches) {
		p.taken += branchSize
		p.branches = append(p.branches, branch{})
	}
	return &p.branches[p.depth]
}

// canAnswer reports whether the answer of a branch is one of those from least on
// that are possible.
func (p *path) canAnswer(b *branch, least int64) bool {
	return b.value >= least && b.value <= b.last && (b.kind != first || p.canBeFirst(p.among[b.from:b.to], int(b.value)))
}

// passed reports whether this run has asked more than n questions that are
// branches.
func (p *path) passed(n int) bool { return p.depth > n && p.branches[n].at < p.asked }

// following is the answer to try after a's, beyond the last when there is none.
func (p *path) following(a *branch) int64 {
	next := a.value + 1
	for a.kind == first && next <= a.last && !p.canBeFirst(p.among[a.from:a.to], int(next)) {
		next++
	}
	return next
}

// assume adds what an answer of a branch means.
func (p *path) assume(a *branch) {
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
func (p *path) assumeFloor(a *branch) {
	vt, ct := split(a.a)
	vb, cb := split(a.b)
	low := cb + clock.Span(a.value)*a.unit
	p.bounds.assume(vb, vt, ct-low)
	p.bounds.assume(vt, vb, low+a.unit-1-ct)
}

// next changes the last branch that has another answer; false when none has.
func (p *path) next() bool {
	p.back()
	for ; p.depth > 0; p.depth-- {
		b := &p.branches[p.depth-1]
		if b.next > b.last {
			continue
		}
		p.bounds.copyFrom(&b.saved)
		p.swaps, p.late = p.swaps[:b.swaps], p.late[:b.late]
		if b.kind == first {
			p.among = p.among[:b.to]
		}
		b.value = b.next
		b.next = p.following(b)
		p.assume(b)
		p.log, p.asked, p.same = p.log[:b.at+1], 0, b.at
		p.log[b.at] = b.value
		return true
	}
	return false
}

// Add names a new unknown (clock.Oracle).
func (p *path) Add(t clock.Instant, d clock.Range) clock.Instant {
	if d.Known() {
		return p.addKnown(t, d.Low)
	}
	if isLate(t) {
		t = p.decided(t)
	}
	if value, ok := p.replayed(); ok {
		return clock.Instant(value)
	}
	v, c := p.parts(t)
	if !near(d.Low) || !near(d.High) || !near(c+d.Low) || !near(c+d.High) {
		return p.give(t, tooFar)
	}
	if p.bounds.size == maxVariables {
		p.lacks()
		return clock.Instant(p.settle(int64(t.Add(d.Low))))
	}
	x := p.bounds.follow(v, c+d.Low, c+d.High)
	p.made = append(p.made[:x], made{t, d})
	return clock.Instant(p.settle(int64(join(x, 0))))
}

// addKnown is the instant so long after another.
func (p *path) addKnown(t clock.Instant, d clock.Span) clock.Instant {
	v, c := split(t)
	if !p.knows(v, c) {
		_, c = p.parts(t) // it may be never
	}
	if !bothNear(d, c+d) {
		return p.give(t, tooFar)
	}
	return t.Add(d)
}

// Sub is the span between two instants, if it is certain (clock.Oracle).
func (p *path) Sub(a, b clock.Instant) (d clock.Span, known bool) {
	if isLate(a) {
		a = p.decided(a)
	}
	if isLate(b) {
		b = p.decided(b)
	}
	va, ca := p.parts(a)
	vb, cb := p.parts(b)
	if va == vb {
		return ca - cb, true
	}
	if value, ok := p.replayed(); ok {
		known, _ := p.replayed()
		return clock.Span(value), known != 0
	}
	d = clock.Span(p.settle(int64(p.bounds.at(va, vb) + ca - cb)))
	if p.bounds.at(va, vb) == -p.bounds.at(vb, va) {
		return d, p.settle(1) != 0
	}
	return d, p.settle(0) != 0
}

// Pick answers a free choice (clock.Oracle).
func (p *path) Pick(q clock.Question, n int) int {
	if value, ok := p.replayed(); ok {
		return int(value)
	}
	return int(p.fork(branch{kind: pick, last: int64(n - 1), asks: q}, n))
}
