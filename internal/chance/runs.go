package chance

import (
	"context"
	"slices"

	"evsim/explore"
	"evsim/program"
)

// mostLines is how many lines the runs that Runs gives have together at most.
const mostLines = 2_000_000

// Runs draws runs from all lengths, by seed, and says how each can be made again. When
// the context ends first, or the runs have too many lines, whole is false: those that are missing need not be like
// the others, so the runs say nothing of how likely something is then. Where the
// clock jitters there are none, as a run without its seed is not made again.
func Runs(ctx context.Context, s program.Setting, seed uint64, n int) (runs []*program.Observed, whole bool) {
	if !s.World.Clock.Skew.Jitter.IsZero() {
		return nil, false
	}
	drawn := Sampling{Setting: s, Seed: seed}
	c := drawn.counter(ctx, everywhere, nil)
	lines := 0
	for number := range uint64(n) {
		c.oracle.noted = new(explore.Witness)
		_, ok := c.make(number)
		if lines += len(c.log.Log); !ok || ctx.Err() != nil || lines > mostLines {
			return runs, false
		}
		runs = append(runs, &program.Observed{Log: slices.Clone(c.log.Log), Stop: c.log.Stop, Origin: *c.oracle.noted})
	}
	return runs, true
}
