package program

import (
	"reflect"

	"evsim/clock"
	"evsim/internal/proof"
	"evsim/internal/say"
	"evsim/sim"
)

// Line is one logged line.
type Line struct {
	Text string
	At   clock.Span // since the start; Unsettled when not the same in all the runs that it stands for
	Pos  sim.Pos    // the statement that logged it
}

// Unsettled is the time of a line that has no one time.
const Unsettled clock.Span = -1

// Observed is one run: its log and how it ended.
type Observed struct {
	Seed   uint64 // 0: the run that has every unknown at its low end, or that of Origin
	Log    []Line
	Stop   sim.Stop
	Origin Origin // nil: the seed says how to make it again
}

// Origin says how a run that was found can be made again.
type Origin interface {
	Token(src []byte) string   // for `run --replay`, of the file with these bytes
	Describe(Program) []string // the lengths and choices that lead to it
}

// Emit keeps a line (sim.Sink).
func (o *Observed) Emit(e sim.Event) {
	o.Log = append(o.Log, Line{e.Text, clock.Span(e.At), e.Pos})
}

// Follow has a watcher read the whole run, of which every line must have one
// time. At is the line at which it was found; the length of the log when that was
// the end.
func (o *Observed) Follow(w proof.Watcher) (found proof.Finding, at int) {
	w.Restart()
	for i := range o.Log {
		if found = w.Read(o.Log[i].Text, clock.Instant(o.Log[i].At), clock.Plain{}.Before); found != proof.Open {
			return found, i
		}
	}
	return w.End(o.Stop), len(o.Log)
}

// Runs are runs of one scenario in one world under one policy.
type Runs struct {
	List     []*Observed
	Complete bool     // these are all that can be, so that what holds in them is proved
	Why      say.Text // when not complete: why not, in words that follow a colon

	// Drawn is how many runs of the list were drawn independently of each other, by the
	// distributions of their lengths: what none of these does is not likely.
	Drawn int

	// Proofs are those of the question's watches, in its order; nil where none was
	// made.
	Proofs []*Proof
}

// Question asks for the runs of a program that expectations are held against.
type Question struct {
	Setting
	Times  bool                   // the time of a line counts too
	Only   []string               // only these lines are logged; nil: all
	Enough func([]*Observed) bool // of runs that were found by then: no more are wanted; nil: all are

	// Watch is what is asked of the runs and can be watched. Where these are too
	// many to be told apart by what they log, each watch may be proved by itself.
	Watch   []proof.Watch
	Watched bool // nothing else is asked: with proofs of all watches, no runs are wanted
}

// Proof is what came of a watch over all the runs that can be.
type Proof struct {
	Verdict Verdict
	Run     *Observed // Violated: a run that it does not hold in
	Paths   int       // how many runs, or parts of runs, were made for it
	Why     say.Text  // Unproved: why
}

// Runner gives the runs that expectations are held against: all that can be, as
// far as it finds them.
type Runner func(Question) Runs

// samples is how many runs Sampled makes.
const samples = 256

// Sampled is the run with every unknown at its low end, and, where there are
// unknowns or choices, many that draw them, those first that draw ends alone.
// When the options' Halt, Room or Until says so, it gives what is whole by then; of
// the options nothing else counts.
func (s Setting) Sampled(until Options) Runs {
	var runs []*Observed
	out := s.Sample(until, func(run *Observed) (goOn bool) {
		runs = append(runs, run)
		return true
	})
	if out.List = runs; out.Complete {
		out.List = runs[:1]
	}
	return out
}

// Sample gives the runs of [Setting.Sampled] one after the other, and keeps none, until
// take wants no more. What it returns says what these are, and lists none.
func (s Setting) Sample(until Options, take func(*Observed) (goOn bool)) Runs {
	for seed := range uint64(samples) {
		o := Options{Seed: seed, Halt: until.Halt, Room: until.Room, Until: until.Until}
		var sampler *clock.Sampler
		if seed > 0 {
			sampler = clock.NewSampler(seed)
			o.Oracle = sampler
		}
		run := observe(s, o)
		switch {
		case run.Stop.Reason == sim.Abandoned:
			return Runs{Why: say.OfError(run.Stop.Cut(errNoTime))}
		case seed > 0 && !sampler.Drew && s.World.Clock.Skew.Jitter.IsZero():
			return Runs{Complete: true}
		case !take(run):
			return Runs{Why: "no more were requested"}
		}
	}
	return Runs{Why: "they draw what is open"}
}

var errNoTime = say.Errorf("there was no time for more")

func observe(s Setting, o Options) *Observed {
	run, halt := &Observed{Seed: o.Seed}, o.Halt
	k := &keeper{Observed: run, room: o.Room}
	o.Sink, o.Wants = k, sim.KindsOf(sim.EventLog)
	o.Halt = func() bool { return k.full || halt != nil && halt() }
	run.Stop = s.Run(o)
	return run
}

// keeper keeps the lines of a run while there is room for them; then the run ends.
type keeper struct {
	*Observed
	room func(bytes int64) bool // nil: there always is
	full bool
}

// muchAtOnce is how many bytes of lines are kept before anybody is asked.
const muchAtOnce = 8 << 20

// Emit keeps a line (sim.Sink).
func (k *keeper) Emit(e sim.Event) {
	if n := cap(k.Log); len(k.Log) == n && k.room != nil {
		bytes := int64(n+n/4) * int64(reflect.TypeFor[Line]().Size())
		k.full = k.full || bytes >= muchAtOnce && !k.room(bytes)
	}
	if !k.full {
		k.Observed.Emit(e)
	}
}
