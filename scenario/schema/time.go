package schema

import (
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
	n := &node{Type: "string", Pattern: "^" + one + "$", Description: doc, PatternError: doc}
	if f.Kind == syntax.FormRange {
		n.Pattern = "^" + one + `(?:\.\.` + one + ")?$"
	}
	if f.Low > 0 {
		n.Not = &node{Pattern: noTime}
	}
	w.times = append(w.times, member{name, n})
	return ref(name)
}

const millisecond = 1_000_000

func timeName(f syntax.Form) (name, doc string) {
	name, doc = "duration", "a number with one of the units ns, us, ms and s, such as `5ms`"
	if f.Kind == syntax.FormRange {
		name, doc = "range", doc+"; or a range such as `0ms..3ms`, of which every length is possible"
	}
	switch {
	case f.Low < 0:
		return name + "OfAnySign", doc
	case f.Low > 0:
		return name + "AboveZero", doc + "; above 0"
	case f.High == millisecond:
		return name + "WithinMillisecond", doc + "; from `0ms` to `1ms`"
	}
	return name, doc
}
