package explore

import "evsim/clock"

// haltEvery is how many candidates are looked at between two questions whether
// the search is to end: each is held against all others.
const haltEvery = 64

// First answers which candidate is the earliest (clock.Oracle). Of candidates
// that can be exchanged only the first is tried.
func (p *path) First(c clock.Candidates) int {
	if only, ok := p.firstOfOneVariable(c); ok {
		return only
	}
	if value, ok := p.replayed(); ok {
		return int(value)
	}
	from := len(p.among)
	for i := range c.Len() {
		if p.mustHalt(i) {
			return 0
		}
		p.among = append(p.among, candidate{c.At(i), p.exchanged(c, i)})
	}
	lowest, last, ways, left := -1, 0, 0, false
	for i := range c.Len() {
		if p.mustHalt(i) {
			return 0
		}
		left = left || p.among[from+i].twin != alone
		if p.canBeFirst(p.among[from:], i) {
			if last = i; lowest < 0 {
				lowest = i
			}
			ways++
		}
	}
	if ways == 1 {
		if left { // there were more ways, but for those that are left out
			p.assumeFirst(p.among[from:], lowest)
		}
		p.among = p.among[:from]
		return int(p.settle(int64(lowest)))
	}
	return int(p.fork(branch{kind: first, value: int64(lowest), last: int64(last), from: from, to: len(p.among)}, ways))
}

// mustHalt reports whether the search is to end, when it is time to ask.
func (p *path) mustHalt(i int) bool {
	if p.halted || i%haltEvery != haltEvery-1 || p.halt == nil || !p.halt() {
		return p.halted
	}
	p.halted = !p.left
	p.leave()
	return true
}

// firstOfOneVariable is the first of candidates that all come from one
// variable; ok is false when they do not.
func (p *path) firstOfOneVariable(c clock.Candidates) (only int, ok bool) {
	v, least := p.parts(c.At(0))
	base := join(v, 0)
	for i := 1; i < c.Len(); i++ {
		at := c.At(i)
		constant := clock.Span(at - base)
		if !near(constant) { // what is near a variable comes from no other
			var w int
			if w, constant = p.parts(at); w != v {
				return 0, false
			}
		}
		if constant < least {
			only, least = i, constant
		}
	}
	return only, true
}

// exchanged is the first candidate with which the i-th can be exchanged, or
// alone: they are alike, and their instants are bound to all others and to each
// other in the same way.
func (p *path) exchanged(c clock.Candidates, i int) int {
	v, cv := p.parts(c.At(i))
	for j := range i {
		if w, cw := p.parts(c.At(j)); cv == cw && v != w && p.twins(v, w) && c.Equivalent(j, i) {
			return j
		}
	}
	return alone
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
// before it, and not after any of the others. Where ties are left open, only what is
// bound to its own variable comes before it when it coincides. Each of these is a bound
// on the same variable, so a contradiction needs one of them at most, and each can be
// looked at alone.
func (p *path) canBeFirst(among []candidate, i int) bool {
	if among[i].twin != alone {
		return false
	}
	v, c := split(among[i].at)
	for j := range among {
		w, d := split(among[j].at)
		if j < i && (v == w || !p.tiesLate) {
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

// TiesLate reports whether what may coincide with the first is left open
// (clock.LateFloor).
func (p *path) TiesLate() bool { return p.tiesLate }

// assumeFirst adds that the i-th instant is the first. What can be exchanged
// with it is not earlier then, and the runs in which it is stand as swaps.
func (p *path) assumeFirst(among []candidate, i int) {
	v, c := split(among[i].at)
	for j := range among {
		if among[j].twin == i {
			w, _ := split(among[j].at)
			p.swaps = append(p.swaps, swap{p.bounds.size, v, w})
		}
	}
	for j := range among {
		w, d := split(among[j].at)
		if j < i && !p.tiesLate {
			d--
		}
		if v != w {
			p.bounds.assume(v, w, d-c)
		}
	}
}
