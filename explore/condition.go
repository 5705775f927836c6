package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/program"
)

// Condition is when something is possible: as an exact formula of the unknowns,
// and the same in words.
type Condition struct {
	Formula            string   // "": it takes more than a few regions of the unknowns to say
	Others             string   // where in that something else is possible too, as a formula; "": nowhere
	Words, OthersWords say.Text // the same in words
	On                 []string // the unknowns that the formula speaks of, in the order in which a run draws them

	// Exact says that the formula speaks of all lengths that a run draws: where it
	// holds and Others does not, nothing else is possible, and where both do, free
	// choices decide. A formula that is not exact leaves lengths out, and holds where
	// some of them make something possible.
	Exact bool

	// Some is unknowns that decide where the formula leaves something else possible:
	// there it is right for some of their lengths only. Each was seen to decide, but
	// they need not be all.
	Some []string
}

// When says when one of some orders of r, which must be complete, is possible;
// orders are named by index. What is told of all orders together takes a
// second or so: of a space with too many orders, or paths, less is told. Once the
// context of the exploration is over it ends early and gives no condition: Untold
// says so.
func (r *Result) When(orders ...int) (c Condition) {
	if r.late() {
		return Condition{}
	}
	defer func() {
		if p := recover(); p != nil {
			c, r.Fault = Condition{}, faultOf(p)
		}
	}()
	if r.told == nil {
		r.told = r.tellable()
	}
	r.told.short = false
	if r.told.whole && r.told.steps > 0 {
		c = r.when(r.told, orders)
	}
	if r.late() {
		return Condition{}
	}
	if c.Formula == "" {
		r.leaveOut()
	}
	return c
}

// leaveOut says which fixed limit, if it was one, left a condition out.
func (r *Result) leaveOut() {
	switch {
	case r.told.cut:
		r.LeftOut = say.Of("an order has more than the %d regions, or all have more than the %d bounds, that are kept", keptZones, keptBounds)
	case r.told.whole && r.told.steps <= 0:
		r.LeftOut = say.Of("the fixed limit of %d steps for all conditions was reached", manySteps)
	case r.told.short:
		r.LeftOut = say.Of("one takes more than the fixed limit of %d steps", stepsAtOnce)
	}
}

func (r *Result) when(t *told, orders []int) Condition {
	mine := func(i int) bool { return slices.Contains(orders, i) }
	var kept []int
	own, both, ok := t.regions(mine, nil)
	if !ok {
		own, both, kept, ok = t.fewer(mine)
	}
	if !ok {
		return Condition{}
	}
	said := t.facts(own)
	c := Condition{On: r.named(said, t.vars), Exact: kept == nil && t.all}
	c.Formula, c.Words = r.union(said, t.vars)
	if both != nil {
		c.Others, c.OthersWords = r.union(t.facts(both), t.vars)
		if c.Some = r.deciding(t, mine, kept, both, c.On); len(c.Some) > 0 {
			c.Words = forSome(c.Words, c.Some)
		}
	}
	return c
}

// late reports whether conditions are not to be looked for any more. What was
// not cut out of a region by then is said to be left, so that no condition
// claims too much.
func (r *Result) late() bool {
	if r.over == nil {
		return false
	}
	err := r.over()
	if err != nil {
		r.Untold = say.OfError(err)
	}
	return err != nil
}

// named is the unknowns that regions speak of.
func (r *Result) named(regions [][]fact, vars []made) (names []string) {
	spoken := make([]bool, len(vars))
	for _, facts := range regions {
		for _, f := range facts {
			between(vars, f.i, f.j, func(x, _ int, _ clock.Span) { spoken[x] = true })
		}
	}
	for x := range vars {
		if spoken[x] {
			names = append(names, variableName(r.program, vars, x))
		}
	}
	return names
}

// facts is what each of some regions says.
func (t *told) facts(regions []bounds) (all [][]fact) {
	for _, region := range regions {
		all = append(all, facts(region, t.plain, t.vars))
	}
	return all
}

// union is regions as a formula and in words.
func (r *Result) union(regions [][]fact, vars []made) (exact string, words say.Text) {
	var formulas []string
	var texts []say.Text
	for _, found := range regions {
		formulas = append(formulas, formula(r.program, found, vars))
		texts = append(texts, inWords(r.program, found, vars))
	}
	return strings.Join(formulas, ", or "), say.Join(texts, "; or ")
}

// fact is one bound of a zone: x_i - x_j <= d.
type fact struct {
	i, j int
	d    clock.Span
}

// facts is what a zone says beyond the ranges of the unknowns themselves: as
// few bounds as imply all others, and of those that say the same the ones that
// speak of the fewest lengths.
func facts(h, plain bounds, vars []made) []fact {
	start := plain.clone()
	var all []fact
	for i := range vars {
		for j := range vars {
			if i != j && h.at(i, j) < start.at(i, j) {
				all = append(all, fact{i, j, h.at(i, j)})
			}
		}
	}
	sortByLengths(all, vars, 1)
	var chosen []fact
	for _, f := range all {
		if !start.implies(f.i, f.j, f.d) {
			start.assume(f.i, f.j, f.d)
			chosen = append(chosen, f)
		}
	}
	return needed(chosen, plain)
}

// needed drops the facts that the others imply.
func needed(all []fact, plain bounds) []fact {
	rest := plain.clone()
	for drop := len(all) - 1; drop >= 0; drop-- {
		rest.copyFrom(&plain)
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

// sortByLengths sorts facts by how many lengths they speak of, those of few first;
// or, where sign is -1, those of many.
func sortByLengths(all []fact, vars []made, sign int) {
	type counted struct {
		fact
		lengths int
	}
	list := make([]counted, len(all))
	for i, f := range all {
		list[i].fact = f
		between(vars, f.i, f.j, func(int, int, clock.Span) { list[i].lengths += sign })
	}
	slices.SortStableFunc(list, func(a, b counted) int { return cmp.Compare(a.lengths, b.lengths) })
	for i := range list {
		all[i] = list[i].fact
	}
}

// between calls f with each variable whose length, and fixed part, counts in what
// x_i has above x_j: with 1 where it adds to that, and with -1 where it takes from
// it. Each is after an earlier one, so the later of two leads to where they meet.
func between(vars []made, i, j int, f func(x, sign int, fixed clock.Span)) {
	for i != j {
		x, sign := i, 1
		if j > i {
			x, sign = j, -1
		}
		v, c := split(vars[x].after)
		if f(x, sign, c); sign > 0 {
			i = v
		} else {
			j = v
		}
	}
}

// formula is what facts say, as inequalities of lengths.
func formula(s program.Program, facts []fact, vars []made) string {
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
func inequality(s program.Program, vars []made, i, j int, d clock.Span) string {
	var plus, minus []string
	between(vars, i, j, func(x, sign int, fixed clock.Span) {
		d -= clock.Span(sign) * fixed
		if vars[x].of.Low < 0 { // a negated length: the phase
			sign = -sign
		}
		if name := variableName(s, vars, x); sign > 0 {
			plus = append(plus, name)
		} else {
			minus = append(minus, name)
		}
	})
	slices.Reverse(plus)
	slices.Reverse(minus)
	return compare(plus, minus, d)
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

func variableName(s program.Program, vars []made, x int) string {
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
func unknownName(s program.Program, of uint32, nth int) string {
	name := "a length"
	if of != 0 && int(of) <= len(s.Lengths()) {
		if name = s.Lengths()[of-1].Name; name == "at" { // a key of users
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
func placeAmong(s program.Program, of uint32) string {
	u := s.Lengths()[of-1]
	if u.Pos.Line == 0 {
		return ""
	}
	place := ""
	for i, other := range s.Lengths() {
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
