package main

import (
	"errors"
	"time"

	"github.com/spf13/cobra"
)

// The commands that have to do with real runtimes.

func (a *app) exportCommand() *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export FILE",
		Short: "Write a scenario as JavaScript",
		Long: `Write a scenario as a script for Node or as a page for a browser, which logs
what the scenario logs. A script of "main: esm" is an ECMAScript module: give
it a name that ends in .mjs. "-" is standard input.

Real time passes as it likes: the lengths that a scenario gives to I/O, and the
clock and the costs of its world, are those of the machine.`,
		Example: `  evsim export --to node race.yaml | node -
  evsim export --to browser --out race.html race.yaml`,
		Args: wantsOne("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if o.to == "" {
				return errors.New("--to is wanted: node or browser (see evsim export --help)")
			}
			return a.export(args[0], o)
		},
	}
	c.Flags().Var(&o.to, "to", "what it is for: the `TARGET` node or browser")
	c.Flags().StringVarP(&o.out, "out", "o", "", "write to this `FILE` (default: standard output)")
	return c
}

func (a *app) diffCommand() *cobra.Command {
	var o diffOptions
	c := &cobra.Command{
		Use:   "diff FILE",
		Short: "Say whether a log that was observed is possible",
		Long: `Hold a log that something else wrote, such as a real runtime, against every
order that a scenario can have. Where the log is none of them, the first line is
shown that cannot stand where it does, and what could.

The log is plain lines, or NDJSON whose objects have "event":"log" and the line
as "text", as evsim writes it. It must be possible under each policy that
--policy names; or else under one of the scenario's. Where there are too many
orders to explore and the log is none of those found, nothing is claimed.`,
		Example: `  node race.js | evsim diff race.yaml --observed - --policy node22
  evsim diff race.yaml --observed race.log --case 'the loop starts late'`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			if o.observed == "" {
				return errors.New("--observed is wanted: the log (see evsim diff --help)")
			}
			return a.diff(c.Context(), args[0], o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.observed, "observed", "", "the file with the `LOG`; - is standard input")
	f.StringSliceVarP(&o.policies, "policy", "p", nil, "under these `POLICIES` (default: the scenario's)")
	f.StringVarP(&o.caseName, "case", "c", "", "in the world of the case with this `NAME`, or with a part of it that no other has")
	f.StringArrayVar(&o.set, "set", nil, "change a key of the world: `KEY=VALUE`; may be repeated")
	f.BoolVar(&o.anyTime, "any-time", false, "do not compare the milliseconds that ${now} and marks log")
	f.Var(newFormat(&o.format, formatText, formatNDJSON), "format", "the `FORMAT`: text or ndjson (json is the same)")
	return c
}

func (a *app) observeCommand() *cobra.Command {
	var o observeOptions
	c := &cobra.Command{
		Use:   "observe FILE",
		Short: "Run a scenario on real runtimes, and hold their logs against the model",
		Long: `Run a scenario on real runtimes and hold what they log against the policies that
stand for their versions. A runtime is node, chromium, firefox or webkit, the one
that is installed; NAME=PATH; or node=24.21.0, a release that "evsim observe
install" has fetched. Browsers run without a window.

In real time each distinct log is shown with its number of runs and whether the
model allows it: in the scenario's world, or else on a machine that takes its
time, whose turns, callbacks and I/O may be late. The milliseconds that lines
tell are not compared.

Under the virtual clock, with Node on Linux and a C compiler, nothing takes time but
what the scenario says: one run has the log, the milliseconds of every line and
the exit code that the model has, or the model is wrong. Chromium has such a
clock too, for scenarios without busy, frames, idle callbacks and fetch.`,
		Example: `  evsim observe race.yaml --runtime node --runs 100
  evsim observe race.yaml --runtime node=10.24.1 --runtime node=24.21.0 --virtual
  evsim observe frame.yaml --runtime chromium --runtime firefox
  evsim observe timers.yaml --runtime chromium --virtual
  evsim observe install 10.24.1 24.21.0`,
		Args: wantsOne("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(o.runtimes) == 0:
				return errors.New("--runtime is wanted, such as node or node=24.21.0 (see evsim observe --help)")
			case o.runs < 1:
				return errors.New("--runs is at least 1")
			case o.virtual && c.Flags().Changed("runs"):
				return errors.New("--runs does not go with --virtual: one run says all")
			}
			return a.observe(c.Context(), args[0], o)
		},
	}
	f := c.Flags()
	f.StringArrayVarP(&o.runtimes, "runtime", "r", nil, "on this `RUNTIME`; may be repeated")
	f.IntVarP(&o.runs, "runs", "n", 20, "how many runs in real time: `N`")
	f.BoolVar(&o.virtual, "virtual", false, "under the virtual clock")
	f.StringVarP(&o.caseName, "case", "c", "", "in the world of the case with this `NAME`, or with a part of it that no other has")
	f.DurationVar(&o.timeout, "timeout", 10*time.Second, "stop a run after this `TIME`")
	f.Var(newFormat(&o.format, formatText, formatNDJSON), "format", "the `FORMAT`: text or ndjson (json is the same)")
	c.AddCommand(a.installCommand(), a.recordCommand())
	return c
}

func (a *app) installCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "install VERSION...",
		Short: "Fetch releases of Node into the user's cache directory",
		Long: `Fetch releases of Node for Linux on x64, from npm and with the npm command, into
the user's cache directory. Nothing of the package is run.`,
		Example: "  evsim observe install 10.24.1 24.21.0",
		Args:    wants("VERSION"),
		RunE:    func(c *cobra.Command, args []string) error { return a.install(c.Context(), args) },
	}
}

func (a *app) recordCommand() *cobra.Command {
	var o recordOptions
	c := &cobra.Command{
		Use:   "record PATH...",
		Short: "Keep what real runtimes do with scenarios, as evidence",
		Long: `Run scenarios and their cases on real runtimes and keep what these do, as JSON
lines: Node once under the virtual clock, browsers several times in real time.
What was recorded before of the same scenario and version is replaced. Paths are kept as they are written here.`,
		Example: "  evsim observe record scenarios -r node=10.24.1 -r node=24.21.0 --to internal/observe/evidence/testdata/observed.jsonl",
		Args:    wants("PATH"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(o.runtimes) == 0 || o.to == "" {
				return errors.New("--runtime and --to are wanted (see evsim observe record --help)")
			}
			return a.record(c.Context(), args, o)
		},
	}
	f := c.Flags()
	f.StringArrayVarP(&o.runtimes, "runtime", "r", nil, "on this `RUNTIME`; may be repeated")
	f.IntVarP(&o.runs, "runs", "n", 20, "how many runs in real time: `N`")
	f.StringVar(&o.to, "to", "", "keep it in this `FILE`, with what is there")
	return c
}

// wantsOne demands exactly one argument.
func wantsOne(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if err := wants(what)(c, args); err != nil || len(args) == 1 {
			return err
		}
		return errors.New("only one " + what + " is wanted (see " + c.CommandPath() + " --help)")
	}
}
