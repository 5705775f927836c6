package main

import (
	"errors"
	"strings"

	"evsim/internal/report"
	"evsim/scenario"

	"github.com/spf13/cobra"
)

func (a *app) testCommand() *cobra.Command {
	var o testOptions
	c := &cobra.Command{
		Use:   "test [PATH...]",
		Short: "Hold scenarios against what they expect",
		Long: `Check every expectation, rule and case of scenarios under every policy they are
for. A folder stands for the scenarios in it: *.yaml and *.yml that have the key
evsim. A pattern such as 'a/**/b*.yaml' stands for what it matches, and no PATH
at all for this folder.

A check passes when it is proved: where a scenario's world leaves something
open, every order that it allows is tried. What is not proved is OPEN, and the
exit code then is 3: where the --budget of a scenario ends the search, or the
clock jitters, the check held in 256 runs that draw what is open, the ends of
ranges first; or it holds only for a start-up of the loop or a phase of 0 ms,
and the file does not say that these are meant. --allow-sampled lets the first
kind pass. --unknown opens lengths that a scenario gives exactly.

The formats: text is for reading; tap is TAP version 14, and tap13 the same for
parsers that know no later version; junit is the XML that CI systems read; json
is one document; github is commands of GitHub Actions that set annotations.
--report writes further ones to files, once the run has come to its end.

--update writes what happens into the lists of ` + "`expect`" + ` that say something
else, and into scenarios that expect nothing; of a file nothing else changes.
--dry-run shows it as a patch. Where the variable CI is set nothing is written.`,
		Example: `  evsim test scenarios
  evsim test race.yaml --policy node22
  evsim test exact.yaml --unknown startup,phase
  evsim test --budget time=5m,memory=4GB large.yaml
  evsim test --run 'interval.*throws' --fail-fast scenarios
  evsim test --quiet --format github --report junit=results.xml scenarios
  evsim test --update --dry-run race.yaml
  evsim test --watch scenarios/seeds
  evsim test -q --coverage-min 90 --coverage-report html=coverage.html scenarios`,
		RunE: func(c *cobra.Command, args []string) error {
			if o.dryRun && !o.update {
				return errors.New("--dry-run goes with --update")
			}
			return a.test(c.Context(), args, o)
		},
	}
	testFlags(c, &o)
	return c
}

func testFlags(c *cobra.Command, o *testOptions) {
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
	f.BoolVar(&o.coverage.text, "coverage", false, "say which rules of docs/rules.md the scenarios exercise")
	f.Float64Var(&o.coverage.least, "coverage-min", 0, "fail when less than `PERCENT` of them are")
	f.StringArrayVar(&o.coverage.reports, "coverage-report", nil, "also write it as `FORMAT=FILE`: text, json, html; may be repeated")
	f.BoolVar(&o.sampled, "allow-sampled", false, "let pass what was only sampled, and is not proved")
	f.StringSliceVar(&o.budget, "budget", nil, "for each scenario, end at any of these limits: `paths=N,time=DURATION,memory=SIZE` (default "+strings.Join(usualBudget, ",")+")")
	f.StringSliceVar(&o.unknown, "unknown", nil, "open these `LENGTHS` that the scenarios give exactly: "+strings.Join(scenario.FreeKinds(), ", "))
	f.BoolVar(&o.strict, "strict", false, "fail where a file expects nothing")
	f.BoolVar(&o.update, "update", false, "write what happens into the files' expectations")
	f.BoolVar(&o.dryRun, "dry-run", false, "with --update: show what would be written")
	f.BoolVarP(&o.watch, "watch", "w", false, "go on: test again what changes, until interrupted")
	c.MarkFlagsMutuallyExclusive("quiet", "verbose")
	for _, other := range [...]string{"format", "report", "list", "fail-fast", "verbose", "coverage", "coverage-min", "coverage-report"} {
		c.MarkFlagsMutuallyExclusive("update", other)
	}
	for _, other := range [...]string{"format", "report", "list", "update", "coverage", "coverage-min", "coverage-report"} {
		c.MarkFlagsMutuallyExclusive("watch", other)
	}
}

func (a *app) reviewCommand() *cobra.Command {
	var o testOptions
	c := &cobra.Command{
		Use:   "review [PATH...]",
		Short: "Go through what changed in the scenarios' outcomes, one by one",
		Long: `Show each list of ` + "`expect`" + ` that no longer says what happens as a patch, and ask
whether it shall. What is accepted is written into the file, as test --update
does; what is not stays as it is, and fails.`,
		Example: `  evsim review scenarios
  evsim review race.yaml --policy node22`,
		RunE: func(c *cobra.Command, args []string) error { return a.review(c.Context(), args, o) },
	}
	c.Flags().StringSliceVarP(&o.policies, "policy", "p", nil, "only these `POLICIES` of the scenarios' own")
	return c
}

// testFormats are the formats of package report.
func testFormats() (formats []format) {
	for _, name := range report.Formats() {
		formats = append(formats, format(name))
	}
	return formats
}
