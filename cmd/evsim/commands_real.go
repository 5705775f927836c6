package main

import (
	"errors"

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
	f.Var(newFormat(&o.format, formatText, formatNDJSON), "format", "the `FORMAT`: text or ndjson")
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
