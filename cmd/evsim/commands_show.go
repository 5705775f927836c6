package main

import "github.com/spf13/cobra"

// traceCommand, and the others of this file, show a run by other means than
// lines of text.
func (a *app) traceCommand() *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "trace FILE",
		Short: a.lang.Say("Draw a run as text, as a picture, or for a trace viewer"),
		Long: a.lang.Say(`Run a scenario and draw what happens.

The formats: marble is text, with a line for each phase and queue; mermaid is a
sequence diagram; svg is a picture of one run; perfetto is a trace for
ui.perfetto.dev (the JSON of Chrome's traces), with a track for each phase and queue,
arrows from where a callback was scheduled to where it runs, and the lengths of queues.`),
		Example: `  evsim trace race.yaml --format marble
  evsim trace race.yaml --policy node22 --format svg --animate > race.svg
  evsim trace race.yaml --policy node10,node22 --format perfetto > race.json`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.trace(c.Context(), args[0], o) },
	}
	f := c.Flags()
	a.worldFlags(c, &o)
	f.Var(newFormat(&o.format, formatMarble, formatMermaid, formatSVG, formatPerfetto), "format", a.lang.Say("the `FORMAT`: marble, mermaid, svg or perfetto"))
	f.BoolVar(&o.animate, "animate", false, a.lang.Say("with --format svg: show the callbacks one after the other"))
	return c
}

// worldFlags are the flags that choose runs of one scenario.
func (a *app) worldFlags(c *cobra.Command, o *runOptions) {
	f := c.Flags()
	f.StringSliceVarP(&o.policies, "policy", "p", nil, a.lang.Say("run under these `POLICIES`, such as node22,browser (default: those of the scenario)"))
	f.StringVarP(&o.caseName, "case", "c", "", a.lang.Say("use the case with this `NAME`, or whose name alone contains it"))
	f.StringArrayVar(&o.set, "set", nil, a.lang.Say("set a key of the world: `KEY=VALUE`, such as clock.startup=2ms; may be repeated"))
	f.Uint64Var(&o.seed, "seed", 0, a.lang.Say("draw lengths from their ranges at random, with the seed `N`; 0: take the lowest values"))
	f.StringVar(&o.replay, "replay", "", a.lang.Say("replay the run of this `TOKEN` from explore"))
	f.StringSliceVar(&o.unknown, "unknown", nil, a.lang.Say("treat these `LENGTHS` as unknown, as explore did: startup, phase, latency, cost"))
}

func (a *app) reportCommand() *cobra.Command {
	var o reportOptions
	c := &cobra.Command{
		Use:   "report FILE",
		Short: a.lang.Say("Write a page that steps through runs, forwards and backwards"),
		Long: a.lang.Say(`Run a scenario under its policies, or those of --policy, and write one HTML page that
shows the runs side by side, step by step: statements, call stack, every queue, time
and log. The page is one file and needs no network.

With --explore the page shows every order that is possible, with its condition.`),
		Example: `  evsim report race.yaml -o race.html
  evsim report race.yaml --policy node10,node22,browser -o race.html
  evsim report race.yaml --policy node22 --explore -o orders.html`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.report(c.Context(), args[0], o) },
	}
	a.worldFlags(c, &o.runOptions)
	f := c.Flags()
	f.StringVarP(&o.out, "out", "o", "", a.lang.Say("write to this `FILE` (default: standard output)"))
	f.BoolVar(&o.explore, "explore", false, a.lang.Say("show every order that is possible, and not only one run"))
	f.IntVar(&o.paths, "paths", 10_000, a.lang.Say("search at most `N` paths for each policy"))
	return c
}

func (a *app) stepCommand() *cobra.Command {
	var o runOptions
	var breakpoints []string
	c := &cobra.Command{
		Use:   "step FILE",
		Short: a.lang.Say("Step through a run in the terminal, forwards and backwards"),
		Long: a.lang.Say(`Run a scenario under one policy and step through the run in the terminal, forwards
and backwards: statements, call stack, queues, log and time at every step.

A breakpoint is a part of a callback's label or of a logged line, "phase NAME", or
"at TIME". The key c goes to the next breakpoint, C to the one before.`),
		Example: `  evsim step race.yaml
  evsim step race.yaml --policy node10 --break 'phase check' --break 'at 5ms'`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.step(c.Context(), args[0], breakpoints, o) },
	}
	a.worldFlags(c, &o)
	c.Flags().StringArrayVarP(&breakpoints, "break", "b", nil, a.lang.Say("stop at this `PLACE`: a label, 'phase NAME' or 'at TIME'; may be repeated"))
	return c
}
