package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// whyCommand is the command that explains the order of two lines.
func (a *app) whyCommand() *cobra.Command {
	var o whyOptions
	c := &cobra.Command{
		Use:   "why FILE A B",
		Short: "Say why one logged line comes before another, or why either can",
		Long: `Say in which order two lines are logged, and why. A and B are lines as a log has
them; LINE#2 is the second of those that say LINE, which by itself is the first.

Every order that is possible is explored, so the answer is proved: one is always
first, or either can be, and then when, and on what that hangs. For each of the
two it shows the callbacks that lead to both lines from their nearest common
cause on, and the rule that decided where their ways part, with its source.
Policies whose answers are equal share one.

The exit code is 0 when the answer is proved, 1 when no order has both lines,
and 3 when there are more orders than were explored.`,
		Example: `  evsim why race.yaml timeout immediate
  evsim why race.yaml timeout immediate --policy node22 --unknown startup,phase
  evsim why loop.yaml tick 'tick#2' --case 'the loop starts late'
  evsim why race.yaml timeout immediate --policy node22 --format json`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 3 {
				return fmt.Errorf("a FILE and two lines are wanted (see %s --help)", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.why(c.Context(), args[0], args[1], args[2], o) },
	}
	f := c.Flags()
	f.StringSliceVarP(&o.policies, "policy", "p", nil, "under these `POLICIES` (default: the scenario's)")
	f.StringVarP(&o.caseName, "case", "c", "", "in the world of the case with this `NAME`, or with a part of it that no other has")
	f.StringArrayVar(&o.set, "set", nil, "change a key of the world: `KEY=VALUE`; may be repeated")
	f.StringSliceVar(&o.unknown, "unknown", nil, "open these `LENGTHS`: startup, phase, latency, cost")
	f.IntVar(&o.paths, "paths", maxPaths, "explore at most `N` paths")
	f.StringVar(&o.replay, "replay", "", "explain the run of the `TOKEN` of an explored order")
	f.Var(newFormat(&o.format, formatText, formatJSON), "format", "the `FORMAT`: text or json")
	return c
}
