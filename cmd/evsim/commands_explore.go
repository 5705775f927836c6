package main

import (
	"strconv"

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
scenario gives exactly.

--only finds the orders of some lines, as if no other were logged. Runs that
differ in other lines alone are then not told apart, so it is faster too.

A large space takes long. --budget limits it: an exploration that ends early
claims nothing but the orders that it found, and the exit code is 3. The time is
that of all explorations of the command, with their conditions; the memory is
that of the process. With --resume it leaves what it has yet to do in a file, now and then and when it
is interrupted, and the next one with that file goes on; the file stays until the result has
been written. --shard does one of
several parts, on as many machines as there are: write them with --format
ndjson, and unite them with "evsim explore merge".`,
		Example: `  evsim explore race.yaml
  evsim explore race.yaml --policy node10,node22
  evsim explore exact.yaml --unknown startup,phase
  evsim explore race.yaml --only timeout,immediate
  evsim explore race.yaml --format ndjson
  evsim explore large.yaml --budget paths=1000000,time=10m,memory=2GB
  evsim explore large.yaml --policy node22 --resume large.checkpoint
  evsim explore large.yaml --shard 1/8 --format ndjson > part1.ndjson`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.explore(c.Context(), args[0], o) },
	}
	f := c.Flags()
	f.StringSliceVarP(&o.policies, "policy", "p", nil, "under these `POLICIES` (default: the scenario's)")
	f.StringVarP(&o.caseName, "case", "c", "", "in the world of the case with this `NAME`, or with a part of it that no other has")
	f.StringArrayVar(&o.set, "set", nil, "change a key of the world: `KEY=VALUE`; may be repeated")
	f.StringSliceVar(&o.unknown, "unknown", nil, "open these `LENGTHS`: startup, phase, latency, cost")
	f.StringSliceVar(&o.only, "only", nil, "find the orders of these `LINES` only")
	f.StringSliceVar(&o.budget, "budget", []string{"paths=" + strconv.Itoa(maxPaths), usualMemory}, "end at any of these limits: `paths=N,time=DURATION,memory=SIZE`")
	f.IntVar(&o.workers, "workers", 0, "explore a large space with `N` at a time (default: as there are processors); the result is the same with any number")
	f.StringVar(&o.shard, "shard", "", "explore part `I/N` of a large space")
	f.StringVar(&o.resume, "resume", "", "keep what is yet to do in this `FILE`, and go on from it if it is there")
	f.Var(newFormat(&o.format, formatText, formatNDJSON), "format", "the `FORMAT`: text or ndjson (json is the same)")
	c.AddCommand(a.exploreMergeCommand())
	return c
}

// exploreMergeCommand is the command that unites the parts of an exploration.
func (a *app) exploreMergeCommand() *cobra.Command {
	var format format
	c := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Unite the parts of an exploration",
		Long: `Unite what "evsim explore --shard I/N --format ndjson" wrote for each part, and
say whether that is all. The parts may come in any order.`,
		Example: `  evsim explore merge part*.ndjson
  evsim explore merge part1.ndjson part2.ndjson --format ndjson`,
		Args: wants("FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.mergeParts(args, format) },
	}
	c.Flags().Var(newFormat(&format, formatText, formatNDJSON), "format", "the `FORMAT`: text or ndjson (json is the same)")
	return c
}
