package explore

import (
	"slices"
	"strconv"

	"evsim/program"
	"evsim/sim"
)

// orders are the orders found so far.
type orders struct {
	list  []Order
	index map[string]int
	paths int
	key   []byte
	bytes int64 // of keys and lines, about

	// While the space is small:
	zones zones
	costs []cost // by order: of its witness
	lines slab[program.Line]
	picks slab[Pick]
}

func newOrders() *orders { return &orders{index: make(map[string]int)} }

// find is the place of an order in the list, at its end if it is new.
func (o *orders) find(log []string, stop sim.Stop) (at int, known bool) {
	key := o.keyOf(log, stop)
	at, known = o.index[string(key)]
	if !known {
		at = len(o.list)
		o.index[string(key)] = at
	}
	return at, known
}

// keyOf is the key of an order, until the next is asked for.
func (o *orders) keyOf(log []string, stop sim.Stop) []byte {
	o.key = append(o.key[:0], stop.Reason.String()...)
	o.key = strconv.AppendInt(append(o.key, ' '), int64(stop.Code), 10)
	for i := range log {
		o.key = append(append(o.key, '\n'), log[i]...)
	}
	return o.key
}

// keep counts the run that a runner has just made.
func (o *orders) keep(r *runner, stop sim.Stop) {
	o.paths++
	at, known := o.find(r.log, stop)
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
	o.bytes += int64(len(o.key) + lineSize*len(r.log) + stateSize)
	o.list = append(roomy(o.list), Order{Log: r.lines(o.lines.take(len(r.log))), Stop: stop, Paths: 1, Witness: o.kept(w)})
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
		if t := &order.Log[i].At; *t != program.Unsettled && *t != r.when(r.at[i]) {
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
type slab[T any] struct{ rest []T }

const slabSize = 512

// take is n zero values; nil when n is 0.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.rest) {
		s.rest = make([]T, max(n, slabSize))
	}
	out := s.rest[:n:n]
	s.rest = s.rest[n:]
	return out
}
