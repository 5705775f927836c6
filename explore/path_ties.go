package explore

import (
	"context"
	"slices"
	"strings"

	"evsim/clock"
	"evsim/program"
	"evsim/sim"
)

// timeless is a program that knows whether its callbacks take no time but what they
// cost.
type timeless interface{ TakesNoTime() bool }

// leavesTies reports whether an exploration of states may leave open which completions
// coincide. What is put off comes a turn later: turns must cost nothing and be
// without a limit of their own, and a clock with skew could tell how often it is read.
// Where no callback takes time, no completion comes between it and the turn's end.
func leavesTies(s program.Setting, o Options) bool {
	w, p := s.World, s.Program
	known, ok := p.(timeless)
	return !o.Ties && !o.Eager && s.Policy.Node != nil && ok && known.TakesNoTime() && w.Costs == sim.Costs{} && !limitsTurns(w) && w.Clock.Skew.IsZero()
}

// strictly is a witness in which that comes first alone which the path took for the
// first, so that no choice need be made between what coincides; ok is false where
// there is none, and the witness has coincidences.
func (p *path) strictly() (w Witness, ok bool) {
	if !p.tiesLate {
		return p.witness(w), true
	}
	chosen := slices.ContainsFunc(p.branches[:p.depth], func(b branch) bool { return b.kind == pick })
	strict := &p.strict
	strict.copyFrom(&p.bounds)
	for i := range p.branches[:p.depth] {
		if b := &p.branches[i]; b.kind == first && !strict.separate(p.among[b.from:b.to], int(b.value), chosen) {
			return p.witness(Witness{}), false
		}
	}
	return p.witnessWithin(strict, Witness{}), true
}

// separate has what was the first come before those that were announced earlier, since
// of what coincides these come first by themselves; where choices stand between
// what surely coincides, before all. It reports whether that can be.
func (b *bounds) separate(among []candidate, first int, all bool) bool {
	v, c := split(among[first].at)
	for j := range among {
		w, d := split(among[j].at)
		if v == w || j > first && !all {
			continue
		}
		if !b.allows(v, w, d-c-1) {
			return false
		}
		b.assume(v, w, d-c-1)
	}
	return true
}

// replayable is a witness of the run that was just made, with the choices that replay it.
func (r *runner) replayable(stop sim.Stop) Witness {
	w, ok := r.path.strictly()
	if ok {
		return w
	}
	c := &chooser{noting: noting{replay: replay{witness: w}}, runner: r}
	for range triedChoices {
		c.restart()
		got := r.setting.Run(program.Options{Seed: r.seed, Oracle: c, Sink: c, Wants: sim.KindsOf(sim.EventLog), Halt: func() bool { return c.astray }})
		if !c.astray && c.same == len(r.log) && got.Reason == stop.Reason && got.Code == stop.Code {
			return c.used
		}
		if !c.next() {
			break
		}
	}
	return r.firstLike(stop)
}

// firstLike is the first run that logs what the runner's run does: where lines that
// are the same come of several statements, choices alone need not replay that run.
func (r *runner) firstLike(stop sim.Stop) Witness {
	order := Order{Log: make([]program.Line, len(r.log)), Stop: stop}
	for i := range r.log {
		order.Log[i].Text = r.log[i]
	}
	t := trail{orders: []Order{order}, wanted: []int{0}, after: []int{0, 1}}
	for _, t.usual = range [...]bool{true, false} {
		t.begin(context.Background(), &trier{setting: r.setting, seed: r.seed})
		if t.only = r.only; t.follow(context.Background()) == "" && t.isFound(0) {
			return t.orders[0].Witness
		}
	}
	panic("explore: no run logs what a run has logged")
}

// triedChoices is how many runs are made at most to find the choices between
// coincidences with which a witness replays its run. Each ends where it logs
// something else, so there are few.
const triedChoices = 1 << 16

// chooser replays a witness with one choice after the other, and follows what is
// logged along the run of its runner.
type chooser struct {
	noting
	runner *runner
	log    []choice // this run's, and what the next is to begin with
	asked  int
	same   int  // lines that are as in the runner's run
	astray bool // one was not
}

type choice struct{ at, of int }

func (c *chooser) restart() {
	c.lengths, c.asked, c.same, c.astray = 0, 0, 0, false
	c.used, c.of = Witness{}, nil
}

// next changes the last choice of the run that has another; false when none has.
func (c *chooser) next() bool {
	for n := min(c.asked, len(c.log)); n > 0; n-- {
		if last := &c.log[n-1]; last.at+1 < last.of {
			last.at++
			c.log = c.log[:n]
			return true
		}
	}
	return false
}

// Pick is the choice that is to be tried (clock.Oracle).
func (c *chooser) Pick(q clock.Question, of int) int {
	if c.asked == len(c.log) {
		c.log = append(c.log, choice{0, of})
	}
	at := c.log[c.asked].at
	c.asked++
	c.used.Picks = append(c.used.Picks, Pick{q, at, of})
	return at
}

// Emit follows a line (sim.Sink). A line that tells an instant which was open has a
// question mark for it.
func (c *chooser) Emit(e sim.Event) {
	r := c.runner
	switch {
	case c.astray || r.only != nil && !r.only[e.Text]:
	case c.same == len(r.log) || r.places[c.same] != e.Pos || r.log[c.same] != e.Text && !strings.Contains(r.log[c.same], "?"):
		c.astray = true
	default:
		c.same++
	}
}
