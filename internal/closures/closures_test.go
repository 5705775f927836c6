package closures_test

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/closures"
	"evsim/internal/document"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/internal/states"
	"evsim/internal/stepper"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
	"evsim/why"
)

//go:embed closures_test.go
var source string

// race is a timer against an immediate in Node's main module, with the work of
// both, and with a tick and a job.
func race() *closures.Program {
	startup := clock.Range{High: 2 * clock.Millisecond, Of: 1}
	p := &closures.Program{
		Name:  "a timer against an immediate",
		World: program.World{Clock: clock.Setup{Startup: startup}, Stated: struct{ Startup, Phase bool }{true, true}},
		Open:  []program.Unknown{{Name: "startup", Range: startup}},
		Needs: []program.Need{{Feature: model.Immediates, Verb: "Immediate"}},
	}
	p.Main = func(l *closures.Loop) {
		l.Timeout(0, func() {
			l.Log("timeout")
			l.Tick(func() { l.Log("tick") })
		})
		l.Immediate(func() { l.Log("immediate") })
		l.Then(func() { l.Log("job") })
		l.Log("start")
	}
	return p
}

func policy(t *testing.T, name string) model.Policy {
	t.Helper()
	p, err := model.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func texts(log []program.Line) string {
	var lines []string
	for _, l := range log {
		lines = append(lines, l.Text)
	}
	return strings.Join(lines, ", ")
}

// line is the line of this file, from 1, that has a text first.
func line(text string) int32 {
	before, _, _ := strings.Cut(source, text)
	return int32(strings.Count(before, "\n") + 1)
}

func TestLacks(t *testing.T) {
	if need := race().Lacks(policy(t, "browser")); need == nil || need.Verb != "Immediate" {
		t.Errorf("a browser lacks %v", need)
	}
	if need := race().Lacks(policy(t, "node22")); need != nil {
		t.Errorf("node22 lacks %v", need)
	}
}

func TestExplore(t *testing.T) {
	r := explore.Explore(t.Context(), program.NewSetting(race(), policy(t, "node22")), explore.Options{})
	orders := make(map[string]string)
	for i, o := range r.Orders {
		orders[texts(o.Log)] = r.When(i).Formula
	}
	want := map[string]string{
		"start, job, immediate, timeout, tick": "startup less than 1ms",
		"start, job, timeout, tick, immediate": "startup at least 1ms",
	}
	if !r.Complete || len(orders) != len(want) {
		t.Errorf("complete: %t, %s; orders %q", r.Complete, r.Why, orders)
	}
	for order, when := range want {
		if orders[order] != when {
			t.Errorf("%s: when %q, want %q", order, orders[order], when)
		}
	}
}

// TestReplay makes the run of an order's token again.
func TestReplay(t *testing.T) {
	p := race()
	node22 := policy(t, "node22")
	for _, o := range explore.Explore(t.Context(), program.NewSetting(p, node22), explore.Options{}).Orders {
		w, err := explore.ParseToken(o.Witness.Token([]byte(source)), []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		var seen program.Observed
		program.NewSetting(p, node22).Run(program.Options{Oracle: w.Oracle(), Sink: &seen, Wants: sim.KindsOf(sim.EventLog)})
		if got, want := texts(seen.Log), texts(o.Log); got != want {
			t.Errorf("the token of %q gives %q", want, got)
		}
	}
}

func TestWhy(t *testing.T) {
	a, err := why.Ask(t.Context(), why.Question{Setting: program.NewSetting(race(), policy(t, "node22")), A: "immediate", B: "tick"})
	if err != nil {
		t.Fatal(err)
	}
	if a.Verdict != why.Either || !a.Proved || len(a.Sides) != 2 {
		t.Fatalf("%v, proved %t, %d sides", a.Verdict, a.Proved, len(a.Sides))
	}
	for _, side := range a.Sides {
		if e := side.Explanation; len(e.Claims) == 0 || len(e.Steps) == 0 {
			t.Errorf("%s before %s: claims %v, steps %v", e.First, e.Second, e.Claims, e.Steps)
		}
	}
	if got := strings.Join(a.HangsOn, ", "); got != "startup" {
		t.Errorf("it depends on %q", got)
	}
	if _, err := why.Ask(t.Context(), why.Question{Setting: program.NewSetting(race(), policy(t, "node22")), A: "immediate", B: "tock"}); err == nil || !strings.Contains(err.Error(), `did you mean "tick"?`) {
		t.Errorf("a line that nothing logs: %v", err)
	}
}

// checks holds two expectations, of which one is wrong, against every run.
func checks(t *testing.T, run program.Runner) []program.Check {
	t.Helper()
	at := func(text string) sim.Pos { return sim.Pos{Line: line(text), Col: 1} }
	p := race()
	expected := []*program.Expected{
		before("job", "timeout", at(`l.Log("job")`)),
		before("timeout", "immediate", at(`l.Log("timeout")`)),
	}
	program.Question{Setting: program.NewSetting(p, policy(t, "node22"))}.Verify(expected, run)
	return []program.Check{expected[0].Check, expected[1].Check}
}

// before expects that a is logged before b, in each run that logs b.
func before(a, b string, at sim.Pos) *program.Expected {
	judge := func(runs program.Runs) (*program.Failure, say.Text) {
		for _, o := range runs.List {
			first := slices.IndexFunc(o.Log, func(l program.Line) bool { return l.Text == a || l.Text == b })
			if first >= 0 && o.Log[first].Text == b {
				f := o.Fails(at, say.Of("%q is logged before %q", b, a))
				f.Logged = o.Log[first].Pos
				return f, ""
			}
		}
		return nil, ""
	}
	return &program.Expected{Check: program.Check{What: a + " before " + b, Pos: at}, Judge: judge}
}

func TestExpectations(t *testing.T) {
	got := checks(t, explore.Runs(t.Context(), explore.Options{}))
	if v, f := got[0].Result(); v != program.Proved || f != nil {
		t.Errorf("%s: %v, %v", got[0].What, v, f)
	}
	v, f := got[1].Result()
	if v != program.Violated || f.Message.String() != `"immediate" is logged before "timeout"` || f.Logged.Line != line(`l.Log("immediate")`) {
		t.Errorf("%s: %v, %+v", got[1].What, v, f)
	}
	for _, c := range checks(t, explore.Runs(t.Context(), explore.Options{Paths: 1})) {
		if v, _ := c.Result(); v == program.Proved {
			t.Errorf("%s: one path is said to prove it", c.What)
		}
	}
}

func TestReport(t *testing.T) {
	f := report.File{Name: "closures_test.go", Title: say.Word(race().Title()), Text: []byte(source)}
	test := report.Test{Policy: "node22"}
	for _, c := range checks(t, explore.Runs(t.Context(), explore.Options{})) {
		test.Checks = append(test.Checks, report.Check{Check: c})
	}
	f.Tests = append(f.Tests, test)
	for _, format := range report.Formats() {
		var out strings.Builder
		w := report.New(format, &out, report.Options{NoTime: true})
		w.Begin([]string{f.Name})
		w.File(&f)
		var sum report.Summary
		sum.Add(&f)
		if err := w.End(sum); err != nil || sum.Failed != 1 {
			t.Errorf("%s: %v, %+v", format, err, sum)
		}
		if !strings.Contains(out.String(), "immediate") || format == "text" && !strings.Contains(out.String(), `l.Immediate(func() { l.Log("immediate") })`) {
			t.Errorf("%s:\n%s", format, out.String())
		}
	}
}

func TestDocument(t *testing.T) {
	p := race()
	r := document.New("closures_test.go", p, []byte(source), document.Report)
	found, added := r.Orders(context.Background(), &document.Plan{Setting: program.NewSetting(p, policy(t, "node22")), Text: []byte(source), Command: document.Command{File: "closures_test.go", Policy: "node22"}})
	r.Cite()
	if !found.Complete || added != 2 || len(r.Runs) != 2 || len(r.Rules) == 0 {
		t.Fatalf("complete %t, %d orders, %d runs, %d rules", found.Complete, added, len(r.Runs), len(r.Rules))
	}
	for i := range r.Runs {
		if run := &r.Runs[i]; run.Condition.En == "" || run.Condition.Zh == "" || len(run.Reasons) != 4 {
			t.Errorf("run %d: condition %q, %d reasons", i, run.Condition, len(run.Reasons))
		}
	}
}

func TestStep(t *testing.T) {
	var seen states.Recording
	program.NewSetting(race(), policy(t, "node22")).Run(program.Options{Sink: &seen, Wants: states.Kinds})
	m := stepper.New(stepper.Run{File: "closures_test.go", Policy: "node22", Text: source, Events: seen.Events}, nil)
	if screen := m.View().Content; !strings.Contains(screen, "closures_test.go") || len(seen.Events) == 0 {
		t.Errorf("the first of %d steps:\n%s", len(seen.Events), screen)
	}
}
