package chance

import (
	"cmp"
	"context"
	"math"
	"slices"

	"evsim/explore"
	"evsim/internal/likely"
	"evsim/program"
)

// Likelihood is how likely something is.
type Likelihood struct {
	likely.Interval
	Hits, Runs int     // so many of so many runs that were drawn do it; no runs: it is known
	Share      float64 // the part of all lengths that they were drawn from; 1: all
}

// String is the likelihood in figures, with its interval at 95%.
func (l Likelihood) String() string {
	low, high := likely.Percent(l.Low, math.Floor), likely.Percent(l.High, math.Ceil)
	switch {
	case l.Low == l.High:
		return low
	case l.Low == 0:
		return "≤ " + high
	case l.High == 1:
		return "≥ " + low
	}
	return likely.Percent(l.Estimate, math.Round) + " (" + low + " – " + high + ")"
}

// Not is how likely it is that it is not so.
func (l Likelihood) Not() Likelihood {
	l.Interval, l.Hits = l.Interval.Not(), l.Runs-l.Hits
	return l
}

// Likelihoods are those of the orders of an exploration, and of what else runs do.
type Likelihoods struct {
	Orders []Likelihood
	Broken []Likelihood // of what each run was asked
	Others []Other      // orders that were drawn, and that the exploration had not found, those drawn most first
	Apart  int          // how many of the Runs have more such orders, which are not listed

	Counts *Counts
	orders []int    // by order: how many of the runs have it
	known  *finding // nil: the orders need not be all
}

// Other is an order that was drawn.
type Other struct {
	Likelihood
	Log []program.Line
}

// mostOthers is how many orders are listed that an exploration had not found.
const mostOthers = 100

// Estimate says how likely the orders of an exploration are, and what was asked, by
// the runs that Draw drew.
//
// Where all orders are known, with the lengths that each needs, an order is
// confined to a box: where each length lies, by itself. How likely it is to lie in
// the box is known exactly, so as many runs again are drawn for the orders with
// the smallest boxes, from these alone; how often they have the order, times what
// part of all lengths the box is, is its likelihood. Which orders these are does not
// depend on what was drawn, so that each interval holds as often as it says.
func (s *Sampling) Estimate(ctx context.Context, r *explore.Result, c *Counts) *Likelihoods {
	l := &Likelihoods{Counts: c}
	f := finding{s, r, l, make([]digest, len(r.Orders)), make(map[digest][]int, len(r.Orders))}
	for i := range r.Orders {
		d := s.digest(r.Orders[i].Log, r.Orders[i].Stop)
		n := c.orders[d].n
		l.Orders = append(l.Orders, everywhereOf(n, c.Runs))
		if len(f.like[d]) > 0 {
			n = 0 // it is counted
		}
		l.orders = append(l.orders, n)
		f.digests[i], f.like[d] = d, append(f.like[d], i)
	}
	for _, n := range c.Broken {
		l.Broken = append(l.Broken, everywhereOf(n, c.Runs))
	}
	f.others(ctx)
	if r.Complete && s.World.Clock.Skew.Jitter.IsZero() && l.Apart == 0 && len(l.Others) == 0 {
		l.known = &f
		f.confined(ctx)
	}
	return l
}

// finding is an estimation under way.
type finding struct {
	*Sampling
	of      *explore.Result
	l       *Likelihoods
	digests []digest         // by order
	like    map[digest][]int // the orders that have it: several where these differ only in times
}

func everywhereOf(hits, runs int) Likelihood {
	return Likelihood{Interval: likely.Of(hits, runs), Hits: hits, Runs: runs, Share: 1}
}

// Among is how likely one of some orders is, given that one of others comes that they
// are among; by the runs that were drawn from all lengths.
func (l *Likelihoods) Among(others, some []int) Likelihood {
	return everywhereOf(l.hits(some), l.hits(others))
}

// hits is how many of the runs that were drawn from all lengths have one of some orders.
func (l *Likelihoods) hits(orders []int) (n int) {
	for _, i := range orders {
		n += l.orders[i]
	}
	return n
}

// Each is how likely it is, for each set of orders, that one of these comes. Where
// all orders are known, runs are drawn for those in the smallest boxes, as Estimate
// does.
func (l *Likelihoods) Each(ctx context.Context, sets [][]int) []Likelihood {
	out := make([]Likelihood, len(sets))
	var all []confinedTo
	for i, set := range sets {
		has := make([]bool, len(l.orders))
		for _, order := range set {
			has[order] = true
		}
		var others []int
		for order := range has {
			if !has[order] {
				others = append(others, order)
			}
		}
		out[i] = everywhereOf(l.hits(set), l.Counts.Runs)
		if l.known != nil && len(set) > 0 && len(others) > 0 {
			all = append(all, confinedTo{to: &out[i], orders: set}, confinedTo{to: &out[i], orders: others, not: true})
		}
	}
	if l.known != nil {
		l.known.drawAll(ctx, all, ofSets)
	}
	return out
}

// Assumed lists the lengths that were drawn evenly though nothing says how they are
// distributed, each name once; nameless tells that some have no name.
func (c *Counts) Assumed(lengths []program.Unknown) (names []string, nameless bool) {
	for i, met := range c.met {
		switch {
		case met && i == 0:
			nameless = true
		case met && !lengths[i-1].Shape.Given() && !slices.Contains(names, lengths[i-1].Name):
			names = append(names, lengths[i-1].Name)
		}
	}
	return names, nameless
}

// CutOff lists the shapes that were drawn and have no range of their own.
func (c *Counts) CutOff(lengths []program.Unknown) (out []program.Unknown) {
	for i, met := range c.met {
		if met && i > 0 && lengths[i-1].Shape.Cut {
			out = append(out, lengths[i-1])
		}
	}
	return out
}

// others lists the orders that were drawn and are not in the exploration's result.
func (f *finding) others(ctx context.Context) {
	var found []hits
	for d, h := range f.l.Counts.orders {
		if len(f.like[d]) == 0 {
			found = append(found, h)
		}
	}
	slices.SortFunc(found, func(a, b hits) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.first, b.first)) })
	again := f.counter(ctx, everywhere, nil)
	for i, h := range found {
		if i >= mostOthers {
			f.l.Apart += h.n
			continue
		}
		if _, ok := again.make(h.first); !ok {
			f.l.Apart += h.n
			continue
		}
		o := Other{Likelihood: everywhereOf(h.n, f.l.Counts.Runs)}
		for _, line := range again.log.Log {
			if len(f.Only) == 0 || slices.Contains(f.Only, line.Text) {
				o.Log = append(o.Log, line)
			}
		}
		f.l.Others = append(f.l.Others, o)
	}
}

// confinedTo is something that is known by the order of a run, and that only runs in
// a box do.
type confinedTo struct {
	to     *Likelihood
	orders []int
	not    bool // it is what is not one of the orders
	box    box
	share  float64
}

// What is drawn for what is confined to a box.
const (
	worth      = 2      // a run from the box tells 1/share times as much as one from all lengths: all of its runs must be worth so many times as many from there
	leastDrawn = 100    // runs of one box
	leastShare = 1e-100 // of all lengths: of less, floating-point numbers say nothing exact
)

// confined says what all orders tell for certain, and draws runs for what only small
// boxes have.
func (f *finding) confined(ctx context.Context) {
	f.drawAll(ctx, append(f.confinedOrders(), f.confinedDemands()...), everywhere+1)
	for i, d := range f.digests {
		f.l.Orders[i] = f.l.Orders[f.like[d][0]]
	}
}

// ofSets is the first stream of the runs that are drawn for sets of orders.
const ofSets = 1 << 32

// drawAll draws runs for those in the smallest boxes, by streams from one on.
func (f *finding) drawAll(ctx context.Context, all []confinedTo, stream uint64) {
	all = f.rarest(all)
	for i := range all {
		all[i].draw(ctx, f, f.Runs/len(all), stream+uint64(i))
	}
}

// rarest is those in the smallest boxes, each in the smaller one of its own.
func (f *finding) rarest(all []confinedTo) []confinedTo {
	boxed := all[:0]
	for _, c := range all {
		var ok bool
		if c.box, ok = boxOf(f.of, c.orders); ok {
			if c.share = share(f.Setting, c.box); c.share >= leastShare {
				boxed = append(boxed, c)
			}
		}
	}
	slices.SortStableFunc(boxed, func(a, b confinedTo) int { return cmp.Compare(a.share, b.share) })
	taken := make(map[*Likelihood]bool)
	boxed = slices.DeleteFunc(boxed, func(c confinedTo) bool {
		again := taken[c.to]
		taken[c.to] = true
		return again
	})
	n := 0
	for n < len(boxed) && boxed[n].share*float64(n+1)*worth <= 1 && (n+1)*leastDrawn <= f.Runs {
		n++
	}
	return boxed[:n]
}

func (f *finding) confinedOrders() (all []confinedTo) {
	if len(f.like) == 1 {
		f.l.Orders[0] = certain(1)
		return nil
	}
	for i, d := range f.digests {
		if like := f.like[d]; like[0] == i {
			all = append(all, confinedTo{to: &f.l.Orders[i], orders: like})
		}
	}
	return all
}

// confinedDemands is those of what is asked that are known by the order, and not of
// all orders the same.
func (f *finding) confinedDemands() (all []confinedTo) {
	for i := range f.Asked {
		if f.Asked[i].Timed || len(f.Only) > 0 {
			continue
		}
		to := &f.l.Broken[i]
		breaks, holds := f.sides(&f.Asked[i])
		switch {
		case len(breaks) == 0:
			*to = certain(0)
		case len(holds) == 0:
			*to = certain(1)
		default:
			all = append(all, confinedTo{to: to, orders: breaks}, confinedTo{to: to, orders: holds, not: true})
		}
	}
	return all
}

func certain(p float64) Likelihood { return Likelihood{Interval: likely.Exactly(p), Share: 1} }

// sides is the orders that break what is asked, and those in which it holds.
func (f *finding) sides(asked *Demand) (breaks, holds []int) {
	for i := range f.of.Orders {
		if asked.Breaks(&program.Observed{Log: f.of.Orders[i].Log, Stop: f.of.Orders[i].Stop}) {
			breaks = append(breaks, i)
		} else {
			holds = append(holds, i)
		}
	}
	return breaks, holds
}

// draw draws runs from the box.
func (c *confinedTo) draw(ctx context.Context, f *finding, runs int, stream uint64) {
	counts := f.count(ctx, runs, stream, c.box)
	if counts.Runs < runs {
		return // the time is over
	}
	hits := 0
	for _, i := range c.orders {
		if f.like[f.digests[i]][0] == i {
			hits += counts.orders[f.digests[i]].n
		}
	}
	*c.to = Likelihood{Interval: likely.Of(hits, runs).Times(c.share), Hits: hits, Runs: runs, Share: c.share}
	if c.not {
		*c.to = c.to.Not()
	}
}
