// Package explore finds every run that a scenario can have: every order that
// its unknown lengths of time and the free choices of its runtime allow. It
// does the same run again and again, each time with one answer changed, over
// whole ranges of real time and not over samples; package sim and the policies
// do not know that they are explored.
package explore

import (
	"context"
	"slices"
	"strconv"

	"evsim/clock"
	"evsim/model"
	"evsim/scenario"
	"evsim/sim"
)

// Order is one log that is possible.
type Order struct {
	Log   []scenario.Line // times that are not the same in all its runs are scenario.Unsettled
	Stop  sim.Stop
	Paths int // how many paths of answers lead to it

	Witness Witness // the simplest world that was found for it
}

// Result is what an exploration found.
type Result struct {
	Orders   []Order // in the order in which they were found
	Paths    int
	Complete bool   // these are all; nothing else is possible
	Why      string // when not complete: why not

	scenario *scenario.Scenario
	zones    [][]zone // by order, when complete: what its paths assume
}

// Options of an exploration.
type Options struct {
	World *scenario.World // nil: the scenario's
	Seed  uint64          // for the jitter of clock.skew, which is drawn and not explored
	Paths int             // how many paths to explore at most; 0: no limit
}

// Explore finds every order of a scenario under a policy, which must have what
// the scenario needs. It ends early when ctx does.
func Explore(ctx context.Context, s *scenario.Scenario, p model.Policy, o Options) Result {
	e := explorer{path: newPath(), index: make(map[string]int), scratch: newBounds()}
	run := scenario.Options{World: o.World, Seed: o.Seed, Oracle: e.path, Sink: &e, Wants: sim.KindsOf(sim.EventLog)}
	for {
		e.log, e.at = e.log[:0], e.at[:0]
		e.keep(s.Run(p, run))
		switch {
		case e.path.failed != "":
			return e.end(e.path.failed)
		case !e.path.next():
			e.result.Complete = true
			e.result.scenario, e.result.zones = s, e.zones
			return e.end("")
		case o.Paths > 0 && e.result.Paths >= o.Paths:
			return e.end("the limit of " + strconv.Itoa(o.Paths) + " paths was reached")
		case ctx.Err() != nil:
			return e.end(ctx.Err().Error())
		}
	}
}

type explorer struct {
	path   *path
	log    []scenario.Line
	at     []clock.Instant // of each line, by the path's names
	key    []byte
	index  map[string]int
	result Result

	zones   [][]zone // by order: what its paths assume
	scratch bounds
}

// Emit keeps a logged line (sim.Sink).
func (e *explorer) Emit(ev sim.Event) {
	e.log = append(e.log, scenario.Line{Text: ev.Text, Pos: ev.Pos})
	e.at = append(e.at, ev.At)
}

// keep counts the run that just ended among the orders.
func (e *explorer) keep(stop sim.Stop) {
	e.result.Paths++
	e.key = append(e.key[:0], stop.Reason.String()...)
	for i := range e.log {
		e.key = append(append(e.key, '\n'), e.log[i].Text...)
	}
	at, known := e.index[string(e.key)]
	if !known {
		at = len(e.result.Orders)
		e.index[string(e.key)] = at
		e.result.Orders = append(e.result.Orders, Order{Log: e.exact(), Stop: stop, Witness: e.path.witness(&e.scratch)})
		e.zones = append(e.zones, nil)
	}
	e.assumed(at)
	order := &e.result.Orders[at]
	order.Paths++
	for i := range order.Log {
		if order.Log[i].At != e.when(e.at[i]) {
			order.Log[i].At = scenario.Unsettled
		}
	}
}

// assumed keeps what the path assumes, for the condition and the witness of its
// order.
func (e *explorer) assumed(at int) {
	if len(e.zones[at]) >= keptZones {
		return
	}
	z := zone{bounds: newBounds(), made: slices.Clone(e.path.made[:e.path.bounds.size])}
	z.bounds.copyFrom(&e.path.bounds)
	e.zones[at] = append(e.zones[at], z)
	if w := e.path.witness(&e.scratch); w.simpler(e.result.Orders[at].Witness) {
		e.result.Orders[at].Witness = w
	}
}

// exact is the log with its times as numbers.
func (e *explorer) exact() []scenario.Line {
	log := slices.Clone(e.log)
	for i := range log {
		log[i].At = e.when(e.at[i])
	}
	return log
}

// when is an instant as a number, if the path leaves only one.
func (e *explorer) when(t clock.Instant) clock.Span {
	v, c := split(t)
	if low := -e.path.bounds.at(0, v); low == e.path.bounds.at(v, 0) {
		return low + c
	}
	return scenario.Unsettled
}

func (e *explorer) end(why string) Result {
	e.result.Why = why
	return e.result
}

// Runs is a scenario.Runner: every run that can be, so that what holds for
// them is proved. Beyond the given number of paths it gives what it found
// together with sampled runs, and does not say that these are all.
func Runs(ctx context.Context, paths int) scenario.Runner {
	return func(s *scenario.Scenario, p model.Policy, w *scenario.World) ([]*scenario.Observed, bool) {
		r := Explore(ctx, s, p, Options{World: w, Paths: paths})
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
