package evidence

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"evsim/internal/observe"
	"evsim/model"
	"evsim/scenario"
)

// Collector runs scenarios on runtimes and records what they do.
type Collector struct {
	Runtimes []Runtime
	Runs     int  // in real time
	Real     bool // Node, too, runs in real time
	Workers  int  // how many runtimes run at once
}

// Source is a scenario and the name that records call it by.
type Source struct {
	File     string
	Scenario *scenario.Scenario
}

// Collection is what was recorded, and what could not be.
type Collection struct {
	Records []Record
	Skipped []string // why, once for each scenario and reason; sorted by scenario
}

// Observations counts the records by version.
func (c Collection) Observations() (n int) {
	for _, r := range c.Records {
		n += len(r.Versions)
	}
	return n
}

// task is one scenario in one world.
type task struct {
	Source
	world string
}

// Collect records every scenario, in its own world and in those of its cases,
// on every runtime whose policy has what it needs. Browsers, in which no case's
// world can be had, run them in the scenario's own.
func (c Collector) Collect(ctx context.Context, sources []Source) (Collection, error) {
	var own, all []task
	for _, src := range sources {
		own = append(own, task{src, ""})
		all = append(all, task{src, ""})
		for i := range src.Scenario.Cases {
			k := &src.Scenario.Cases[i]
			all = append(all, task{Source{src.File, In(src.Scenario, k.World)}, k.Name})
		}
	}
	out := Collection{}
	for _, r := range c.Runtimes {
		var err error
		switch {
		case r.Browser():
			err = c.inBrowser(ctx, r, own, &out)
		case c.Real:
			err = c.inRealTime(ctx, r, own, &out)
		default:
			err = c.inNode(ctx, r, all, &out)
		}
		if err != nil {
			return out, fmt.Errorf("%v: %w", r, err)
		}
	}
	out.Records = alike(out.Records)
	slices.Sort(out.Skipped)
	out.Skipped = slices.Compact(out.Skipped)
	return out, nil
}

// inNode runs tasks under the virtual clock, several at a time.
func (c Collector) inNode(ctx context.Context, r Runtime, tasks []task, out *Collection) error {
	policy, err := r.Policy()
	if err != nil {
		return err
	}
	found := make([]Record, len(tasks))
	errs := make([]error, len(tasks))
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, c.Workers) {
		workers.Go(func() {
			for i := range next {
				found[i], errs[i] = r.recordVirtual(ctx, tasks[i], policy)
			}
		})
	}
	for i, t := range tasks {
		if t.Scenario.Lacks(policy) != nil {
			continue
		}
		if _, err := observe.Export(t.Scenario, observe.VirtualNode); err != nil {
			out.skip(t, err)
		} else {
			next <- i
		}
	}
	close(next)
	workers.Wait()
	for i := range tasks {
		switch {
		case errs[i] != nil:
			return errs[i]
		case found[i].File != "":
			out.Records = append(out.Records, found[i])
		}
	}
	return nil
}

// patience is how long one run may take while evidence is recorded, and
// endlessPatience that of one which the model says never ends.
const (
	patience        = 30 * time.Second
	endlessPatience = 3 * time.Second
)

func (r Runtime) recordVirtual(ctx context.Context, t task, p model.Policy) (Record, error) {
	s := Stamped(t.Scenario)
	script, err := Digest(s, observe.VirtualNode)
	if err != nil {
		return Record{}, err
	}
	r.Timeout = patience
	predicted := Predict(s, p)
	if predicted.Endless {
		r.Timeout = endlessPatience
	}
	o, err := r.ObserveVirtual(ctx, s)
	if err != nil {
		return Record{}, fmt.Errorf("%s: %w", t.File, err)
	}
	o.Whole = predicted.Whole // so that all of it is kept
	return Record{
		File: t.File, Case: t.world, Mode: Virtual, Runtime: r.Name, Versions: []string{r.Version}, Script: script, Logs: []Log{newLog(o, 0)},
	}, nil
}

// inRealTime runs tasks on a Node as often as is wanted, one after the other: what
// the virtual clock cannot have, such as costs, is shown in no other way.
func (c Collector) inRealTime(ctx context.Context, r Runtime, tasks []task, out *Collection) error {
	policy, err := r.Policy()
	if err != nil {
		return err
	}
	r.Timeout = patience
	for _, t := range tasks {
		if t.Scenario.Lacks(policy) != nil {
			continue
		}
		script, err := Digest(t.Scenario, observe.Node)
		if err != nil {
			out.skip(t, err)
			continue
		}
		seen, err := r.Observe(ctx, t.Scenario, c.Runs)
		if err != nil {
			return fmt.Errorf("%s: %w", t.File, err)
		}
		out.Records = append(out.Records, NewRecord(t.File, r, script, seen))
	}
	return nil
}

// inBrowser runs tasks in real time, all in one start of the browser.
func (c Collector) inBrowser(ctx context.Context, r Runtime, tasks []task, out *Collection) error {
	policy, err := r.Policy()
	if err != nil {
		return err
	}
	var able []task
	var scenarios []*scenario.Scenario
	for _, t := range tasks {
		if t.Scenario.Lacks(policy) != nil {
			continue
		}
		if _, err := pageOf(t.Scenario, policy); err != nil {
			out.skip(t, err)
			continue
		}
		able, scenarios = append(able, t), append(scenarios, t.Scenario)
	}
	seen, err := r.ObservePages(ctx, scenarios, c.Runs)
	if err != nil {
		return err
	}
	for i, t := range able {
		script, err := Digest(t.Scenario, observe.Browser)
		if err != nil {
			return err
		}
		record := NewRecord(t.File, r, script, seen[i])
		record.Case = t.world
		out.Records = append(out.Records, record)
	}
	return nil
}

func (c *Collection) skip(t task, err error) {
	why := err.Error()
	if t.world != "" {
		why += fmt.Sprintf(" (case %q)", t.world)
	}
	c.Skipped = append(c.Skipped, why)
}
