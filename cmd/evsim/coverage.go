package main

import (
	"context"
	"io"
	"strings"

	"evsim/internal/budget"
	"evsim/internal/cover"
	"evsim/internal/replace"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// coverageOptions are the flags of test that ask for coverage.
type coverageOptions struct {
	text    bool
	least   float64 // percent; 0: whatever there is
	reports []string

	document bool // standard output is for a program
}

func (o *coverageOptions) asked() bool { return o.text || o.least != 0 || len(o.reports) > 0 }

// coverage is what the tests of a run exercise.
type coverage struct {
	*cover.Coverage
	options coverageOptions
	files   []coverageFile
}

type coverageFile struct {
	format, name string
	file         *replace.File
}

// newCoverage opens what the flags ask for, in a batch that the caller commits; nil
// when that is nothing.
func newCoverage(t *tester, o coverageOptions, whole *replace.Batch) (*coverage, error) {
	if !o.asked() {
		return nil, nil
	}
	if !(o.least >= 0 && o.least <= 100) {
		return nil, say.Errorf("--coverage-min %g: it is a percentage, from 0 to 100", o.least)
	}
	policies := t.only
	if policies == nil {
		policies = model.Policies()
	}
	c := &coverage{cover.New(policies), o, nil}
	for _, asked := range o.reports {
		format, name, _ := strings.Cut(asked, "=")
		f := coverageFile{format: format, name: name}
		var err error
		switch {
		case name == "" || format != "text" && format != "json" && format != "html":
			err = say.Errorf("it is FORMAT=FILE, such as html=coverage.html, and FORMAT one of text, json, html")
		default:
			f.file, err = together(whole, name)
		}
		if err != nil {
			return nil, say.Errorf("--coverage-report %s: %w", asked, err)
		}
		c.files = append(c.files, f)
	}
	return c, nil
}

// exercised is what a scenario exercises under the policy of a test, within the
// scenario's allowance.
func (t *tester) exercised(ctx context.Context, s *scenario.Scenario, p model.Policy, allowed *allowance) cover.Set {
	if s.Lacks(p) != nil {
		return nil
	}
	within, end := t.within(ctx, allowed)
	defer end()
	set, whole := cover.Of(s, p, program.Options{Halt: halting(within), Room: budget.Room(within), Until: within})
	if !whole && ctx.Err() == nil {
		t.a.complain(say.Errorf("%s: %s: %w: the rules that were used until then count", report.Shown(s.File), p.Name, context.Cause(within)))
	}
	return set
}

// add counts what came of a file.
func (c *coverage) add(f *testedFile) {
	if c == nil {
		return
	}
	for i, set := range f.exercised {
		c.Add(f.Name, f.Tests[i].Policy, set)
	}
}

// end writes everything.
func (c *coverage) end(a *app, sum report.Summary) error {
	if c == nil || sum.Interrupted {
		return nil
	}
	if err := c.show(a); err != nil {
		return err
	}
	for _, f := range c.files {
		text, err := c.format(f.format)
		if err == nil {
			_, err = f.file.WriteString(text)
		}
		if err != nil {
			return say.Errorf("cannot write %s: %w", f.name, reason(err))
		}
	}
	return nil
}

// enough says whether it is.
func (c *coverage) enough(a *app, sum report.Summary) error {
	if c == nil || sum.Interrupted || c.Percent() >= c.options.least {
		return nil
	}
	a.complain(say.Errorf("coverage is %.1f%%, and less than %g%%", c.Percent(), c.options.least))
	return exit(failed)
}

// show writes the table for whoever asked for it, and not into a document that
// a program reads.
func (c *coverage) show(a *app) error {
	switch o := c.options; {
	case !o.text && o.least == 0:
		return nil
	case o.document:
		_, err := io.WriteString(a.stderr, c.Text())
		return err
	}
	return a.writeAll(c.Text())
}

func (c *coverage) format(name string) (string, error) {
	switch name {
	case "json":
		return c.JSON()
	case "html":
		return c.HTML()
	}
	return c.Text(), nil
}
