package explore

import (
	"slices"

	"evsim/clock"
)

// drawnIn is a length that runs draw, and where it lies in some of them: the nth
// that a run draws of the unknown that asked names, from 1.
type drawnIn struct {
	asked, within clock.Range
	nth           int
}

// Box says where the lengths lie of all runs that have one of some orders, which are
// named by index: of each length the range as a run asks for it, which of those it
// is that a run draws of this unknown, from 1, and the part of the range. What it
// does not name can lie anywhere in its range. The orders may be possible in a part
// of the box only. ok is false where it is not known: the space is large, or not
// all of it was searched. The first call takes time linear in what is known of all
// paths.
func (r *Result) Box(orders ...int) (asked []clock.Range, nth []int, within []clock.Range, ok bool) {
	if r.boxes == nil {
		r.boxes = r.boxed()
	}
	if len(r.boxes) == 0 || len(orders) == 0 {
		return nil, nil, nil, false
	}
	box := r.boxes[orders[0]]
	for _, i := range orders[1:] {
		box = hullOf(box, r.boxes[i])
	}
	for _, d := range box {
		asked, nth, within = append(asked, d.asked), append(nth, d.nth), append(within, d.within)
	}
	return asked, nth, within, true
}

// boxed is the box of each order; none where they are not known.
func (r *Result) boxed() [][]drawnIn {
	z := &r.zones
	none := [][]drawnIn{}
	if !r.Complete || z.cut || len(z.of) != len(r.Orders) {
		return none
	}
	out := make([][]drawnIn, len(z.of))
	for order, refs := range z.of {
		counted := 0
		for _, ref := range refs {
			zones := z.at(ref)
			for i := range zones {
				if one := zones[i].box(); counted > 0 {
					out[order] = hullOf(out[order], one)
				} else {
					out[order] = one
				}
				counted++
			}
		}
		if counted == 0 || counted >= keptZones {
			return none // of those that a path stands for, some may be left out
		}
	}
	return out
}

// at is the zone that stands in a place, and those of the runs that its path stands
// for too.
func (z *zones) at(r zoneRef) []zone {
	n := int(r.size)
	return zone{
		bounds: bounds{size: n, room: n, max: z.pieces[r.piece][r.at:][:n*n]},
		made:   z.mades[r.made],
	}.swapped(z.swaps[r.swaps])
}

// box is where a zone has each length, but for those that no name tells from others.
func (z zone) box() (out []drawnIn) {
	nth := make(map[uint32]int)
	for x := 1; x < z.bounds.size; x++ {
		of := z.made[x].of
		nth[of.Of]++
		if of.Of == 0 || of.Of == loose {
			continue
		}
		v, c := split(z.made[x].after)
		low, high := -z.bounds.at(v, x)-c, z.bounds.at(x, v)-c
		out = append(out, drawnIn{of, clock.Range{Low: max(low, of.Low), High: min(high, of.High), Of: of.Of}, nth[of.Of]})
	}
	return out
}

// hullOf is the lengths that both boxes name, each where it lies in one of them.
func hullOf(a, b []drawnIn) (out []drawnIn) {
	for i, d := range a {
		at := i
		if same := func(e drawnIn) bool { return d.asked == e.asked && d.nth == e.nth }; i >= len(b) || !same(b[i]) {
			at = slices.IndexFunc(b, same)
		}
		if at >= 0 {
			d.within.Low, d.within.High = min(d.within.Low, b[at].within.Low), max(d.within.High, b[at].within.High)
			out = append(out, d)
		}
	}
	return out
}
