package explore

import (
	"context"
	"reflect"

	"evsim/clock"
	"evsim/internal/budget"
	"evsim/internal/proof"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// logged is where a line comes from: the statement that logged it, and when, by the path's names.
type logged struct {
	pos sim.Pos
	at  clock.Instant
}

// runner makes runs in one setting, one for each list of
// answers, and keeps what the last one logged. Each goroutine has its own.
type runner struct {
	path     *path
	prepared program.Run
	root     reflect.Value // all that the rest of a run depends on; the zero Value: the run cannot say
	log      []string
	logged   []logged        // by line
	count    int             // of lines, while the run is made: behind them stand those of the run before
	kept     int             // how many lines it began with that are those of the run before
	bytes    int             // of the lines, about
	trial    Witness         // the memory of the last that was asked for
	only     map[string]bool // lines that are kept; nil: all
	setting  program.Setting
	seed     uint64
	ctx      context.Context // of the search

	// While a watch is proved: what it found of the run, which is left there, since other
	// answers to what is asked later change nothing.
	watcher proof.Watcher
	finding proof.Finding

	// While states are looked for: whether the run was left at one, and its name.
	given  int          // answers that lead to the state from which the run goes on
	frozen []clock.Span // the times of the lines logged by then
	exact  bool         // the times of lines are part of a state
	states *stateReader
	spans  []clock.Span
	state  stateKey
	zone   string
	atRest bool
}

func newRunner(ctx context.Context, s program.Setting, o Options, states bool) *runner {
	path := newPath()
	path.memory = o.Memory
	r := &runner{path: path}
	options := program.Options{Seed: o.Seed, Oracle: path.oracle(o), Sink: r, Wants: sim.KindsOf(sim.EventLog)}
	ends := ctx.Done() != nil // else its error is always nil, and need not be asked for at each callback
	path.halt = func() bool { return path.halted || ends && ctx.Err() != nil }
	options.Room, options.Until = budget.Room(ctx), ctx
	r.setting, r.seed, r.ctx = s, o.Seed, ctx
	options.Halt = func() bool {
		if !path.halted && r.finding == proof.Open && (!ends || ctx.Err() == nil) {
			return false
		}
		path.leave()
		return true
	}
	if len(o.Only) > 0 {
		r.only = setOf(o.Only...)
	}
	if o.watch != nil {
		r.watcher = o.watch()
	}
	if states {
		path.tiesLate = leavesTies(s, o)
		r.exact, options.Rest = o.Times, r.rest
		r.states = newStateReader(path, limitsTurns(s.World))
	}
	r.prepared = s.Prepare(options)
	if run, ok := r.prepared.(program.Stateful); ok {
		r.root = reflect.ValueOf(run.State())
	}
	return r
}

// run makes the run that the path says.
func (r *runner) run() sim.Stop {
	r.count, r.kept, r.bytes, r.atRest = 0, 0, 0, false
	if r.finding = proof.Open; r.watcher != nil {
		r.watcher.Restart()
	}
	stop := r.prepared.Run()
	if stop.Reason == sim.Abandoned && stop.Error != "" {
		r.path.fail(stop.Error)
	}
	r.path.back()
	r.cut()
	return stop
}

// cut drops what the run before has logged beyond the lines of this one.
func (r *runner) cut() { r.log, r.logged = r.log[:r.count], r.logged[:r.count] }

// halted reports whether the run that was just made was abandoned because the
// search is to end: it says nothing then.
func (r *runner) halted(stop sim.Stop) bool {
	return r.path.halted || stop.Reason == sim.Abandoned && !r.atRest && r.finding == proof.Open
}

func (r *runner) whyHalted(ctx context.Context) say.Text {
	if r.path.failed != "" {
		return r.path.failed
	}
	return say.OfError(context.Cause(ctx))
}

// logShare is the part of the memory that the lines of one run may take: they
// are copied to tell orders apart.
const logShare = 8

// Emit keeps a logged line (sim.Sink).
func (r *runner) Emit(e sim.Event) {
	switch {
	case r.watcher != nil:
		r.watch(e)
		return
	case r.only != nil && !r.only[e.Text]:
		return
	}
	if r.bytes += len(e.Text) + lineSize; r.path.memory > 0 && int64(r.bytes) > r.path.memory/logShare {
		r.path.fail(memoryLimit(r.path.memory))
		return
	}
	n := r.count
	r.count++
	if n < len(r.log) && r.path.repeats() {
		r.kept = r.count
		return
	}
	r.log = append(r.log[:n], e.Text)
	r.logged = append(r.logged[:n], logged{e.Pos, e.At})
}

// rest abandons the run at the first rest after a question whose answer was not
// given (sim.Config).
func (r *runner) rest() (goOn bool) {
	switch {
	case r.finding != proof.Open:
		return false
	case !r.path.passed(r.given):
		return true
	}
	r.cut()
	r.describe()
	if r.watcher != nil {
		r.watcher.State(watchState{r.states})
	}
	for i, t := range r.times() {
		r.states.text(r.log[i])
		if r.exact {
			r.states.instant(r.logged[i].at)
		} else {
			r.states.number(uint64(t))
		}
	}
	r.state, r.zone = r.states.key(r.path)
	r.atRest = true
	r.path.leave() // what it asks until it has ended is of no state
	return false
}

// describe writes down what the rest of the run depends on: its state, where the
// run can say that, or else the answers that led here, which no other run at
// rest has.
func (r *runner) describe() {
	if r.root.IsValid() {
		r.states.begin(r.root)
		return
	}
	r.states.reset()
	given := r.path.branches[:r.path.depth]
	for len(given) > 0 && given[len(given)-1].at >= r.path.asked {
		given = given[:len(given)-1]
	}
	r.states.number(uint64(len(given)))
	for i := range given {
		r.states.number(uint64(given[i].value))
	}
}

// times is when each line was logged, as far as the path leaves one instant.
// Unless times are part of states, what was unsettled in an earlier state stays
// so: the runs that led there may differ in it.
func (r *runner) times() []clock.Span {
	r.spans = r.spans[:0]
	if !r.exact {
		r.spans = append(r.spans, r.frozen...)
	}
	r.spans = r.spans[:min(len(r.spans), len(r.logged))] // of a state that was read there may be more
	for i := len(r.spans); i < len(r.logged); i++ {
		r.spans = append(r.spans, r.when(r.logged[i].at))
	}
	return r.spans
}

// lines writes down the log of the run that was just made.
func (r *runner) lines(out []program.Line) []program.Line {
	for i, t := range r.times() {
		out[i] = program.Line{Text: r.log[i], Pos: r.logged[i].pos, At: t}
	}
	return out
}

// witness is the simplest world of the run that was just made, until the next
// is asked for.
func (r *runner) witness() Witness {
	r.trial = r.path.witness(r.trial)
	return r.trial
}

// when is an instant as a number, if the path leaves only one.
func (r *runner) when(t clock.Instant) clock.Span {
	v, c := split(t)
	if low := -r.path.bounds.at(0, v); low == r.path.bounds.at(v, 0) {
		return low + c
	}
	return program.Unsettled
}

func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
