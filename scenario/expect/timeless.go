package expect

import (
	"slices"

	"evsim/program"
)

// What a line tells of time is other in every world, and a rule about a time
// speaks of the world as it is written. So the open world is asked for the
// order alone: a line is compared as the text that it was made of.

// Timeless gives lines the same text that differ only in times. A nil Timeless
// leaves lines as they are.
type Timeless func(line string) string

func (l Timeless) text(line string) string {
	if l == nil {
		return line
	}
	return l(line)
}

// expectation is what is expected without times.
func (l Timeless) expectation(e *Expectation) *Expectation {
	out := *e
	out.Label = l.text(e.Label)
	out.Orders = slices.Clone(e.Orders)
	for i := range out.Orders {
		o := &out.Orders[i]
		o.Lines = slices.Clone(o.Lines)
		for k := range o.Lines {
			o.Lines[k] = l.text(o.Lines[k])
		}
	}
	return &out
}

// speaks reports whether a rule speaks of order alone. A number may be a time
// where some line tells one.
func (l Timeless) speaks(r *Rule) bool {
	numbers := r.Each != "" || r.Kind == AtMost
	return r.Kind != At && !(numbers && l != nil) && !l.tells(r.A) && !l.tells(r.B) && !slices.ContainsFunc(r.More, l.tells)
}

// tells reports whether a line tells a time.
func (l Timeless) tells(line string) bool { return l.text(line) != line }

// runs are runs without times.
func (l Timeless) runs(list []*program.Observed) []*program.Observed {
	if l == nil {
		return list
	}
	out := make([]*program.Observed, len(list))
	for i, run := range list {
		copied := *run
		copied.Log = slices.Clone(run.Log)
		for k := range copied.Log {
			copied.Log[k].Text = l.text(copied.Log[k].Text)
		}
		out[i] = &copied
	}
	return out
}

// Timed reports whether some rule is about the time of a line.
func Timed(rules []Rule) bool {
	return slices.ContainsFunc(rules, func(r Rule) bool { return r.Kind == At })
}
