package scenario

import (
	"slices"
	"strings"

	"evsim/program"
)

// What a line tells of time is other in every world, and a rule about a time
// speaks of the world as it is written. So the open world is asked for the
// order alone: a line is compared as the text that it was made of.

// timeless gives lines the same text that differ only in times.
type timeless struct {
	exact []string // lines that tell no time
	timed []Text   // those that do
}

func (s *Scenario) timeless() timeless {
	known, holed := s.logged()
	return timeless{known, slices.DeleteFunc(holed, func(t Text) bool { return !t.timed() })}
}

// Timed reports whether a hole may tell a time. What was thrown may.
func (t Text) timed() bool {
	return slices.ContainsFunc(t.Parts, func(p TextPart) bool {
		return p.Hole == HoleNow || p.Hole == HoleMark || p.Hole == HoleFrame || p.Hole == HoleError
	})
}

// text is the line without times.
func (l *timeless) text(line string) string {
	if slices.Contains(l.exact, line) {
		return line
	}
	for _, t := range l.timed {
		if t.Matches(line) {
			return t.String()
		}
	}
	return line
}

// String is the text as a file has it, with its holes, all of which are called
// time.
func (t Text) String() string {
	var b strings.Builder
	for _, p := range t.Parts {
		if p.Hole == HoleNone {
			b.WriteString(p.Text)
		} else {
			b.WriteString("${time}")
		}
	}
	return b.String()
}

// expectation is what is expected without times.
func (l *timeless) expectation(e *Expectation) *Expectation {
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

// speaks reports whether a rule speaks of order alone.
func (l *timeless) speaks(r *Rule) bool {
	return r.Kind != RuleAt && l.text(r.A) == r.A && l.text(r.B) == r.B
}

// runs are runs without times.
func (l *timeless) runs(list []*program.Observed) []*program.Observed {
	if len(l.timed) == 0 {
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

// Timed reports whether some rule is about the time of a line, so that
// exploring has to tell times apart.
func (s *Scenario) Timed() bool {
	at := func(rules []Rule) bool {
		for i := range rules {
			if rules[i].Kind == RuleAt {
				return true
			}
		}
		return false
	}
	for i := range s.Cases {
		if at(s.Cases[i].Rules) {
			return true
		}
	}
	return at(s.Rules)
}
