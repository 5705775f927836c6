package main

import (
	"github.com/spf13/cobra"

	"evsim/internal/say"
)

// whyCommand is the command that explains the order of two lines.
func (a *app) whyCommand() *cobra.Command {
	var o whyOptions
	c := &cobra.Command{
		Use:   "why FILE A B",
		Short: a.lang.Say("Explain why one logged line comes before another, or why either can"),
		Long: a.lang.Say(`Say in which order two lines are logged, and why. A and B are lines as they stand in
the log. If a line is logged several times, LINE is the first and LINE#2 the second.

Every possible order is searched, so the answer is proved: one line is always first,
or either can be first, and then it says when, and which lengths decide. For each
order of the two lines it shows the callbacks that lead to them, beginning with the
last one that led to both, and the rule that decided the order, with its source.
Policies with equal answers are shown together.

The exit code is 0 when the answer is proved, 1 when no order has both lines, and 3
when there were more orders than could be searched.`),
		Example: `  evsim why race.yaml timeout immediate
  evsim why race.yaml timeout immediate --policy node22 --unknown startup,phase
  evsim why loop.yaml tick 'tick#2' --case 'the loop starts late'
  evsim why race.yaml timeout immediate --policy node22 --format json`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 3 {
				return say.Errorf("a FILE and two lines are needed (see %s --help)", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.why(c.Context(), args[0], args[1], args[2], o) },
	}
	f := c.Flags()
	a.choiceFlags(f, &o.choice)
	a.unknownFlag(f, &o.choice)
	f.IntVar(&o.paths, "paths", maxPaths, a.lang.Say("search at most `N` paths"))
	f.StringVar(&o.replay, "replay", "", a.lang.Say("explain the run of this `TOKEN` from explore"))
	f.Var(newFormat(&o.format, formatText, formatJSON), "format", a.lang.Say("the `FORMAT`: text or json"))
	return c
}
