package explore

import (
	"context"
	"time"

	"evsim/clock"
	"evsim/internal/proof"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// watchState takes down what a watcher keeps.
type watchState struct{ to *stateReader }

// Number writes a number (proof.StateWriter).
func (w watchState) Number(n uint64) { w.to.number(n) }

// Text writes a text.
func (w watchState) Text(s string) { w.to.text(s) }

// Instant writes an instant.
func (w watchState) Instant(t clock.Instant) { w.to.instant(t) }

// watch has the watcher read a line, unless it has found what there is to find.
func (r *runner) watch(e sim.Event) {
	if r.finding != proof.Open || r.path.halted {
		return
	}
	finding := r.watcher.Read(e.Text, e.At, r.path.Before)
	if finding != proof.Open && !r.path.halted {
		r.finding = finding
		r.path.leave()
	}
}

// judge takes note of a run that is over, or whose watcher has found what there
// is to find. It reports whether that is enough.
func (e *explorer) judge(o *outcome, stop sim.Stop, share float64) (enough bool) {
	o.judged += share
	finding := e.finding
	if finding == proof.Open {
		if finding = e.watcher.End(stop); stop.Reason == sim.LimitTurns || stop.Reason == sim.LimitStatements {
			o.cut = stop.Reason
		}
	}
	if finding == proof.Broken {
		w, _ := e.path.strictly()
		o.broken = &w
	}
	return o.broken != nil
}

// prove holds what is watched against every run that can be. It ends at the
// first state from which a run comes in which it does not hold.
//
// First sleeps may end anywhere in their millisecond. What holds in all those
// runs holds in all that can be; where it does not, the run is made, and if that
// is none, it is proved anew with the instants at which sleeps end.
//
// Before all that it is proved of a part of the program, where that can be. What
// causes decide needs none of this.
func prove(ctx context.Context, s program.Setting, o Options, w proof.Watch) *program.Proof {
	p, paths := proveOfLess(ctx, s, o, w)
	if p == nil {
		p = proveOfAll(ctx, s, o, w.New)
	}
	p.Paths += paths
	return p
}

func proveOfAll(ctx context.Context, s program.Setting, o Options, watch func() proof.Watcher) *program.Proof {
	var p *program.Proof
	paths := 0
	for _, way := range waysToProve(s, o) {
		p = proveWith(ctx, s, way, watch)
		if paths += p.Paths; p.Why != noRun {
			break
		}
	}
	p.Paths = paths
	return p
}

// waysToProve is the options of searches of which each finds no run that the one before
// does not, the last one with all that can be and no others, and with the choices that
// replay each.
func waysToProve(s program.Setting, o Options) (ways []Options) {
	if !o.Strict && !o.Eager {
		loosely := o
		loosely.loose = true
		ways = append(ways, loosely)
	}
	if leavesTies(s, o) {
		ways = append(ways, o)
	}
	o.Ties = true
	return append(ways, o)
}

// noRun is why a proof by loose sleeps comes to nothing.
const noRun say.Text = "what was found is no run that can be"

// proveWith is one search for a run in which what is watched does not hold. One
// that is found loosely and is no run that can be leaves it unproved, and so does one
// that hangs on what coincides.
func proveWith(ctx context.Context, s program.Setting, o Options, watch func() proof.Watcher) *program.Proof {
	f := newFrontier()
	why, _ := search(ctx, f, s, o.watching(watch))
	out := &program.Proof{Paths: f.found.paths, Why: why}
	if f.broken == nil {
		if why == "" {
			out.Verdict = program.Proved
		}
		return out
	}
	t := trier{setting: s, seed: o.Seed, ctx: ctx}
	run := t.simplest(ctx, *f.broken, watch())
	switch {
	case run != nil:
		out.Verdict, out.Why, out.Run = program.Violated, "", run
	case o.loose || leavesTies(s, o):
		out.Why = noRun
	default:
		panic("explore: the witness of a run in which a rule is broken does not break it")
	}
	return out
}

// watching is the options of a search that begins with a watch.
func (o Options) watching(watch func() proof.Watcher) Options {
	o.watch, o.Times, o.Part, o.Resume, o.Save = watch, false, Part{}, nil, nil
	return o
}

// proveAll proves what a question asks to be watched, one after the other: each
// has an equal share of the time that is left. What runs that are known
// violate needs no proof, nor does what wanted does not name.
func proveAll(ctx context.Context, q *program.Question, o Options, known []*program.Observed, wanted func(proof.Watch) bool) []*program.Proof {
	proofs := make([]*program.Proof, len(q.Watch))
	for i := range q.Watch {
		w := q.Watch[i]
		if !wanted(w) {
			continue
		}
		if run := firstBroken(w.New(), known); run != nil {
			proofs[i] = &program.Proof{Verdict: program.Violated, Run: run}
			continue
		}
		proofs[i] = proveWithin(ctx, len(q.Watch)-i, func(ctx context.Context) *program.Proof {
			return prove(ctx, q.Setting, o, w)
		})
	}
	return proofs
}

// proveWithin gives a proof one of so many equal shares of the time that is left.
func proveWithin(ctx context.Context, shares int, prove func(context.Context) *program.Proof) *program.Proof {
	if end, limited := ctx.Deadline(); limited && shares > 1 {
		share := time.Until(end) / time.Duration(shares)
		within, cancel := context.WithTimeoutCause(ctx, share, errShare)
		defer cancel()
		ctx = within
	}
	return prove(ctx)
}

// firstBroken is the first of some runs in which what is watched does not hold;
// nil: none of those whose lines have one time each.
func firstBroken(w proof.Watcher, runs []*program.Observed) *program.Observed {
	for _, run := range runs {
		if settled(run) {
			if found, _ := run.Follow(w); found == proof.Broken {
				return run
			}
		}
	}
	return nil
}

// settled reports whether each line of a run has one time.
func settled(run *program.Observed) bool {
	for i := range run.Log {
		if run.Log[i].At == program.Unsettled {
			return false
		}
	}
	return true
}
