package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"evsim/explore"
	"evsim/internal/budget"
	"evsim/internal/observe/evidence"
	"evsim/internal/observe/nodes"
	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// observeOptions are the flags of observe.
type observeOptions struct {
	runtimes []string
	runs     int
	virtual  bool
	caseName string
	timeout  time.Duration
	format   format
}

// observe runs a scenario on real runtimes and holds what they log against the
// policies that stand for them.
func (a *app) observe(ctx context.Context, file string, o observeOptions) error {
	src, err := a.loadOne(file)
	if err != nil {
		return err
	}
	p := plan{Setting: program.Setting{Program: src.scenario, World: &src.scenario.World}, src: src}
	if err := p.choose(o.caseName); err != nil {
		return err
	}
	ctx, stop := a.untilInterrupted(ctx, 0)
	defer stop()
	bound := func(ctx context.Context) (context.Context, func()) { return a.bounded(ctx, a.most) }
	var subjects []*subject
	for _, text := range o.runtimes {
		r, err := evidence.Open(ctx, text)
		if err != nil {
			return a.unless(ctx, err)
		}
		r.Timeout = o.timeout
		subjects = append(subjects, &subject{runtime: r, scenario: evidence.In(src.scenario, *p.World), most: a.most, bound: bound})
	}
	if err := a.observable(src, subjects); err != nil {
		return err
	}
	return a.unless(ctx, a.observeAll(ctx, &p, subjects, o))
}

// unless is the error, or that the user has had enough.
func (a *app) unless(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return exit(interrupted)
	}
	return err
}

// observable finds the policies that stand for runtimes, and says which lack
// what the scenario uses.
func (a *app) observable(src *source, subjects []*subject) error {
	code := done
	for _, s := range subjects {
		if s.policy, s.unknown = s.runtime.Policy(); s.unknown != nil {
			continue
		}
		if need := src.scenario.Lacks(s.policy); need != nil {
			a.lacking(src, s.policy, need)
			code = unusable
		}
	}
	return code.asError()
}

// observeAll observes one runtime after the other. What was found is shown even
// if a later one fails.
func (a *app) observeAll(ctx context.Context, p *plan, subjects []*subject, o observeOptions) error {
	r := observeReporter{reporter: a.reporter(), src: p.src, world: p.name, format: o.format}
	defer r.Flush()
	code := done
	for _, s := range subjects {
		found, err := s.observe(ctx, o)
		if err != nil {
			return a.refuse(p.src, err)
		}
		code = worse(code, found.status())
		r.report(s, found)
		if err := r.Flush(); err != nil {
			return say.Errorf("cannot write: %w", err)
		}
	}
	return code.asError()
}

// worse is the exit code of two results: one that is wrong outweighs one of
// which nothing can be claimed.
func worse(a, b status) status {
	if a == failed || b == done {
		return a
	}
	return b
}

// install fetches releases of Node.
func (a *app) install(ctx context.Context, versions []string) error {
	var releases []string
	for _, text := range versions {
		release, ok := nodes.Version(text)
		if !ok {
			return say.Errorf("%q is not a release of Node: write it as 24.21.0", text)
		}
		releases = append(releases, release)
	}
	ctx, stop := a.untilInterrupted(ctx, 0)
	defer stop()
	var missing []string
	for _, release := range releases {
		path, fetched, err := nodes.Install(ctx, release)
		if ctx.Err() != nil {
			return a.unless(ctx, err)
		}
		if err != nil { // of this package; the others may be sound
			a.complain(err)
			missing = append(missing, release)
			continue
		}
		what := "was there"
		if fetched {
			what = "installed"
		}
		if _, err := fmt.Fprintf(a.stdout, "node %s %s: %s\n", release, what, path); err != nil {
			return say.Errorf("cannot write: %w", err)
		}
	}
	if missing != nil {
		return say.Errorf("%d of %s not installed: %s", len(missing), say.Counted("1 release", "%d releases", len(releases)), strings.Join(missing, ", "))
	}
	return nil
}

// subject is one runtime that a scenario is observed on.
type subject struct {
	runtime  evidence.Runtime
	scenario *scenario.Scenario
	policy   model.Policy
	unknown  error // why no policy stands for it
	most     budget.Budget
	bound    func(context.Context) (context.Context, func()) // of what the model does
}

// finding is what a runtime did, and what the model says of it.
type finding struct {
	runs    int
	judged  bool // a policy stands for the runtime
	virtual bool
	model   evidence.Outcome // virtual: what should have been
	logs    []observed       // the most frequent first; virtual: one
	late    bool             // real time: most runs are possible only on a slow machine
}

// observed is one log.
type observed struct {
	evidence.Outcome
	runs    int
	verdict evidence.Seen // real time
	equal   bool          // virtual
}

func (s *subject) observe(ctx context.Context, o observeOptions) (finding, error) {
	if o.virtual {
		return s.observeVirtual(ctx)
	}
	logs, err := s.runtime.Observe(ctx, s.scenario, o.runs)
	f := finding{runs: o.runs, judged: s.unknown == nil}
	ctx, done := s.bound(ctx)
	defer done()
	for _, seen := range logs {
		log := observed{Outcome: seen.Outcome, runs: seen.Runs}
		if f.judged {
			log.verdict = evidence.Case{Scenario: s.scenario, Policy: s.policy, Paths: maxPaths, Memory: s.most.Memory}.JudgeReal(ctx, log.Outcome)
		}
		f.logs = append(f.logs, log)
	}
	f.late = f.judged && f.mostlyLate()
	return f, err
}

func (f *finding) mostlyLate() bool {
	var runs []int
	var seen []evidence.Seen
	for i := range f.logs {
		runs, seen = append(runs, f.logs[i].runs), append(seen, f.logs[i].verdict)
	}
	return evidence.MostlyLate(runs, seen)
}

// observeVirtual runs the scenario once under the virtual clock. Chromium has
// tasks of its own there too, which a scenario does not know.
func (s *subject) observeVirtual(ctx context.Context) (finding, error) {
	s.policy = s.policy.Punctual()
	stamped := evidence.Stamped(s.scenario)
	out, err := s.runtime.ObserveVirtual(ctx, stamped)
	if err != nil {
		return finding{}, err
	}
	f := finding{runs: 1, virtual: true, logs: []observed{{Outcome: out, runs: 1}}}
	if s.unknown == nil {
		ctx, done := s.bound(ctx)
		defer done()
		if f.model, s.unknown = evidence.PredictUntil(ctx, stamped, s.policy); s.unknown == nil {
			f.logs[0].equal = f.model.Equal(out) || s.possible(ctx, stamped, out)
		}
	}
	f.judged = s.unknown == nil
	return f, nil
}

// possible reports whether the model can do what was seen where it leaves an
// order open. What is not decided becomes a reason to claim nothing.
func (s *subject) possible(ctx context.Context, stamped *scenario.Scenario, out evidence.Outcome) bool {
	if s.runtime.Browser() {
		c := evidence.Case{Scenario: stamped, Policy: s.policy.Crowded(), Paths: maxPaths, Memory: s.most.Memory}
		v := c.Judge(ctx, out.Log)
		if v.Claim == explore.Unclear {
			s.unknown = say.Errorf("%s", v.Why)
		}
		return v.Claim == explore.Legal
	}
	possible, known := evidence.Possible(ctx, stamped, s.policy, out)
	switch {
	case known:
	case ctx.Err() != nil:
		s.unknown = context.Cause(ctx)
	default:
		s.unknown = say.Errorf("too many events arrive at the same instants to try every order")
	}
	return possible
}

// status is the exit code that a finding is worth.
func (f *finding) status() status {
	if !f.judged {
		return limited
	}
	code := done
	for i := range f.logs {
		code = worse(code, f.logs[i].status(f.virtual))
	}
	return code
}

func (o *observed) status(virtual bool) status {
	switch {
	case virtual && o.equal, !virtual && o.verdict.Claim == explore.Legal:
		return done
	case !virtual && o.verdict.Claim == explore.Unclear:
		return limited
	}
	return failed
}
