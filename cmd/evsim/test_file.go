package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"evsim/explore"
	"evsim/internal/budget"
	"evsim/internal/cover"
	"evsim/internal/fault"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/js"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/expect"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
	"evsim/sim"
)

// tester tests one file after the other. It has nothing that changes.
type tester struct {
	a       *app
	only    []model.Policy // nil: all
	pattern *regexp.Regexp // nil: everything
	cover   bool           // also say which rules the scenarios exercise
	strict  bool           // a file that expects nothing fails
	sampled bool           // runs that are not all are accepted: it is said how likely others are at most
	unknown []string       // lengths that are opened
	rules   []expect.Rule  // beside those of the files
	budget  budget.Budget  // of each scenario
	memory  *budget.Meter  // of the process; nil: it is not held
	doing   js.Doing       // knows where code is
	show    func(file, policy string, p explore.Progress)
	workers workers
}

func newTester(o testOptions) (*tester, error) {
	t := &tester{workers: newWorkers(), strict: o.strict, sampled: o.sampled, unknown: o.unknown}
	var err error
	if t.budget, err = testBudget(o.budget); err != nil {
		return nil, err
	}
	if _, err = new(scenario.Scenario).Free(o.unknown); err != nil {
		return nil, say.Errorf("--unknown: %w", err)
	}
	if t.only, err = lookup(o.policies); err != nil {
		return nil, err
	}
	for _, text := range o.rules {
		rule, err := syntax.ParseRule(text)
		if err != nil {
			return nil, say.Errorf("--rule: %w", err)
		}
		t.rules = append(t.rules, *rule)
	}
	if o.pattern == "" {
		return t, nil
	}
	if t.pattern, err = regexp.Compile(o.pattern); err != nil {
		return nil, say.Errorf("--run: %w", err)
	}
	return t, nil
}

// maxPaths is how many paths of one world commands explore that have no other
// limit.
const maxPaths = 200_000

// testedFile is what came of a file, and, if that was asked for, the rules that
// each of its tests exercised.
type testedFile struct {
	*report.File
	exercised []cover.Set
}

// file reads and tests a file.
func (t *tester) file(ctx context.Context, name string) *testedFile {
	begin := time.Now()
	var src *source
	f := &testedFile{}
	t.workers.do(func() { src, f.File = t.read(name) })
	if f.Broken() {
		f.Took = time.Since(begin)
		return f
	}
	s := t.selected(src.scenario)
	if s == nil {
		return f
	}
	policies := t.policies(s)
	allowed := t.allowanceOf(s, len(policies))
	f.Tests, f.exercised = make([]report.Test, len(policies)), make([]cover.Set, len(policies))
	var all sync.WaitGroup
	faults := make([]*fault.Fault, len(policies))
	for i, p := range policies {
		all.Go(func() {
			t.workers.do(func() {
				if ctx.Err() != nil {
					return
				}
				faults[i] = fault.Carry(func() {
					f.Tests[i] = t.test(ctx, src, s, p, allowed)
					if t.cover {
						f.exercised[i] = t.exercised(ctx, s, p, allowed)
					}
				})
			})
		})
	}
	all.Wait()
	for _, failed := range faults {
		failed.Raise()
	}
	if t.strict && f.Empty() {
		for i := range f.Tests {
			c := program.Check{Policy: f.Tests[i].Policy, What: "--strict", Pos: s.Script.Bodies[s.Script.Main].Pos}
			c = c.With(&program.Failure{Message: "nothing is expected here", At: c.Pos}, "")
			f.Tests[i].Checks = []report.Check{{Check: c}}
		}
	}
	f.Took = time.Since(begin)
	return f
}

// read reads a file, as far as its scenario.
func (t *tester) read(name string) (*source, *report.File) {
	src, err := t.a.read(name)
	if err != nil {
		return nil, &report.File{Name: name, Unreadable: err}
	}
	f := &report.File{Name: src.name, Text: src.text, Diagnostics: src.diagnostics}
	if src.scenario != nil {
		f.Title = src.scenario.Titled()
		if err := src.free(t.unknown); err != nil {
			return nil, &report.File{Name: name, Unreadable: err}
		}
		if err := src.demand(t.rules); err != nil {
			return nil, &report.File{Name: name, Unreadable: err}
		}
	}
	return src, f
}

// demand adds rules to those of the scenario. They stand where the script
// begins, as they have no place in the file.
func (src *source) demand(rules []expect.Rule) error {
	s := src.scenario
	for _, r := range rules {
		if err := checkRuleLogged(s, "--rule "+r.Text, &r); err != nil {
			return err
		}
		if r.Pos = s.Script.Bodies[s.Script.Main].Pos; r.Pos == (sim.Pos{}) {
			r.Pos = sim.Pos{Line: 1, Col: 1} // code has no main body
		}
		s.Rules = append(slices.Clip(s.Rules), r)
	}
	return nil
}

// selected is the scenario with those of its cases that --run names, or nil if
// it names nothing of it. A case goes by the file, the scenario's name and its
// own.
func (t *tester) selected(s *scenario.Scenario) *scenario.Scenario {
	id := s.File + ": " + s.Name
	if t.pattern == nil || t.pattern.MatchString(id) {
		return s
	}
	cut := *s
	cut.Cases = slices.DeleteFunc(slices.Clone(s.Cases), func(c script.Case) bool { return !t.pattern.MatchString(id + ": " + c.Name) })
	if len(cut.Cases) == 0 {
		return nil
	}
	cut.Expect = nil
	return &cut
}

// policies is those that a scenario is for and the user asks for.
func (t *tester) policies(s *scenario.Scenario) []model.Policy {
	return slices.DeleteFunc(s.RunsOn(), func(p model.Policy) bool {
		return t.only != nil && !slices.ContainsFunc(t.only, func(q model.Policy) bool { return q.Name == p.Name })
	})
}

// test holds a scenario against what it expects of one policy.
func (t *tester) test(ctx context.Context, src *source, s *scenario.Scenario, p model.Policy, allowed *allowance) report.Test {
	begin := time.Now()
	test := report.Test{Policy: p.Name}
	r := replayer{src: src, policy: p, unknown: t.unknown}
	for _, c := range s.Verify([]model.Policy{p}, t.runs(ctx, s.File, allowed)) {
		if s != src.scenario && c.Case == "" {
			continue // a rule of the scenario, which only its cases were asked for
		}
		out := report.Check{Check: c}
		if _, failure := c.Result(); failure != nil {
			out.Replay, out.Witness = r.replay(&c, failure)
		} else if c.Other != nil {
			out.Replay, _ = r.replay(&c, c.Other)
		}
		test.Checks = append(test.Checks, out)
	}
	test.Took = time.Since(begin)
	return test
}

// listed is what --list says of a file.
type listed struct {
	report *report.File
	text   string
}

// named lists what a file would be tested for.
func (t *tester) named(name string) (out listed) {
	var src *source
	t.workers.do(func() { src, out.report = t.read(name) })
	if out.report.Broken() {
		return out
	}
	s := t.selected(src.scenario)
	if s == nil {
		return out
	}
	var b strings.Builder
	for _, p := range t.policies(s) {
		if s == src.scenario {
			fmt.Fprintf(&b, "%s  %s  %s\n", report.Shown(src.name), p.Name, report.Shown(s.Name))
		}
		for i := range s.Cases {
			fmt.Fprintf(&b, "%s  %s  %s: %s\n", report.Shown(src.name), p.Name, report.Shown(s.Name), report.Shown(s.Cases[i].Name))
		}
	}
	out.text = b.String()
	return out
}
