package explore

import (
	"slices"

	"evsim/clock"
)

// zone is what one path assumes of its unknowns.
type zone struct {
	bounds bounds
	made   []made
}

// What is kept of zones at most: how many of one order, with those that a path
// stands for too, and how many bounds in all. Where there are more, no condition
// is told.
const (
	keptZones  = 8192
	keptBounds = 4_000_000
)

// zones are those of a small space. They stand in few pieces of memory, and
// what refers to them are numbers, so that the collector has nothing to follow.
type zones struct {
	pieces [][]clock.Span
	mades  [][]made
	swaps  [][]swap
	of     [][]zoneRef // by order
	kept   int         // bounds
	cut    bool        // these are not all
}

// zoneRef is where a zone stands.
type zoneRef struct{ piece, at, size, made, swaps int32 }

// zonesPiece is how many bounds a piece has room for, after a few that have less,
// since most spaces are small; one of a larger zone has
// room for that.
const zonesPiece = 64 * 64

// keep adds what a path assumes to the zones of an order.
func (z *zones) keep(order int, p *path) {
	if order == len(z.of) {
		z.of = append(roomy(z.of), nil)
	}
	n := p.bounds.size
	if z.kept += n * n; z.cut || z.kept > keptBounds || len(z.of[order]) == keptZones {
		*z = zones{of: z.of, cut: true}
		return
	}
	last := len(z.pieces) - 1
	if last < 0 || len(z.pieces[last])+n*n > cap(z.pieces[last]) {
		last++
		z.pieces = append(z.pieces, make([]clock.Span, 0, max(zonesPiece>>max(0, 4-last), n*n)))
	}
	at := len(z.pieces[last])
	for i := range n {
		z.pieces[last] = append(z.pieces[last], p.bounds.row(i)...)
	}
	z.of[order] = append(z.of[order], zoneRef{int32(last), int32(at), int32(n), z.made(p.made[:n]), z.swap(p.swaps)})
}

// swap is the number of some swaps.
func (z *zones) swap(swaps []swap) int32 {
	if n := len(z.swaps); n == 0 || !slices.Equal(z.swaps[n-1], swaps) {
		z.swaps = append(z.swaps, slices.Clone(swaps))
	}
	return int32(len(z.swaps) - 1)
}

// made is the number of some origins. Most paths have the variables that the
// one before had.
func (z *zones) made(origins []made) int32 {
	if n := len(z.mades); n == 0 || !slices.Equal(z.mades[n-1], origins) {
		z.mades = append(z.mades, slices.Clone(origins))
	}
	return int32(len(z.mades) - 1)
}

// all is the zones of each order, at least keptZones where there are more.
func (z *zones) all() [][]zone {
	out := make([][]zone, len(z.of))
	for order, refs := range z.of {
		for _, r := range refs {
			out[order] = append(out[order], z.at(r)...)
			if len(out[order]) >= keptZones {
				break
			}
		}
	}
	return out
}

// swapped is a zone and those of the runs that its path stands for too. The
// twins of a later question are twins in each of the worlds that those of an
// earlier one leave, so the later swaps come first.
func (z zone) swapped(swaps []swap) []zone {
	out := []zone{z}
	for i := len(swaps) - 1; i >= 0 && len(out) < keptZones; i-- {
		first := i // swaps of one question exchange one variable with each of the others
		for first > 0 && swaps[first-1].v == swaps[i].v && swaps[first-1].at == swaps[i].at {
			first--
		}
		for _, one := range out[:len(out):len(out)] {
			for _, s := range swaps[first : i+1] {
				out = append(out, one.swap(s))
			}
		}
		i = first
	}
	return out
}

// swap is a zone with two variables in each other's place. What was made since
// follows the other of them. Where the two are of different unknowns, so may
// be what follows them, and the zone says nothing of that.
func (z zone) swap(s swap) zone {
	n := z.bounds.size
	if z.made[s.v].of.Of != z.made[s.w].of.Of {
		n = min(n, s.at)
	}
	place := func(x int) int {
		switch x {
		case s.v:
			return s.w
		case s.w:
			return s.v
		}
		return x
	}
	out := zone{bounds: sized(n), made: slices.Clone(z.made[:n])}
	out.bounds.size = n
	for i := range n {
		for j := range n {
			out.bounds.set(i, j, z.bounds.at(place(i), place(j)))
		}
	}
	for x := s.at; x < n; x++ {
		v, c := split(out.made[x].after)
		out.made[x].after = join(place(v), c)
	}
	return out
}
