package program

import (
	"math"
	"slices"

	"evsim/internal/likely"
	"evsim/internal/proof"
	"evsim/internal/say"
)

// Expected is one thing that must hold of the runs of a program, and what came
// of it.
type Expected struct {
	Check
	// Judge holds runs against it. The failure is one that they show. What is
	// missing is a run that none of them is, and that may be among those that
	// were not made: of all runs there are it is the failure.
	Judge func(Runs) (f *Failure, missing say.Text)
	// Watch is the same as a machine; the zero Watch: there is none.
	Watch proof.Watch
}

// Verify holds all that is expected against the runs of a question, and leaves
// with each what came of it. Of the question it chooses Watch, Watched and Enough.
func (q Question) Verify(expected []*Expected, run Runner) {
	q.Watch, q.Watched = nil, true
	for _, e := range expected {
		if e.Watch.New == nil {
			q.Watched = false
		} else {
			q.Watch = append(q.Watch, e.Watch)
		}
	}
	q.Enough = func(found []*Observed) bool {
		for _, e := range expected {
			if f, _ := e.Judge(Runs{List: e.known(q, found)}); f == nil {
				return false
			}
		}
		return true // nothing can be violated more than that
	}
	runs := run(q)
	proofs := runs.Proofs
	for _, e := range expected {
		var its *Proof
		if e.Watch.New != nil && len(proofs) > 0 {
			its, proofs = proofs[0], proofs[1:]
		}
		e.Policy = q.Policy.Name
		e.settle(q, runs, its)
	}
}

// known is those of some runs that tell whether it holds. It is open in a run that
// stopped at a limit which the world does not give: what would have come after that is
// not known.
func (e *Expected) known(q Question, runs []*Observed) []*Observed {
	open := func(run *Observed) bool {
		if !run.Stop.Reason.Limit() || q.World.Limits.Give(run.Stop.Reason) {
			return false
		}
		_, at := run.Follow(e.Watch.New())
		return at == len(run.Log)
	}
	if !q.Watched || !slices.ContainsFunc(runs, open) {
		return runs
	}
	return slices.DeleteFunc(slices.Clone(runs), open)
}

// settle says what came of it in some runs, and in a proof, if one was made.
func (e *Expected) settle(q Question, runs Runs, its *Proof) {
	ended := runs
	ended.List = e.known(q, runs.List)
	f, missing := e.Judge(ended)
	cutOff := len(ended.List) < len(runs.List)
	if f == nil && its != nil && its.Verdict == Violated {
		list := e.known(q, []*Observed{its.Run})
		cutOff = len(list) == 0
		if f, _ = e.Judge(Runs{List: list}); f == nil && !cutOff {
			panic("program: what is watched holds in the run that was found to break it: " + e.What)
		}
	}
	var why say.Text
	switch {
	case f != nil:
	case cutOff:
		why = "a run stops at one of its limits, and what comes after that is not known"
	case its != nil && its.Verdict == Proved:
	case len(runs.List) == 0 && !runs.Complete:
		why = say.Of("no run was made: %s", runs.Why)
	case its != nil:
		why = runs.held(its.Why)
	case runs.Complete && e.Watch.Exact && slices.ContainsFunc(runs.List, unsettled):
		why = "the runs that were made do not show how far lines are from each other"
	case runs.Complete:
	case missing != "":
		why = say.Of("%s, and these runs are not all: %s", missing, runs.Why)
	default:
		why = runs.held(runs.Why)
	}
	e.Check = e.With(f, why)
	e.Runs = len(runs.List)
}

// held says that something held in runs, which are not all, and how likely it is at
// most that it does not hold.
func (r *Runs) held(why say.Text) say.Text {
	out := say.Of("it held in %d runs, but these are not all: %s", len(r.List), why)
	if r.Drawn > 0 {
		out = say.Of("%s; at most %s of runs break it, at 95%%: none of %d runs did that were drawn from the distributions of their lengths (uniform where none is given)",
			out, likely.Percent(likely.AtMost(r.Drawn), math.Ceil), r.Drawn)
	}
	return out
}

// unsettled reports whether some line of a run has no one time.
func unsettled(o *Observed) bool {
	return slices.ContainsFunc(o.Log, func(l Line) bool { return l.At == Unsettled })
}
