package main

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"evsim/explore"
	"evsim/model"
	"evsim/scenario"
)

// testOptions are the flags of test.
type testOptions struct {
	policies []string
	quiet    bool
}

// tally is what the last line says.
type tally struct{ passed, failed, checks, files int }

// test checks files against what they expect. A file that is no scenario does
// not keep the others from being checked.
func (a *app) test(ctx context.Context, paths []string, o testOptions) error {
	only, err := lookup(o.policies)
	if err != nil {
		return err
	}
	files, err := expand(paths)
	if err != nil {
		return err
	}
	sources, broken := a.load(files)
	r := reporter{Writer: bufio.NewWriter(a.stdout), style: a.style, quiet: o.quiet}
	r.measure(sources)
	for results := range verified(ctx, sources, only) {
		for _, v := range <-results {
			r.report(v)
		}
		r.files++
	}
	r.summary()
	if err := r.Flush(); err != nil {
		return fmt.Errorf("cannot write: %w", err)
	}
	if broken != nil {
		return broken
	}
	if r.failed > 0 {
		return exit(failed)
	}
	return nil
}

// verdict is the checks of one file under one policy.
type verdict struct {
	src    *source
	policy string
	checks []scenario.Check
}

func (v *verdict) failures() int {
	n := 0
	for i := range v.checks {
		if v.checks[i].Failure != nil {
			n++
		}
	}
	return n
}

// maxPaths is how many paths of one world are explored. Beyond, expectations
// are held against what was found by then and sampled runs, and proved no more.
const maxPaths = 200_000

// verified checks sources side by side, and hands the results out in order.
// Runs share nothing, so how they are spread does not show in them.
func verified(ctx context.Context, sources []*source, only []model.Policy) <-chan chan []verdict {
	slots := make(chan chan []verdict, runtime.GOMAXPROCS(0))
	go func() {
		defer close(slots)
		for _, src := range sources {
			if src.scenario == nil {
				continue
			}
			slot := make(chan []verdict, 1)
			slots <- slot
			go func() { slot <- verify(ctx, src, only) }()
		}
	}()
	return slots
}

func verify(ctx context.Context, src *source, only []model.Policy) []verdict {
	var out []verdict
	for _, p := range src.scenario.RunsOn() {
		if only != nil && !slices.ContainsFunc(only, func(q model.Policy) bool { return q.Name == p.Name }) {
			continue
		}
		v := verdict{src, p.Name, src.scenario.Verify([]model.Policy{p}, explore.Runs(ctx, maxPaths))}
		for i := range v.checks {
			findSeed(src.scenario, p, &v.checks[i])
		}
		out = append(out, v)
	}
	return out
}

// findSeed looks for a seed under which `run` shows the log of a failure that
// exploring found. Where there is none, the failure tells no log as its own.
func findSeed(s *scenario.Scenario, p model.Policy, c *scenario.Check) {
	if c.Failure == nil || c.Failure.Seed != 0 {
		return
	}
	world := &s.World
	for i := range s.Cases {
		if s.Cases[i].Name == c.Case {
			world = &s.Cases[i].World
		}
	}
	runs, _ := scenario.Sampled(s, p, world)
	for _, run := range runs {
		if slices.EqualFunc(run.Log, c.Failure.Got, func(a, b scenario.Line) bool { return a.Text == b.Text }) {
			c.Failure.Seed = run.Seed
			return
		}
	}
	c.Failure.Seed = noSeed
}

// noSeed marks a failure that no seed was found for.
const noSeed = math.MaxUint64
