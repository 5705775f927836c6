package evidence

import (
	"context"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/say"
)

// How far the times of a real log may lie from those of the model. A browser's
// clock is good for a few milliseconds: no line comes sooner than it can, but
// for the grain of that clock and of the display's. How late it comes says
// something only of the least that it was late in several runs.
const (
	sooner  = 3 * clock.Millisecond
	overdue = 5 * clock.Millisecond
)

// judgeRuns judges the order of a log that one or more runs had, and the times
// at which they logged its lines, where these are known. On a machine that takes
// its time they may be as late as they like.
func (c Case) judgeRuns(ctx context.Context, o Outcome, anyLate bool) Seen {
	if len(o.Millis) == 0 || c.Policy.Web == nil {
		return Seen{Verdict: c.Judge(ctx, o.Log)}
	}
	first := least(o.Millis)
	close := ranges(first, func(at clock.Span) clock.Range { return clock.Range{Low: at - overdue, High: at + sooner} })
	if v := c.judge(ctx, o.Log, close); v.Claim == explore.Legal {
		return Seen{Verdict: v}
	}
	seen := Seen{Verdict: c.Judge(ctx, o.Log)}
	if seen.Claim != explore.Legal {
		return seen
	}
	if !anyLate {
		after := ranges(first, func(at clock.Span) clock.Range { return clock.Range{Low: at - overdue, High: clock.Farthest} })
		if v := c.judge(ctx, o.Log, after); v.Claim != explore.Legal {
			return Seen{Verdict: v, Overdue: true}
		}
	}
	return c.judgeEach(ctx, o, first, seen)
}

// judgeEach holds that no run logged a line sooner than it can: the least of the
// times of all runs, if one run of the model has them all, or each run's.
func (c Case) judgeEach(ctx context.Context, o Outcome, first []clock.Span, seen Seen) Seen {
	before := func(at clock.Span) clock.Range { return clock.Range{High: at + sooner} }
	if c.judge(ctx, o.Log, ranges(first, before)).Claim == explore.Legal {
		return seen
	}
	for _, run := range o.Millis {
		at := spans(run)
		v := c.judge(ctx, o.Log, ranges(at, before))
		if v.Claim == explore.Illegal && v.Line < len(at) {
			v.Why = say.Of("a run logged it after %.2f ms, which is too soon", run[v.Line])
			return Seen{Verdict: v, Early: true}
		}
	}
	return seen
}

// least is when each line came first, of some runs of one log.
func least(millis [][]float64) []clock.Span {
	out := spans(millis[0])
	for _, run := range millis[1:] {
		for i, at := range spans(run) {
			out[i] = min(out[i], at)
		}
	}
	return out
}

func spans(millis []float64) []clock.Span {
	out := make([]clock.Span, len(millis))
	for i, ms := range millis {
		out[i] = clock.Span(ms * float64(clock.Millisecond))
	}
	return out
}

func ranges(at []clock.Span, of func(clock.Span) clock.Range) []clock.Range {
	out := make([]clock.Range, len(at))
	for i := range at {
		out[i] = of(at[i])
	}
	return out
}
