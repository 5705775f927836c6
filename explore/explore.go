// Package explore finds every run that a scenario can have: every order that its
// unknown lengths of time and the free choices of its runtime allow. It repeats
// the run and changes one answer each time. It covers whole ranges of real time
// and does not sample. Package sim and the policies do not know that they are
// explored.
package explore

import (
	"cmp"
	"context"

	"evsim/internal/proof"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// Order is one log that is possible.
type Order struct {
	Log   []program.Line // a time that is not the same in all its runs is program.Unsettled; a search state by state (ByStates) leaves more times so
	Stop  sim.Stop
	Paths int // how many of the explored paths of answers lead to it

	Witness Witness // the simplest world that was found for it
}

// Result is what an exploration found.
type Result struct {
	Orders   []Order  // in the order in which they were found; of a large space, by their lines
	Paths    int      // explored
	Complete bool     // these are all; nothing else is possible
	Why      say.Text // when not complete: why not
	Untold   say.Text // why conditions were asked for and not looked for to the end; "": they were
	LeftOut  say.Text // why conditions were left out though there was time: a fixed limit; "": none was
	Fault    string   // what went wrong in evsim itself, in one line; "": nothing
	Only     []string // the orders are those of these lines, as if no other were logged; nil: of all

	// Left is what an exploration that ended early had yet to do, for
	// Options.Resume; nil when there is nothing to go on from.
	Left *Frontier

	kept    *Frontier
	over    func() error // why no condition is to be looked for any more; nil: nothing ends that
	program program.Program
	zones   zones       // when complete and small
	boxes   [][]drawnIn // by order: made from the zones when asked for; empty: not known

	unsure []bool // by order of a large space: its example may not be the first run of it

	trier trier
	told  *told // made for the first condition that is asked for
	flips []flip

	byLines *orders // the Orders by their lines; nil: not asked for yet
}

// Options of an exploration.
type Options struct {
	Seed      uint64    // for the jitter of clock.skew, which is drawn and not explored
	Paths     int       // how many paths to explore at most; 0: no limit
	Memory    int64     // how many bytes an exploration may take, about; 0: no limit
	Eager     bool      // which millisecond it is is asked whenever the clock is read, and not when that matters: slower, with the same orders
	Times     bool      // the times of lines are wanted of a large space too; it then has more states
	Only      []string  // orders are those of these lines, as if no other were logged; none: of all
	Narrow    []string  // the same, of a large space alone
	Ties      bool      // which completions coincide is asked whenever poll wakes, and not when that matters: slower, with the same orders
	Apart     bool      // a state that lies within one that was explored is explored too: slower, with the same orders
	Strict    bool      // proofs keep to the instants at which sleeps end from the start: slower, with the same verdicts
	Unwatched bool      // rules are held against orders, and not proved by watching: slower, with the same verdicts
	Parts     []Witness // of the orders that parts of an exploration found, which are united, and not searched for; nil: there are none
	Lacking   say.Text  // why these are not all; "": they are
	Small     int       // how many paths a space has at most that is searched path by path; 0: 20,000
	PerPart   int       // how many states each part begins with at least; 0: 64
	Whole     bool      // rules are proved of the whole program, and not of a part that has all that they see: slower, with the same verdicts

	Searched bool // what causes decide is searched for all the same: slower, with the same verdicts

	Workers  int             // goroutines for a large space; 0: one. The result is the same with any number.
	Part     Part            // the zero Part is all
	Progress func(Progress)  // told now and then, from the goroutine that called; nil: nobody
	Resume   *Frontier       // what an earlier exploration with equal options had Left
	Save     func(*Frontier) // given what is left, now and then; nil: nobody

	watch  func() proof.Watcher // what is proved; nil: orders are looked for
	loose  bool                 // sleeps may end anywhere in their millisecond
	adrift bool                 // all of them may
	few    bool                 // a space of more than fewPaths paths is large
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

// fewPaths is the same where rules are all that is asked: they can be watched. With
// more than veryFewPaths it is tried first whether a part of the program has few.
const fewPaths, veryFewPaths = 2_000, 100

// progressEvery is how many paths lie between two reports of a small space, and
// toldEvery how many states between two of a large one.
const (
	progressEvery = 1024
	toldEvery     = 16
)

// Explore finds every order of a program in a setting. It ends early when ctx
// does, and says so.
//
// A small space is searched depth first, path by path. A large one is searched
// state by state: see [Frontier].
func Explore(ctx context.Context, s program.Setting, o Options) Result {
	r := exploreAll(ctx, s, o)
	r.trier = trier{setting: s, seed: o.Seed, only: r.Only, ctx: ctx}
	return r
}

func exploreAll(ctx context.Context, s program.Setting, o Options) Result {
	if o.Parts != nil {
		return united(ctx, s, o)
	}
	if o.Resume != nil && o.Resume.fresh {
		o.Resume = nil
	}
	if o.Resume != nil || o.Part != (Part{}) {
		return exploreStates(ctx, s, o)
	}
	r, small := explorePaths(ctx, s, o)
	if !small {
		return exploreFurther(ctx, s, o, r)
	}
	r.end(ctx, o)
	return r
}

// end says of a small space what is not known of its paths.
func (r *Result) end(ctx context.Context, o Options) {
	r.Only = o.Only
	if ctx.Done() != nil {
		r.over = func() error { return context.Cause(ctx) }
	}
}

// exploreFurther searches a space of which it is known by now that it is large.
func exploreFurther(ctx context.Context, s program.Setting, o Options, found Result) Result {
	o.Resume = newFrontier()
	if len(o.Narrow) > 0 {
		o.Only = o.Narrow
	} else {
		o.Resume.early = found.Orders
	}
	return exploreStates(ctx, s, o)
}

// explorePaths searches depth first; small is false when it gave up because
// the space is large: then the result is what it found by then.
func explorePaths(ctx context.Context, s program.Setting, o Options) (result Result, small bool) {
	r := newRunner(ctx, s, o, false)
	found := newOrders()
	share := 0.0
	end := func(why say.Text) (Result, bool) {
		return Result{Orders: found.list, Paths: found.paths, Why: why, program: s.Program}, true
	}
	defer func() {
		if p := recover(); p != nil {
			fault := faultOf(p)
			result, small = end(failedBy(fault))
			result.Fault = fault
		}
	}()
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
			return Result{Orders: found.list, Paths: found.paths, Complete: true, program: s.Program, zones: found.zones}, true
		case o.Paths > 0 && found.paths >= o.Paths:
			return end(pathLimit(o.Paths))
		case o.Memory > 0 && found.size() >= o.Memory:
			return end(memoryLimit(o.Memory))
		case ctx.Err() != nil:
			return end(say.OfError(context.Cause(ctx)))
		case found.paths == cmp.Or(o.Small, smallSpace) || o.few && found.paths == fewPaths:
			return Result{Orders: found.list}, false
		}
		if o.Progress != nil && found.paths%progressEvery == 0 {
			o.Progress(Progress{Paths: found.paths, Orders: len(found.list), Share: share})
		}
	}
}

func memoryLimit(bytes int64) say.Text { return say.Of("the limit of %d bytes was reached", bytes) }

func pathLimit(paths int) say.Text { return say.Of("the limit of %d paths was reached", paths) }
