package explore

import (
	"hash/maphash"
	"math/bits"
	"slices"

	"evsim/program"
	"evsim/sim"
)

// orders are the orders found so far. Each text that they have is kept once,
// since most of them log the same lines.
type orders struct {
	list  []Order
	index map[uint64]int // by hash: the first order that has it
	same  map[int]int    // by order: the next one with the same hash; there are hardly any
	texts map[string]string
	seed  maphash.Seed
	paths int
	bytes int64 // of texts and lines, about

	hashed []string // the log that was hashed last; most logs begin as the one before
	hashes []uint64 // of its beginnings, by their last line

	// While the space is small:
	zones zones
	costs []cost // by order: of its witness
	lines slab[program.Line]
	picks slab[Pick]
}

func newOrders() *orders {
	return &orders{index: make(map[uint64]int), texts: make(map[string]string), seed: maphash.MakeSeed()}
}

// find is the place of an order in the list, at its end if it is new: then the
// caller puts it there. Of the log's lines so many are known to be those of the log
// that was looked for last.
func (o *orders) find(log []string, kept int, stop sim.Stop) (at int, known bool) {
	hash := o.hashOf(log, kept, stop)
	at, known = o.index[hash]
	if !known {
		o.index[hash] = len(o.list)
		return len(o.list), false
	}
	if at, known = o.among(at, log, stop); !known {
		if o.same == nil {
			o.same = make(map[int]int)
		}
		o.same[at] = len(o.list)
		return len(o.list), false
	}
	return at, true
}

// place is where an order stands in the list, if it is there.
func (o *orders) place(log []string, stop sim.Stop) (at int, known bool) {
	if at, known = o.index[o.hashOf(log, 0, stop)]; known {
		at, known = o.among(at, log, stop)
	}
	return at, known
}

// among looks for an order among those with the hash of one; if it is not there,
// at is the last of them.
func (o *orders) among(first int, log []string, stop sim.Stop) (at int, known bool) {
	for at = first; ; {
		if o.list[at].is(log, stop) {
			return at, true
		}
		next, more := o.same[at]
		if !more {
			return at, false
		}
		at = next
	}
}

// is reports whether an order has this log and this end.
func (o *Order) is(log []string, stop sim.Stop) bool {
	if o.Stop.Reason != stop.Reason || o.Stop.Code != stop.Code || len(o.Log) != len(log) {
		return false
	}
	log = log[:len(o.Log)]
	for i := range o.Log {
		if o.Log[i].Text != log[i] {
			return false
		}
	}
	return true
}

// hashOf need not tell all orders apart: see among. Of the log's lines so many are
// known to be those of the log that was hashed last.
func (o *orders) hashOf(log []string, kept int, stop sim.Stop) uint64 {
	same := kept + sameLines(o.hashed[kept:], log[kept:])
	hash := uint64(0)
	if same > 0 {
		hash = o.hashes[same-1]
	}
	o.hashed, o.hashes = append(o.hashed[:same], log[same:]...), o.hashes[:same]
	for _, text := range log[same:] {
		hash = bits.RotateLeft64(hash, 5)*mixing ^ maphash.String(o.seed, text)
		o.hashes = append(o.hashes, hash)
	}
	return (hash ^ uint64(stop.Code)<<8 ^ uint64(stop.Reason)) * mixing
}

// sameLines is with how many lines two logs begin alike.
func sameLines(a, b []string) (n int) {
	b = b[:min(len(a), len(b))]
	for i, text := range b {
		if a[i] != text {
			return i
		}
	}
	return len(b)
}

// mixing is an odd number, so that no two hashes become one as they are multiplied.
const mixing = 0x9e3779b97f4a7c15

// keepTexts has lines share the texts of others, and counts what they take.
func (o *orders) keepTexts(lines []program.Line) (bytes int64) {
	var before []program.Line // most orders begin as the one before, whose texts are kept
	if n := len(o.list); n > 0 {
		before = o.list[n-1].Log
	}
	from := 0
	for from < min(len(before), len(lines)) && before[from].Text == lines[from].Text {
		lines[from].Text = before[from].Text
		from++
	}
	near := before[from:min(from+nearLines, len(before))]
	for i := from; i < len(lines); i++ {
		if i < len(before) && before[i].Text == lines[i].Text {
			lines[i].Text = before[i].Text
		} else if at := lineOf(near, lines[i].Text); at >= 0 {
			lines[i].Text = near[at].Text
		} else {
			bytes += o.keepText(&lines[i].Text)
		}
	}
	return bytes + lineSize*int64(len(lines)) + stateSize
}

// nearLines is among how many lines of the order before a text is looked for, from
// the first that is another, since that takes less time than to look it up: most
// orders have the lines of the one before, some in each other's place.
const nearLines = 8

func lineOf(lines []program.Line, text string) int {
	for i := range lines {
		if lines[i].Text == text {
			return i
		}
	}
	return -1
}

// keepText has a text share that of another line, and counts what it takes if it
// is the first.
func (o *orders) keepText(text *string) (bytes int64) {
	kept, known := o.texts[*text]
	if known {
		*text = kept
		return 0
	}
	o.texts[*text] = *text
	return int64(len(*text)) + textSize
}

// textSize is what a text takes besides its bytes, about.
const textSize = 64

// keep counts the run that a runner has just made.
func (o *orders) keep(r *runner, stop sim.Stop) {
	o.paths++
	at, known := o.find(r.log, r.kept, stop)
	if known {
		o.again(at, r)
	} else {
		o.add(r, stop)
	}
	o.zones.keep(at, r.path)
}

// add keeps an order that was not known.
func (o *orders) add(r *runner, stop sim.Stop) {
	w := r.witness()
	log := r.lines(o.lines.take(len(r.log)))
	o.bytes += o.keepTexts(log)
	o.list = append(roomy(o.list), Order{Log: log, Stop: stop, Paths: 1, Witness: o.kept(w)})
	o.costs = append(roomy(o.costs), w.cost())
}

// size is what the orders of a small space take, in bytes, about.
func (o *orders) size() int64 { return o.bytes + int64(len(o.zones.pieces))*zonesPiece*boundSize }

// keptWitnesses is how many paths of an order are asked for a simpler witness.
const keptWitnesses = 64

// again takes what one more path says of an order.
func (o *orders) again(at int, r *runner) {
	order, cost := &o.list[at], &o.costs[at]
	order.Paths++
	for i := range order.Log {
		if t := &order.Log[i].At; *t != program.Unsettled && *t != r.when(r.logged[i].at) {
			*t = program.Unsettled
		}
	}
	if order.Paths > keptWitnesses || !r.path.leastCost().below(*cost) {
		return
	}
	if w := r.witness(); w.cost().below(*cost) {
		order.Witness, *cost = o.kept(w), w.cost()
	}
}

// kept is a copy of a witness.
func (o *orders) kept(w Witness) Witness {
	return Witness{Values: append([]Value(nil), w.Values...), Picks: append(o.picks.take(len(w.Picks))[:0], w.Picks...)}
}

// roomy is a list with room for one more. It doubles a list that has none;
// append, which lets long lists grow by a quarter, takes twice the memory in
// all for what grows to thousands.
func roomy[T any](list []T) []T {
	if len(list) == cap(list) {
		return slices.Grow(list, len(list)+1)
	}
	return list
}

// slab gives slices out of larger pieces of memory, which takes less time than
// to make each by itself.
type slab[T any] struct {
	rest []T
	size int // of the last piece: each is twice as large as the one before, up to slabSize
}

const slabSize = 512

// take is n zero values; nil when n is 0.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.rest) {
		s.size = min(max(2*s.size, 16), slabSize)
		s.rest = make([]T, max(n, s.size))
	}
	out := s.rest[:n:n]
	s.rest = s.rest[n:]
	return out
}
