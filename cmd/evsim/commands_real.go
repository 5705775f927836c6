package main

import (
	"time"

	"evsim/internal/say"

	"github.com/spf13/cobra"
)

// The commands that have to do with real runtimes.

func (a *app) exportCommand() *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export FILE",
		Short: a.lang.Say("Write a scenario as JavaScript"),
		Long: a.lang.Say(`Write a scenario as a script for Node or as a page for a browser, which logs what
the scenario logs. A script of "main: esm" is an ECMAScript module: give the file a
name that ends in .mjs. "-" is standard input.

The script runs in real time, so how long I/O and callbacks take depends on the
machine, and not on what the scenario says of them. For evsim it is a program that
"script: ./FILE" runs in the same world, as the scenario does.`),
		Example: `  evsim export --to node race.yaml | node -
  evsim export --to browser --out race.html race.yaml
  evsim export --to evsim --out race.cjs race.yaml`,
		Args: wantsOne("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if o.to == "" {
				return say.Errorf("--to is missing: node, browser or evsim (see evsim export --help)")
			}
			return a.export(args[0], o)
		},
	}
	c.Flags().Var(&o.to, "to", a.lang.Say("write for this `TARGET`: node, browser or evsim"))
	c.Flags().StringVarP(&o.out, "out", "o", "", a.lang.Say("write to this `FILE` (default: standard output)"))
	return c
}

func (a *app) diffCommand() *cobra.Command {
	var o diffOptions
	c := &cobra.Command{
		Use:   "diff FILE",
		Short: a.lang.Say("Check whether a log is possible"),
		Long: a.lang.Say(`Compare a log that something else wrote, such as a real runtime, with every order
that a scenario can have. If the log is none of them, show the first line that
cannot be there, and what could be there instead.

The log is plain lines, or NDJSON whose objects have "event":"log" and the line as
"text", as evsim writes it. It must be possible under every policy that --policy
names; without --policy, under one policy of the scenario. When there are too many
orders to search them all, and the log is none of those that were found, the result
is unclear.`),
		Example: `  node race.js | evsim diff race.yaml --observed - --policy node22
  evsim diff race.yaml --observed race.log --case 'the loop starts late'`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.observed == "" {
				return say.Errorf("--observed is missing: the file with the log (see evsim diff --help)")
			}
			return a.diff(c.Context(), args[0], o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.observed, "observed", "", a.lang.Say("the file with the `LOG`; - is standard input"))
	a.choiceFlags(f, &o.choice)
	f.BoolVar(&o.anyTime, "any-time", false, a.lang.Say("do not compare the milliseconds that ${now} and marks write into lines"))
	f.Var(newFormat(&o.format, formatText, formatNDJSON), "format", a.lang.Say("the `FORMAT`: text or ndjson (json means ndjson)"))
	return c
}

func (a *app) observeCommand() *cobra.Command {
	var o observeOptions
	c := &cobra.Command{
		Use:   "observe FILE",
		Short: a.lang.Say("Run a scenario on real runtimes, and compare their logs with the model"),
		Long: a.lang.Say(`Run a scenario on real runtimes, and compare what they log with what the policies
for their versions allow. A runtime is node, chromium, firefox or webkit, as it is
installed; NAME=PATH; or node=24.21.0, a release that "evsim observe install" has
fetched. Browsers run without a window.

In real time each different log is shown with the number of its runs. It says whether
the model allows the log in the scenario's world, or at least on a slow machine, where
turns, callbacks and I/O may be late. Milliseconds in lines are not compared.

With --virtual, only what the scenario says takes time. One run then must have the
same log, the same milliseconds for every line and the same exit code as the model;
if not, the model is wrong. This needs Node on Linux and a C compiler, or Chromium;
Chromium cannot run scenarios with busy, frames, idle callbacks or fetch.`),
		Example: `  evsim observe race.yaml --runtime node --runs 100
  evsim observe race.yaml --runtime node=10.24.1 --runtime node=24.21.0 --virtual
  evsim observe frame.yaml --runtime chromium --runtime firefox
  evsim observe timers.yaml --runtime chromium --virtual
  evsim observe install 10.24.1 24.21.0`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(o.runtimes) == 0:
				return say.Errorf("--runtime is missing, such as node or node=24.21.0 (see evsim observe --help)")
			case o.runs < 1:
				return say.Errorf("--runs is at least 1")
			case o.virtual && c.Flags().Changed("runs"):
				return say.Errorf("--runs cannot be used with --virtual: every run would be the same")
			}
			return a.observe(c.Context(), args[0], o)
		},
	}
	f := c.Flags()
	f.StringArrayVarP(&o.runtimes, "runtime", "r", nil, a.lang.Say("run on this `RUNTIME`; may be repeated"))
	f.IntVarP(&o.runs, "runs", "n", 20, a.lang.Say("in real time: make `N` runs"))
	f.BoolVar(&o.virtual, "virtual", false, a.lang.Say("run on a virtual clock"))
	f.StringVarP(&o.caseName, "case", "c", "", a.lang.Say("use the case with this `NAME`, or whose name alone contains it"))
	f.DurationVar(&o.timeout, "timeout", 10*time.Second, a.lang.Say("stop a run after this `TIME`"))
	f.Var(newFormat(&o.format, formatText, formatNDJSON), "format", a.lang.Say("the `FORMAT`: text or ndjson (json means ndjson)"))
	c.AddCommand(a.installCommand(), a.recordCommand())
	return c
}

func (a *app) installCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "install VERSION...",
		Short: a.lang.Say("Download releases of Node into the user's cache directory"),
		Long: a.lang.Say(`Download releases of Node for Linux on x64 into the user's cache directory, from npm
and with the npm command. No script of the package is run.`),
		Example: "  evsim observe install 10.24.1 24.21.0",
		Args:    wants("VERSION"),
		RunE:    func(c *cobra.Command, args []string) error { return a.install(c.Context(), args) },
	}
}

func (a *app) recordCommand() *cobra.Command {
	var o recordOptions
	c := &cobra.Command{
		Use:   "record PATH...",
		Short: a.lang.Say("Record what real runtimes do with scenarios"),
		Long: a.lang.Say(`Run scenarios and their cases on real runtimes, and record what these log as JSON
lines: Node once on a virtual clock, browsers several times in real time. An older
record of the same scenario and version is replaced. Paths are recorded as they are
written on the command line.`),
		Example: "  evsim observe record scenarios -r node=10.24.1 -r node=24.21.0 --to internal/observe/evidence/testdata/observed.jsonl",
		Args:    wants("PATH"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(o.runtimes) == 0 || o.to == "" {
				return say.Errorf("--runtime and --to are both needed (see evsim observe record --help)")
			}
			return a.record(c.Context(), args, o)
		},
	}
	f := c.Flags()
	f.StringArrayVarP(&o.runtimes, "runtime", "r", nil, a.lang.Say("run on this `RUNTIME`; may be repeated"))
	f.IntVarP(&o.runs, "runs", "n", 20, a.lang.Say("in real time: make `N` runs"))
	f.StringVar(&o.to, "to", "", a.lang.Say("add the records to this `FILE`"))
	f.BoolVar(&o.real, "real-time", false, a.lang.Say("run Node in real time, too, without the cases"))
	return c
}

// wantsOne demands exactly one argument.
func wantsOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := wants(what)(c, args); err != nil || len(args) == 1 {
			return err
		}
		return say.Errorf("only one %s can be given (see %s --help)", what, c.CommandPath())
	}
}
