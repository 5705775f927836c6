package explore

import (
	"slices"
	"sort"

	"evsim/clock"
)

const (
	manyRegions = 3   // more of them are not told
	manyPieces  = 400 // more of them are not cut
)

// projected is what zones say of the first variables.
func projected(zones []zone, size int) []bounds {
	out := make([]bounds, 0, len(zones))
	for _, z := range zones {
		b := sized(min(size, z.bounds.size))
		b.size = b.room
		for i := range b.size {
			for j := range b.size {
				b.set(i, j, z.bounds.at(i, j))
			}
		}
		out = append(out, b)
	}
	return out
}

// solver finds regions, as long as it has steps left.
type solver struct {
	plain bounds // what the ranges alone say
	vars  []made
	late  func() bool
	steps int
	*solverMemory
}

// solverMemory is memory that one solver leaves to the next.
type solverMemory struct {
	near, left, rest []bounds
	corner           []clock.Span
	pieces           piecesRoom
}

// regions is the union of zones as few convex regions of which no bound can be
// left out, and none of the regions; nil when there is no zone, or a few regions
// do not do.
func (s *solver) regions(zones []bounds) (out []bounds) {
	if len(zones) == 0 {
		return nil
	}
	if h := hull(zones); s.covered(h, zones) {
		return []bounds{h}
	}
	for i := range zones {
		if len(out) > 0 && s.covered(zones[i], out) {
			continue
		}
		if len(out) == manyRegions || s.steps <= 0 {
			return nil
		}
		out = append(out, s.grown(zones[i], zones))
	}
	for i := len(out) - 1; i >= 0 && len(out) > 1; i-- {
		if rest := slices.Delete(slices.Clone(out), i, i+1); s.covered(out[i], rest) {
			out = rest
		}
	}
	return out
}

// grown is a zone with every bound as wide as zones allow: first those that take
// most words to say, so that what remains is said in few.
func (s *solver) grown(seed bounds, zones []bounds) bounds {
	var all []fact
	for i := range seed.size {
		for j := range seed.size {
			if i != j && seed.at(i, j) < s.plain.at(i, j) {
				all = append(all, fact{i, j, seed.at(i, j)})
			}
		}
	}
	sortByLengths(all, s.vars, -1)
	s.widenAll(all, zones)
	for { // it is said by other facts than these, of which one may be wider yet
		region := s.region(all)
		if all = s.facts(region); !s.widenAll(all, zones) {
			return region
		}
	}
}

// widenAll makes one of the facts after the other as wide as zones allow. It reports
// whether one is wider than before.
func (s *solver) widenAll(all []fact, zones []bounds) (wider bool) {
	for n := range all {
		before := all[n].d
		s.widen(all, n, zones)
		wider = wider || all[n].d > before
	}
	return wider
}

// widen makes one of the facts as wide as zones allow.
func (s *solver) widen(all []fact, n int, zones []bounds) {
	f := &all[n]
	wider := []clock.Span{s.plain.at(f.i, f.j)}
	for k := range zones {
		if d := zones[k].at(f.i, f.j); d > f.d {
			wider = append(wider, d)
		}
	}
	slices.Sort(wider)
	wider = slices.Compact(wider)
	fits := func(d clock.Span) bool {
		before := f.d
		f.d = d
		defer func() { f.d = before }()
		return s.covered(s.region(all), zones)
	}
	if last := wider[len(wider)-1]; fits(last) {
		f.d = last
		return
	}
	if n := sort.Search(len(wider), func(i int) bool { return !fits(wider[i]) }); n > 0 {
		f.d = wider[n-1]
	}
}

// region is what facts leave of the ranges.
func (s *solver) region(all []fact) bounds {
	b := s.plain.clone()
	for _, f := range all {
		b.assume(f.i, f.j, f.d)
	}
	s.steps -= len(all) * b.size
	return b
}

// hull is the smallest convex region that holds all zones, of which there is one.
func hull(zones []bounds) bounds {
	out := zones[0].clone()
	for i := range out.size {
		for j := range out.size {
			for k := range zones {
				out.set(i, j, max(out.at(i, j), zones[k].at(i, j)))
			}
		}
	}
	return out
}

// meet is what two regions have in common, if anything.
func meet(a, b bounds) (both bounds, meets bool) {
	if apart(a, b) {
		return bounds{}, false
	}
	both = a.clone()
	for i := range both.size {
		for j := range both.size {
			d := b.at(i, j)
			if !both.allows(i, j, d) {
				return both, false
			}
			both.assume(i, j, d)
		}
	}
	return both, true
}

// apart reports whether a bound of one region alone keeps it from the other.
func apart(a, b bounds) bool { return new(separator).between(&a, &b) }

// separator is the two variables whose bound kept the last two regions apart: often it
// is the same one again.
type separator struct{ i, j int }

// between reports whether a bound of one region alone keeps it from the other.
func (s *separator) between(a, b *bounds) bool {
	if s.i < a.size && s.j < a.size && a.at(s.i, s.j) < -b.at(s.j, s.i) {
		return true
	}
	for i := range a.size {
		for j, d := range a.row(i) {
			if d < -b.at(j, i) {
				s.i, s.j = i, j
				return true
			}
		}
	}
	return false
}

// covered reports whether zones leave nothing of a region. It cuts each zone
// out of what is left, bound by bound; where that takes too many pieces it says
// no, and where it is late or no steps are left.
func (s *solver) covered(region bounds, zones []bounds) bool {
	if s.steps -= len(zones) * region.size * region.size; s.steps <= 0 || s.late() {
		return false
	}
	near := s.near[:0]
	for _, z := range zones {
		if apart(region, z) {
			continue
		}
		if z.holdsAll(region) {
			return true
		}
		near = append(near, z)
	}
	if s.near = near; s.leavesCorner(region, near) {
		return false
	}
	s.pieces.reset()
	left, rest := append(s.left[:0], region), s.rest[:0]
	defer func() { s.left, s.rest = left, rest }()
	for _, z := range near {
		if s.steps -= len(left) * z.size * z.size; s.steps <= 0 || s.late() {
			return false
		}
		rest = rest[:0]
		for i := range left {
			rest = s.without(rest, left[i], z)
		}
		left, rest = rest, left
		if len(left) == 0 {
			return true
		}
		if len(left) > manyPieces {
			return false
		}
	}
	return false
}

// holdsAll reports whether all of a region lies in another.
func (b *bounds) holdsAll(region bounds) bool {
	for i := range b.size {
		for j, d := range b.row(i) {
			if region.at(i, j) > d {
				return false
			}
		}
	}
	return true
}

// leavesCorner reports whether zones leave a corner of a region, of those that need
// no search: where all instants are as late, or as early, as one of them lets them be.
func (s *solver) leavesCorner(region bounds, zones []bounds) bool {
	n := region.size
	s.steps -= n * n * n
	s.corner = slices.Grow(s.corner[:0], n)[:n]
	at := s.corner
	for k := range n {
		for i := range n {
			at[i] = region.at(i, k) - region.at(0, k)
		}
		if !holds(zones, at) {
			return true
		}
		for i := range n {
			at[i] = region.at(k, 0) - region.at(k, i)
		}
		if !holds(zones, at) {
			return true
		}
	}
	return false
}

// without adds what a zone leaves of a region, in pieces.
func (s *solver) without(pieces []bounds, region, z bounds) []bounds {
	if apart(region, z) {
		return append(pieces, region)
	}
	from := len(pieces)
	rest := s.pieces.clone(region)
	for i := range rest.size {
		for j := range rest.size {
			d := z.at(i, j)
			if rest.implies(i, j, d) {
				continue
			}
			if !rest.allows(i, j, d) { // they do not meet
				return append(pieces[:from], region)
			}
			outside := s.pieces.clone(rest)
			outside.assume(j, i, -d-1)
			pieces = append(pieces, outside)
			rest.assume(i, j, d)
		}
	}
	return pieces
}

// piecesRoom is bounds that are forgotten together, in memory that stays.
type piecesRoom struct {
	all  []clock.Span
	used int
}

func (p *piecesRoom) reset() { p.used = 0 }

func (p *piecesRoom) clone(b bounds) bounds {
	n := b.size * b.size
	if len(p.all)-p.used < n {
		p.all, p.used = make([]clock.Span, max(2*len(p.all), 64*n)), 0 // what was taken before stays as it is
	}
	out := bounds{size: b.size, room: b.size, max: p.all[p.used:][:n:n]}
	p.used += n
	for i := range b.size {
		copy(out.max[i*b.size:], b.row(i))
	}
	return out
}
