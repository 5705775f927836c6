package main

import (
	"context"
	"io"

	"evsim/internal/document"
	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/internal/viewer"
	"evsim/sim"
)

// reportOptions are the flags of report.
type reportOptions struct {
	runOptions
	out     string
	explore bool
	paths   int
}

// report writes the runs of a file as a page.
func (a *app) report(ctx context.Context, file string, o reportOptions) error {
	if o.explore && (o.seed != 0 || o.replay != "") {
		return say.Errorf("--explore shows every order: it cannot be used with --seed or --replay")
	}
	plans, err := a.planAll([]string{file}, o.runOptions)
	if err != nil {
		return err
	}
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	ctx, leave := a.bounded(ctx, a.most)
	defer leave()
	src := plans[0].src
	limits := document.Report
	limits.Paths, limits.Memory = o.paths, a.most.Memory/2 // the other half is for the page
	limits.Size = min(limits.Size, int(a.most.Memory/document.MemoryOfSize))
	d := document.New(src.name, src.scenario, src.text, limits)
	code := done
	for i := range plans {
		limits, err := a.gather(ctx, d, &plans[i], o)
		if err != nil {
			return err
		}
		if limits {
			code = limited
		}
	}
	d.Decide(ctx)
	d.Cite()
	if err := a.writePage(o.out, func(w io.Writer) error { return viewer.WriteReport(w, d.Document) }); err != nil {
		return err
	}
	return code.asError()
}

// gather adds the runs of one plan to a document; it reports whether one
// reached a limit that the scenario does not expect, or orders may be missing.
func (a *app) gather(ctx context.Context, d *document.Recorder, p *plan, o reportOptions) (limits bool, err error) {
	recorded := p.recorded(o.runOptions)
	if !o.explore {
		oracle, err := p.oracle(o.runOptions)
		if err != nil {
			return false, err
		}
		stop := d.Run(ctx, &recorded, oracle)
		if gone(ctx) {
			return false, exit(interrupted)
		}
		a.cutShort(ctx, p, stop)
		return a.tellLimit(p, stop) || stop.Reason == sim.Abandoned, nil
	}
	r, shown := d.Orders(ctx, &recorded)
	if gone(ctx) {
		return false, exit(interrupted)
	}
	for i := range r.Orders[:shown] { // one stands for all
		limits = limits || a.tellLimit(p, r.Orders[i].Stop)
	}
	if !r.Complete || len(r.Orders) > shown {
		a.complain(say.Errorf("%s: %s: %s; %d are shown", p.src.name, p.Policy.Name, document.Found(&r), shown))
		limits = true
	}
	return limits, nil
}

// tellLimit says which limit a run reached that its scenario does not expect; false:
// none.
func (a *app) tellLimit(p *plan, stop sim.Stop) bool {
	if !p.surprising(stop) {
		return false
	}
	a.tellEnd(p, stop)
	return true
}

// surprising reports whether a run reached a limit that the scenario does not
// expect.
func (p *plan) surprising(stop sim.Stop) bool { return stop.Reason.Limit() && !p.expected(stop.Reason) }

// recorded is a plan as the room that records it takes it.
func (p *plan) recorded(o runOptions) document.Plan {
	return document.Plan{
		Setting: p.Setting, Text: p.src.identity(),
		Command: document.Command{File: p.src.name, Policy: p.Policy.Name, Case: p.name, Set: o.set, Unknown: o.unknown, Seed: o.seed, Replay: o.replay},
	}
}

// shown is the command that shows a run in text.
func (p *plan) shown(o runOptions) string {
	recorded := p.recorded(o)
	return recorded.Command.String()
}

// heading is what a writer is told of the run.
func (p *plan) heading(o runOptions) trace.Run {
	recorded := p.recorded(o)
	return recorded.Heading()
}
