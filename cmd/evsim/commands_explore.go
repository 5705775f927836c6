package main

import (
	"github.com/spf13/cobra"
)

// exploreCommand is the command that finds every order.
func (a *app) exploreCommand() *cobra.Command {
	var o exploreOptions
	c := &cobra.Command{
		Use:   "explore FILE",
		Short: "Find every order that is possible, and when",
		Long: `Find every order in which a scenario can log: over the whole of each range in
its world, and over every choice that its runtime is free in. Each order comes
with when it is possible, in words and as an exact formula, if few regions of
the unknowns say it; with where others are possible too; with the simplest
world that gives it; and with a token that "evsim run FILE --replay TOKEN" shows
in full.

A range in the scenario is an unknown. --unknown opens lengths that the
scenario gives exactly. An exploration that ends at --paths claims nothing but
the orders that it found, and the exit code is 3.`,
		Example: `  evsim explore race.yaml
  evsim explore race.yaml --policy node10,node22
  evsim explore exact.yaml --unknown startup,phase
  evsim explore race.yaml --format ndjson`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.explore(c.Context(), args[0], o) },
	}
	f := c.Flags()
	f.StringSliceVarP(&o.policies, "policy", "p", nil, "under these `POLICIES` (default: the scenario's)")
	f.StringVarP(&o.caseName, "case", "c", "", "in the world of the case with this `NAME`, or with a part of it that no other has")
	f.StringArrayVar(&o.set, "set", nil, "change a key of the world: `KEY=VALUE`; may be repeated")
	f.StringSliceVar(&o.unknown, "unknown", nil, "open these lengths: startup, phase, latency, cost")
	f.IntVar(&o.paths, "paths", maxPaths, "explore at most `N` paths")
	f.Var(newFormat(&o.format, formatText, formatNDJSON), "format", "the `FORMAT`: text or ndjson")
	return c
}
