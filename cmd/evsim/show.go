package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/explore"
	"evsim/scenario"
	"evsim/states"
	"evsim/trace"
	"evsim/viewer"
)

// reportOptions are the flags of report.
type reportOptions struct {
	runOptions
	out     string
	explore bool
	paths   int
}

// maxOrders is how many orders of one policy a report shows.
const maxOrders = 64

// report writes the runs of a file as a page.
func (a *app) report(ctx context.Context, file string, o reportOptions) error {
	if o.explore && (o.seed != 0 || o.replay != "") {
		return errors.New("--explore shows every order: it goes with neither --seed nor --replay")
	}
	plans, err := a.planAll([]string{file}, o.runOptions)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	src := plans[0].src
	d := viewer.NewDocument(src.name, src.scenario.Name, string(src.text))
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
	cite(d)
	var b bytes.Buffer
	if err := viewer.WriteReport(&b, d); err != nil {
		return err
	}
	if err := a.writeOut(o.out, b.String()); err != nil {
		return err
	}
	return code.asError()
}

// gather adds the runs of one plan to a document; it reports whether one
// reached a limit that the scenario does not expect, or orders may be missing.
func (a *app) gather(ctx context.Context, d *viewer.Document, p *plan, o reportOptions) (limits bool, err error) {
	if !o.explore {
		oracle, err := p.oracle(o.runOptions)
		if err != nil {
			return false, err
		}
		return p.recordOne(d, viewer.Run{Command: p.shown(o.runOptions)}, o.seed, oracle), nil
	}
	r := explore.Explore(ctx, p.src.scenario, p.policy, explore.Options{World: &p.world, Paths: o.paths})
	if ctx.Err() != nil {
		return false, exit(interrupted)
	}
	for i := range r.Orders[:min(len(r.Orders), maxOrders)] {
		order := &r.Orders[i]
		next := viewer.Run{Order: i + 1, Command: p.replayed(order, exploreOptions{set: o.set, unknown: o.unknown})}
		if r.Complete {
			next.Condition = r.When(i).Words
		}
		limits = p.recordOne(d, next, 0, order.Witness.Oracle()) || limits
	}
	if !r.Complete || len(r.Orders) > maxOrders {
		a.complain(fmt.Errorf("%s: %s: %s; %d are shown", p.src.name, p.policy.Name, found(&r), min(len(r.Orders), maxOrders)))
		limits = true
	}
	return limits, nil
}

// recordOne runs a plan into a document.
func (p *plan) recordOne(d *viewer.Document, next viewer.Run, seed uint64, oracle clock.Oracle) (limit bool) {
	next.Queues = p.policy.Queues()
	w := viewer.Recorder{Document: d, Next: &next}
	var r states.Recording
	stop := p.src.scenario.Run(p.policy, scenario.Options{World: &p.world, Seed: seed, Oracle: oracle, Sink: &r, Wants: w.Kinds()})
	next.Reasons = reasons(r.Events[:min(len(r.Events), viewer.MaxEvents)], p.policy)
	w.Begin(p.heading(seed))
	for _, e := range r.Events {
		w.Emit(e)
	}
	why := ""
	if stop.Reason.Limit() {
		why = scenario.Explain(stop)
	}
	w.End(stop, why)
	return stop.Reason.Limit() && !p.expected(stop.Reason)
}

// shown is the command that shows a run in text.
func (p *plan) shown(o runOptions) string {
	command := []string{"evsim run", quoted(p.src.name), "--policy", p.policy.Name}
	if p.name != "" {
		command = append(command, "--case", quoted(p.name))
	}
	for _, set := range o.set {
		command = append(command, "--set", quoted(set))
	}
	if len(o.unknown) > 0 {
		command = append(command, "--unknown", strings.Join(o.unknown, ","))
	}
	if o.seed != 0 {
		command = append(command, "--seed", strconv.FormatUint(o.seed, 10))
	}
	if o.replay != "" {
		command = append(command, "--replay", o.replay)
	}
	return strings.Join(command, " ")
}

// heading is what a writer is told of the run.
func (p *plan) heading(seed uint64) trace.Run {
	return trace.Run{
		File: p.src.name, Title: p.src.scenario.Name, Case: p.name, Seed: seed,
		Policy: p.policy.Name, Versions: p.policy.Versions, Process: p.policy.Node != nil,
	}
}
