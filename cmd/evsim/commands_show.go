package main

import "github.com/spf13/cobra"

// traceCommand, and the others of this file, show a run by other means than
// lines of text.
func (a *app) traceCommand() *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "trace FILE",
		Short: "Draw a run, for a trace viewer or a README",
		Long: `Run a scenario and write what happens in a form that others show.

The formats: perfetto is the JSON of Chrome's traces, for ui.perfetto.dev, with a
track for each phase and queue, arrows from scheduling to running, and counters
of queue lengths; mermaid is a sequence diagram; svg is a picture of one run;
marble is text, a line for each phase and queue.`,
		Example: `  evsim trace race.yaml --format marble
  evsim trace race.yaml --policy node22 --format svg > race.svg
  evsim trace race.yaml --policy node10,node22 --format perfetto > race.json`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.trace(c.Context(), args[0], o) },
	}
	f := c.Flags()
	a.worldFlags(c, &o)
	f.Var(newFormat(&o.format, formatMarble, formatMermaid, formatSVG, formatPerfetto), "format", "the `FORMAT`: marble, mermaid, svg or perfetto")
	return c
}

// worldFlags are the flags that choose runs of one scenario.
func (a *app) worldFlags(c *cobra.Command, o *runOptions) {
	f := c.Flags()
	f.StringSliceVarP(&o.policies, "policy", "p", nil, "run under `POLICIES`, such as node22,browser (default: the scenario's)")
	f.StringVarP(&o.caseName, "case", "c", "", "run the case with this `NAME`, or with a part of it that no other has")
	f.StringArrayVar(&o.set, "set", nil, "change a key of the world: `KEY=VALUE`, such as clock.startup=2ms; may be repeated")
	f.Uint64Var(&o.seed, "seed", 0, "draw what is not known exactly, by the number `N`; 0 takes low ends")
	f.StringVar(&o.replay, "replay", "", "run as the `TOKEN` of an explored order says")
	f.StringSliceVar(&o.unknown, "unknown", nil, "open these lengths, as explore did: startup, phase, latency, cost")
}

func (a *app) reportCommand() *cobra.Command {
	var o reportOptions
	c := &cobra.Command{
		Use:   "report FILE",
		Short: "Write a page that steps through runs, forwards and back",
		Long: `Run a scenario under its policies, or those of --policy, and write one page that
shows the runs side by side: statements, call stack, every queue, time, and log,
at every step. The page needs no network; send it, or keep it with a course.

With --explore the page has every order that is possible, with its condition.`,
		Example: `  evsim report race.yaml -o race.html
  evsim report race.yaml --policy node10,node22,browser -o race.html
  evsim report race.yaml --policy node22 --explore -o orders.html`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.report(c.Context(), args[0], o) },
	}
	a.worldFlags(c, &o.runOptions)
	f := c.Flags()
	f.StringVarP(&o.out, "out", "o", "", "write to this `FILE` (default: standard output)")
	f.BoolVar(&o.explore, "explore", false, "show every order that is possible, not one run")
	f.IntVar(&o.paths, "paths", 10_000, "explore at most `N` paths for each policy")
	return c
}

func (a *app) stepCommand() *cobra.Command {
	var o runOptions
	var breakpoints []string
	c := &cobra.Command{
		Use:   "step FILE",
		Short: "Step through a run in the terminal, forwards and back",
		Long: `Run a scenario under one policy and step through the run in the terminal:
statements, call stack, queues, log and time at every step, forwards and back.

A breakpoint is a part of a callback's label or of a logged line, "phase NAME",
or "at TIME"; c goes on to the next one, C back to the last.`,
		Example: `  evsim step race.yaml
  evsim step race.yaml --policy node10 --break 'phase check' --break 'at 5ms'`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.step(c.Context(), args[0], breakpoints, o) },
	}
	a.worldFlags(c, &o)
	c.Flags().StringArrayVarP(&breakpoints, "break", "b", nil, "halt at a `PLACE`: a label, 'phase NAME' or 'at TIME'; may be repeated")
	return c
}
