// Package expect holds what is expected of a program against its runs: orders of
// lines, exit codes, limits, and rules such as `A before B`. The program may be
// written in any language.
package expect

import (
	"fmt"
	"slices"

	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// Suite is a program and what is expected of its runs. It knows nothing of the
// language that either is written in.
type Suite struct {
	Program  program.Program
	Expected []Expected     // of each of the program's worlds, in their order
	Needs    []program.Need // all that the program needs, by what it is first written as

	// Open gives the program with all lengths opened that its worlds leave out
	// (see program.World.Assumed), its worlds in the same order.
	Open func() program.Program
	// Timeless is a line without what it tells of time; nil: no line tells of it.
	Timeless Timeless
}

// Expected is what is expected in one world.
type Expected struct {
	Case   string // the name of the world; "": the program's own
	Expect []Expectation
	Rules  []Rule
}

// Verify checks every expectation and rule under each of the policies. A policy
// that lacks what the program needs is passed over, unless an expectation
// speaks of just that.
func (s *Suite) Verify(policies []model.Policy, run program.Runner) []program.Check {
	var checks []program.Check
	worlds, times := s.Program.Worlds(), s.timed()
	for _, p := range policies {
		v := verifier{Suite: s, worlds: worlds, times: times, policy: p, lacks: s.Program.Lacks(p), run: run}
		for n := range s.Expected {
			v.verify(n)
		}
		checks = append(checks, v.checks...)
	}
	return checks
}

// timed reports whether some rule is about the time of a line.
func (s *Suite) timed() bool {
	return slices.ContainsFunc(s.Expected, func(e Expected) bool { return Timed(e.Rules) })
}

// verifier checks one policy.
type verifier struct {
	*Suite
	worlds []*program.World
	times  bool             // some rule is about the time of a line
	open   program.Program  // with what its worlds leave out opened; nil: not made yet
	opened []*program.World // its worlds
	policy model.Policy
	lacks  *program.Need
	run    program.Runner
	lines  map[string]bool // whether some statement logs a line, as far as that was asked
	checks []program.Check
}

// question is one check that runs are to answer.
type question struct {
	program.Expected
	only  []string                                              // it speaks of these lines as if no other were logged; nil: of all
	open  func(program.Runs) (f *program.Failure, why say.Text) // by the order alone; nil: it is about times
	finds bool                                                  // it wants runs that do something, and not only that none does
	told  bool                                                  // the answer is there
}

// verify checks what is expected in world n.
func (v *verifier) verify(n int) {
	var asked []question
	name, expect, rules := v.Expected[n].Case, v.Expected[n].Expect, v.Expected[n].Rules
	for i := range expect {
		e := &expect[i]
		q := question{only: e.Only}
		q.Expected = program.Expected{Check: program.Check{Policy: v.policy.Name, Case: name, What: e.String(), Pos: e.Pos}, Judge: e.judge}
		if !slices.ContainsFunc(e.Only, v.Timeless.tells) {
			q.open = v.Timeless.expectation(e).judge
		}
		q.finds = e.Kind == Outcomes || e.Kind == Includes
		switch {
		case e.Policies != nil && !slices.Contains(e.Policies, v.policy.Name):
		case e.Kind == Unsupported:
			q.Check, q.told = q.With(v.unsupported(e), ""), true
			asked = append(asked, q)
		case v.lacks == nil:
			asked = append(asked, q)
		}
	}
	for i := range rules {
		r := &rules[i]
		if v.lacks == nil && (r.On == nil || slices.Contains(r.On, v.policy.Name)) {
			var q question
			q.Expected = program.Expected{Check: program.Check{Policy: v.policy.Name, Case: name, What: r.Text, Pos: r.Pos}, Judge: r.judge, Watch: r.Watch()}
			if v.Timeless.speaks(r) {
				q.open = r.judge
			}
			asked = append(asked, q)
		}
	}
	if len(asked) == 0 {
		return
	}
	v.answer(n, asked)
	v.tellUnlogged(asked)
	for i := range asked {
		v.checks = append(v.checks, asked[i].Check)
	}
}

// waiting is those that have no answer yet.
func waiting(asked []question) (out []*question) {
	for i := range asked {
		if !asked[i].told {
			out = append(out, &asked[i])
		}
	}
	return out
}

// ask has questions of a world judged by the runs that they need, those about
// the same lines together, and tells of each what came of it.
func (v *verifier) ask(s program.Setting, asked []*question, run program.Runner) {
	for len(asked) > 0 {
		only := asked[0].only
		same := func(q *question) bool { return slices.Equal(q.only, only) && (q.only == nil) == (only == nil) }
		group := slices.DeleteFunc(slices.Clone(asked), func(q *question) bool { return !same(q) })
		asked = slices.DeleteFunc(slices.Clone(asked), same)
		expected := make([]*program.Expected, len(group))
		for i, q := range group {
			expected[i] = &q.Expected
		}
		program.Question{Setting: s, Times: v.times, Only: only}.Verify(expected, run)
		for _, q := range group {
			q.told = true
		}
	}
}

func (v *verifier) unsupported(e *Expectation) *program.Failure {
	switch {
	case v.lacks == nil:
		return &program.Failure{Message: say.Of("%s has %s", v.policy.Name, e.Label), At: e.Pos}
	case !v.needs(e.Label):
		return &program.Failure{Message: say.Of("%s has %s; what it lacks is %s", v.policy.Name, e.Label, v.lacks.Verb), At: e.Pos}
	}
	return nil
}

// needs reports whether a verb is one of those that the policy lacks.
func (v *verifier) needs(verb string) bool {
	for _, n := range v.Needs {
		if n.Verb == verb && !n.In(v.policy) {
			return true
		}
	}
	return false
}

// String is the expectation's key.
func (e *Expectation) String() string {
	switch e.Kind {
	case Log:
		return "log"
	case Outcomes:
		return "outcomes"
	case Includes:
		switch {
		case len(e.Orders) > 0:
		case e.Exit.Given():
			return fmt.Sprintf("exit: %d", e.Exit.Code)
		default:
			return "reaches: " + e.Reaches
		}
		return "includes"
	case Starves:
		return "starves: " + e.Label
	}
	return "unsupported: " + e.Label
}

// judge holds the expectation against runs. An order that none of them has is a
// failure only when these are all.
func (e *Expectation) judge(runs program.Runs) (f *program.Failure, why say.Text) {
	runs.List = e.projected(runs.List)
	for _, o := range runs.List {
		if f := e.judgeEnd(o); f != nil {
			return f, ""
		}
		if f := e.judgeLog(o); f != nil {
			return f, ""
		}
	}
	if e.Kind == Outcomes || e.Kind == Includes {
		f = e.judgeReached(runs.List)
	}
	if f != nil && !runs.Complete {
		return nil, f.Message
	}
	return f, ""
}

// projected is runs as if no other lines were logged than those that the
// expectation is about.
func (e *Expectation) projected(runs []*program.Observed) []*program.Observed {
	if e.Only == nil {
		return runs
	}
	out := make([]*program.Observed, len(runs))
	for i, run := range runs {
		cut := *run
		cut.Log = slices.DeleteFunc(slices.Clone(run.Log), func(l program.Line) bool { return !slices.Contains(e.Only, l.Text) })
		out[i] = &cut
	}
	return out
}

func (e *Expectation) judgeEnd(o *program.Observed) *program.Failure {
	ended, want := o.Stop.Reason.String(), e.Reaches
	if e.Kind == Starves && want == "" {
		want = sim.LimitCallbacks.String()
	}
	switch {
	case want == "" && o.Stop.Reason.Limit():
		return o.Fails(e.Pos, say.Of("the run reached its limit of %s: %s", ended, o.Stop.Explain()))
	case want != "" && want != ended:
		return o.Fails(e.Pos, say.Of("the run %s; it should reach its limit of %s", ended, want))
	case e.Exit.Given() && o.Stop.Reason == sim.Waiting:
		return o.Fails(e.Exit.Pos, say.Of("expected exit code %d, and the process never ends: %s", e.Exit.Code, o.Stop.Explain()))
	case e.Exit.Given() && e.Exit.Code != o.Stop.Code:
		return o.Fails(e.Exit.Pos, say.Of("expected exit code %d, and the run ends with %d", e.Exit.Code, o.Stop.Code))
	}
	return nil
}

func (e *Expectation) judgeLog(o *program.Observed) *program.Failure {
	switch e.Kind {
	case Starves:
		for _, line := range o.Log {
			if line.Text == e.Label {
				f := o.Fails(e.Pos, say.Of("%q is logged", e.Label))
				f.Logged = line.Pos
				return f
			}
		}
	case Log, Outcomes:
		return e.judgeOrder(o)
	}
	return nil
}

// judgeOrder finds the run's log among the expected orders; a failure points
// at where it leaves the nearest of them.
func (e *Expectation) judgeOrder(o *program.Observed) *program.Failure {
	nearest, same := -1, -1
	for i := range e.Orders {
		n := commonPrefix(e.Orders[i].Lines, o.Log)
		if n == len(o.Log) && n == len(e.Orders[i].Lines) {
			return nil
		}
		if n > same {
			nearest, same = i, n
		}
	}
	want := &e.Orders[nearest]
	f := o.Fails(want.At, "")
	f.Want = want.lines()
	switch {
	case same == len(want.Lines):
		f.Message = say.Of("the log goes on with %q", o.Log[same].Text)
	case same == len(o.Log):
		f.At, f.Message = want.Pos[same], say.Of("expected %q, but the log ends here", want.Lines[same])
	default:
		f.At, f.Message = want.Pos[same], say.Of("expected %q, logged %q", want.Lines[same], o.Log[same].Text)
	}
	if same < len(o.Log) {
		f.Logged = o.Log[same].Pos
	}
	return f
}

func commonPrefix(want []string, got []program.Line) int {
	n := 0
	for n < len(want) && n < len(got) && want[n] == got[n].Text {
		n++
	}
	return n
}

// judgeReached demands that each listed order is the log of some run.
func (e *Expectation) judgeReached(runs []*program.Observed) *program.Failure {
	for i := range e.Orders {
		want := &e.Orders[i]
		if len(runs) == 0 {
			return &program.Failure{Message: "no run gives this order (0 tried)", At: want.At, Want: want.lines()}
		}
		if nearest := want.nearest(runs); !want.is(nearest.Log) {
			f := nearest.Fails(want.At, say.Of("no run gives this order (%d tried)", len(runs)))
			f.Want = want.lines()
			return f
		}
	}
	return nil
}

// nearest is the run whose log has most lines in common with the order before
// they differ; the order's own, if there is one.
func (want *Order) nearest(runs []*program.Observed) *program.Observed {
	best, same := runs[0], -1
	for _, o := range runs {
		if n := commonPrefix(want.Lines, o.Log); n > same || n == same && want.is(o.Log) {
			best, same = o, n
		}
	}
	return best
}

// is reports whether a log is the order.
func (want *Order) is(log []program.Line) bool {
	return len(log) == len(want.Lines) && commonPrefix(want.Lines, log) == len(log)
}

// lines is the order for a failure, where no order at all is nil.
func (want *Order) lines() []string { return append([]string{}, want.Lines...) }
