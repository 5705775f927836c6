package main

import (
	"context"
	"slices"

	"evsim/explore"
	"evsim/model"
	"evsim/record"
	"evsim/scenario"
	"evsim/sim"
)

// replayer finds, for what failed in one file under one policy, the command
// that shows the run, and what has to be the case for it to happen.
type replayer struct {
	ctx    context.Context
	src    *source
	policy model.Policy

	cases map[string]*explored // by the name of the case
}

// explored is a world with every order that it allows.
type explored struct {
	plain  []scenario.Line // of the run that `run` shows
	orders []explore.Order
}

// replay is the command that shows the run of a failure: the plain one, one of
// a seed, or one of a witness. There is none under a policy that lacks a verb.
func (r *replayer) replay(c *scenario.Check) (command string, witness []string) {
	s := r.src.scenario
	if s.Supported(r.policy) != nil {
		return "", nil
	}
	show := record.Command{File: r.src.name, Policy: c.Policy, Case: c.Case, Seed: c.Failure.Seed}
	if show.Seed != 0 {
		return show.String(), nil
	}
	e := r.explore(c.Case)
	if sameLog(e.plain, c.Failure.Got) {
		return show.String(), nil
	}
	for i := range e.orders {
		if w := &e.orders[i].Witness; sameLog(e.orders[i].Log, c.Failure.Got) {
			show.Replay = w.Token(r.src.text)
			return show.String(), w.Describe(s)
		}
	}
	return show.String(), nil
}

// explore explores a world, once.
func (r *replayer) explore(name string) *explored {
	if e := r.cases[name]; e != nil {
		return e
	}
	s := r.src.scenario
	world := &s.World
	for i := range s.Cases {
		if s.Cases[i].Name == name {
			world = &s.Cases[i].World
		}
	}
	var plain scenario.Observed
	s.Run(r.policy, scenario.Options{World: world, Sink: &plain, Wants: sim.KindsOf(sim.EventLog)})
	e := &explored{plain.Log, explore.Explore(r.ctx, s, r.policy, explore.Options{World: world, Paths: maxPaths}).Orders}
	if r.cases == nil {
		r.cases = make(map[string]*explored)
	}
	r.cases[name] = e
	return e
}

func sameLog(a, b []scenario.Line) bool {
	return slices.EqualFunc(a, b, func(a, b scenario.Line) bool { return a.Text == b.Text })
}
