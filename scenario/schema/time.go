package schema

import (
	"evsim/internal/say"
	"evsim/scenario/syntax"
)

// time is a length of time within its bounds. Each kind is defined once.
func (w *writer) time(f syntax.Form) *node {
	name, doc := timeName(f)
	for _, m := range w.times {
		if m.name == name {
			return ref(name)
		}
	}
	one := durations(w.Units, min(f.Low, 0), f.High)
	n := &node{Type: "string", Pattern: "^" + one + "$", Description: w.say(doc), PatternError: w.say(doc)}
	if f.Kind == syntax.FormRange {
		even, others := w.shapes()
		shapes := even
		if f.Low >= 0 {
			shapes = even + "|" + others
		}
		n.Pattern = "^(?:" + one + `(?:\.\.` + one + "(?: +(?:" + shapes + "))?)?"
		if f.Low >= 0 {
			n.Pattern += "|" + others
		}
		n.Pattern += ")$"
	}
	if f.Low > 0 {
		n.Not = &node{Pattern: noTime}
	}
	w.times = append(w.times, member{name, n})
	return ref(name)
}

// longest is the longest time that a file may speak of, in nanoseconds.
const longest int64 = 100_000_000_000_000_000

// shapes are patterns of how the lengths of a range are distributed: evenly, and in
// other ways, which need no range.
func (w *writer) shapes() (even, others string) {
	one := durations(w.Units, 0, longest)
	return "uniform *", `exponential\([ ,]*mean=` + one + `[ ,]*\) *|lognormal\([ ,]*(?:p50=` + one + `[ ,]+p99=` + one + `|p99=` + one + `[ ,]+p50=` + one + `)[ ,]*\) *`
}

const millisecond = 1_000_000

func timeName(f syntax.Form) (name string, doc say.Text) {
	name, doc = "duration", "a number with one of the units ns, us, ms and s, such as `5ms`"
	if f.Kind == syntax.FormRange {
		name, doc = "range", say.Of("%s; or a range such as `0ms..3ms`, of which every length is possible, and behind which may stand how these are distributed, such as `uniform`", doc)
	}
	switch {
	case f.Low < 0:
		return name + "OfAnySign", doc
	case f.Low > 0:
		return name + "AboveZero", say.Of("%s; above 0", doc)
	case f.High == millisecond:
		return name + "WithinMillisecond", say.Of("%s; from `0ms` to `1ms`", doc)
	}
	return name, doc
}
