// Package scenario implements the scenario language. It reads a YAML file into a
// Scenario, runs its program on a model of a runtime, and checks what the file
// expects. docs/scenario.md describes the language.
package scenario

import (
	"slices"

	"evsim/model"
	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/scenario/expect"
	"evsim/scenario/interp"
	"evsim/scenario/script"
	"evsim/scenario/syntax"
	"evsim/sim"
)

// Scenario is one checked file: what the script does, the world that it runs
// in, and what must hold. [Parse] makes it; nothing in it changes afterwards,
// so one Scenario may be run by many goroutines at once. It is a
// [program.Program].
type Scenario struct{ script.Tree }

// Parse reads a scenario file. The name only serves the messages. When
// anything in the file is wrong the Scenario is nil, and the Diagnostics say
// all that is wrong at once.
func Parse(file string, src []byte) (*Scenario, diagnostic.List) {
	tree, diags := syntax.Parse(file, src)
	if tree == nil {
		return nil, diags
	}
	if tree.CodeFile != "" {
		return nil, append(diags, diagnostic.Diagnostic{File: file, Pos: tree.CodePos, Width: 1, Message: "`script` names a file, but only statements can run here"})
	}
	return &Scenario{*tree}, diags
}

// In is the scenario under a policy, which must have what the scenario needs
// (see Lacks), in a world: its own, that of a case, or a changed one.
func (s *Scenario) In(p model.Policy, w *program.World) program.Setting {
	return program.Setting{Program: s, Policy: p, World: w}
}

// Prepare makes ready for runs (program.Program).
func (s *Scenario) Prepare(p model.Policy, w *program.World, o program.Options) program.Run {
	if s.Code != nil {
		return s.Code.Prepare(p, w, o)
	}
	return interp.Prepare(&s.Script, w, p, o)
}

// Part is a setting of the scenario, without what no line shows for which reads is
// true (see [script.Tree.Part]).
func (s *Scenario) Part(in program.Setting, reads func(line string) bool) (part program.Setting, ok bool) {
	tree, ok := s.Tree.Part(in.Policy, in.World, reads)
	if !ok {
		return in, false
	}
	in.Program = &Scenario{*tree}
	return in, true
}

// Run runs the scenario in its own world, under a policy which must have what
// the scenario needs (see Lacks). Equal arguments give equal events.
func (s *Scenario) Run(p model.Policy, o program.Options) sim.Stop { return s.In(p, &s.World).Run(o) }

// Free is the scenario with lengths of time opened that it gives exactly:
// startup (0 to 3 ms), phase (0 to 1 ms), latency (of files, addresses and
// operations: up to 5 ms more than given) and cost (of any callback: up to 1 ms
// more than given). What is a range already stays as it is.
func (s *Scenario) Free(kinds []string) (*Scenario, error) {
	tree, err := s.Opened(kinds)
	if err != nil {
		return nil, err
	}
	return &Scenario{*tree}, nil
}

// Verify checks every expectation, rule and case, under each of the policies.
// A policy that lacks what the scenario needs is passed over, unless an
// expectation speaks of just that.
func (s *Scenario) Verify(policies []model.Policy, run program.Runner) []program.Check {
	suite := expect.Suite{
		Program: s, Needs: s.Needs, Timeless: s.Timeless(),
		Open:     func() program.Program { return &Scenario{*s.AssumedOpened()} },
		Expected: []expect.Expected{s.Expected(nil)},
	}
	for i := range s.Cases {
		suite.Expected = append(suite.Expected, s.Expected(&s.Cases[i]))
	}
	return suite.Verify(policies, run)
}

// Expected is what is expected of a case, or, by nil, of the scenario itself. The
// rules of a scenario hold for its cases too, besides their own.
func (s *Scenario) Expected(c *script.Case) expect.Expected {
	if c == nil {
		return expect.Expected{Expect: s.Expect, Rules: s.Rules}
	}
	return expect.Expected{Case: c.Name, Expect: c.Expect, Rules: slices.Concat(c.Rules, s.Rules)}
}
