package main

import (
	"strings"

	"evsim/report"

	"github.com/spf13/cobra"
)

func (a *app) testCommand() *cobra.Command {
	var o testOptions
	c := &cobra.Command{
		Use:   "test [PATH...]",
		Short: "Hold scenarios against what they expect",
		Long: `Check every expectation, rule and case of scenarios under every policy they are
for. A folder stands for every *.yaml in it, a pattern such as 'a/**/b*.yaml' for
what it matches, and no PATH at all for this folder. Where a scenario's world
leaves something open, every order that it allows is tried; where these are too
many, or the clock jitters, also or only 256 runs that draw what is open.

The formats: text is for reading; tap is TAP version 14, and tap13 the same for
parsers that know no later version; junit is the XML that CI systems read; json
is one document; github is commands of GitHub Actions that set annotations.
--report writes further ones to files, once the run has come to its end.`,
		Example: `  evsim test scenarios
  evsim test race.yaml --policy node22
  evsim test --run 'interval.*throws' --fail-fast scenarios
  evsim test --quiet --format github --report junit=results.xml scenarios`,
		RunE: func(c *cobra.Command, args []string) error { return a.test(c.Context(), args, o) },
	}
	f := c.Flags()
	f.StringSliceVarP(&o.policies, "policy", "p", nil, "only these `POLICIES` of the scenarios' own")
	f.StringVar(&o.pattern, "run", "", "only what the `REGEX` matches of \"FILE: NAME: CASE\"")
	f.BoolVar(&o.failFast, "fail-fast", false, "stop after the first file that fails")
	f.BoolVar(&o.list, "list", false, "say what would be tested, and test nothing")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "only what fails, and the last line")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "also every check, and how long it took")
	f.BoolVar(&o.noTime, "no-time", false, "leave out times, so that equal results are equal bytes")
	f.Var(newFormat(&o.format, testFormats()...), "format", "the `FORMAT`: "+strings.Join(report.Formats(), ", "))
	f.StringArrayVar(&o.reports, "report", nil, "also write `FORMAT=FILE`; may be repeated")
	c.MarkFlagsMutuallyExclusive("quiet", "verbose")
	return c
}

// testFormats are the formats of package report.
func testFormats() (formats []format) {
	for _, name := range report.Formats() {
		formats = append(formats, format(name))
	}
	return formats
}
