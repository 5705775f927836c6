package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/program"
)

// inWords says what facts mean to a person: a difference of two variables is
// how long one thing happens after another, and each has a name.
func inWords(s program.Program, facts []fact, vars []made) string {
	if len(facts) == 0 {
		return "always"
	}
	w := wording{s, vars, plainBounds(vars)}
	if text, ok := w.chain(facts); ok {
		return text
	}
	var out []string
	for _, g := range gaps(facts) {
		out = append(out, w.gap(g))
	}
	return strings.Join(out, ", and ")
}

// forSome words that what is said holds for some lengths of other unknowns.
func forSome(words string, names []string) string {
	some := "for some lengths of " + strings.Join(names, ", ")
	if words == "always" {
		return some
	}
	return words + ", " + some
}

// chain words facts that say no more than in which order three things or more
// happen.
func (w wording) chain(facts []fact) (text string, ok bool) {
	next := make(map[int]int)
	first := -1
	for _, f := range facts {
		if f.d != facts[0].d || f.d != 0 && f.d != -1 || next[f.i] != 0 || f.i == 0 || f.j == 0 {
			return "", false
		}
		next[f.i] = f.j
		if !slices.ContainsFunc(facts, func(o fact) bool { return o.j == f.i }) {
			first = f.i
		}
	}
	if len(facts) < 2 || first < 0 {
		return "", false
	}
	var out []string
	for x := first; x != 0 && len(out) <= len(facts); x = next[x] {
		out = append(out, w.happens(x))
	}
	text = "in this order: "
	if facts[0].d == 0 {
		text = "in this order, or at the same instant: "
	}
	return text + strings.Join(out, ", "), len(out) == len(facts)+1
}

// gap is what facts say of the time from one instant to a later one; a bound
// that they do not give is free.
type gap struct {
	from, to  int
	low, high clock.Span
}

// gaps puts the two facts about one pair of instants together. What was made
// first comes first.
func gaps(facts []fact) (out []gap) {
	for _, f := range facts {
		g := gap{min(f.i, f.j), max(f.i, f.j), -free, free}
		at := slices.IndexFunc(out, func(o gap) bool { return o.from == g.from && o.to == g.to })
		if at < 0 {
			at = len(out)
			out = append(out, g)
		}
		if f.i == g.to {
			out[at].high = f.d
		} else {
			out[at].low = -f.d
		}
	}
	slices.SortStableFunc(out, func(a, b gap) int { return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.from, b.from)) })
	return out
}

type wording struct {
	s     program.Program
	vars  []made
	plain bounds // what the ranges alone say
}

// gap words one gap: as a place among the clock's milliseconds, as the length
// that it is, or as the order of the two instants.
func (w wording) gap(g gap) string {
	switch {
	case w.isBase(g.to) && g.from == 0:
		return "the process starts " + span(-g.high, -g.low) + " into a millisecond of the clock"
	case w.isBase(g.from) && wholeMillis(g):
		return w.happens(g.to) + " " + inMillisecond(g)
	}
	if v, c := split(w.vars[g.to].after); v == g.from && w.origin(g.to).takes != "" {
		return fmt.Sprintf(w.origin(g.to).takes, length(less(g.low, c), less(g.high, c)))
	}
	if -w.plain.at(g.from, g.to) >= 0 { // it is later anyway
		g.low = max(g.low, 0)
		if g.low == 0 && g.high > 0 {
			return w.happens(g.to) + " " + span(-free, g.high) + " after " + w.happens(g.from)
		}
	}
	return w.happens(g.to) + " " + distance(g, w.happens(g.from))
}

// less is a bound without a fixed part; no bound stays none.
func less(bound, fixed clock.Span) clock.Span {
	if bound <= -free || bound >= free {
		return bound
	}
	return bound - fixed
}

// isBase reports whether a variable is where the clock's milliseconds are
// counted from: the start less the phase.
func (w wording) isBase(x int) bool { return w.vars[x].of.Low < 0 }

// wholeMillis reports whether a gap ends where milliseconds do.
func wholeMillis(g gap) bool {
	return (g.low <= -free || g.low%clock.Millisecond == 0) && (g.high >= free || (g.high+1)%clock.Millisecond == 0)
}

// inMillisecond says in which of the clock's milliseconds something happens.
func inMillisecond(g gap) string {
	const first = "the millisecond of the clock in which the process started"
	from, to := g.low/clock.Millisecond, g.high/clock.Millisecond
	switch {
	case g.low <= -free && to == 0, g.high < free && from == 0 && to == 0:
		return "within " + first
	case g.low <= -free:
		return fmt.Sprintf("at most %s after %s", countedMillis(to), first)
	case g.high >= free && from == 1:
		return "after " + first
	case g.high >= free:
		return fmt.Sprintf("at least %s after %s", countedMillis(from), first)
	case from == to:
		return fmt.Sprintf("%s after %s", countedMillis(to), first)
	}
	return fmt.Sprintf("%d to %s after %s", from, countedMillis(to), first)
}

// countedMillis is a number of milliseconds of the clock, each a stretch that
// things happen in.
func countedMillis(n clock.Span) string {
	if n == 1 {
		return "one millisecond"
	}
	return strconv.Itoa(int(n)) + " milliseconds"
}

// distance words how long after another instant one comes.
func distance(g gap, other string) string {
	switch {
	case g.low == 0 && g.high == 0:
		return "at the instant at which " + other
	case g.high == -1 && g.low <= -free:
		return "before " + other
	case g.high == 0 && g.low <= -free:
		return "before " + other + ", or at the same instant"
	case g.low == 1 && g.high >= free:
		return "after " + other
	case g.low == 0 && g.high >= free:
		return "after " + other + ", or at the same instant"
	case g.high < 0:
		return span(-g.high, negated(g.low)) + " before " + other
	case g.low >= 0:
		return span(g.low, g.high) + " after " + other
	case g.low <= -free:
		return span(-free, g.high) + " after " + other + ", or before that"
	case g.high >= free:
		return span(-free, negated(g.low)) + " before " + other + ", or after that"
	}
	return fmt.Sprintf("from %s before to %s after %s", millis(-g.low), millis(g.high), other)
}

func negated(bound clock.Span) clock.Span {
	if bound <= -free {
		return free
	}
	return -bound
}

// length words how much time something takes.
func length(low, high clock.Span) string {
	if high == 0 {
		return "no time"
	}
	return span(low, high)
}

// span words a length by its bounds. Bounds are whole nanoseconds, so one that
// ends on ...999,999 is meant as less than the next.
func span(low, high clock.Span) string {
	if low == high {
		return "exactly " + millis(low)
	}
	var out []string
	switch {
	case low <= -free:
	case low > 0 && (low-1)%clock.Microsecond == 0:
		out = append(out, "more than "+millis(low-1))
	default:
		out = append(out, "at least "+millis(low))
	}
	switch {
	case high >= free:
	case (high+1)%clock.Microsecond == 0:
		out = append(out, "less than "+millis(high+1))
	default:
		out = append(out, "at most "+millis(high))
	}
	return strings.Join(out, " and ")
}

// happens words the instant that a variable is.
func (w wording) happens(x int) string {
	if x == 0 {
		return "the process starts"
	}
	if w.isBase(x) {
		return "the last whole millisecond before the process started"
	}
	return w.origin(x).happens
}

// origin is how a sentence speaks of a variable: of its instant, and of its
// length, which stands where the %s is; "" when only the instant has a name.
type origin struct{ happens, takes string }

func (w wording) origin(x int) origin {
	of := w.vars[x].of.Of
	nth := 0
	for i := 1; i <= x; i++ {
		if w.vars[i].of.Of == of {
			nth++
		}
	}
	if of == 0 || int(of) > len(w.s.Lengths()) {
		return work(unknownName(w.s, of, nth))
	}
	u := w.s.Lengths()[of-1]
	switch u.Name {
	case "startup":
		return origin{"the loop starts", "the loop takes %s to start"}
	case "phase":
		return origin{happens: "the first frame is due"}
	case "at":
		return origin{happens: "the user acts (" + strings.TrimPrefix(w.place(of), " of ") + ")"}
	case "callback", "timer", "microtask", "turn":
		return work(strings.Replace(charged[u.Name], "#", strconv.Itoa(nth), 1))
	case "log":
		return origin{fmt.Sprintf("line no. %d is logged", nth), fmt.Sprintf("logging line no. %d", nth) + " takes %s"}
	case "busy":
		return work(numbered("the work"+w.place(of), nth))
	}
	return work(numbered(w.operation(of), nth))
}

// charged names what a cost is the cost of, by its key. Callbacks are counted
// among those that the key is the cost of.
var charged = map[string]string{
	"callback":  "callback no. #",
	"timer":     "timer callback no. #",
	"microtask": "microtask no. #",
	"turn":      "the beginning of turn #",
}

// work is something that takes a length of time and is then over.
func work(name string) origin { return origin{name + " is over", name + " takes %s"} }

func numbered(name string, nth int) string {
	if nth == 1 {
		return name
	}
	return name + ", no. " + strconv.Itoa(nth) + ","
}

// place is where an unknown stands in the file; "" when it does not.
func (w wording) place(of uint32) string {
	at := w.s.Lengths()[of-1].Pos
	if at.Line == 0 {
		return ""
	}
	if place := placeAmong(w.s, of); strings.Contains(place, "column") {
		return " of " + place
	}
	return " of line " + strconv.Itoa(int(at.Line))
}

// operation names what has a latency: a file, an address, or a statement.
func (w wording) operation(of uint32) string {
	for _, world := range w.s.Worlds() {
		for _, f := range world.Files {
			if f.Latency.Of == of {
				return "the read of " + f.Name
			}
		}
		for _, a := range world.Network {
			if a.Latency.Of == of {
				return "the answer from " + a.Name
			}
		}
		for _, wait := range world.IO {
			if wait.Latency.Of == of {
				return "the wait for " + wait.Name
			}
		}
	}
	return "the operation" + w.place(of)
}
