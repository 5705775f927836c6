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
	mine := make([]bool, len(r.Orders))
	for _, i := range orders {
		mine[i] = true
	}
	var kept []int
	own, both, ok := t.regions(mine, nil)
	if !ok {
		own, both, kept, ok = t.fewer(mine)
	}
	if !ok {
		return Condition{}
	}
	said := t.facts(own)
	c := Condition{On: t.words.named(said), Exact: kept == nil && t.all}
	c.Formula, c.Words = t.words.union(said)
	if both != nil {
		c.Others, c.OthersWords = t.words.union(t.facts(both))
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
func (w *wording) named(regions [][]fact) (names []string) {
	spoken := make([]bool, len(w.vars))
	for _, facts := range regions {
		for _, f := range facts {
			between(w.vars, f.i, f.j, func(x, _ int, _ clock.Span) { spoken[x] = true })
		}
	}
	for x := range w.vars {
		if spoken[x] {
			names = append(names, w.name(x))
		}
	}
	return names
}

// facts is what each of some regions says.
func (t *told) facts(regions []bounds) (all [][]fact) {
	for _, region := range regions {
		all = append(all, t.solver().facts(region))
	}
	return all
}

// union is regions as a formula and in words.
func (w *wording) union(regions [][]fact) (exact string, words say.Text) {
	var formulas []string
	var texts []say.Text
	for _, found := range regions {
		formulas = append(formulas, w.formula(found))
		texts = append(texts, w.inWords(found))
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
func (s *solver) facts(h bounds) []fact {
	s.pieces.reset()
	start := s.pieces.clone(s.plain)
	var all []fact
	for i := range s.vars {
		for j := range s.vars {
			if i != j && h.at(i, j) < start.at(i, j) {
				all = append(all, fact{i, j, h.at(i, j)})
			}
		}
	}
	sortByLengths(all, s.vars, 1)
	var chosen []fact
	var before []bounds
	for _, f := range all {
		if !start.implies(f.i, f.j, f.d) {
			chosen, before = append(chosen, f), append(before, s.pieces.clone(start))
			start.assume(f.i, f.j, f.d)
		}
	}
	return needed(chosen, before)
}

// needed drops the facts that the others imply. None is implied by those before it, of
// each of which it is known what is certain then.
func needed(all []fact, before []bounds) []fact {
	for drop := len(all) - 2; drop >= 0; drop-- {
		rest := &before[drop]
		for _, f := range all[drop+1:] {
			rest.assume(f.i, f.j, f.d)
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
func (w *wording) formula(facts []fact) string {
	var out []string
	for _, f := range facts {
		out = append(out, w.inequality(f.i, f.j, f.d))
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
func (w *wording) inequality(i, j int, d clock.Span) string {
	var plus, minus []string
	between(w.vars, i, j, func(x, sign int, fixed clock.Span) {
		d -= clock.Span(sign) * fixed
		if w.isBase(x) { // a negated length: the phase
			sign = -sign
		}
		if name := w.name(x); sign > 0 {
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
	alone := true
	for i, other := range s.Lengths() {
		switch {
		case other.Name != u.Name || i == int(of-1):
		case other.Pos.Line == u.Pos.Line:
			return fmt.Sprintf("line %d, column %d", u.Pos.Line, u.Pos.Col)
		default:
			alone = false
		}
	}
	if alone {
		return ""
	}
	return fmt.Sprintf("line %d", u.Pos.Line)
}

// millis is a span for a person: exact, in milliseconds.
func millis(d clock.Span) string {
	text := strconv.FormatFloat(float64(d)/float64(clock.Millisecond), 'f', -1, 64)
	return fmt.Sprint(text, "ms")
}

func abs(d clock.Span) clock.Span { return max(d, -d) }
