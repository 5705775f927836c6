// Package chance estimates how likely things are of a program's runs: it draws
// runs by the distributions of the program's lengths, and counts.
package chance

import (
	"encoding/binary"
	"math/rand/v2"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/likely"
	"evsim/program"
)

// drawing is the clock.Oracle of a run that is drawn: each length by its own
// distribution, each free choice evenly.
type drawing struct {
	clock.Plain
	lengths []program.Unknown
	phase   uint32 // the unknown that is asked for with the opposite sign; 0: none
	random  *rand.ChaCha8
	seed    [32]byte

	box map[place]clock.Range // where lengths are to lie; nil: anywhere in their ranges
	nth map[uint32]int

	noted *explore.Witness // what was drawn; nil: nobody asks

	met    []bool // the unknowns that were drawn, by number; 0 is all that nothing names
	chosen bool   // a free choice was
}

// place is a length of a run: which of those that it draws of one unknown.
type place struct {
	of  uint32
	nth int
}

// box is between which lengths each length of a run lies; what it does not name lies
// anywhere in its range.
type box []bound

type bound struct {
	asked, within clock.Range
	nth           int // which of those that a run draws of the unknown
}

// boxOf is the box of some orders; ok is false where it is not known.
func boxOf(r *explore.Result, orders []int) (out box, ok bool) {
	asked, nth, within, ok := r.Box(orders...)
	for i := range asked {
		out = append(out, bound{asked[i], within[i], nth[i]})
	}
	return out, ok
}

func newDrawing(s program.Setting, seed, stream uint64, in box) *drawing {
	d := &drawing{lengths: s.Program.Lengths(), phase: s.World.Clock.Phase.Of}
	binary.LittleEndian.PutUint64(d.seed[0:], seed)
	binary.LittleEndian.PutUint64(d.seed[8:], stream)
	d.random = rand.NewChaCha8(d.seed)
	d.met = make([]bool, len(d.lengths)+1)
	if len(in) > 0 {
		d.box, d.nth = make(map[place]clock.Range, len(in)), make(map[uint32]int)
		for _, b := range in {
			d.box[place{b.asked.Of, b.nth}] = b.within
		}
	}
	return d
}

// begin makes it the drawing of the run with a number. What it draws follows from
// the seed, the stream and the number alone.
func (d *drawing) begin(number uint64) {
	binary.LittleEndian.PutUint64(d.seed[16:], number)
	d.random.Seed(d.seed)
	clear(d.nth)
}

// Add draws a length (clock.Oracle).
func (d *drawing) Add(t clock.Instant, r clock.Range) clock.Instant {
	if r.Known() {
		return t.Add(r.Low)
	}
	low, high := r.Low, r.High
	if d.box != nil {
		d.nth[r.Of]++
		if b, ok := d.box[place{r.Of, d.nth[r.Of]}]; ok {
			low, high = max(low, b.Low), min(high, b.High)
		}
	}
	u := d.random.Uint64()
	if int(r.Of) < len(d.met) {
		d.met[r.Of] = true
	}
	shape := shapeOf(d.lengths, r)
	var length clock.Span
	if r.Of != 0 && r.Of == d.phase {
		length = -shape.Draw(clock.Range{Low: -r.High, High: -r.Low}, -high, -low, u)
	} else {
		length = shape.Draw(r, low, high, u)
	}
	if d.noted != nil {
		d.noted.Values = append(d.noted.Values, explore.Value{Of: r.Of, Length: length})
	}
	return t.Add(length)
}

// Pick draws one of n (clock.Oracle).
func (d *drawing) Pick(q clock.Question, n int) int {
	d.chosen = true
	pick := int(d.random.Uint64() % uint64(n))
	if d.noted != nil {
		d.noted.Picks = append(d.noted.Picks, explore.Pick{Question: q, Number: pick, Of: n})
	}
	return pick
}

// shapeOf is how the lengths of a range are distributed.
func shapeOf(lengths []program.Unknown, r clock.Range) likely.Shape {
	if r.Of == 0 || int(r.Of) > len(lengths) {
		return likely.Shape{}
	}
	return lengths[r.Of-1].Shape
}

// share is what part of all lengths lies in a box.
func share(s program.Setting, in box) float64 {
	part, lengths := 1.0, s.Program.Lengths()
	for _, b := range in {
		r, low, high := b.asked, b.within.Low, b.within.High
		if r.Of == s.World.Clock.Phase.Of {
			r.Low, r.High, low, high = -r.High, -r.Low, -high, -low
		}
		part *= shapeOf(lengths, r).Share(r, low, high)
	}
	return part
}
