package explore

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/scenario"
)

// zone is what one path assumes of the unknowns that every path has.
type zone struct {
	bounds bounds
	made   []made
}

// keptZones bounds how many zones of one order are kept: an order with more has
// no condition that a person would read.
const keptZones = 512

// condition says when an order happens: the inequalities that hold in all its
// zones, if together they leave no room for any other order; else "", because
// what is left is not one region.
func conditions(s *scenario.Scenario, zones [][]zone) []string {
	shared := sharedVariables(zones)
	hulls := make([]bounds, len(zones))
	for i := range zones {
		hulls[i] = hull(zones[i], shared)
	}
	out := make([]string, len(zones))
	for i := range zones {
		if len(zones[i]) == 0 || len(zones[i]) >= keptZones {
			continue
		}
		if alone(hulls[i], i, zones, shared) {
			out[i] = inequalities(s, hulls[i], zones[i][0].made[:shared])
		}
	}
	return out
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

// hull is the smallest zone that holds all of them.
func hull(zones []zone, size int) bounds {
	out := newBounds()
	if len(zones) == 0 {
		return out
	}
	out.size = size
	for i := range size {
		for j := range size {
			widest := zones[0].bounds.at(i, j)
			for _, z := range zones[1:] {
				widest = max(widest, z.bounds.at(i, j))
			}
			out.set(i, j, widest)
		}
	}
	return out
}

// alone reports whether no zone of another order meets the hull.
func alone(h bounds, self int, zones [][]zone, size int) bool {
	for i, list := range zones {
		if i == self {
			continue
		}
		for _, z := range list {
			if len(list) >= keptZones || meet(h, z.bounds, size) {
				return false
			}
		}
	}
	return true
}

// meet reports whether two zones have a point in common.
func meet(a, b bounds, size int) bool {
	both := newBounds()
	both.copyFrom(&a)
	both.size = size
	for i := range size {
		for j := range size {
			d := b.at(i, j)
			if !both.allows(i, j, d) {
				return false
			}
			both.assume(i, j, d)
		}
	}
	return true
}

// inequalities words a zone: what it says beyond the ranges of the unknowns
// themselves.
func inequalities(s *scenario.Scenario, h bounds, vars []made) string {
	var out []string
	start := plainBounds(vars)
	for i := range vars {
		for j := range vars {
			if i != j && h.at(i, j) < start.at(i, j) && !redundant(h, start, i, j) {
				out = append(out, inequality(s, vars, i, j, h.at(i, j)))
			}
		}
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
		x := b.grow()
		b.assume(x, v, c+m.of.High)
		b.assume(v, x, -c-m.of.Low)
	}
	return b
}

// redundant reports whether the other bounds of a zone imply this one.
func redundant(h, start bounds, i, j int) bool {
	for k := range h.size {
		if k != i && k != j && h.at(i, k)+h.at(k, j) <= h.at(i, j) && h.at(i, k) < free && h.at(k, j) < free {
			return start.at(i, k) != h.at(i, k) || start.at(k, j) != h.at(k, j)
		}
	}
	return false
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

// unknownName is an unknown as a reader finds it: its key, and the line where
// the key is not the only one of its name. The nth value that a run draws of
// it, if it draws more, is numbered.
func unknownName(s *scenario.Scenario, of uint32, nth int) string {
	name := "a length"
	if of != 0 && int(of) <= len(s.Unknowns) {
		u := s.Unknowns[of-1]
		name = u.Name
		if sameName(s, u.Name) {
			name += " (line " + strconv.Itoa(int(u.Pos.Line)) + ")"
		}
	}
	if nth > 1 {
		name += " no. " + strconv.Itoa(nth)
	}
	return name
}

func sameName(s *scenario.Scenario, name string) bool {
	n := 0
	for _, u := range s.Unknowns {
		if u.Name == name {
			n++
		}
	}
	return n > 1
}

// millis is a span for a person: exact, in milliseconds.
func millis(d clock.Span) string {
	text := strconv.FormatFloat(float64(d)/float64(clock.Millisecond), 'f', -1, 64)
	return fmt.Sprint(text, "ms")
}

func abs(d clock.Span) clock.Span { return max(d, -d) }
