package explore

import (
	"cmp"
	"slices"
	"strings"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/program"
)

// inWords says what facts mean to a person: a difference of two variables is
// how long one thing happens after another, and each has a name.
func (w *wording) inWords(facts []fact) say.Text {
	if len(facts) == 0 {
		return "always"
	}
	if text, ok := w.chain(facts); ok {
		return text
	}
	var out []say.Text
	for _, g := range gaps(facts) {
		out = append(out, w.gap(g))
	}
	return say.Join(out, ", and ")
}

// forSome words that what is said holds for some lengths of other unknowns.
func forSome(words say.Text, names []string) say.Text {
	some := say.Of("for some lengths of %s", strings.Join(names, ", "))
	if words == "always" {
		return some
	}
	return say.Of("%s, %s", words, some)
}

// chain words facts that say no more than in which order three things or more
// happen.
func (w *wording) chain(facts []fact) (text say.Text, ok bool) {
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
	var out []say.Text
	for x := first; x != 0 && len(out) <= len(facts); x = next[x] {
		out = append(out, w.happens(x))
	}
	all := say.Join(out, ", ")
	text = say.Of("in this order: %s", all)
	if facts[0].d == 0 {
		text = say.Of("in this order, or at the same instant: %s", all)
	}
	return text, len(out) == len(facts)+1
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

// wording is how facts about some variables are said.
type wording struct {
	s       program.Program
	vars    []made
	plain   bounds   // what the ranges alone say
	names   []string // of the variables, as far as they were asked for
	origins []*origin
}

func newWording(s program.Program, vars []made, plain bounds) *wording {
	return &wording{s, vars, plain, make([]string, len(vars)), make([]*origin, len(vars))}
}

// nth is how many variables up to one are of its unknown.
func (w *wording) nth(x int) (n int) {
	for i := 1; i <= x; i++ {
		if w.vars[i].of.Of == w.vars[x].of.Of {
			n++
		}
	}
	return n
}

// name is a variable as a reader finds it.
func (w *wording) name(x int) string {
	if w.names[x] == "" {
		w.names[x] = unknownName(w.s, w.vars[x].of.Of, w.nth(x))
	}
	return w.names[x]
}

// gap words one gap: as a place among the clock's milliseconds, as the length
// that it is, or as the order of the two instants.
func (w *wording) gap(g gap) say.Text {
	switch {
	case w.isBase(g.to) && g.from == 0:
		return say.Of("the process starts %s into a millisecond of the clock", span(-g.high, -g.low))
	case w.isBase(g.from) && wholeMillis(g):
		return say.Of("%s %s", w.happens(g.to), millisecond(g))
	}
	if v, c := split(w.vars[g.to].after); v == g.from && w.origin(g.to).takes != nil {
		return w.origin(g.to).takes(length(less(g.low, c), less(g.high, c)))
	}
	if -w.plain.at(g.from, g.to) >= 0 { // it is later anyway
		g.low = max(g.low, 0)
		if g.low == 0 && g.high > 0 {
			return say.Of("%s %s after %s", w.happens(g.to), span(-free, g.high), w.happens(g.from))
		}
	}
	return distance(g, w.happens(g.to), w.happens(g.from))
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
func (w *wording) isBase(x int) bool { return w.vars[x].of.Low < 0 }

// wholeMillis reports whether a gap ends where milliseconds do.
func wholeMillis(g gap) bool {
	return (g.low <= -free || g.low%clock.Millisecond == 0) && (g.high >= free || (g.high+1)%clock.Millisecond == 0)
}

// millisecond says in which of the clock's milliseconds something happens.
func millisecond(g gap) say.Text {
	const first say.Text = "the millisecond of the clock in which the process started"
	from, to := g.low/clock.Millisecond, g.high/clock.Millisecond
	switch {
	case g.low <= -free && to == 0, g.high < free && from == 0 && to == 0:
		return say.Of("within %s", first)
	case g.low <= -free:
		return say.Of("at most %s after %s", countedMillis(to), first)
	case g.high >= free && from == 1:
		return say.Of("after %s", first)
	case g.high >= free:
		return say.Of("at least %s after %s", countedMillis(from), first)
	case from == to && to == 1:
		return say.Of("one millisecond after %s", first)
	case from == to:
		return say.Of("%d milliseconds after %s", to, first)
	}
	return say.Of("%d to %s after %s", from, countedMillis(to), first)
}

// countedMillis is a number of milliseconds of the clock, each a stretch that
// things happen in.
func countedMillis(n clock.Span) say.Text {
	if n == 1 {
		return "one millisecond"
	}
	return say.Of("%d milliseconds", n)
}

// distance words how long after another instant one comes.
func distance(g gap, it, other say.Text) say.Text {
	switch {
	case g.low == 0 && g.high == 0:
		return say.Of("%s at the instant at which %s", it, other)
	case g.high == -1 && g.low <= -free:
		return say.Of("%s before %s", it, other)
	case g.high == 0 && g.low <= -free:
		return say.Of("%s before %s, or at the same instant", it, other)
	case g.low == 1 && g.high >= free:
		return say.Of("%s after %s", it, other)
	case g.low == 0 && g.high >= free:
		return say.Of("%s after %s, or at the same instant", it, other)
	case g.high < 0:
		return say.Of("%s %s before %s", it, span(-g.high, negated(g.low)), other)
	case g.low >= 0:
		return say.Of("%s %s after %s", it, span(g.low, g.high), other)
	case g.low <= -free:
		return say.Of("%s %s after %s, or before that", it, span(-free, g.high), other)
	case g.high >= free:
		return say.Of("%s %s before %s, or after that", it, span(-free, negated(g.low)), other)
	}
	return say.Of("%s from %s before to %s after %s", it, millis(-g.low), millis(g.high), other)
}

func negated(bound clock.Span) clock.Span {
	if bound <= -free {
		return free
	}
	return -bound
}

// length words how much time something takes.
func length(low, high clock.Span) say.Text {
	if high == 0 {
		return "no time"
	}
	return span(low, high)
}

// span words a length by its bounds. Bounds are whole nanoseconds, so one that
// ends on ...999,999 is meant as less than the next.
func span(low, high clock.Span) say.Text {
	if low == high {
		return say.Of("exactly %s", millis(low))
	}
	var out []say.Text
	switch {
	case low <= -free:
	case low > 0 && (low-1)%clock.Microsecond == 0:
		out = append(out, say.Of("more than %s", millis(low-1)))
	default:
		out = append(out, say.Of("at least %s", millis(low)))
	}
	switch {
	case high >= free:
	case (high+1)%clock.Microsecond == 0:
		out = append(out, say.Of("less than %s", millis(high+1)))
	default:
		out = append(out, say.Of("at most %s", millis(high)))
	}
	return say.Join(out, " and ")
}

// happens words the instant that a variable is.
func (w *wording) happens(x int) say.Text {
	if x == 0 {
		return "the process starts"
	}
	if w.isBase(x) {
		return "the last whole millisecond before the process started"
	}
	return w.origin(x).happens
}

// origin is how a sentence speaks of a variable: of its instant, and of its
// length; nil when only the instant has a name.
type origin struct {
	happens say.Text
	takes   func(length say.Text) say.Text
}

func (w *wording) origin(x int) *origin {
	if w.origins[x] == nil {
		o := w.originOf(w.vars[x].of.Of, w.nth(x))
		w.origins[x] = &o
	}
	return w.origins[x]
}

// originOf is how a sentence speaks of the nth variable of an unknown.
func (w *wording) originOf(of uint32, nth int) origin {
	if of == 0 || int(of) > len(w.s.Lengths()) {
		return work(say.Word(unknownName(w.s, of, nth)))
	}
	u := w.s.Lengths()[of-1]
	switch u.Name {
	case "startup":
		return origin{"the loop starts", func(length say.Text) say.Text { return say.Of("the loop takes %s to start", length) }}
	case "phase":
		return origin{happens: "the first frame is due"}
	case "at":
		if place := w.place(of); place != "" {
			return origin{happens: say.Of("the user acts (%s)", place)}
		}
		return origin{happens: "the user acts"}
	case "callback":
		return work(say.Of("callback no. %d", nth))
	case "timer":
		return work(say.Of("timer callback no. %d", nth))
	case "microtask":
		return work(say.Of("microtask no. %d", nth))
	case "turn":
		return work(say.Of("the beginning of turn %d", nth))
	case "log":
		return origin{say.Of("line no. %d is logged", nth), func(length say.Text) say.Text { return say.Of("logging line no. %d takes %s", nth, length) }}
	case "busy":
		if place := w.place(of); place != "" {
			return work(numbered(say.Of("the work of %s", place), nth))
		}
		return work(numbered("the work", nth))
	}
	return work(numbered(w.operation(of), nth))
}

// work is something that takes a length of time and is then over. Callbacks are
// counted among those that a key is the cost of.
func work(name say.Text) origin {
	return origin{say.Of("%s is over", name), func(length say.Text) say.Text { return say.Of("%s takes %s", name, length) }}
}

func numbered(name say.Text, nth int) say.Text {
	if nth == 1 {
		return name
	}
	return say.Of("%s, no. %d,", name, nth)
}

// place is where an unknown stands in the file; "" when it does not.
func (w *wording) place(of uint32) say.Text {
	at := w.s.Lengths()[of-1].Pos
	switch {
	case at.Line == 0:
		return ""
	case strings.Contains(placeAmong(w.s, of), "column"):
		return say.Of("line %d, column %d", at.Line, at.Col)
	}
	return say.Of("line %d", at.Line)
}

// operation names what has a latency: a file, an address, or a statement.
func (w *wording) operation(of uint32) say.Text {
	for _, world := range w.s.Worlds() {
		for _, f := range world.Files {
			if f.Latency.Of == of {
				return say.Of("the read of %s", f.Name)
			}
		}
		for _, a := range world.Network {
			if a.Latency.Of == of {
				return say.Of("the answer from %s", a.Name)
			}
		}
		for _, wait := range world.IO {
			if wait.Latency.Of == of {
				return say.Of("the wait for %s", wait.Name)
			}
		}
	}
	if place := w.place(of); place != "" {
		return say.Of("the operation of %s", place)
	}
	return "the operation"
}
