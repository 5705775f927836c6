package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evsim/internal/budget"
)

// exploreCommand is the command that finds every order.
func (a *app) exploreCommand() *cobra.Command {
	var o exploreOptions
	c := &cobra.Command{
		Use:   "explore FILE",
		Short: a.lang.Say("Find every order that is possible, and when"),
		Long: a.lang.Say(`Find every order in which a scenario can log its lines: for all values in each range
of its world, and for all choices that its runtime is free to make. Shown for each
order:
  - the condition under which it is possible, in words and as an exact formula, where
    that is short enough to be useful; and where other orders are possible too
  - an example: simple values that give this order
  - a token: "evsim run FILE --replay TOKEN" shows this run in full

A length that the scenario gives as a range is unknown. With --unknown, lengths that
it gives exactly are unknown too.

With --only, the orders of some lines are found, as if no other line were logged. This
is faster, because runs that differ only in other lines count as one.

If more than 20 orders are possible, explore shows what they have in common, the pairs
of lines that can come in either order with what decides them, and one of the orders.
With --summary it does so for fewer orders; with --summary=false it lists all orders.
With --where, it shows only the orders in which a rule holds; with --limit N, at most N.

With --probability N, explore makes N random runs and says how likely each order is, and
how likely a run is to break what the file expects. Each length is drawn from its
distribution (write it after the range: "2ms..9ms uniform"); N more runs are drawn for
orders that only a small part of all lengths allows. Equal seeds give equal runs.

A search can take long. --budget limits it. With this flag, only the limits that it
names and the default limit of memory apply; "time=none" means no time limit. If the
search ends early, only the orders found so far are shown, and the exit code is 3. The
time limit is for all searches of the command together, including conditions. The memory
limit is for the whole process. --resume saves the search to a file, now and then and
when it ends early. The same command continues from that file, and removes it when the
result has been written. --shard searches one part of several, for many machines. Write
each part with --format ndjson, and combine them with "evsim explore merge". If parts
are counted from 0, write I+1/N. -o writes to a file only when the output is complete.`),
		Example: `  evsim explore race.yaml
  evsim explore race.yaml --policy node10,node22
  evsim explore exact.yaml --unknown startup,phase
  evsim explore race.yaml --only timeout,immediate
  evsim explore race.yaml --where 'timeout before immediate' --limit 5
  evsim explore race.yaml --probability 10000
  evsim explore race.yaml --format ndjson
  evsim explore race.yaml --format svg -o race.svg
  evsim explore large.yaml --budget paths=1000000,time=10m,memory=2GB
  evsim explore large.yaml --policy node22 --budget time=none --resume large.checkpoint
  evsim explore large.yaml --shard 1/8 --format ndjson -o part1.ndjson`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.explore(c.Context(), args[0], o.shown(c)) },
	}
	a.flagsOfShown(c, &o)
	a.flagsOfWhat(c, &o)
	a.flagsOfChance(c, &o)
	a.flagsOfSearch(c, &o)
	c.Flags().Var(newFormat(&o.format, formatText, formatNDJSON, formatSVG), "format", a.lang.Say("the `FORMAT`: text, ndjson (json means ndjson), or svg: a picture of what the orders have in common"))
	c.AddCommand(a.exploreMergeCommand())
	return c
}

// shown is the options with what a flag that is not given means.
func (o exploreOptions) shown(c *cobra.Command) exploreOptions {
	o.listed = c.Flags().Changed("summary") && !o.summary
	o.likely, o.seeded = c.Flags().Changed("probability"), c.Flags().Changed("seed")
	o.budgeted = c.Flags().Changed("budget")
	return o
}

// choiceFlags are the flags of each command that asks about one file.
func (a *app) choiceFlags(f *pflag.FlagSet, o *choice) {
	f.StringSliceVarP(&o.policies, "policy", "p", nil, a.lang.Say("under these `POLICIES` (default: those of the scenario)"))
	f.StringVarP(&o.caseName, "case", "c", "", a.lang.Say("use the case with this `NAME`, or whose name alone contains it"))
	f.StringArrayVar(&o.set, "set", nil, a.lang.Say("set a key of the world: `KEY=VALUE`; may be repeated"))
}

func (a *app) unknownFlag(f *pflag.FlagSet, o *choice) {
	f.StringSliceVar(&o.unknown, "unknown", nil, a.lang.Say("treat these `LENGTHS` as unknown: startup, phase, latency, cost"))
}

// flagsOfWhat are the flags that say what is explored.
func (a *app) flagsOfWhat(c *cobra.Command, o *exploreOptions) {
	f := c.Flags()
	a.choiceFlags(f, &o.choice)
	a.unknownFlag(f, &o.choice)
	f.StringSliceVar(&o.only, "only", nil, a.lang.Say("find the orders of these `LINES` only, as if no other were logged"))
}

// flagsOfChance are the flags that ask how likely orders are.
func (a *app) flagsOfChance(c *cobra.Command, o *exploreOptions) {
	f := c.Flags()
	f.IntVar(&o.probability, "probability", 0, a.lang.Say("also say how likely each order is, from `N` random runs"))
	f.Uint64Var(&o.seed, "seed", 1, a.lang.Say("draw the runs of --probability by this `SEED`"))
}

// flagsOfSearch are the flags that say how it is searched.
func (a *app) flagsOfSearch(c *cobra.Command, o *exploreOptions) {
	f := c.Flags()
	f.StringSliceVar(&o.budget, "budget", nil, a.lang.Sayf("stop at any of these limits: `paths=N,time=DURATION,memory=SIZE` (default %s)", fmt.Sprintf("paths=%d,time=%v,memory=%s", maxPaths, a.most.Time, budget.Bytes(a.most.Memory))))
	f.IntVar(&o.workers, "workers", 0, a.lang.Say("search with `N` threads (default: one for each processor); the result does not depend on it"))
	f.StringVar(&o.shard, "shard", "", a.lang.Say("search only part `I` of N, written I/N, or I+1/N where I counts from 0"))
	f.StringVar(&o.resume, "resume", "", a.lang.Say("save the search to this `FILE`; if the file exists, continue from it"))
	f.BoolVar(&o.stats, "stats", false, a.lang.Say("also write to standard error how many paths were searched, and how long it took"))
}

// flagsOfShown are the flags that say which orders are shown, how, and where.
func (a *app) flagsOfShown(c *cobra.Command, o *exploreOptions) {
	f := c.Flags()
	f.BoolVar(&o.summary, "summary", false, a.lang.Say("show what the orders have in common (default: if there are more than 20; --summary=false lists them)"))
	f.StringVar(&o.where, "where", "", a.lang.Say("show only the orders in which this `RULE` holds, such as 'A before B'"))
	f.StringVarP(&o.out, "out", "o", "", a.lang.Say("write to this `FILE` (default: standard output)"))
	f.IntVar(&o.limit, "limit", 0, a.lang.Say("show at most `N` orders"))
}

// exploreMergeCommand is the command that unites the parts of an exploration.
func (a *app) exploreMergeCommand() *cobra.Command {
	var o exploreOptions
	var scenario string
	c := &cobra.Command{
		Use:   "merge FILE...",
		Short: a.lang.Say("Combine the parts of an exploration"),
		Long: a.lang.Say(`Combine the output of "evsim explore --shard I/N --format ndjson" for all parts, and
say whether a part is missing. The parts may be named in any order. The result is that
of the undivided search, byte for byte. The scenario is read again, from the file that
the parts name or from --scenario, and each order is run again.`),
		Example: `  evsim explore merge part*.ndjson
  evsim explore merge part*.ndjson --where 'A before B'
  evsim explore merge part1.ndjson part2.ndjson --format ndjson`,
		Args: wants("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.mergeParts(c.Context(), args, scenario, o.shown(c))
		},
	}
	a.flagsOfShown(c, &o)
	c.Flags().StringVar(&scenario, "scenario", "", a.lang.Say("read the scenario from this `FILE` (default: the file that the parts name)"))
	c.Flags().Var(newFormat(&o.format, formatText, formatNDJSON, formatSVG), "format", a.lang.Say("the `FORMAT`: text, ndjson (json means ndjson), or svg: a picture of what the orders have in common"))
	return c
}
