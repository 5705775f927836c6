package main

import (
	"slices"

	"evsim/internal/document"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// replayer finds, for what failed in one file under one policy, the command
// that shows the run, and what has to be the case for it to happen.
type replayer struct {
	src     *source
	policy  model.Policy
	unknown []string // lengths that are opened

	plain map[string][]program.Line // the log of the run that `run` shows, by the name of the case
}

// replay is the command that shows the run of a failure: the plain one, one of
// a seed, or one of a witness. There is none under a policy that lacks a verb.
func (r *replayer) replay(c *program.Check, f *program.Failure) (command string, witness []string) {
	s := r.src.scenario
	if s.Lacks(r.policy) != nil {
		return "", nil
	}
	show := document.Command{File: r.src.name, Policy: c.Policy, Case: c.Case, Unknown: slices.Concat(r.unknown, c.Assumed), Seed: f.Seed}
	if show.Seed == 0 && f.Origin != nil && (len(c.Assumed) > 0 || !sameLog(r.shown(c.Case), f.Got)) {
		show.Replay, witness = f.Origin.Token(r.src.identity()), f.Origin.Describe(s)
	}
	return show.String(), witness
}

// shown is the log of the run that a command shows without a seed or a token.
func (r *replayer) shown(name string) []program.Line {
	if log, known := r.plain[name]; known {
		return log
	}
	s := r.src.scenario
	world := &s.World
	for i := range s.Cases {
		if s.Cases[i].Name == name {
			world = &s.Cases[i].World
		}
	}
	var plain program.Observed
	s.In(r.policy, world).Run(program.Options{Sink: &plain, Wants: sim.KindsOf(sim.EventLog)})
	if r.plain == nil {
		r.plain = make(map[string][]program.Line)
	}
	r.plain[name] = plain.Log
	return plain.Log
}

func sameLog(a, b []program.Line) bool {
	return slices.EqualFunc(a, b, func(a, b program.Line) bool { return a.Text == b.Text })
}
