package explore

import (
	"context"
	"slices"

	"evsim/internal/budget"
	"evsim/internal/proof"
	"evsim/internal/say"
	"evsim/program"
)

// Runs is a program.Runner: every run that can be, so that what holds for
// them is proved. Where the options or the context end the search before, it
// gives what was found by then together with sampled runs, and says why these
// are not all. Of the options, Only is the runner's to choose, and so is
// Times unless it is set.
//
// A large space is sampled before it is searched: if that is enough, for what
// is violated, there is no search. What can be watched is proved by itself there:
// runs that differ in other lines alone are not told apart.
func Runs(ctx context.Context, o Options) program.Runner {
	return func(q program.Question) program.Runs {
		if ctx.Err() != nil {
			return program.Runs{Why: say.OfError(context.Cause(ctx))} // what there is to do for it may take long
		}
		o := o
		o.Only, o.Times = q.Only, o.Times || q.Times
		a := answerer{ctx: ctx, q: &q, o: o}
		runs := a.answer()
		runs.Proofs = a.caused(&runs)
		return runs
	}
}

// answerer answers one question.
type answerer struct {
	ctx     context.Context
	q       *program.Question
	o       Options
	sampled []*program.Observed
}

func (a *answerer) answer() program.Runs {
	a.o.few = a.q.Watched && !a.o.Unwatched && !a.jitters()
	if found, proofs := a.answerOfParts(); proofs != nil {
		return program.Runs{List: found, Proofs: proofs, Why: whyNotAll}
	}
	r, small := explorePaths(a.ctx, a.q.Setting, a.o)
	if small {
		out := a.runs(&r)
		if out.Complete && slices.ContainsFunc(out.List, func(run *program.Observed) bool { return !settled(run) }) {
			out.Proofs = a.prove(nil, func(w proof.Watch) bool { return w.Exact })
		}
		return out
	}
	found := append(observed(&r), a.samples()...)
	if a.q.Enough != nil && a.q.Enough(found) {
		return program.Runs{List: found, Why: "what was asked was found"}
	}
	proofs := a.prove(a.samples(), func(w proof.Watch) bool { return w.Exact || !a.o.Unwatched })
	if a.q.Watched && !a.o.Unwatched && proofs != nil {
		return program.Runs{List: found, Proofs: proofs, Why: whyNotAll}
	}
	r = exploreFurther(a.ctx, a.q.Setting, a.o, r)
	out := a.runs(&r)
	out.Proofs = proofs
	return out
}

// caused is the proofs that came with runs, and where these are not all, those of what
// causes decide besides.
func (a *answerer) caused(runs *program.Runs) []*program.Proof {
	proofs := runs.Proofs
	if runs.Complete || a.o.Unwatched {
		return proofs
	}
	for i := range a.q.Watch {
		p := proveOfCauses(a.q.Program, a.o, a.q.Watch[i])
		if p == nil {
			continue
		}
		if proofs == nil {
			proofs = make([]*program.Proof, len(a.q.Watch))
		}
		proofs[i] = p
	}
	return proofs
}

// whyNotAll is why runs are not all where proofs of what is asked stand for the rest.
const whyNotAll say.Text = "not all of them were needed"

// answerOfParts says of all that is watched whether it holds, if the space is not
// small and for each causes tell, or a part of the program with few paths; else
// proofs is nil. Found is the first runs.
func (a *answerer) answerOfParts() (found []*program.Observed, proofs []*program.Proof) {
	o := a.o
	o.Paths = veryFewPaths
	if !o.few || !a.withoutAll() || a.o.Paths > 0 && a.o.Paths <= o.Paths {
		return nil, nil
	}
	r, _ := explorePaths(a.ctx, a.q.Setting, o)
	if r.Paths < o.Paths || r.Complete {
		return nil, nil
	}
	o.Paths = fewPaths
	for i := range a.q.Watch {
		p := proveWithin(a.ctx, len(a.q.Watch)-i, func(ctx context.Context) *program.Proof {
			p, paths := proveOfLess(ctx, a.q.Setting, o, a.q.Watch[i])
			if p != nil {
				p.Paths = paths
			}
			return p
		})
		if p == nil {
			return nil, nil
		}
		proofs = append(proofs, p)
	}
	return observed(&r), proofs
}

// withoutAll reports whether the program can tell something of what is watched without
// a search of all its runs.
func (a *answerer) withoutAll() bool {
	_, parts := a.q.Program.(parted)
	_, causes := a.q.Program.(caused)
	return parts && !a.o.Whole || causes && !a.o.Searched
}

// drawn is why nothing is proved in a world whose clock jitters.
const drawnJitter say.Text = "the clock's jitter is drawn at random and cannot be explored"

func (a *answerer) jitters() bool { return !a.q.World.Clock.Skew.Jitter.IsZero() }

// prove proves what is to be watched; nil where nothing can be proved.
func (a *answerer) prove(known []*program.Observed, wanted func(proof.Watch) bool) []*program.Proof {
	if a.jitters() || len(a.q.Watch) == 0 {
		return nil
	}
	return proveAll(a.ctx, a.q, a.o, known, wanted)
}

// samples are sampled runs, made once.
func (a *answerer) samples() []*program.Observed {
	if a.sampled == nil {
		a.sampled = a.q.Setting.Sampled(program.Options{Halt: func() bool { return a.ctx.Err() != nil }, Room: budget.Room(a.ctx), Until: a.ctx}).List
	}
	return a.sampled
}

// runs is what an exploration found, with sampled runs where it is not all.
func (a *answerer) runs(r *Result) program.Runs {
	why := r.Why
	if a.jitters() {
		why = drawnJitter
	}
	if r.Complete && why == "" {
		return program.Runs{List: observed(r), Complete: true}
	}
	return program.Runs{List: append(observed(r), a.samples()...), Why: why}
}

// observed is the orders that were found, as runs.
func observed(r *Result) (runs []*program.Observed) {
	for i := range r.Orders {
		found := &r.Orders[i]
		runs = append(runs, &program.Observed{Log: found.Log, Stop: found.Stop, Origin: found.Witness})
	}
	return runs
}
