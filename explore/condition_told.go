package explore

import (
	"encoding/binary"
	"slices"

	"evsim/clock"
)

// told is what conditions are made of: the zones of every order, as far as they
// speak of the same unknowns.
type told struct {
	whole  bool     // there are zones of every order, and all of them
	zones  [][]zone // by order
	vars   []made   // the variables that come from the same unknowns in every path: those made before paths differ
	plain  bounds   // what the ranges alone say of these
	words  *wording // how they are said
	memory solverMemory
	all    bool // no path has other variables
	shared [][]bounds
	hulls  []bounds
	late   func() bool
	cut    bool // more zones were found than are kept
	short  bool // a try to tell the last condition took too many steps
	steps  int  // how many bounds may yet be looked at, so that all takes a second or so
}

// How many bounds are looked at for the conditions of a space, and for one try
// to tell one of them.
const (
	manySteps   = 200_000_000
	stepsAtOnce = 20_000_000
)

func (r *Result) tellable() *told {
	t := &told{steps: manySteps, late: r.late, cut: r.zones.cut}
	if r.zones.cut || len(r.zones.of) != len(r.Orders) || len(r.Orders) == 0 {
		return t
	}
	t.zones, t.whole = r.zones.all(), true
	for _, zones := range t.zones {
		t.whole = t.whole && len(zones) > 0 && len(zones) < keptZones
		t.cut = t.cut || len(zones) >= keptZones
	}
	if !t.whole {
		return t
	}
	t.vars = sharedVariables(t.zones)
	t.plain, t.all = plainBounds(t.vars), true
	t.words = newWording(r.program, t.vars, t.plain)
	for _, zones := range t.zones {
		t.all = t.all && !slices.ContainsFunc(zones, func(z zone) bool { return z.bounds.size > len(t.vars) })
		shared := distinct(projected(zones, len(t.vars)))
		t.shared, t.hulls = append(t.shared, shared), append(t.hulls, hull(shared))
	}
	return t
}

// sharedVariables are the variables that come from the same unknowns in every
// path: those made before paths differ.
func sharedVariables(all [][]zone) []made {
	vars := make([]made, 1)
	for {
		next, ok := nextShared(all, len(vars))
		if !ok {
			return vars
		}
		vars = append(vars, next)
	}
}

// manyOrigins is how many origins of one variable are tried.
const manyOrigins = 8

// nextShared is the origin of a variable that every zone takes for its own.
func nextShared(all [][]zone, x int) (origin made, ok bool) {
	var tried []made
	for _, zones := range all {
		for i := range zones {
			if x >= zones[i].bounds.size {
				return made{}, false
			}
			one := zones[i].made[x]
			if slices.Contains(tried, one) {
				continue
			}
			if taken := !slices.ContainsFunc(all, func(zones []zone) bool {
				return slices.ContainsFunc(zones, func(z zone) bool { return !z.takes(x, one) })
			}); taken {
				return one, true
			}
			if tried = append(tried, one); len(tried) == manyOrigins {
				return made{}, false
			}
		}
	}
	return made{}, false
}

// takes reports whether a variable may as well have another origin: the same
// unknown, after an instant at which its own is too in all that the zone holds.
func (z *zone) takes(x int, other made) bool {
	if x >= z.bounds.size {
		return false
	}
	own := z.made[x]
	if own == other {
		return true
	}
	v, c := split(own.after)
	w, d := split(other.after)
	return own.of == other.of && z.bounds.at(v, w) == d-c && z.bounds.at(w, v) == c-d
}

// distinct is zones of one size without those that are equal to one before.
func distinct(zones []bounds) (out []bounds) {
	known := make(map[string]bool, len(zones))
	var key []byte
	for _, z := range zones {
		key = key[:0]
		for i := range z.size {
			for _, d := range z.row(i) {
				key = binary.AppendVarint(key, int64(d))
			}
		}
		if !known[string(key)] {
			known[string(key)] = true
			out = append(out, z)
		}
	}
	return out
}

// solver finds regions, in as many steps as are left for one try.
func (t *told) solver() *solver {
	return &solver{plain: t.plain, vars: t.vars, late: t.late, steps: min(t.steps, stepsAtOnce), solverMemory: &t.memory}
}

// regions is where some orders are possible, and where in that others are too,
// as a few regions; ok is false when a few do not do. They speak of the
// variables in kept alone; nil: of all.
func (t *told) regions(mine []bool, kept []int) (own, both []bounds, ok bool) {
	s := t.solver()
	defer func(had int) {
		t.steps -= had - s.steps
		t.short = t.short || s.steps <= 0
	}(s.steps)
	zones := t.zonesOf(mine, kept)
	if own = s.regions(zones); own == nil {
		return nil, nil, false
	}
	var others []bounds
	whole, gap := hull(zones), separator{}
	for i := range t.shared {
		if mine[i] || kept == nil && gap.between(&whole, &t.hulls[i]) {
			continue
		}
		for _, z := range t.on(kept, t.shared[i]) {
			for _, region := range own {
				s.steps -= z.size * z.size
				if m, meets := meet(region, z); meets {
					others = append(others, m)
				}
			}
		}
	}
	if others == nil {
		return own, nil, s.steps > 0
	}
	both = s.regions(distinct(others))
	return own, both, both != nil && s.steps > 0
}

// zonesOf is the zones of some orders.
func (t *told) zonesOf(mine []bool, kept []int) (zones []bounds) {
	orders := 0
	for i := range t.shared {
		if mine[i] {
			zones = append(zones, t.on(kept, t.shared[i])...)
			orders++
		}
	}
	if orders > 1 { // those of one are distinct
		zones = distinct(zones)
	}
	return zones
}

// on is what zones say of some variables; nil: of all.
func (t *told) on(kept []int, zones []bounds) []bounds {
	if kept == nil {
		return zones
	}
	out := make([]bounds, 0, len(zones))
	for _, z := range zones {
		b := t.plain.clone()
		for _, i := range kept {
			for _, j := range kept {
				b.assume(i, j, z.at(i, j))
			}
		}
		t.steps -= b.size * b.size * len(kept)
		out = append(out, b)
	}
	return distinct(out)
}

// fewer is regions of as few variables as do, where those of all are too many:
// of one, or of two, those that leave the fewest worlds open.
func (t *told) fewer(mine []bool) (own, both []bounds, kept []int, ok bool) {
	worlds := t.samples()
	best := -1
	try := func(variables ...int) {
		a, b, some := t.regions(mine, variables)
		if !some {
			return
		}
		decided := 0
		for _, w := range worlds {
			if !holds(a, w) || !holds(b, w) {
				decided++
			}
		}
		if decided > best {
			own, both, kept, ok, best = a, b, variables, true, decided
		}
	}
	for x := 1; x < len(t.vars); x++ {
		try(0, x)
	}
	for x := 1; x < len(t.vars) && best < len(worlds); x++ {
		for y := x + 1; y < len(t.vars); y++ {
			try(0, x, y)
		}
	}
	return own, both, kept, ok && best > 0
}

// samples is worlds by the instants of the variables, spread over the ranges.
func (t *told) samples() [][]clock.Span {
	const worlds = 512
	out := make([][]clock.Span, worlds)
	next := uint64(1)
	for i := range out {
		at := make([]clock.Span, len(t.vars))
		for x := 1; x < len(t.vars); x++ {
			v, c := split(t.vars[x].after)
			next = next*6364136223846793005 + 1442695040888963407
			width := uint64(t.vars[x].of.High-t.vars[x].of.Low) + 1
			at[x] = at[v] + c + t.vars[x].of.Low + clock.Span(next>>1%width)
		}
		out[i] = at
	}
	return out
}

// holds reports whether the instants of a world are in one of some regions.
func holds(regions []bounds, at []clock.Span) bool {
	return slices.ContainsFunc(regions, func(b bounds) bool {
		for i := range at {
			for j := range at {
				if at[i]-at[j] > b.at(i, j) {
					return false
				}
			}
		}
		return true
	})
}
