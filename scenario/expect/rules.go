package expect

import (
	"slices"

	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// judge holds the rule against runs.
func (r *Rule) judge(runs program.Runs) (f *program.Failure, why say.Text) {
	for _, o := range runs.List {
		if message, logged := r.broken(o); message != "" {
			if line := r.absent(o.Log); line != "" {
				message = r.lacking(line, runs)
			}
			f := o.Fails(r.Pos, message)
			f.Logged = logged
			return f, ""
		}
	}
	return nil, ""
}

// lacking says that a run does not log a line that the rule wants, or that none
// does.
func (r *Rule) lacking(line string, runs program.Runs) say.Text {
	here := say.Of("%q is not logged", line)
	if runs.Complete && !slices.ContainsFunc(runs.List, func(o *program.Observed) bool { return len(indexes(o.Log, line)) > 0 }) {
		here = say.Of("%q is never logged", line)
	}
	if r.Kind == Before {
		return say.Of("%q is logged, and %s", r.B, here)
	}
	return here
}

// broken says how a run breaks the rule, and which statement did it.
func (r *Rule) broken(o *program.Observed) (message say.Text, logged sim.Pos) {
	log := o.Log
	a, b := indexes(log, r.A), indexes(log, r.B)
	if r.Each != "" {
		return r.brokenWatched(o)
	}
	switch r.Kind {
	case Before:
		if len(b) > 0 && (len(a) == 0 || a[0] > b[0]) {
			return say.Of("%q is logged before %q", r.B, r.A), log[b[0]].Pos
		}
	case Never:
		if len(a) > 0 {
			return say.Of("%q is logged", r.A), log[a[0]].Pos
		}
	case Once:
		if len(a) != 1 {
			return say.Of("%q is logged %d times", r.A, len(a)), last(log, a)
		}
	case At:
		return r.brokenAt(log, a)
	case Adjacent:
		for _, i := range a {
			if i+1 == len(log) || log[i+1].Text != r.B {
				return say.Of("%q is not followed by %q", r.A, r.B), log[i].Pos
			}
		}
	default:
		return r.brokenWatched(o)
	}
	return "", sim.Pos{}
}

func (r *Rule) brokenAt(log []program.Line, a []int) (say.Text, sim.Pos) {
	if len(a) == 0 {
		return say.Of("%q is not logged", r.A), sim.Pos{}
	}
	for _, i := range a {
		switch log[i].At {
		case r.At:
		case program.Unsettled:
			return say.Of("%q is logged at more than one time", r.A), log[i].Pos
		default:
			return say.Of("%q is logged at %sms", r.A, sim.AppendMillis(nil, log[i].At)), log[i].Pos
		}
	}
	return "", sim.Pos{}
}

func indexes(log []program.Line, text string) (at []int) {
	for i := range log {
		if log[i].Text == text {
			at = append(at, i)
		}
	}
	return at
}

func last(log []program.Line, at []int) sim.Pos {
	if len(at) == 0 {
		return sim.Pos{}
	}
	return log[at[len(at)-1]].Pos
}
