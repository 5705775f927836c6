// Package explore finds every run that a scenario can have: every order that
// its unknown lengths of time and the free choices of its runtime allow. It
// does the same run again and again, each time with one answer changed, over
// whole ranges of real time and not over samples; package sim and the policies
// do not know that they are explored.
package explore

import (
	"context"
	"fmt"

	"evsim/model"
	"evsim/scenario"
	"evsim/sim"
)

// Order is one log that is possible.
type Order struct {
	Log   []scenario.Line // times that are not the same in all its runs are scenario.Unsettled
	Stop  sim.Stop
	Paths int // how many of the explored paths of answers lead to it

	Witness Witness // the simplest world that was found for it
}

// Result is what an exploration found.
type Result struct {
	Orders   []Order // in the order in which they were found; of a large space, by their lines
	Paths    int     // explored
	Complete bool    // these are all; nothing else is possible
	Why      string  // when not complete: why not

	// Left is what an exploration that ended early had yet to do, for
	// Options.Resume; nil when there is nothing to go on from.
	Left *Frontier

	scenario *scenario.Scenario
	zones    zones // when complete and small

	// Made for the first condition that is asked for.
	all    [][]zone // by order
	shared int      // how many variables all zones have in common
}

// Options of an exploration.
type Options struct {
	World  *scenario.World // nil: the scenario's
	Seed   uint64          // for the jitter of clock.skew, which is drawn and not explored
	Paths  int             // how many paths to explore at most; 0: no limit
	Memory int64           // how many bytes an exploration may take, about; 0: no limit
	Times  bool            // the times of lines are wanted of a large space too; it then has more states

	Workers  int             // goroutines for a large space; 0: one. The result is the same with any number.
	Part     Part            // the zero Part is all
	Progress func(Progress)  // told now and then, from the goroutine that called; nil: nobody
	Resume   *Frontier       // what an earlier exploration with equal options had Left
	Save     func(*Frontier) // given what is left, now and then; nil: nobody
}

// Progress is how far an exploration has come.
type Progress struct {
	Paths, Orders int
	Waiting       int     // states that are still to be explored
	Share         float64 // the part of all choices, weighted by how many there are at each, that is done: 0 to 1
}

// smallSpace is how many paths an exploration takes at most before it looks for
// equal states. Below, every path is known, so that conditions can be told.
const smallSpace = 20_000

// progressEvery is how many paths lie between two reports.
const progressEvery = 2048

// Explore finds every order of a scenario under a policy, which must have what
// the scenario needs. It ends early when ctx does, and says so.
//
// A small space is searched depth first, path by path. A large one is searched
// state by state: see [Frontier].
func Explore(ctx context.Context, s *scenario.Scenario, p model.Policy, o Options) Result {
	if o.Resume != nil || o.Part != (Part{}) {
		return exploreStates(ctx, s, p, o)
	}
	r, small := explorePaths(ctx, s, p, o)
	if !small {
		o.Resume = newFrontier()
		o.Resume.early = r.Orders
		r = exploreStates(ctx, s, p, o)
	}
	return r
}

// explorePaths searches depth first; small is false when it gave up because
// the space is large: then the result is what it found by then.
func explorePaths(ctx context.Context, s *scenario.Scenario, p model.Policy, o Options) (result Result, small bool) {
	r := newRunner(ctx, s, p, o, false)
	found := newOrders()
	share := 0.0
	end := func(why string) (Result, bool) {
		return Result{Orders: found.list, Paths: found.paths, Why: why, scenario: s}, true
	}
	for {
		stop := r.run()
		if r.halted(stop) {
			return end(r.whyHalted(ctx))
		}
		found.keep(r, stop)
		share += r.path.share()
		switch {
		case r.path.failed != "":
			return end(r.path.failed)
		case !r.path.next():
			return Result{Orders: found.list, Paths: found.paths, Complete: true, scenario: s, zones: found.zones}, true
		case o.Paths > 0 && found.paths >= o.Paths:
			return end(pathLimit(o.Paths))
		case o.Memory > 0 && found.size() >= o.Memory:
			return end(memoryLimit(o.Memory))
		case ctx.Err() != nil:
			return end(context.Cause(ctx).Error())
		case found.paths == smallSpace:
			return Result{Orders: found.list}, false
		}
		if o.Progress != nil && found.paths%progressEvery == 0 {
			o.Progress(Progress{Paths: found.paths, Orders: len(found.list), Share: share})
		}
	}
}

func memoryLimit(bytes int64) string { return fmt.Sprintf("the limit of %d bytes was reached", bytes) }

func pathLimit(paths int) string { return fmt.Sprintf("the limit of %d paths was reached", paths) }

// Runs is a scenario.Runner: every run that can be, so that what holds for
// them is proved. Beyond the given number of paths it gives what it found
// together with sampled runs, and does not say that these are all.
func Runs(ctx context.Context, paths int) scenario.Runner {
	return func(s *scenario.Scenario, p model.Policy, w *scenario.World) ([]*scenario.Observed, bool) {
		r := Explore(ctx, s, p, Options{World: w, Paths: paths, Times: true})
		var runs []*scenario.Observed
		for i := range r.Orders {
			runs = append(runs, &scenario.Observed{Log: r.Orders[i].Log, Stop: r.Orders[i].Stop})
		}
		if !r.Complete || !w.Clock.Skew.Jitter.IsZero() {
			sampled, _ := scenario.Sampled(s, p, w)
			return append(runs, sampled...), false
		}
		return runs, true
	}
}
