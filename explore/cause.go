package explore

import (
	"context"
	"slices"

	"evsim/clock"
	"evsim/internal/budget"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// trier makes single runs of what was explored.
type trier struct {
	setting program.Setting
	seed    uint64
	only    []string // lines that are kept; none: all
	ctx     context.Context
	again   *replayer // nil: no run was made yet, or the last one did not end
}

// replayer is a run that can be made again, with what another oracle answers.
type replayer struct {
	clock.Oracle
	lineSink
	run program.Run
}

// kept is the lines of a log that are kept.
func (t *trier) kept(log []program.Line) []program.Line {
	if len(t.only) == 0 {
		return log
	}
	return slices.DeleteFunc(log, func(l program.Line) bool { return !slices.Contains(t.only, l.Text) })
}

// drawn names a length that runs draw: the nth of an unknown.
type drawn struct {
	of  uint32
	nth int
}

// world is lengths by name, in the order in which a run draws them, and choices.
type world struct {
	names   []drawn
	lengths map[drawn]clock.Span
	picks   []Pick
}

func (w Witness) world() world {
	out := world{lengths: make(map[drawn]clock.Span), picks: w.Picks}
	nth := make(map[uint32]int)
	for _, v := range w.Values {
		nth[v.Of]++
		name := drawn{v.Of, nth[v.Of]}
		out.names, out.lengths[name] = append(out.names, name), v.Length
	}
	return out
}

// Oracle answers by name (clock.Oracle): unlike that of a witness, it gives an
// unknown the same length in runs that draw in another order.
func (w world) oracle() clock.Oracle {
	return &named{replay: replay{witness: Witness{Picks: w.picks}}, lengths: w.lengths, nth: make(map[uint32]int)}
}

type named struct {
	replay
	lengths map[drawn]clock.Span
	nth     map[uint32]int
}

func (n *named) Add(t clock.Instant, d clock.Range) clock.Instant {
	if d.Known() {
		return t.Add(d.Low)
	}
	n.nth[d.Of]++
	return t.Add(min(max(n.lengths[drawn{d.Of, n.nth[d.Of]}], d.Low), d.High))
}

// tying notes whether things fall on one instant, of which one had to be chosen.
type tying struct {
	clock.Oracle
	tied bool
}

// Pick notes a tie (clock.Oracle).
func (o *tying) Pick(q clock.Question, n int) int {
	o.tied = o.tied || q == clock.SimultaneousArrivals
	return o.Oracle.Pick(q, n)
}

// log is what is logged in a world. Where things fall on one instant there, it is
// tied: a length that unties them changes what the other choices are about, and
// so seems to decide what it has nothing to do with. Whole is false where the
// context ended the run, whose log says nothing then.
func (t *trier) log(w world) (log []program.Line, tied, whole bool) { return t.run(w.oracle()) }

func (t *trier) run(from clock.Oracle) (log []program.Line, tied, whole bool) {
	oracle := &tying{Oracle: from}
	log, stop := t.replay(oracle)
	return log, oracle.tied, stop.Reason != sim.Abandoned
}

// replay makes the run of an oracle.
func (t *trier) replay(from clock.Oracle) (log []program.Line, stop sim.Stop) {
	r := t.again
	if t.again = nil; r == nil {
		r = &replayer{}
		o := program.Options{Seed: t.seed, Oracle: r, Sink: r, Wants: sim.KindsOf(sim.EventLog)}
		o.Halt, o.Room, o.Until = func() bool { return t.ctx.Err() != nil }, budget.Room(t.ctx), t.ctx
		r.run = t.setting.Prepare(o)
	}
	r.Oracle, r.lineSink = from, nil
	stop = r.run.Run()
	t.again = r
	return t.kept(r.lineSink), stop
}

type lineSink []program.Line

// Emit keeps a logged line (sim.Sink).
func (l *lineSink) Emit(e sim.Event) { *l = append(*l, program.Line{Text: e.Text, Pos: e.Pos}) }

// Deciding names unknown lengths on which it hangs of which kind an order is:
// those with which alone, all else being as it is, one kind becomes another, in
// the worlds between two witnesses or from worlds that are drawn. It names none
// that does not decide, and may miss some. Where the context ends first it names
// none, and Untold says why.
func (r *Result) Deciding(ctx context.Context, kind func([]program.Line) int) (names []string) {
	kinds := make([]int, len(r.Orders))
	for i := range r.Orders {
		if r.cutOff(ctx) {
			return nil
		}
		kinds[i] = kind(r.Orders[i].Log)
	}
	found := r.betweenKinds(ctx, kinds, kind)
	if r.cutOff(ctx) {
		return nil
	}
	for _, f := range r.drawnFlips() {
		if kinds[f.from] != kinds[f.to] {
			found = with(found, f.name)
		}
	}
	return r.namesOf(found)
}

// cutOff reports whether a question about what was found is to end without an
// answer, and keeps why.
func (r *Result) cutOff(ctx context.Context) bool {
	err := context.Cause(ctx)
	if err != nil {
		r.Untold = say.OfError(err)
	}
	return err != nil
}

// with adds a name to those of a list.
func with(list []drawn, name drawn) []drawn {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// flip is two orders of worlds that differ in one length, by index. Of runs only
// that is kept: their logs may be long.
type flip struct {
	name     drawn
	from, to int
}

// placeOf is the order that has these lines; false if none was found.
func (r *Result) placeOf(log []program.Line) (at int, known bool) {
	if r.byLines == nil {
		r.byLines = newOrders()
		for i := range r.Orders {
			r.byLines.find(texts(r.Orders[i].Log), 0, sim.Stop{})
			r.byLines.list = append(r.byLines.list, Order{Log: r.Orders[i].Log})
		}
	}
	return r.byLines.place(texts(log), sim.Stop{})
}

// What is drawn to see which lengths decide: how many worlds, and how many runs
// are made of them.
const (
	manyDraws = 100
	manyRuns  = 4000
)

// drawnFlips is made once.
func (r *Result) drawnFlips() []flip {
	if r.flips == nil {
		r.flips = []flip{}
		runs := 0
		for seed := uint64(1); seed <= manyDraws && runs < manyRuns && !r.late(); seed++ {
			runs = r.flipsAround(seed, runs)
		}
	}
	return r.flips
}

// flipsAround draws a world, and notes where either end of one of its lengths
// makes another order of it.
func (r *Result) flipsAround(seed uint64, runs int) int {
	d := &drawing{Sampler: clock.NewSampler(seed + clock.Corners), lengths: make(map[drawn]clock.Span), nth: make(map[uint32]int)}
	log, tied, whole := r.trier.run(d)
	from, known := r.placeOf(log)
	if !whole || !known || tied {
		return runs + 1
	}
	at := world{lengths: d.lengths, picks: d.picks}
	for i, name := range d.names {
		drew := d.lengths[name]
		for _, end := range [2]clock.Span{d.of[i].Low, d.of[i].High} {
			if at.lengths[name] = end; runs < manyRuns && end != drew {
				runs++
				log, tied, whole := r.trier.log(at)
				if to, known := r.placeOf(log); whole && known && !tied && to != from {
					r.flips = append(r.flips, flip{name, from, to})
				}
			}
		}
		at.lengths[name] = drew
	}
	return runs
}

func (r *Result) namesOf(found []drawn) (names []string) {
	slices.SortFunc(found, func(a, b drawn) int {
		if a.of != b.of {
			return int(a.of) - int(b.of)
		}
		return a.nth - b.nth
	})
	for _, d := range found {
		names = append(names, unknownName(r.program, d.of, d.nth))
	}
	return names
}

// How many pairs of worlds are looked at in which both some orders and others
// are possible: of two orders, and in all.
const (
	meetingsOfTwo = 2
	manyMeetings  = 32
)

// deciding is the lengths that decide between some orders and others in the
// regions in which both are possible, where the variables in kept alone are
// spoken of; nil: all that are shared. Of what is drawn only what is not spoken
// of counts.
func (r *Result) deciding(t *told, mine []bool, kept []int, both []bounds, on []string) []string {
	m := meetings{told: t, kept: kept, both: both}
	if kept == nil {
		for x := range t.vars {
			m.kept = append(m.kept, x)
		}
	}
	var found []drawn
	kind := r.kindOf(mine)
	for i := range t.zones {
		for j := range t.zones {
			if mine[i] && !mine[j] {
				m.each(t.zones[i], t.zones[j], func(from, to world) { found = r.trier.between(from, to, kind, found) })
			}
		}
	}
	spoken := r.namesOf(found)
	for _, f := range r.drawnFlips() {
		if t.steps -= len(r.Orders); t.steps > 0 && mine[f.from] != mine[f.to] && !slices.Contains(on, unknownName(r.program, f.name.of, f.name.nth)) {
			found = with(found, f.name)
		}
	}
	if len(found) == len(spoken) {
		return spoken
	}
	return r.namesOf(found)
}

// kindOf tells logs of some orders, as 1, from those of others.
func (r *Result) kindOf(mine []bool) func([]program.Line) int {
	return func(log []program.Line) int {
		if at, known := r.placeOf(log); known && mine[at] {
			return 1
		}
		return 0
	}
}

// meetings are pairs of worlds in which the kept variables are at the same
// instants.
type meetings struct {
	*told
	kept []int
	both []bounds // where they are
	many int      // how many there were
}

// each calls f with worlds of zones of two orders.
func (m *meetings) each(own, others []zone, f func(own, other world)) {
	here := 0
	for _, a := range own {
		for _, b := range others {
			if m.steps -= len(m.kept) * len(m.kept); here == meetingsOfTwo || m.many == manyMeetings || m.steps <= 0 || m.late() {
				return
			}
			if at, ok := m.common(a, b); ok {
				here++
				m.many++
				f(a.within(m.kept, at), b.within(m.kept, at))
			}
		}
	}
}

// common is instants that two zones both have.
func (m *meetings) common(a, b zone) (at []clock.Span, ok bool) {
	for _, i := range m.kept {
		for _, j := range m.kept {
			if a.bounds.at(i, j) < -b.bounds.at(j, i) {
				return nil, false
			}
		}
	}
	pair := m.on(m.kept, projected([]zone{a, b}, len(m.vars)))
	both, meets := meet(pair[0], pair[len(pair)-1]) // one, if they are equal
	for i := 0; meets && i < len(m.both); i++ {
		if here, ok := meet(both, m.both[i]); ok {
			return here.fixed(nil, nil), true
		}
	}
	return nil, false
}

// fixed is an instant for each variable, of some of them the given one: in the
// middle, since at the ends a free choice may decide.
func (b *bounds) fixed(some []int, given []clock.Span) []clock.Span {
	rest, at := b.clone(), make([]clock.Span, b.size)
	fix := func(x int, d clock.Span) {
		rest.assume(x, 0, d)
		rest.assume(0, x, -d)
		at[x] = d
	}
	for _, x := range some {
		fix(x, given[x])
	}
	for x := 1; x < b.size; x++ {
		if !slices.Contains(some, x) {
			low, high := -rest.at(0, x), rest.at(x, 0)
			fix(x, low+(high-low)/2)
		}
	}
	return at
}

// within is a world of a zone in which some variables are at given instants.
func (z zone) within(some []int, given []clock.Span) world {
	out := world{lengths: make(map[drawn]clock.Span)}
	nth := make(map[uint32]int)
	at := z.bounds.fixed(some, given)
	for x := 1; x < z.bounds.size; x++ {
		v, c := split(z.made[x].after)
		of := z.made[x].of.Of
		nth[of]++
		name := drawn{of, nth[of]}
		out.names, out.lengths[name] = append(out.names, name), at[x]-at[v]-c
	}
	return out
}
