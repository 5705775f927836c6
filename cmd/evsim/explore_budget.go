package main

import (
	"slices"

	"evsim/internal/budget"
	"evsim/internal/say"
)

// exploreBudget is what explore may take: without --budget as much as other commands,
// and so many paths; with it what it names, and the memory that is usual.
func (a *app) exploreBudget(o exploreOptions) (budget.Budget, error) {
	if !o.budgeted {
		return budget.Budget{Paths: maxPaths, Time: a.most.Time, Memory: a.most.Memory}, nil
	}
	b, err := budget.Budget{Memory: a.most.Memory}.With(o.budget)
	if err != nil {
		return b, say.Errorf("--budget %w", err)
	}
	return b, nil
}

// tellLonger says how to search for longer, once for all plans, to those who gave no
// limit of time and met the usual one.
func (a *app) tellLonger(plans []plan, o exploreOptions) {
	if o.budgeted || !slices.ContainsFunc(plans, func(p plan) bool { return p.late }) {
		return
	}
	rest := say.Text("--resume FILE saves the search, and the same command then continues it")
	if o.resume != "" {
		rest = say.Of("the same command continues from %s", o.resume)
	}
	a.complain(say.Errorf("stopped after %v, the default limit: --budget time=10m searches longer, --budget time=none has no limit; %s", a.most.Time, rest))
}
