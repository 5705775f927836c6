package main

import (
	"context"
	"errors"

	"evsim/internal/budget"
	"evsim/internal/say"
	"evsim/internal/states"
	"evsim/internal/stepper"
	"evsim/program"
)

// step steps through one run of a file: that of the first policy.
func (a *app) step(ctx context.Context, file string, breakpoints []string, o runOptions) error {
	var halts []stepper.Breakpoint
	for _, text := range breakpoints {
		b, err := stepper.ParseBreakpoint(text)
		if err != nil {
			return err
		}
		halts = append(halts, b)
	}
	plans, err := a.planAll([]string{file}, o)
	if err != nil {
		return err
	}
	if file == stdinName || !isTerminal(a.stdout) {
		return say.Errorf("step needs a terminal and a file; evsim run and evsim report show a run without")
	}
	p := &plans[0]
	oracle, err := p.oracle(o)
	if err != nil {
		return err
	}
	bound, done := a.bounded(ctx, a.most)
	var r states.Recording
	r.Within(budget.Room(bound))
	stop := p.Run(program.Options{Seed: o.seed, Oracle: oracle, Sink: &r, Wants: states.Kinds, Halt: halting(bound), Room: budget.Room(bound), Until: bound})
	a.cutShort(bound, p, stop)
	done()
	run := stepper.Run{File: p.src.name, Policy: p.Policy.Name, Text: string(p.src.text), Events: r.Events, Language: a.lang}
	err = stepper.Step(ctx, a.stdin, a.bare, run, halts)
	if errors.Is(err, stepper.ErrInterrupted) {
		return exit(interrupted)
	}
	return err
}
