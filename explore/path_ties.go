package explore

import (
	"regexp"
	"slices"
	"strings"

	"evsim/clock"
	"evsim/internal/budget"
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
// first, wherever that can be; ok tells that it can be everywhere, so that no choice
// need be made between what coincides.
func (p *path) strictly() (w Witness, ok bool) {
	if !p.tiesLate {
		return p.witness(w), true
	}
	chosen := slices.ContainsFunc(p.branches[:p.depth], func(b branch) bool { return b.kind == pick })
	strict := &p.strict
	strict.copyFrom(&p.bounds)
	ok = true
	for i := range p.branches[:p.depth] {
		if b := &p.branches[i]; b.kind == first && !strict.separate(p.among[b.from:b.to], int(b.value), chosen) {
			ok = false
		}
	}
	return p.witnessWithin(strict, Witness{}), ok
}

// separate has what was the first come before those that were announced earlier, since
// of what coincides these come first by themselves; where choices stand between
// what surely coincides, before all. It reports whether that can be; where it cannot,
// the first comes before the others alone, so that few are left that coincide.
func (b *bounds) separate(among []candidate, first int, all bool) (ok bool) {
	v, c := split(among[first].at)
	ok = true
	for j := range among {
		w, d := split(among[j].at)
		switch {
		case v == w || j > first && !all:
		case b.allows(v, w, d-c-1):
			b.assume(v, w, d-c-1)
		default:
			ok = false
		}
	}
	return ok
}

// replayable is a witness of the run that was just made, with the choices that replay it;
// ok is false when the search is to end.
func (r *runner) replayable(stop sim.Stop) (w Witness, ok bool) {
	if w, ok = r.path.strictly(); ok {
		return w, true
	}
	c := &chooser{noting: noting{replay: replay{witness: w}}, runner: r}
	halt := func() bool { return c.astray || r.path.halt() }
	for range triedChoices {
		c.restart()
		got := r.setting.Run(program.Options{Seed: r.seed, Oracle: c, Sink: c, Wants: sim.KindsOf(sim.EventLog), Halt: halt, Room: budget.Room(r.ctx), Until: r.ctx})
		switch {
		case r.path.halt():
			return Witness{}, false
		case !c.astray && c.same == len(r.log) && got.Reason == stop.Reason && got.Code == stop.Code:
			return c.used, true
		case !c.next():
			panic("explore: no choices among coincidences replay a run")
		}
	}
	return r.firstLike(stop)
}

// firstLike is the first run that logs what the runner's run does, where too many
// choices would have to be tried.
func (r *runner) firstLike(stop sim.Stop) (w Witness, ok bool) {
	order := Order{Log: make([]program.Line, len(r.log)), Stop: stop}
	for i := range r.log {
		order.Log[i].Text = r.log[i]
	}
	t := trail{orders: []Order{order}, wanted: []int{0}, after: []int{0, 1}}
	for _, t.usual = range [...]bool{true, false} {
		t.begin(r.ctx, &trier{setting: r.setting, seed: r.seed})
		if t.only = r.only; t.follow(r.ctx) == "" && t.isFound(0) {
			return t.orders[0].Witness, true
		}
	}
	if r.path.halt() {
		return Witness{}, false
	}
	panic("explore: no run logs what a run has logged")
}

// triedChoices is how many runs are made at most to find the choices between
// coincidences with which a witness replays its run. Each ends where it logs
// something else, so there are few.
var triedChoices = 1 << 16

// chooser replays a witness with one choice after the other, and follows what is
// logged along the run of its runner.
type chooser struct {
	noting
	runner *runner
	reads  []*regexp.Regexp // how the runner's lines may read: see readsAs
	log    []choice         // this run's, and what the next is to begin with
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

// Emit follows a line (sim.Sink). Its place does not count: of completions that do the
// same and coincide the replay takes the one that was announced first, and the run may
// have taken another.
func (c *chooser) Emit(e sim.Event) {
	r := c.runner
	switch {
	case c.astray || r.only != nil && !r.only[e.Text]:
	case c.same == len(r.log) || !c.readsAs(c.same, e.Text):
		c.astray = true
	default:
		c.same++
	}
}

// readsAs reports whether a line reads as one of the run that left instants open does,
// which has a question mark for each.
func (c *chooser) readsAs(at int, line string) bool {
	open := c.runner.log[at]
	if open == line || !strings.Contains(open, "?") {
		return open == line
	}
	if c.reads == nil {
		c.reads = make([]*regexp.Regexp, len(c.runner.log))
	}
	if c.reads[at] == nil {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(open), `\?`, `[0-9.?]+`)
		c.reads[at] = regexp.MustCompile("^" + pattern + "$")
	}
	return c.reads[at].MatchString(line)
}
