package explore

import (
	"context"
	"encoding/binary"
	"slices"

	"evsim/model"
	"evsim/scenario"
	"evsim/sim"
)

// outcome is what the runs from one state came to.
type outcome struct {
	paths  int
	ends   []end
	states []reached
	failed string
	halted bool // it is not all: the search is to end
}

// end is a run that ended.
type end struct {
	order Order
	share float64
}

// reached is a state that was come to.
type reached struct {
	state
	key stateKey
}

// explorer explores states, one at a time.
type explorer struct {
	*runner
	answers []int64
}

// from makes every run from a state to the next ones.
func (e *explorer) from(s *state) (o outcome) {
	e.answers = decode(e.answers[:0], s.answers)
	e.path.restart(e.answers)
	e.given, e.frozen = len(e.answers), s.frozen
	for {
		stop := e.run()
		if e.halted(stop) {
			return outcome{halted: true, failed: e.path.failed}
		}
		o.paths++
		share := s.share * e.path.shareAfter(e.given)
		switch {
		case e.path.failed != "":
			o.failed = e.path.failed
			return o
		case e.atRest:
			o.states = append(o.states, reached{state{e.path.answers(), slices.Clone(e.spans), share}, e.state})
		default:
			o.ends = append(o.ends, end{Order{Log: e.lines(make([]scenario.Line, len(e.log))), Stop: stop, Paths: 1, Witness: e.path.witness(Witness{})}, share})
		}
		if !e.path.next() {
			return o
		}
	}
}

// answers is what the path answered to its branches.
func (p *path) answers() []byte {
	var out []byte
	for i := range p.branches[:p.depth] {
		if b := &p.branches[i]; b.at < p.asked {
			out = binary.AppendVarint(out, b.value)
		}
	}
	return out
}

func decode(out []int64, answers []byte) []int64 {
	for len(answers) > 0 {
		v, n := binary.Varint(answers)
		out, answers = append(out, v), answers[n:]
	}
	return out
}

// share is the part of the tree that the path's answers stand for.
func (p *path) share() float64 { return p.shareAfter(0) }

// shareAfter is the part of the tree below the first n branches.
func (p *path) shareAfter(n int) float64 {
	share := 1.0
	if p.depth > n {
		share = p.branches[p.depth-1].share
		if n > 0 {
			share /= p.branches[n-1].share
		}
	}
	return share
}

// search explores what a frontier has left. It says why when that is not all;
// failed tells that it cannot be.
func search(ctx context.Context, f *Frontier, s *scenario.Scenario, p model.Policy, o Options) (why string, failed bool) {
	crew := newCrew(max(1, o.Workers), func() *explorer { return &explorer{runner: newRunner(ctx, s, p, o, true)} })
	defer crew.dismiss()
	told := f.found.paths
	for f.deal(o.Part); len(f.states) > 0; f.deal(o.Part) {
		done := 0
		for result := range crew.explore(f.states) {
			if result.failed != "" {
				return result.failed, true
			}
			if result.halted {
				why = context.Cause(ctx).Error()
				break
			}
			f.add(&result)
			done++
			if why = over(ctx, f, o); why != "" && (done < len(f.states) || len(f.next) > 0) {
				break
			}
			if f.found.paths-told >= progressEvery {
				told = f.found.paths
				f.tell(o, done)
			}
		}
		if f.states = f.states[done:]; why != "" {
			return why, false
		}
		f.turn()
	}
	f.settle(o.Part)
	if o.limitsTurns(s) {
		return "", false
	}
	return turnLimit(f), true
}

// limitsTurns reports whether the turns of a run are limited by other than the
// limit that every run has, so that states must tell how many there were.
func (o Options) limitsTurns(s *scenario.Scenario) bool {
	world := o.World
	if world == nil {
		world = &s.World
	}
	return world.Limits.Turns != 0
}

// turnLimit says what a search cannot know: states that differ only in how many
// turns or statements led to them are explored once, so one that reached its
// limit of them may stand for one that would have gone on.
func turnLimit(f *Frontier) string {
	for i := range f.found.list {
		if stop := f.found.list[i].Stop.Reason; stop == sim.LimitTurns || stop == sim.LimitStatements {
			return "a run reached its limit of " + stop.String()
		}
	}
	return ""
}

// over says why a search has to end; "": it need not.
func over(ctx context.Context, f *Frontier, o Options) string {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx).Error()
	case o.Paths > 0 && f.found.paths >= o.Paths:
		return pathLimit(o.Paths)
	case o.Memory > 0 && f.size >= o.Memory:
		return memoryLimit(o.Memory)
	}
	return ""
}

// tell reports how far the search is: done of this generation's states are.
func (f *Frontier) tell(o Options, done int) {
	if o.Progress != nil {
		o.Progress(Progress{f.found.paths, len(f.found.list), len(f.states) - done + len(f.next), f.done})
	}
	if o.Save != nil {
		rest := *f
		rest.states = f.states[done:]
		o.Save(&rest)
	}
}
