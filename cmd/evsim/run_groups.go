package main

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"
	"strings"

	"evsim/internal/budget"
	"evsim/internal/trace"
	"evsim/program"
	"evsim/sim"
)

// grouped puts runs of one file together that log the same lines at the same
// times and end alike, so that one of them is shown. To know, it does every run
// once and keeps a sum of that: a few bytes a run, however long it is. A run that
// was not let end stands alone.
func (a *app) grouped(plans []plan, play *player, o runOptions) ([]plan, error) {
	if len(plans) < 2 || o.format != formatText || o.pace != "" || o.polls || o.stats {
		return plans, nil
	}
	type group struct {
		src *source
		sum [sha256.Size]byte
	}
	at := make(map[group]int)
	var shown []plan
	for _, p := range plans {
		sum, err := p.sum(play, o)
		if err != nil {
			return nil, err
		}
		if play.interrupted() {
			return nil, exit(interrupted)
		}
		i, known := at[group{p.src, sum}]
		switch {
		case play.ctx.Err() != nil:
			shown = append(shown, p)
		case known:
			shown[i].equal = append(shown[i].equal, p.Policy.Name)
		default:
			at[group{p.src, sum}] = len(shown)
			shown = append(shown, p)
		}
	}
	return shown, nil
}

// logSum is a sink that sums up what is logged and thrown, where and when.
type logSum struct{ hash.Hash }

func (s logSum) Emit(e sim.Event) {
	fmt.Fprintf(s, "%d %d %v %q\n", e.Kind, e.At, e.Pos, e.Text)
}

// sum does the run without showing it.
func (p *plan) sum(play *player, o runOptions) (sum [sha256.Size]byte, err error) {
	oracle, err := p.oracle(o)
	if err != nil {
		return sum, err
	}
	s := logSum{sha256.New()}
	kinds := sim.KindsOf(sim.EventLog) | sim.KindsOf(sim.EventThrow)
	run := p.Prepare(program.Options{Seed: o.seed, Oracle: oracle, Sink: s, Wants: kinds, Halt: halting(play.ctx), Room: budget.Room(play.ctx), Until: play.ctx})
	stop := run.Run()
	fmt.Fprintf(s, "%v %v %d %q %q\n", p.heading(o).Process, stop.Reason, stop.Code, stop.Error, ending(stop))
	if stop.Reason.Limit() && !p.expected(stop.Reason) {
		fmt.Fprint(s, p.Policy.Name) // it is complained of by name
	}
	return [sha256.Size]byte(s.Sum(nil)), nil
}

// sameIn is the heading of a run that stands for others too.
func (p *plan) sameIn(r trace.Run) trace.Run {
	if len(p.equal) > 0 {
		r.Policy = strings.Join(slices.Concat([]string{r.Policy}, p.equal), ", ")
		r.Same = true
	}
	return r
}
