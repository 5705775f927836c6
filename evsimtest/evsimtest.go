// Package evsimtest checks scenarios in Go tests. One line tests a folder:
//
//	func TestScenarios(t *testing.T) { evsimtest.Run(t, "testdata/scenarios") }
//
// Its messages are those of the command `evsim test`.
package evsimtest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evsim/explore"
	"evsim/internal/document"
	"evsim/internal/folder"
	"evsim/internal/report"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// Option changes what [Run] does.
type Option func(*settings)

type settings struct {
	sampled bool
	budget  time.Duration
}

// AllowSampled accepts expectations that held in every run that was made, where
// these were not all: the search for every order reached a limit, or the clock
// jitters. What rests on lengths that a file leaves out fails all the same, if
// it does not hold with others.
func AllowSampled() Option { return func(s *settings) { s.sampled = true } }

// Budget is how long the search for every order of one scenario under one policy
// may take; 30 s without this option.
func Budget(d time.Duration) Option { return func(s *settings) { s.budget = d } }

// memory bounds one search, in bytes, about.
const memory = 1 << 30

// Run tests every scenario of a folder and of the folders in it: a subtest for
// each file, named by its path in the folder, and in it one for each policy. It
// fails for an expectation that does not hold in every order that is possible,
// for one that is not proved, for a file that is not a scenario or expects nothing,
// and for a folder without scenarios. A file is a scenario if its name ends in
// .yaml or .yml and it has the key `evsim`; what is hidden is passed over.
func Run(t *testing.T, dir string, options ...Option) {
	t.Helper()
	s := settings{budget: 30 * time.Second}
	for _, option := range options {
		option(&s)
	}
	found, err := folder.Find(dir)
	if err != nil {
		t.Fatalf("evsimtest: %v", err)
	}
	for _, passed := range found.Passed(report.Shown) {
		t.Logf("evsimtest: %s", passed)
	}
	if len(found.Files) == 0 {
		t.Fatalf("evsimtest: no scenario in %s: it has no *.yaml or *.yml file with an `evsim:` key", dir)
	}
	for _, file := range found.Files {
		name, err := filepath.Rel(dir, file)
		if err != nil {
			name = file
		}
		t.Run(filepath.ToSlash(name), func(t *testing.T) { s.file(t, file) })
	}
}

// file tests one scenario.
func (s settings) file(t *testing.T, name string) {
	text, err := read(name)
	if err != nil {
		t.Fatalf("evsimtest: %v", err)
	}
	one, problems := scenario.Parse(name, text)
	switch {
	case one == nil:
		t.Fatal("\n" + problems.Render(text))
	case len(problems) > 0:
		t.Log("\n" + problems.Render(text))
	}
	file := report.File{Name: name, Title: one.Titled(), Text: text}
	for _, p := range one.RunsOn() {
		t.Run(p.Name, func(t *testing.T) {
			test := s.test(t.Context(), one, text, p)
			file.Tests = append(file.Tests, test)
			s.tell(t, file, test)
		})
	}
	switch {
	case len(file.Tests) == 0:
		t.Errorf("%s: no policy has all that it needs, so nothing was tested", name)
	case file.Empty():
		t.Errorf("%s: nothing is expected here, so nothing was tested: give it `expect` or `rules`", name)
	}
}

// read reads a file that is as long as a scenario may be, or longer, which the
// parser complains of.
func read(name string) ([]byte, error) {
	f, info, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return folder.ReadAll(f, info, folder.MaxRead)
}

// test holds a scenario against what it expects of one policy.
func (s settings) test(ctx context.Context, one *scenario.Scenario, text []byte, p model.Policy) report.Test {
	ctx, cancel := context.WithTimeoutCause(ctx, s.budget, fmt.Errorf("the limit of %v was reached", s.budget))
	defer cancel()
	test := report.Test{Policy: p.Name}
	for _, c := range one.Verify([]model.Policy{p}, explore.Runs(ctx, explore.Options{Memory: memory})) {
		check := report.Check{Check: c}
		_, failure := c.Result()
		if failure == nil {
			failure = c.Other
		}
		if failure != nil && one.Lacks(p) == nil {
			check.Replay, check.Witness = replay(one, text, &c, failure)
		}
		test.Checks = append(test.Checks, check)
	}
	return test
}

// replay is the command that shows the run of a failure, and what has to be the
// case for it to happen.
func replay(one *scenario.Scenario, text []byte, c *program.Check, f *program.Failure) (command string, witness []string) {
	show := document.Command{File: one.File, Policy: c.Policy, Case: c.Case, Unknown: c.Assumed, Seed: f.Seed}
	if f.Origin != nil {
		show.Replay, witness = f.Origin.Token(one.Identity(text)), f.Origin.Describe(one)
	}
	return show.String(), witness
}

// tell says what came of a test, and fails unless all of it is proved, or what
// is not is allowed.
func (s settings) tell(t *testing.T, f report.File, test report.Test) {
	t.Helper()
	var text strings.Builder
	f.Tests = []report.Test{test}
	w := report.New("text", &text, report.Options{NoTime: true})
	w.File(&f)
	if err := w.Flush(); err != nil {
		t.Error(err)
	}
	said := strings.TrimRight(text.String(), "\n")
	for i := range test.Checks {
		err := test.Checks[i].Err()
		if err != nil && !(s.sampled && errors.Is(err, program.ErrUnproved) && test.Checks[i].Other == nil) {
			t.Error("\n" + said)
			return
		}
	}
	switch test.Verdict() {
	case report.Unproved:
		t.Log("\n" + said)
	case report.Empty:
		t.Skipf("nothing is expected of %s", test.Policy)
	}
}
