package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/scenario"
)

// Condition is when something is possible: as an exact formula of the unknowns,
// and the same in words.
type Condition struct {
	Formula, Words string // "": it takes more than a few regions of the unknowns to say
	Others         string // where in that something else is possible too, as a formula; "": nowhere
	OthersWords    string
	On             []string // the unknowns that the formula speaks of, in the order in which a run draws them
}

// When says when one of some orders of r, which must be complete, is possible;
// orders are named by index. It takes time that grows with the number of paths
// of the orders, squared.
func (r *Result) When(orders ...int) Condition {
	if r.all == nil {
		r.all = r.zones.all()
		r.shared = sharedVariables(r.all)
	}
	all, shared := r.all, r.shared
	var own, others []bounds
	var vars []made
	for i, zones := range all {
		if len(zones) >= keptZones || len(zones) == 0 {
			return Condition{}
		}
		if slices.Contains(orders, i) {
			own, vars = append(own, projected(zones, shared)...), zones[0].made[:shared]
		} else {
			others = append(others, projected(zones, shared)...)
		}
	}
	if own = regions(own); own == nil {
		return Condition{}
	}
	both, known := overlap(own, others)
	if !known {
		return Condition{}
	}
	c := Condition{On: r.named(own, vars)}
	c.Formula, c.Words = r.union(own, vars)
	if both != nil {
		c.Others, c.OthersWords = r.union(both, vars)
	}
	return c
}

// named is the unknowns that regions speak of.
func (r *Result) named(regions []bounds, vars []made) (names []string) {
	terms := make(map[int]int)
	for _, region := range regions {
		for _, f := range facts(region, vars) {
			one := f.terms(vars)
			for x := range vars {
				terms[x] += int(abs(clock.Span(one[x])))
			}
		}
	}
	for x := 1; x < len(vars); x++ {
		if terms[x] != 0 {
			names = append(names, variableName(r.scenario, vars, x))
		}
	}
	return names
}

// union is regions as a formula and in words.
func (r *Result) union(regions []bounds, vars []made) (exact, words string) {
	var formulas, texts []string
	for _, region := range regions {
		found := facts(region, vars)
		formulas = append(formulas, formula(r.scenario, found, vars))
		texts = append(texts, inWords(r.scenario, found, vars))
	}
	return strings.Join(formulas, ", or "), strings.Join(texts, "; or ")
}

// overlap is the regions in which others are possible too; known is false when
// they are too many.
func overlap(own, others []bounds) (both []bounds, known bool) {
	for _, z := range others {
		for _, region := range own {
			if m, meets := meet(region, z); meets {
				both = append(both, m)
			}
		}
	}
	if both == nil {
		return nil, true
	}
	both = regions(both)
	return both, both != nil
}

// sharedVariables is how many variables come from the same unknowns in every
// path: those made before paths differ.
func sharedVariables(zones [][]zone) int {
	shared := maxVariables
	var first []made
	for _, list := range zones {
		for _, z := range list {
			if first == nil {
				first = z.made
			}
			shared = min(shared, len(z.made))
			for i := 1; i < shared; i++ {
				if z.made[i] != first[i] {
					shared = i
				}
			}
		}
	}
	return shared
}

// fact is one bound of a zone: x_i - x_j <= d.
type fact struct {
	i, j int
	d    clock.Span
}

// facts is what a zone says beyond the ranges of the unknowns themselves: as
// few bounds as imply all others, and of those that say the same the ones that
// speak of the fewest lengths.
func facts(h bounds, vars []made) []fact {
	start := plainBounds(vars)
	var all []fact
	for i := range vars {
		for j := range vars {
			if i != j && h.at(i, j) < start.at(i, j) {
				all = append(all, fact{i, j, h.at(i, j)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b fact) int { return cmp.Compare(a.lengths(vars), b.lengths(vars)) })
	var chosen []fact
	for _, f := range all {
		if !start.implies(f.i, f.j, f.d) {
			start.assume(f.i, f.j, f.d)
			chosen = append(chosen, f)
		}
	}
	return needed(chosen, vars)
}

// needed drops the facts that the others imply.
func needed(all []fact, vars []made) []fact {
	for drop := len(all) - 1; drop >= 0; drop-- {
		rest := plainBounds(vars)
		for i, f := range all {
			if i != drop {
				rest.assume(f.i, f.j, f.d)
			}
		}
		if rest.implies(all[drop].i, all[drop].j, all[drop].d) {
			all = slices.Delete(all, drop, drop+1)
		}
	}
	return all
}

// lengths is how many lengths a fact speaks of.
func (f fact) lengths(vars []made) (n int) {
	terms := f.terms(vars)
	for x := range vars {
		n += int(abs(clock.Span(terms[x])))
	}
	return n
}

// terms is how often each variable's length counts in a fact.
func (f fact) terms(vars []made) map[int]int {
	terms := make(map[int]int)
	spread(vars, f.i, 1, terms)
	spread(vars, f.j, -1, terms)
	return terms
}

// formula is what facts say, as inequalities of lengths.
func formula(s *scenario.Scenario, facts []fact, vars []made) string {
	var out []string
	for _, f := range facts {
		out = append(out, inequality(s, vars, f.i, f.j, f.d))
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) == 0 {
		return "always"
	}
	return strings.Join(out, " and ")
}

// plainBounds is what the ranges alone say.
func plainBounds(vars []made) bounds {
	b := newBounds()
	for _, m := range vars[1:] {
		v, c := split(m.after)
		b.follow(v, c+m.of.Low, c+m.of.High)
	}
	return b
}

// inequality words x_i - x_j <= d, each variable being a sum of lengths.
func inequality(s *scenario.Scenario, vars []made, i, j int, d clock.Span) string {
	terms := make(map[int]int) // by variable: how often its length counts
	d -= spread(vars, i, 1, terms)
	d += spread(vars, j, -1, terms)
	var plus, minus []string
	for x := 1; x < len(vars); x++ {
		name := variableName(s, vars, x)
		if vars[x].of.Low < 0 { // a negated length: the phase
			terms[x] = -terms[x]
		}
		switch terms[x] {
		case 1:
			plus = append(plus, name)
		case -1:
			minus = append(minus, name)
		}
	}
	return compare(plus, minus, d)
}

// spread adds the lengths that a variable is the sum of, and returns the fixed
// part of the sum.
func spread(vars []made, x, sign int, terms map[int]int) (fixed clock.Span) {
	for x != 0 {
		terms[x] += sign
		v, c := split(vars[x].after)
		fixed += c
		x = v
	}
	return fixed
}

// compare words plus - minus <= d. Bounds are whole nanoseconds, so one that
// ends on ...999,999 is meant as less than the next.
func compare(plus, minus []string, d clock.Span) string {
	left, right, less, at := plus, minus, "at most", d
	if len(plus) == 0 {
		left, right, less, at = minus, nil, "at least", -d
	}
	if rest := (at + 1) % clock.Microsecond; less == "at most" && rest == 0 {
		less, at = "less than", at+1
	}
	if rest := (at - 1) % clock.Microsecond; less == "at least" && rest == 0 && at > 0 {
		less, at = "more than", at-1
	}
	text := strings.Join(left, " + ") + " " + less + " "
	if len(right) == 0 {
		return text + millis(at)
	}
	if at == 0 {
		return text + strings.Join(right, " + ")
	}
	if at < 0 {
		return text + strings.Join(right, " + ") + " - " + millis(-at)
	}
	return text + strings.Join(right, " + ") + " + " + millis(at)
}

func variableName(s *scenario.Scenario, vars []made, x int) string {
	nth := 0
	for i := 1; i <= x; i++ {
		if vars[i].of.Of == vars[x].of.Of {
			nth++
		}
	}
	return unknownName(s, vars[x].of.Of, nth)
}

// unknownName is an unknown as a reader finds it: its key, and its place where
// the key is not the only one of its name. The nth value that a run draws of
// it, if it draws more, is numbered.
func unknownName(s *scenario.Scenario, of uint32, nth int) string {
	name := "a length"
	if of != 0 && int(of) <= len(s.Unknowns) {
		if name = s.Unknowns[of-1].Name; name == "at" { // a key of users
			name = "user event"
		}
		if place := placeAmong(s, of); place != "" {
			name += " (" + place + ")"
		}
	}
	if nth > 1 {
		name += " no. " + strconv.Itoa(nth)
	}
	return name
}

// placeAmong is what tells an unknown from the others of its name; "" when
// there are none.
func placeAmong(s *scenario.Scenario, of uint32) string {
	u := s.Unknowns[of-1]
	if u.Pos.Line == 0 {
		return ""
	}
	place := ""
	for i, other := range s.Unknowns {
		switch {
		case other.Name != u.Name || i == int(of-1):
		case other.Pos.Line == u.Pos.Line:
			return fmt.Sprintf("line %d, column %d", u.Pos.Line, u.Pos.Col)
		default:
			place = fmt.Sprintf("line %d", u.Pos.Line)
		}
	}
	return place
}

// millis is a span for a person: exact, in milliseconds.
func millis(d clock.Span) string {
	text := strconv.FormatFloat(float64(d)/float64(clock.Millisecond), 'f', -1, 64)
	return fmt.Sprint(text, "ms")
}

func abs(d clock.Span) clock.Span { return max(d, -d) }
