package scenario

import (
	"fmt"
	"slices"
	"strings"

	"evsim/clock"
	"evsim/model"
	"evsim/sim"
)

// Runner gives the runs that an expectation is held against; all reports
// whether they are every run that can be, so that what holds is proved.
type Runner func(s *Scenario, p model.Policy, w *World) (runs []*Observed, all bool)

// Samples is how many runs Sampled makes.
const Samples = 256

// Line is one logged line.
type Line struct {
	Text string
	At   clock.Span // since the start; Unsettled when not the same in all the runs that it stands for
	Pos  sim.Pos    // the statement that logged it
}

// Unsettled is the time of a line that has no one time.
const Unsettled clock.Span = -1

// Check is one thing that must hold, held against the runs of one policy.
type Check struct {
	Policy  string
	Case    string  // the case's name; "" for the scenario itself
	What    string  // log, outcomes, includes, starves, unsupported, or the rule's text
	Pos     sim.Pos // where the file says so
	Runs    int     // how many different runs it was checked against
	Proved  bool    // these were all the runs that can be
	Failure *Failure
}

// Failure says why a check does not hold.
type Failure struct {
	Message string
	At      sim.Pos  // the expected line, or the expectation
	Logged  sim.Pos  // the statement that logged the line which differs; zero: none
	Want    []string // the expected order that is nearest; nil when there is none
	Got     []Line   // the log of the run that failed
	Seed    uint64   // which run: 0 is the one that `run` shows
}

// Verify checks every expectation, rule and case, under each of the policies.
// A policy that lacks what the scenario needs is passed over, unless an
// expectation speaks of just that.
func (s *Scenario) Verify(policies []model.Policy, run Runner) []Check {
	var checks []Check
	for _, p := range policies {
		v := verifier{s: s, policy: p, lacks: s.Supported(p), run: run}
		v.verify(&s.World, "", s.Expect, s.Rules)
		for i := range s.Cases {
			c := &s.Cases[i]
			v.verify(&c.World, c.Name, c.Expect, append(slices.Clip(c.Rules), s.Rules...))
		}
		checks = append(checks, v.checks...)
	}
	return checks
}

// verifier checks one policy.
type verifier struct {
	s      *Scenario
	policy model.Policy
	lacks  *Need
	run    Runner
	checks []Check

	runs   []*Observed // of the world being verified; nil: none made yet
	proved bool
}

// Observed is one run: its log and how it ended.
type Observed struct {
	Seed uint64 // 0: the run that has every unknown at its low end
	Log  []Line
	Stop sim.Stop
}

// Emit keeps a line (sim.Sink).
func (o *Observed) Emit(e sim.Event) {
	o.Log = append(o.Log, Line{e.Text, clock.Span(e.At), e.Pos})
}

func (v *verifier) verify(w *World, name string, expect []Expectation, rules []Rule) {
	v.runs = nil
	for i := range expect {
		e := &expect[i]
		switch {
		case e.Policies != nil && !slices.Contains(e.Policies, v.policy.Name):
		case e.Kind == ExpectUnsupported:
			v.checks = append(v.checks, Check{Policy: v.policy.Name, Case: name, What: e.String(), Pos: e.Pos, Proved: true, Failure: v.unsupported(e)})
		case v.lacks == nil:
			v.check(w, Check{Case: name, What: e.String(), Pos: e.Pos}, e.judge)
		}
	}
	for i := range rules {
		r := &rules[i]
		if v.lacks == nil && (r.On == nil || slices.Contains(r.On, v.policy.Name)) {
			v.check(w, Check{Case: name, What: r.Text, Pos: r.Pos}, r.judge)
		}
	}
}

// check holds one thing against the runs of a world, which are made once.
func (v *verifier) check(w *World, c Check, judge func([]*Observed) *Failure) {
	if v.runs == nil {
		v.runs, v.proved = v.run(v.s, v.policy, w)
	}
	c.Policy, c.Runs, c.Proved, c.Failure = v.policy.Name, len(v.runs), v.proved, judge(v.runs)
	v.checks = append(v.checks, c)
}

// Sampled is the run with every unknown at its low end, and, where there are
// unknowns or choices, many that draw them.
func Sampled(s *Scenario, p model.Policy, w *World) (runs []*Observed, all bool) {
	runs = append(runs, s.observe(p, Options{World: w}))
	for seed := uint64(1); seed < Samples; seed++ {
		sampler := clock.NewSampler(seed)
		runs = append(runs, s.observe(p, Options{World: w, Seed: seed, Oracle: sampler}))
		if !sampler.Drew && w.Clock.Skew.Jitter.IsZero() {
			return runs[:1], true
		}
	}
	return runs, false
}

func (s *Scenario) observe(p model.Policy, o Options) *Observed {
	run := &Observed{Seed: o.Seed}
	o.Sink, o.Wants = run, sim.KindsOf(sim.EventLog)
	run.Stop = s.Run(p, o)
	return run
}

func (v *verifier) unsupported(e *Expectation) *Failure {
	switch {
	case v.lacks == nil:
		return &Failure{Message: fmt.Sprintf("%s has %s", v.policy.Name, e.Label), At: e.Pos}
	case !v.s.needs(v.policy, e.Label):
		return &Failure{Message: fmt.Sprintf("%s has %s; what it lacks is %s", v.policy.Name, e.Label, v.lacks.Verb), At: e.Pos}
	}
	return nil
}

// needs reports whether a verb is one of those that the policy lacks.
func (s *Scenario) needs(p model.Policy, verb string) bool {
	for _, n := range s.Needs {
		if n.Verb == verb && !p.Features.Has(n.Feature) {
			return true
		}
	}
	return false
}

// String is the expectation's key.
func (e *Expectation) String() string {
	switch e.Kind {
	case ExpectLog:
		return "log"
	case ExpectOutcomes:
		return "outcomes"
	case ExpectIncludes:
		if len(e.Orders) == 0 {
			return "reaches: " + e.Reaches
		}
		return "includes"
	case ExpectStarves:
		return "starves: " + e.Label
	}
	return "unsupported: " + e.Label
}

// judge holds the expectation against runs.
func (e *Expectation) judge(runs []*Observed) *Failure {
	for _, o := range runs {
		if f := e.judgeEnd(o); f != nil {
			return f
		}
		if f := e.judgeLog(o); f != nil {
			return f
		}
	}
	if e.Kind == ExpectOutcomes || e.Kind == ExpectIncludes {
		return e.judgeReached(runs)
	}
	return nil
}

func (e *Expectation) judgeEnd(o *Observed) *Failure {
	ended, want := o.Stop.Reason.String(), e.Reaches
	if e.Kind == ExpectStarves && want == "" {
		want = sim.LimitCallbacks.String()
	}
	switch {
	case want == "" && o.Stop.Reason.Limit():
		return o.fail(e.Pos, "the run reached its limit of "+ended+": "+Explain(o.Stop))
	case want != "" && want != ended:
		return o.fail(e.Pos, "the run "+ended+"; it was to reach its limit of "+want)
	}
	return nil
}

func (o *Observed) fail(at sim.Pos, message string) *Failure {
	return &Failure{Message: message, At: at, Got: o.Log, Seed: o.Seed}
}

func (e *Expectation) judgeLog(o *Observed) *Failure {
	switch e.Kind {
	case ExpectStarves:
		for _, line := range o.Log {
			if line.Text == e.Label {
				f := o.fail(e.Pos, fmt.Sprintf("%q is logged", e.Label))
				f.Logged = line.Pos
				return f
			}
		}
	case ExpectLog, ExpectOutcomes:
		return e.judgeOrder(o)
	}
	return nil
}

// judgeOrder finds the run's log among the expected orders; a failure points
// at where it leaves the nearest of them.
func (e *Expectation) judgeOrder(o *Observed) *Failure {
	nearest, same := -1, -1
	for i := range e.Orders {
		n := commonPrefix(e.Orders[i].Lines, o.Log)
		if n == len(o.Log) && n == len(e.Orders[i].Lines) {
			return nil
		}
		if n > same {
			nearest, same = i, n
		}
	}
	want := &e.Orders[nearest]
	f := o.fail(want.At, "")
	f.Want = want.lines()
	switch {
	case same == len(want.Lines):
		f.Message = fmt.Sprintf("the log goes on with %q", o.Log[same].Text)
	case same == len(o.Log):
		f.At, f.Message = want.Pos[same], fmt.Sprintf("expected %q, but the log ends here", want.Lines[same])
	default:
		f.At, f.Message = want.Pos[same], fmt.Sprintf("expected %q, logged %q", want.Lines[same], o.Log[same].Text)
	}
	if same < len(o.Log) {
		f.Logged = o.Log[same].Pos
	}
	return f
}

func commonPrefix(want []string, got []Line) int {
	n := 0
	for n < len(want) && n < len(got) && want[n] == got[n].Text {
		n++
	}
	return n
}

// judgeReached demands that each listed order is the log of some run.
func (e *Expectation) judgeReached(runs []*Observed) *Failure {
	for i := range e.Orders {
		want := &e.Orders[i]
		if nearest := want.nearest(runs); !want.is(nearest.Log) {
			f := nearest.fail(want.At, fmt.Sprintf("no run gives this order (%d tried)", len(runs)))
			f.Want = want.lines()
			return f
		}
	}
	return nil
}

// nearest is the run whose log has most lines in common with the order before
// they differ; the order's own, if there is one.
func (want *Order) nearest(runs []*Observed) *Observed {
	best, same := runs[0], -1
	for _, o := range runs {
		if n := commonPrefix(want.Lines, o.Log); n > same || n == same && want.is(o.Log) {
			best, same = o, n
		}
	}
	return best
}

// is reports whether a log is the order.
func (want *Order) is(log []Line) bool {
	return len(log) == len(want.Lines) && commonPrefix(want.Lines, log) == len(log)
}

// lines is the order for a failure, where no order at all is nil.
func (want *Order) lines() []string { return append([]string{}, want.Lines...) }

// Explain says in one sentence why a run reached a limit: which queue never
// drains, and which statement keeps it from draining.
func Explain(stop sim.Stop) string {
	where := stop.Label
	if stop.At.Line > 0 {
		where = fmt.Sprintf("%s at %d:%d", stop.Label, stop.At.Line, stop.At.Col)
	}
	if len(stop.Queues) > 0 {
		return fmt.Sprintf("the %s never drains: %s goes on for ever (%d callbacks in one checkpoint)", queues(stop.Queues), where, stop.Count)
	}
	return fmt.Sprintf("the last callback was %s", where)
}

func queues(names []string) string {
	sorted := slices.Sorted(slices.Values(names))
	if len(sorted) == 1 {
		return sorted[0] + " queue"
	}
	return "pair of queues " + strings.Join(sorted, " and ")
}

// RunsOn is the policies that the scenario is meant for: those that it names,
// or else every one that has what its statements need.
func (s *Scenario) RunsOn() []model.Policy {
	var out []model.Policy
	for _, p := range model.Policies() {
		if s.Policies == nil && s.Supported(p) == nil {
			out = append(out, p)
		}
	}
	for _, name := range s.Policies {
		if p, err := model.Lookup(name); err == nil {
			out = append(out, p)
		}
	}
	return out
}
