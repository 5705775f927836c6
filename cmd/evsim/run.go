package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/budget"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
	"evsim/scenario/expect"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
	"evsim/sim"
)

// runOptions are the flags of run.
// choice says which runs of a file are meant.
type choice struct {
	policies []string // nil: those that the file names
	caseName string
	set      []string // KEY=VALUE
	unknown  []string // kinds of lengths
}

type runOptions struct {
	choice
	seed     uint64
	format   format
	pace     string
	replay   string
	stats    bool
	polls    bool
	animate  bool     // a picture moves
	profiles []string // kind=FILE
}

// plan is one run to be done.
type plan struct {
	program.Setting
	src      *source
	demanded expect.Expected
	name     string // the case's; "" for none
	lang     *say.Language
	equal    []string     // the other policies under which the same text comes out
	likely   *likelihoods // of an exploration; nil: they were not asked for
	late     bool         // the time of its exploration was over before all was found
}

// run does every run that the files and the flags ask for, once all of them
// are known to be possible.
func (a *app) run(ctx context.Context, files []string, o runOptions) error {
	if o.polls && o.format != formatText {
		return say.Errorf("--polls works only with the format text; ndjson has polls as events")
	}
	plans, err := a.planAll(files, o)
	if err != nil {
		return err
	}
	p, err := a.newPlayer(ctx, o.pace)
	if err != nil {
		return err
	}
	defer p.stop()
	profiles, err := startProfiles(o.profiles)
	if err != nil {
		return err
	}
	plans, err = a.grouped(plans, p, o)
	if err == nil {
		err = a.perform(plans, a.writer(o, len(plans)), p, o)
	}
	return errors.Join(err, profiles.stop())
}

// planAll is the runs that the files and the flags ask for.
func (a *app) planAll(files []string, o runOptions) ([]plan, error) {
	policies, err := lookup(o.policies)
	if err != nil {
		return nil, err
	}
	sources, err := a.load(files)
	if err != nil {
		return nil, err
	}
	if o.replay != "" && len(sources) != 1 {
		return nil, say.Errorf("--replay works with one file only")
	}
	var plans []plan
	for _, src := range sources {
		if err := src.free(o.unknown); err != nil {
			return nil, err
		}
		some, err := a.plan(src, policies, o.choice)
		if err != nil {
			return nil, err
		}
		plans = append(plans, some...)
	}
	return plans, nil
}

func (a *app) writer(o runOptions, runs int) trace.Writer {
	switch o.format {
	case formatLog:
		return trace.NewLog(a.stdout, runs > 1)
	case formatNDJSON:
		return trace.NewNDJSON(a.stdout)
	}
	text := trace.NewText(a.stdout, a.style)
	text.In(a.lang)
	if o.polls {
		text.ShowPolls()
	}
	return text
}

func lookup(names []string) ([]model.Policy, error) {
	var policies []model.Policy
	for _, name := range names {
		p, err := model.Lookup(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(policies, func(q model.Policy) bool { return q.Name == p.Name }) {
			policies = append(policies, p)
		}
	}
	return policies, nil
}

// plan is the runs of one file.
func (a *app) plan(src *source, policies []model.Policy, o choice) ([]plan, error) {
	s := src.scenario
	if policies == nil {
		policies = slices.DeleteFunc(s.RunsOn(), func(p model.Policy) bool { return s.Lacks(p) != nil })
	}
	if len(policies) == 0 {
		return nil, say.Errorf("%s: no policy has all that the script uses", src.name)
	}
	base := plan{Setting: program.Setting{Program: s, World: &s.World}, src: src, demanded: s.Expected(nil), lang: a.lang}
	if err := base.choose(o.caseName); err != nil {
		return nil, err
	}
	changed := *base.World
	tree := &scenario.Scenario{Tree: s.Tree}
	if err := a.override(&changed, &tree.Tree, o.set); err != nil {
		return nil, err
	}
	if len(tree.Unknowns) > len(s.Unknowns) {
		src.scenario, base.Program = tree, tree
	}
	base.World = &changed
	var plans []plan
	code := done
	for _, p := range policies {
		if need := s.Lacks(p); need != nil {
			a.lacking(src, p, need)
			if !need.AtRun {
				code = unusable
			}
		}
		base.Policy = p
		plans = append(plans, base)
	}
	return plans, code.asError()
}

// choose takes the world of the case that the user named.
func (p *plan) choose(name string) error {
	if name == "" {
		return nil
	}
	var names, found []string
	for i := range p.src.scenario.Cases {
		c := &p.src.scenario.Cases[i]
		names = append(names, fmt.Sprintf("%q", c.Name))
		if c.Name != name && !strings.Contains(c.Name, name) {
			continue
		}
		found = append(found, fmt.Sprintf("%q", c.Name))
		p.World, p.demanded, p.name = &c.World, p.src.scenario.Expected(c), c.Name
		if c.Name == name {
			return nil
		}
	}
	switch {
	case len(names) == 0:
		return say.Errorf("%s: there are no cases", p.src.name)
	case len(found) == 0:
		return say.Errorf("%s: no case %q: there are %s", p.src.name, name, joined(names))
	case len(found) > 1:
		return say.Errorf("%s: %q is a part of several cases: %s", p.src.name, name, joined(found))
	}
	return nil
}

// override changes the world as the flags say.
func (a *app) override(w *program.World, of *script.Tree, set []string) error {
	code := done
	for _, assignment := range set {
		changed, unknowns, diags := syntax.Override(*w, of, assignment)
		if diags.Failed() {
			a.diagnose(&source{text: []byte(assignment), diagnostics: diags})
			code = unusable
			continue
		}
		*w, of.Unknowns = changed, unknowns
	}
	return code.asError()
}

// lacking says what a policy does not have, and which have it.
func (a *app) lacking(src *source, p model.Policy, need *program.Need) {
	verb, _, _ := strings.Cut(need.Verb, ":")
	if need.Pos.File != "" {
		src = &source{name: path.Join(path.Dir(src.name), need.Pos.File)}
	}
	src.diagnostics = diagnostic.List{{
		File: src.name, Pos: need.Pos, Width: len(verb),
		Message: say.Of("`%s` is not in %s", need.Verb, p.Name),
		Hint:    syntax.LackHint(*need),
		Warning: need.AtRun,
	}}
	a.diagnose(src)
}

// perform does the runs, one after the other.
func (a *app) perform(plans []plan, w trace.Writer, p *player, o runOptions) error {
	code := done
	for i := range plans {
		oracle, err := plans[i].oracle(o)
		if err != nil {
			return err
		}
		stop, err := a.performOne(&plans[i], w, p, o, oracle)
		if err != nil {
			return say.Errorf("cannot write: %w", reason(err))
		}
		if p.interrupted() {
			return exit(interrupted)
		}
		if stop.Reason.Limit() && !plans[i].expected(stop.Reason) || stop.Reason == sim.Abandoned {
			code = limited
		}
		a.cutShort(p.ctx, &plans[i], stop)
		if o.format != formatText {
			a.tellEnd(&plans[i], stop)
		}
	}
	return code.asError()
}

// oracle answers what the world leaves open: as the token says, as the seed
// draws it, or, if it is nil, with low ends.
func (p *plan) oracle(o runOptions) (clock.Oracle, error) {
	switch {
	case o.replay != "":
		witness, err := explore.ParseToken(o.replay, p.src.identity())
		return witness.Oracle(), err
	case o.seed != 0:
		return clock.NewSampler(o.seed), nil
	}
	return nil, nil
}

func (a *app) performOne(p *plan, w trace.Writer, play *player, o runOptions, oracle clock.Oracle) (sim.Stop, error) {
	w.Begin(p.sameIn(p.heading(o)))
	run := p.Prepare(program.Options{Seed: o.seed, Oracle: oracle, Sink: play.slowed(w), Wants: w.Kinds(), Halt: halting(play.ctx), Room: budget.Room(play.ctx), Until: play.ctx})
	start := time.Now()
	stop := run.Run()
	if play.interrupted() {
		return stop, w.Flush()
	}
	why := ending(stop)
	if stop.Reason == sim.Abandoned {
		cut := stop.Cut(context.Cause(play.ctx))
		if why = cut.Error(); o.format == formatText {
			why = plain(cut, a.lang)
		}
	}
	err := w.End(stop, why)
	if o.stats {
		took := time.Since(start)
		fmt.Fprintf(a.stderr, "%s: %s: %s", report.Shown(p.src.name), p.Policy.Name, stats(a.lang, run.Figures(), took))
	}
	return stop, err
}

// ending says why a run came to no natural end; "" where it did.
func ending(stop sim.Stop) string {
	if stop.Reason.Endless() {
		return stop.Explain().String()
	}
	return ""
}

// expected reports whether the scenario says that the run reaches a limit.
func (p *plan) expected(limit sim.StopReason) bool {
	return slices.ContainsFunc(p.demanded.Expect, func(e expect.Expectation) bool {
		want := e.Reaches
		if want == "" && e.Kind == expect.Starves {
			want = sim.LimitCallbacks.String()
		}
		return want == limit.String() && (e.Policies == nil || slices.Contains(e.Policies, p.Policy.Name))
	})
}

// tellEnd says on standard error what the log alone does not: why a run did
// not come to its natural end.
func (a *app) tellEnd(p *plan, stop sim.Stop) {
	switch {
	case stop.Reason.Limit():
		a.complain(say.Errorf("%s: %s: stopped at the limit of %s: %s", p.src.name, p.Policy.Name, stop.Reason, stop.Explain()))
	case stop.Reason == sim.Waiting:
		a.complain(say.Errorf("%s: %s: waits for ever: %s", p.src.name, p.Policy.Name, stop.Explain()))
	case stop.Reason == sim.Died:
		a.complain(say.Errorf("%s: %s: died, exit code %d: %s", p.src.name, p.Policy.Name, stop.Code, stop.Error))
	}
}
