package explore

import (
	"context"
	"math"
	"reflect"
	"slices"
	"sort"

	"evsim/clock"
	"evsim/internal/budget"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// Exemplify makes the first run of each of some orders, named by index, their
// example: the first that a search path by path comes to in which each free choice
// is the usual one, or, where there is none, the first of all. Which run a search
// state by state meets depends on where it began and on what it left out; the first
// is the same for every part, and for whoever does it. Where r has every path, or
// not every order, nothing is changed. It returns why it ended early; "": it did
// not.
//
// It goes depth first, and leaves each run that no wanted order begins like. A state
// that lies within one all of whose runs were made has nothing that is wanted, so
// leaving it changes no first run.
func (r *Result) Exemplify(ctx context.Context, orders ...int) (why say.Text) {
	if r.unsure == nil {
		return ""
	}
	defer func() {
		if p := recover(); p != nil {
			r.Fault = faultOf(p)
			why = failedBy(r.Fault)
		}
	}()
	t := trail{orders: r.Orders}
	for _, at := range orders {
		if r.unsure[at] {
			t.wanted = append(t.wanted, at)
		}
	}
	if len(t.wanted) == 0 {
		return ""
	}
	slices.Sort(t.wanted) // and so by their lines
	t.wanted = slices.Compact(t.wanted)
	t.after = make([]int, len(t.wanted)+1)
	for i := range t.after {
		t.after[i] = i
	}
	for _, t.usual = range [...]bool{true, false} {
		t.begin(ctx, &r.trier)
		if why = t.follow(ctx); why != "" || t.unfound(0) == len(t.wanted) {
			break
		}
	}
	for nth, at := range t.wanted {
		if t.isFound(nth) {
			r.unsure[at] = false
		}
	}
	return why
}

// trail is a search path by path for runs of some orders.
type trail struct {
	orders []Order // of the result, by their lines
	wanted []int   // indices in it, rising
	after  []int   // by place in wanted: the first from there on that was not found, or nearer to that
	only   map[string]bool
	usual  bool // runs with other choices are left

	path     *path
	prepared program.Run
	root     reflect.Value
	states   *stateReader

	// Of the run: the wanted orders that begin as it does, and how many lines that is.
	low, high, lines int
	left             bool // it has left them all
	known            bool // it came to a state of over

	// States all of whose runs were made, or left: no wanted order comes after one that
	// lies within one of these.
	over   *seen
	onWay  []passed
	futile int // runs since the last that was wanted
}

// passed is a state that the run came by.
type passed struct {
	key    stateKey
	zone   string
	branch int // how many branches had been asked by then
}

// What states are kept for: after so many runs of which none is wanted, and up to so
// many bytes.
var (
	futileRuns       = 64
	overAtMost int64 = 128 << 20
)

func (t *trail) begin(ctx context.Context, of *trier) {
	t.path, t.over, t.onWay, t.futile = newPath(), newSeen(), nil, 0
	if len(of.only) > 0 {
		t.only = setOf(of.only...)
	}
	t.states = newStateReader(t.path, limitsTurns(of.setting.World))
	t.path.halt = func() bool { return t.path.halted || ctx.Err() != nil }
	o := program.Options{Seed: of.seed, Oracle: trailPath{t.path, t}, Sink: t, Wants: sim.KindsOf(sim.EventLog), Rest: t.rest}
	o.Room, o.Until, o.Halt = budget.Room(ctx), ctx, t.path.halting(func() bool { return t.left || t.path.halt() })
	t.prepared = of.setting.Prepare(o)
	if run, ok := t.prepared.(program.Stateful); ok {
		t.root = reflect.ValueOf(run.State())
	}
}

// trailPath is a path that tells of choices.
type trailPath struct {
	*path
	trail *trail
}

// Pick leaves the run where the choice is not the usual one, unless all may be
// (clock.Oracle).
func (p trailPath) Pick(q clock.Question, n int) int {
	number := p.path.Pick(q, n)
	if t := p.trail; t.usual && number != 0 {
		t.leave()
	}
	return number
}

// leave abandons the run.
func (t *trail) leave() {
	t.left = true
	t.path.leave()
}

// follow makes runs until each wanted order has its own, or, where choices are to be
// the usual ones, until there are no more.
func (t *trail) follow(ctx context.Context) say.Text {
	for {
		t.low, t.high, t.lines, t.left, t.known = 0, len(t.wanted), 0, false, false
		stop := t.prepared.Run()
		switch {
		case t.left || t.known:
		case stop.Reason == sim.Abandoned:
			if t.path.failed != "" {
				return t.path.failed
			}
			return say.OfError(stop.Cut(context.Cause(ctx)))
		default:
			t.end(stop)
		}
		if t.futile++; t.path.failed != "" {
			return t.path.failed
		}
		if t.unfound(0) == len(t.wanted) {
			return ""
		}
		if !t.path.next() {
			if t.usual {
				return ""
			}
			return say.Of("no run of %s was found again", say.Counted("1 order", "%d orders", t.unfoundInAll()))
		}
		t.passOver()
	}
}

// Emit leaves a run with whose lines no wanted order begins (sim.Sink).
func (t *trail) Emit(e sim.Event) {
	if t.left || t.only != nil && !t.only[e.Text] {
		return
	}
	among := t.wanted[t.low:t.high]
	from := sort.Search(len(among), func(i int) bool { return t.line(among[i]) >= e.Text })
	from += sort.Search(len(among)-from, func(i int) bool { return len(t.orders[among[from+i]].Log) > t.lines })
	to := from + sort.Search(len(among)-from, func(i int) bool { return t.line(among[from+i]) > e.Text })
	t.low, t.high = t.low+from, t.low+to
	if t.lines++; t.unfound(t.low) >= t.high {
		t.leave()
	}
}

// line is the next line of an order, "" where there is none: those come first.
func (t *trail) line(order int) string {
	if log := t.orders[order].Log; t.lines < len(log) {
		return log[t.lines].Text
	}
	return ""
}

// end keeps a run to its end, if it is the first of a wanted order.
func (t *trail) end(stop sim.Stop) {
	for nth := t.low; nth < t.high; nth++ {
		o := &t.orders[t.wanted[nth]]
		if len(o.Log) > t.lines {
			return
		}
		if o.Stop.Reason == stop.Reason && o.Stop.Code == stop.Code && !t.isFound(nth) {
			o.Witness, o.Stop = t.path.witness(Witness{}), stop
			t.after[nth], t.futile = nth+1, 0
			return
		}
	}
}

// unfound is the first place from one on whose order was not found.
func (t *trail) unfound(from int) int {
	at := from
	for t.after[at] != at {
		at = t.after[at]
	}
	for t.after[from] != at && from != at {
		from, t.after[from] = t.after[from], at
	}
	return at
}

func (t *trail) isFound(nth int) bool { return t.after[nth] != nth }

func (t *trail) unfoundInAll() (n int) {
	for nth := range t.wanted {
		if !t.isFound(nth) {
			n++
		}
	}
	return n
}

// rest leaves a run in a state after which nothing is wanted (sim.Config).
func (t *trail) rest() (goOn bool) {
	switch {
	case t.left:
		return false
	case t.futile < futileRuns || !t.root.IsValid() || t.path.asked < len(t.path.log) || t.over.size > overAtMost:
		return true
	}
	t.states.begin(t.root)
	t.states.number(uint64(t.low))
	t.states.number(uint64(t.lines))
	key, zone := t.states.key(t.path)
	if t.over.has(key, zone) {
		t.known = true
		return false
	}
	t.onWay = append(t.onWay, passed{key, zone, t.path.depth})
	return true
}

// passOver keeps the states on the way that the path has gone back beyond.
func (t *trail) passOver() {
	for n := len(t.onWay); n > 0 && t.onWay[n-1].branch >= t.path.depth; n-- {
		s := t.onWay[n-1]
		t.over.find(s.key, s.zone, math.MaxInt, 0, false) // no state gives way to another
		t.onWay = t.onWay[:n-1]
	}
}
