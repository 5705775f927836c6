package evidence

import (
	"context"
	"fmt"
	"sync"
	"time"

	"evsim/observe"
	"evsim/scenario"
)

// Collector runs scenarios on runtimes and records what they do.
type Collector struct {
	Runtimes []Runtime
	Runs     int // in real time
	Workers  int // how many runtimes run at once
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
// on every runtime whose policy has what it needs.
func (c Collector) Collect(ctx context.Context, sources []Source) (Collection, error) {
	var tasks []task
	for _, src := range sources {
		tasks = append(tasks, task{src, ""})
		for i := range src.Scenario.Cases {
			k := &src.Scenario.Cases[i]
			tasks = append(tasks, task{Source{src.File, In(src.Scenario, k.World)}, k.Name})
		}
	}
	done := make([]Collection, len(tasks))
	errs := make([]error, len(tasks))
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(1, c.Workers) {
		workers.Go(func() {
			for i := range next {
				done[i], errs[i] = c.record(ctx, tasks[i])
			}
		})
	}
	for i := range tasks {
		next <- i
	}
	close(next)
	workers.Wait()
	return gather(done, errs)
}

func gather(done []Collection, errs []error) (out Collection, err error) {
	for i := range done {
		if errs[i] != nil {
			return out, errs[i]
		}
		out.Records = append(out.Records, done[i].Records...)
		out.Skipped = append(out.Skipped, done[i].Skipped...)
	}
	out.Records = alike(out.Records)
	return out, nil
}

// record runs one task on every runtime.
func (c Collector) record(ctx context.Context, t task) (out Collection, err error) {
	for _, r := range c.Runtimes {
		if ctx.Err() != nil {
			return out, ctx.Err()
		}
		script, err := Digest(r.prepared(t.Scenario), r.target())
		if err != nil {
			out.skip(t, err.Error())
			continue
		}
		p, err := r.Policy()
		if err != nil {
			return out, err
		}
		if t.Scenario.Supported(p) != nil {
			continue
		}
		r.Timeout = patience
		if Predict(t.Scenario, p).Endless {
			r.Timeout = endlessPatience
		}
		logs, err := c.logs(ctx, r, t.Scenario)
		if err != nil {
			return out, fmt.Errorf("%s on %v: %w", t.File, r, err)
		}
		out.Records = append(out.Records, Record{
			File: t.File, Case: t.world, Mode: r.mode(), Runtime: r.Name, Versions: []string{r.Version}, Script: script, Logs: logs,
		})
	}
	return out, nil
}

// patience is how long one run may take while evidence is recorded, and
// endlessPatience that of one which the model says never ends.
const (
	patience        = 30 * time.Second
	endlessPatience = 3 * time.Second
)

func (c *Collection) skip(t task, why string) {
	if t.world != "" {
		why += fmt.Sprintf(" (case %q)", t.world)
	}
	if n := len(c.Skipped); n == 0 || c.Skipped[n-1] != why {
		c.Skipped = append(c.Skipped, why)
	}
}

func (r Runtime) mode() Mode { return Virtual }

func (r Runtime) target() observe.Target { return observe.VirtualNode }

// prepared is the scenario as the runtime runs it for the record.
func (r Runtime) prepared(s *scenario.Scenario) *scenario.Scenario {
	if r.mode() == Virtual {
		return Stamped(s)
	}
	return s
}

func (c Collector) logs(ctx context.Context, r Runtime, s *scenario.Scenario) ([]Log, error) {
	if r.mode() == Virtual {
		o, err := r.ObserveVirtual(ctx, r.prepared(s))
		return []Log{newLog(o, 0)}, err
	}
	seen, err := r.Observe(ctx, s, c.Runs)
	var logs []Log
	for _, o := range Alike(s, seen) {
		logs = append(logs, newLog(OutcomeOf(o.Observation), o.Runs))
	}
	return logs, err
}
