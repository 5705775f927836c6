package explore

import (
	"cmp"
	"context"
	"slices"

	"evsim/clock"
	"evsim/program"
	"evsim/sim"
)

// Frontier is a search state by state, between two of its steps: the states
// that are still to be explored, those that were seen, and what was found. A
// state is a run at rest, between two turns of its loop. The search goes on
// from each until the next question has been answered, in every way that it can
// be, and the run is at rest again; equal states are explored once.
//
// States are explored generation by generation, each generation in the order
// in which it was found. So the outcome does not depend on how many workers do
// it, and a search can stop after any state and be taken up later.
type Frontier struct {
	states []state // of this generation, still to be explored
	next   []state
	seen   *seen
	first  int // how many states were found before the first of next
	found  *orders
	early  []Order // found path by path, before it was known that the space is large
	done   float64 // the share of all choices that is explored
	size   int64   // bytes, about
	dealt  bool    // these are the states of one part
	fresh  bool    // it has not begun
	fault  string  // what went wrong in the search itself

	broken *Witness       // of a run in which what is watched does not hold
	cut    sim.StopReason // a limit that a run reached in which it holds
}

// state is a run at rest, or a part of what can come after it: that with which
// the given answers go on.
type state struct {
	answers []byte       // to branches, as varints
	given   int          // how many of them lead to the rest
	onward  bool         // the last answer is the first of those that are to be tried, up to the last there is
	frozen  []clock.Span // when its lines were logged, as far as that was one instant
	share   float64
}

// Part says which part of a search by states is to be done: the Number-th of
// Of, from 1. The parts have no run in common and together are all; they are
// about equal, because the states are shuffled and dealt out one by one.
type Part struct{ Number, Of int }

// statesPerPart is how many states each part gets to begin with.
const statesPerPart = 64

func newFrontier() *Frontier {
	return &Frontier{states: []state{{share: 1}}, seen: newSeen(), found: newOrders()}
}

// deal leaves one part of the states, once there are enough for all parts. What
// was found before belongs to the first.
func (f *Frontier) deal(o Options) {
	part := o.Part
	if f.dealt || part.Of < 2 || len(f.states) < cmp.Or(o.PerPart, statesPerPart)*part.Of {
		return
	}
	f.dealt = true
	var mine []state
	for nth, i := range shuffled(len(f.states)) {
		if nth%part.Of == part.Number-1 {
			mine = append(mine, f.states[i])
		}
	}
	f.states = mine
	if part.Number > 1 {
		f.found, f.done = newOrders(), 0
	}
}

// shuffled is the numbers below n in an order without a pattern, always the
// same: neighbours in a generation often have much in common, and every third
// state may be one that has little left.
func shuffled(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	scattered := func(i int) uint64 {
		z := (uint64(i) + 1) * 0x9e3779b97f4a7c15
		z = (z ^ z>>31) * 0xbf58476d1ce4e5b9
		return z ^ z>>29
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scattered(a), scattered(b)) })
	return order
}

// settle ends a search that was too small to be dealt: all of it is the first
// part's.
func (f *Frontier) settle(part Part) {
	if !f.dealt && part.Number > 1 {
		f.found = newOrders()
	}
}

// add takes what was found from a state.
func (f *Frontier) add(o *outcome, apart bool) {
	f.found.paths += o.paths
	f.done += o.judged
	if f.broken == nil {
		f.broken = o.broken
	}
	f.cut = cmp.Or(f.cut, o.cut)
	for i := range o.ends {
		f.end(&o.ends[i])
	}
	for i := range o.states {
		f.reach(&o.states[i], apart)
	}
	for _, s := range o.rest {
		f.next = append(f.next, s)
		f.size += s.size()
	}
}

func (f *Frontier) end(e *end) {
	f.done += e.share
	at, known := f.found.find(texts(e.order.Log), 0, e.order.Stop)
	if !known {
		f.size += f.found.keepTexts(e.order.Log)
		f.found.list = append(f.found.list, e.order)
		return
	}
	order := &f.found.list[at]
	if order.Paths++; order.Paths <= keptWitnesses && e.order.Witness.cost().below(order.Witness.cost()) {
		order.Witness = e.order.Witness
	}
	for i := range order.Log {
		if order.Log[i].At != e.order.Log[i].At {
			order.Log[i].At = program.Unsettled
		}
	}
}

// reach adds a state to the next generation, unless one that it lies within is
// known. It takes the place of one that lies within it and waits yet.
func (f *Frontier) reach(s *reached, apart bool) {
	before := f.seen.size
	at, known := f.seen.find(s.key, s.zone, f.first, f.first+len(f.next), apart)
	f.size += f.seen.size - before
	switch {
	case !known:
		f.next = append(f.next, s.state)
		f.size += s.size()
	case at.replaced:
		old := &f.next[at.number-f.first]
		s.share += old.share
		f.size += s.size() - old.size()
		*old = s.state
	case at.number >= f.first:
		f.next[at.number-f.first].share += s.share
	default:
		f.done += s.share
	}
}

// What a state and a logged line take, in bytes, about.
const (
	stateSize   = 120 // with what append keeps in store
	stateItself = 72
	lineSize    = 64
)

func (s *state) size() int64 { return int64(cap(s.answers)+8*cap(s.frozen)) + stateSize }

// turn makes the next generation the current one.
func (f *Frontier) turn() {
	f.first += len(f.next)
	f.states, f.next = f.next, nil
}

func texts(log []program.Line) []string {
	out := make([]string, len(log))
	for i := range log {
		out[i] = log[i].Text
	}
	return out
}

func exploreStates(ctx context.Context, s program.Setting, o Options) Result {
	f := o.Resume
	if f == nil {
		f = newFrontier()
	}
	f.fault = ""
	why, failed := search(ctx, f, s, o)
	r := Result{Orders: slices.Clone(f.found.list), Paths: f.found.paths, Complete: why == "", Why: why, Fault: f.fault, Only: o.Only, program: s.Program}
	if why != "" {
		r.Orders = append(r.Orders, f.notYetFound()...)
	}
	slices.SortFunc(r.Orders, compareOrders)
	if why == "" && !o.Eager { // lines that tell the time say more to one that decides it at once
		r.unsure = slices.Repeat([]bool{true}, len(r.Orders))
	}
	if why != "" && !failed {
		r.Left = f
	}
	if why == "" || !failed {
		r.kept = f
	}
	return r
}

// Kept is what gives this result again when it is resumed, or goes on from it:
// Left, if there is one; of a large space that is complete, what was found; or
// else that the exploration is to begin anew.
func (r *Result) Kept() *Frontier {
	if r.kept != nil {
		return r.kept
	}
	f := newFrontier()
	f.fresh = true
	return f
}

// taken is how many bytes a frontier takes, about.
func (f *Frontier) taken() (bytes int64) {
	for _, list := range [][]state{f.states, f.next} {
		for i := range list {
			bytes += list[i].size()
		}
	}
	for _, list := range [][]Order{f.found.list, f.early} {
		for i := range list {
			bytes += int64(len(list[i].Log))*lineSize + stateSize
		}
	}
	return bytes + f.seen.size
}

// notYetFound is what was found earlier than this search, and not again so far.
func (f *Frontier) notYetFound() (rest []Order) {
	for _, o := range f.early {
		if _, known := f.found.place(texts(o.Log), o.Stop); !known {
			rest = append(rest, o)
		}
	}
	return rest
}

func compareOrders(a, b Order) int {
	byText := func(a, b program.Line) int { return cmp.Compare(a.Text, b.Text) }
	return cmp.Or(slices.CompareFunc(a.Log, b.Log, byText), cmp.Compare(a.Stop.Reason, b.Stop.Reason), cmp.Compare(a.Stop.Code, b.Stop.Code))
}
