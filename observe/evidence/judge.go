// Package evidence holds what real runtimes were seen to log against what the
// model allows: as it is seen, and as it was recorded.
package evidence

import (
	"context"
	"slices"

	"evsim/explore"
	"evsim/model"
	"evsim/scenario"
)

// Case is what a log is held against: a scenario in one of its worlds, under a
// policy that has what it needs.
type Case struct {
	Scenario *scenario.Scenario
	World    *scenario.World
	Policy   model.Policy
	AnyTime  bool // milliseconds in lines are not compared
	Paths    int  // how many paths are explored at most; 0: no limit
}

// Judge says whether the case allows a log. Nothing is claimed against it where
// the loop's clock jitters, because that is drawn and not explored.
func (c Case) Judge(ctx context.Context, log []string) explore.Verdict {
	var reword func(string) string
	if c.AnyTime {
		reword = Timeless(c.Scenario)
		log = each(log, reword)
	}
	if c.drawn(log, reword) {
		return explore.Verdict{Claim: explore.Legal}
	}
	v := explore.Search(ctx, c.Scenario, c.Policy, explore.Options{World: c.World, Paths: c.Paths}, log, reword)
	if v.Claim == explore.Illegal && !c.World.Clock.Skew.Jitter.IsZero() {
		v.Claim, v.Why = explore.Unclear, "the clock jitters, which is drawn and not explored"
	}
	return v
}

// drawn reports whether one of a few runs that draw what is open has the log:
// among too many orders to explore these are the likely ones.
func (c Case) drawn(log []string, reword func(string) string) bool {
	runs, _ := scenario.Sampled(c.Scenario, c.Policy, c.World)
	return slices.ContainsFunc(runs, func(o *scenario.Observed) bool {
		return slices.EqualFunc(log, o.Log, func(text string, l scenario.Line) bool {
			return text == l.Text || reword != nil && text == reword(l.Text)
		})
	})
}

func each(lines []string, f func(string) string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = f(line)
	}
	return out
}
