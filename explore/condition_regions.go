package explore

import "slices"

const (
	manyZones   = 48  // more of them are not joined
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

// regions is the union of zones as few convex regions; nil when there is no
// zone, or a few regions do not do.
func regions(zones []bounds) []bounds {
	if len(zones) == 0 {
		return nil
	}
	if h := hull(zones); covered(h, zones) {
		return []bounds{h}
	}
	if len(zones) > manyZones {
		return nil
	}
	joined := slices.Clone(zones)
	for i := 0; i < len(joined); i++ {
		for j := i + 1; j < len(joined); j++ {
			if h := hull([]bounds{joined[i], joined[j]}); covered(h, zones) {
				joined[i] = h
				joined = slices.Delete(joined, j, j+1)
				j = i // it may now go together with those that it did not before
			}
		}
	}
	if len(joined) > manyRegions {
		return nil
	}
	return joined
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
func apart(a, b bounds) bool {
	for i := range a.size {
		for j := range a.size {
			if a.at(i, j) < -b.at(j, i) {
				return true
			}
		}
	}
	return false
}

// covered reports whether zones leave nothing of a region. It cuts each zone
// out of what is left, bound by bound; where that takes too many pieces it says
// no.
func covered(region bounds, zones []bounds) bool {
	left := []bounds{region}
	for _, z := range zones {
		var rest []bounds
		for _, piece := range left {
			rest = append(rest, without(piece, z)...)
		}
		if left = rest; len(left) == 0 {
			return true
		}
		if len(left) > manyPieces {
			return false
		}
	}
	return false
}

// without is what a zone leaves of a region, in pieces.
func without(region, z bounds) (pieces []bounds) {
	if _, meets := meet(region, z); !meets {
		return []bounds{region}
	}
	rest := region.clone()
	for i := range rest.size {
		for j := range rest.size {
			d := z.at(i, j)
			if rest.implies(i, j, d) {
				continue
			}
			outside := rest.clone()
			outside.assume(j, i, -d-1)
			pieces = append(pieces, outside)
			rest.assume(i, j, d)
		}
	}
	return pieces
}
