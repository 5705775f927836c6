package explore

import (
	"context"

	"evsim/program"
)

// Runs is a program.Runner: every run that can be, so that what holds for
// them is proved. Where the options or the context end the search before, it
// gives what was found by then together with sampled runs, and says why these
// are not all. Of the options, Times is the runner's to choose unless it is set.
//
// A large space is sampled before it is searched: if that is enough, for what
// is violated, there is no search.
func Runs(ctx context.Context, o Options) program.Runner {
	return func(q program.Question) program.Runs {
		o := o
		o.Times = o.Times || q.Times
		halt := func() bool { return ctx.Err() != nil }
		r, small := explorePaths(ctx, q.Setting, o)
		runs := observed(&r)
		var sampled []*program.Observed
		if !small {
			sampled = program.Sampled(q.Setting, halt).List
			if all := append(runs, sampled...); q.Enough != nil && q.Enough(all) {
				return program.Runs{List: all, Why: "what was asked was found"}
			}
			r = exploreFurther(ctx, q.Setting, o, r)
			runs = observed(&r)
		}
		why := r.Why
		if !q.World.Clock.Skew.Jitter.IsZero() {
			why = "the clock's jitter is drawn, and not explored"
		}
		if r.Complete && why == "" {
			return program.Runs{List: runs, Complete: true}
		}
		if sampled == nil {
			sampled = program.Sampled(q.Setting, halt).List
		}
		return program.Runs{List: append(runs, sampled...), Why: why}
	}
}

// observed is the orders that were found, as runs.
func observed(r *Result) (runs []*program.Observed) {
	for i := range r.Orders {
		found := &r.Orders[i]
		runs = append(runs, &program.Observed{Log: found.Log, Stop: found.Stop, Origin: found.Witness})
	}
	return runs
}
