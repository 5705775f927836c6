package interleave

import (
	"context"
	"fmt"

	"evsim/explore"
	"evsim/internal/proof"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// Proof is what evsim says of the rule of a program.
type Proof struct {
	Proved bool
	Paths  int    // all runs, and parts of runs between two states: at least as many as there are states
	Why    string // not proved: why
}

// Prove has evsim prove the rule, of a part of the program that has all that the rule
// sees, or of the whole.
func (p Program) Prove(ctx context.Context, whole bool) (Proof, error) {
	return prove(ctx, p.Scenario(), whole)
}

func prove(ctx context.Context, src string, whole bool) (Proof, error) {
	s, complaints := scenario.Parse("interleave.yaml", []byte(src))
	if s == nil {
		return Proof{}, fmt.Errorf("the scenario is none: %v", complaints)
	}
	p, err := model.Lookup("node22")
	if err != nil {
		return Proof{}, err
	}
	count := &counter{Scenario: s}
	q := program.Question{Setting: program.NewSetting(count, p), Watch: []proof.Watch{s.Rules[0].Watch()}, Watched: true}
	found := explore.Runs(ctx, explore.Options{Whole: whole, Searched: true, Memory: 2 << 30})(q)
	if len(found.Proofs) == 0 {
		return Proof{}, fmt.Errorf("the rule was not proved, since there are only %d runs", len(found.List))
	}
	of := found.Proofs[0]
	if !whole { // runs of a part are not among those that were counted
		count.runs += of.Paths
	}
	return Proof{of.Verdict == program.Proved, count.runs, of.Why.String()}, nil
}

// counter is a scenario whose runs are counted.
type counter struct {
	*scenario.Scenario
	runs int
}

// Prepare makes ready for runs that are counted (program.Program).
func (c *counter) Prepare(p model.Policy, w *program.World, o program.Options) program.Run {
	return countedRun{c.Scenario.Prepare(p, w, o), &c.runs}
}

// countedRun is a run that counts how often it is made.
type countedRun struct {
	of   program.Run
	runs *int
}

// Run counts one more (program.Run).
func (r countedRun) Run() sim.Stop {
	*r.runs++
	return r.of.Run()
}

// Figures are those of what is counted (program.Run).
func (r countedRun) Figures() model.Figures { return r.of.Figures() }

// State is that of what is counted (program.Stateful).
func (r countedRun) State() any { return r.of.(program.Stateful).State() }
