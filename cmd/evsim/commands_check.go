package main

import (
	"strings"

	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/scenario/script"

	"github.com/spf13/cobra"
)

func (a *app) testCommand() *cobra.Command {
	var o testOptions
	c := &cobra.Command{
		Use:   "test [PATH...]",
		Short: a.lang.Say("Check that scenarios do what they expect"),
		Long: a.lang.Say(`Check every expectation, rule and case of scenarios, under every policy that they
name. A folder means the scenarios in it: *.yaml and *.yml that have the key evsim.
A pattern such as 'a/**/b*.yaml' means what it matches. Without a PATH the current
folder is tested.

A check passes when it is proved: where several orders are possible, all of them
are checked. What is not proved is OPEN, and the exit code is 3. There are two kinds:
  - Not all orders could be checked, because the limits of --budget were reached or
    because the clock jitters. Then 256 runs with values drawn from the ranges were
    checked instead, and all of them passed. --allow-sampled accepts this kind: it
    checks 1000 more, drawn by the distributions of the ranges, and says how likely
    it is at most, at 95%, that a run fails.
  - The check passes only if the loop starts in 0 ms or at phase 0 ms, and the file
    does not say that this is meant.
With --unknown, lengths that a scenario gives exactly are checked as ranges.

The formats: text is for people; tap is TAP version 14, and tap13 the same for
parsers that know only version 13; junit is the XML that CI systems read; json is
one document; github is commands of GitHub Actions that make annotations. --report
writes more formats to files when the run is over.

--update corrects the lists of ` + "`expect`" + ` that are wrong, and adds one to scenarios
that expect nothing; nothing else in a file changes. --dry-run shows the changes as
a patch. Where the environment variable CI is set, nothing is written.`),
		Example: `  evsim test scenarios
  evsim test race.yaml --policy node22
  evsim test exact.yaml --unknown startup,phase
  evsim test app.js --policy node --rule 'connected before ready'
  evsim test --budget time=5m,memory=4GB large.yaml
  evsim test --run 'interval.*throws' --fail-fast scenarios
  evsim test --quiet --format github --report junit=results.xml scenarios
  evsim test --update --dry-run race.yaml
  evsim test --watch scenarios/seeds
  evsim test -q --coverage-min 90 --coverage-report html=coverage.html scenarios`,
		RunE: func(c *cobra.Command, args []string) error {
			if o.dryRun && !o.update {
				return say.Errorf("--dry-run needs --update")
			}
			return a.test(c.Context(), args, o)
		},
	}
	a.testFlags(c, &o)
	return c
}

func (a *app) testFlags(c *cobra.Command, o *testOptions) {
	f := c.Flags()
	f.StringSliceVarP(&o.policies, "policy", "p", nil, a.lang.Say("only these `POLICIES` of those that the scenarios name"))
	f.StringVar(&o.pattern, "run", "", a.lang.Say("only cases of which \"FILE: NAME: CASE\" matches this `REGEX`"))
	f.BoolVar(&o.failFast, "fail-fast", false, a.lang.Say("stop after the first file that fails"))
	f.BoolVar(&o.list, "list", false, a.lang.Say("list what would be tested, and test nothing"))
	f.BoolVarP(&o.quiet, "quiet", "q", false, a.lang.Say("show only what fails, and the last line"))
	f.BoolVarP(&o.verbose, "verbose", "v", false, a.lang.Say("also show every check, and how long it took"))
	f.BoolVar(&o.noTime, "no-time", false, a.lang.Say("leave out how long it took, so that equal results are equal bytes"))
	f.Var(newFormat(&o.format, testFormats()...), "format", a.lang.Sayf("the `FORMAT`: %s", strings.Join(report.Formats(), ", ")))
	f.StringArrayVar(&o.reports, "report", nil, a.lang.Say("also write `FORMAT=FILE`; may be repeated"))
	f.BoolVar(&o.coverage.text, "coverage", false, a.lang.Say("show which rules of docs/rules.md the scenarios use"))
	f.Float64Var(&o.coverage.least, "coverage-min", 0, a.lang.Say("fail when the scenarios use less than `PERCENT` of these rules"))
	f.StringArrayVar(&o.coverage.reports, "coverage-report", nil, a.lang.Say("also write the coverage as `FORMAT=FILE`: text, json, html; may be repeated"))
	f.BoolVar(&o.sampled, "allow-sampled", false, a.lang.Say("accept checks that were not proved but passed in all sampled runs"))
	f.StringSliceVar(&o.budget, "budget", nil, a.lang.Sayf("limit the search of each scenario: `paths=N,time=DURATION,memory=SIZE` (default %s)", strings.Join(usualBudget, ",")))
	f.StringSliceVar(&o.unknown, "unknown", nil, a.lang.Sayf("treat these `LENGTHS` as unknown, even if scenarios give them exactly: %s", strings.Join(script.FreeKinds(), ", ")))
	f.StringArrayVar(&o.rules, "rule", nil, a.lang.Say("also check every order against this `RULE`, such as 'a before b'; may be repeated"))
	f.BoolVar(&o.strict, "strict", false, a.lang.Say("fail when a file expects nothing"))
	f.BoolVar(&o.update, "update", false, a.lang.Say("correct what the files expect: write what happens"))
	f.BoolVar(&o.dryRun, "dry-run", false, a.lang.Say("with --update: show what would be written, and write nothing"))
	f.BoolVarP(&o.watch, "watch", "w", false, a.lang.Say("keep running: test files again when they change"))
	c.MarkFlagsMutuallyExclusive("quiet", "verbose")
	for _, other := range [...]string{"rule", "format", "report", "list", "fail-fast", "verbose", "coverage", "coverage-min", "coverage-report"} {
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
		Short: a.lang.Say("Correct what scenarios expect, one change at a time"),
		Long: a.lang.Say(`For each list of ` + "`expect`" + ` that is wrong, show the correction as a patch and ask
whether to make it. What you accept is written into the file, as test --update
does; what you do not accept stays as it is, and counts as failed.`),
		Example: `  evsim review scenarios
  evsim review race.yaml --policy node22`,
		RunE: func(c *cobra.Command, args []string) error { return a.review(c.Context(), args, o) },
	}
	c.Flags().StringSliceVarP(&o.policies, "policy", "p", nil, a.lang.Say("only these `POLICIES` of those that the scenarios name"))
	return c
}

// testFormats are the formats of package report.
func testFormats() (formats []format) {
	for _, name := range report.Formats() {
		formats = append(formats, format(name))
	}
	return formats
}
