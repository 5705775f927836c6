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

// keptZones bounds how many zones of one order are kept: an order with more has
// no condition that a person would read.
const keptZones = 512

// zones are those of a small space. They stand in few pieces of memory, and
// what refers to them are numbers, so that the collector has nothing to follow.
type zones struct {
	pieces [][]clock.Span
	mades  [][]made
	of     [][]zoneRef // by order
}

// zoneRef is where a zone stands.
type zoneRef struct{ piece, at, size, made int32 }

// zonesPiece has room for the largest zone.
const zonesPiece = maxVariables * maxVariables

// keep adds what a path assumes to the zones of an order.
func (z *zones) keep(order int, p *path) {
	if order == len(z.of) {
		z.of = append(roomy(z.of), nil)
	}
	if len(z.of[order]) == keptZones {
		return
	}
	n := p.bounds.size
	last := len(z.pieces) - 1
	if last < 0 || len(z.pieces[last])+n*n > zonesPiece {
		last++
		z.pieces = append(z.pieces, make([]clock.Span, 0, zonesPiece))
	}
	at := len(z.pieces[last])
	for i := range n {
		z.pieces[last] = append(z.pieces[last], p.bounds.row(i)...)
	}
	z.of[order] = append(z.of[order], zoneRef{int32(last), int32(at), int32(n), z.made(p.made[:n])})
}

// made is the number of some origins. Most paths have the variables that the
// one before had.
func (z *zones) made(origins []made) int32 {
	if n := len(z.mades); n == 0 || !slices.Equal(z.mades[n-1], origins) {
		z.mades = append(z.mades, slices.Clone(origins))
	}
	return int32(len(z.mades) - 1)
}

// all is the zones of each order.
func (z *zones) all() [][]zone {
	out := make([][]zone, len(z.of))
	for order, refs := range z.of {
		for _, r := range refs {
			n := int(r.size)
			out[order] = append(out[order], zone{
				bounds: bounds{size: n, room: n, max: z.pieces[r.piece][r.at:][:n*n]},
				made:   z.mades[r.made],
			})
		}
	}
	return out
}
