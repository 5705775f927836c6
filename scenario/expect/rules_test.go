package expect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/internal/proof"
	"evsim/program"
	"evsim/sim"
)

// ruled are rules, and what each says of a log, in the fewest words. The lines of
// a log are logged a millisecond after each other.
var ruled = []struct {
	rule  Rule
	holds func(log string) bool
}{
	{Rule{Kind: Before, A: "a", B: "b"}, func(log string) bool {
		a, b := strings.Index(log, "a"), strings.Index(log, "b")
		return b < 0 || a >= 0 && a < b
	}},
	{Rule{Kind: Never, A: "a"}, func(log string) bool { return !strings.Contains(log, "a") }},
	{Rule{Kind: Once, A: "a"}, func(log string) bool { return strings.Count(log, "a") == 1 }},
	{Rule{Kind: Adjacent, A: "a", B: "b"}, func(log string) bool { return strings.Count(log, "a") == strings.Count(log, "ab") }},
	{Rule{Kind: Or, A: "a", B: "b"}, func(log string) bool { return strings.ContainsAny(log, "ab") }},
	{Rule{Kind: ExactlyOne, A: "a", B: "b"}, func(log string) bool { return strings.Count(log, "a")+strings.Count(log, "b") == 1 }},
	{Rule{Kind: Eventually, A: "a"}, func(log string) bool { return strings.Contains(log, "a") }},
	{Rule{Kind: NeverAfter, A: "a", B: "b"}, func(log string) bool {
		b := strings.Index(log, "b")
		return b < 0 || !strings.Contains(log[b:], "a")
	}},
	{Rule{Kind: Within, A: "a", B: "b", At: clock.Millisecond}, func(log string) bool {
		for i, line := range log {
			if line == 'a' && !strings.Contains(log[max(0, i-1):min(len(log), i+2)], "b") {
				return false
			}
		}
		return true
	}},
}

// run is a log of one letter a line.
func run(log string) *program.Observed {
	o := &program.Observed{Stop: sim.Stop{Reason: sim.Ended}}
	for i, text := range log {
		o.Log = append(o.Log, program.Line{Text: string(text), At: clock.Span(i) * clock.Millisecond, Pos: sim.Pos{Line: int32(i) + 1, Col: 1}})
	}
	return o
}

// TestRulesOnEveryShortLog holds each rule against all logs of up to five lines,
// as it is judged and as its machine reads them.
func TestRulesOnEveryShortLog(t *testing.T) {
	logs := []string{""}
	for from := 0; len(logs[from]) < 5; from++ {
		for _, line := range "abc" {
			logs = append(logs, logs[from]+string(line))
		}
	}
	for i := range ruled {
		r, broken := &ruled[i].rule, 0
		machine := r.Watch().New()
		for _, log := range logs {
			want := ruled[i].holds(log)
			if !want {
				broken++
			}
			if f, _ := r.judge(program.Runs{List: []*program.Observed{run(log)}, Complete: true}); (f == nil) != want {
				t.Errorf("kind %d on %q: %v, want it to hold: %v", r.Kind, log, f, want)
			}
			if found, at := run(log).Follow(machine); (found == proof.Holds) != want || found == proof.Open || at > len(log) {
				t.Errorf("the machine of kind %d on %q: %v at %d, want it to hold: %v", r.Kind, log, found, at, want)
			}
		}
		if broken == 0 || broken == len(logs) {
			t.Errorf("kind %d is broken by %d of %d logs", r.Kind, broken, len(logs))
		}
	}
}

// TestVerdicts: what came of a rule and of an order, by what the runs are.
func TestVerdicts(t *testing.T) {
	rule := Rule{Kind: Before, A: "a", B: "b"}
	order := Expectation{Kind: Includes, Orders: []Order{{Lines: []string{"a", "b"}, Pos: make([]sim.Pos, 2)}}}
	proved, broken := &program.Proof{Verdict: program.Proved}, &program.Proof{Verdict: program.Violated, Run: run("ba")}
	for _, test := range []struct {
		name        string
		runs        program.Runs
		rule, order program.Verdict
	}{
		{"all runs hold", program.Runs{List: []*program.Observed{run("ab")}, Complete: true}, program.Proved, program.Proved},
		{"not all, and they hold", program.Runs{List: []*program.Observed{run("ab")}, Why: "no time"}, program.Unproved, program.Unproved},
		{"none of them, and they are not all", program.Runs{Why: "no time"}, program.Unproved, program.Unproved},
		{"an order that no run has, of all", program.Runs{List: []*program.Observed{run("abc")}, Complete: true}, program.Proved, program.Violated},
		{"an order that no run has, not of all", program.Runs{List: []*program.Observed{run("abc")}, Why: "no time"}, program.Unproved, program.Unproved},
		{"one run breaks it", program.Runs{List: []*program.Observed{run("ab"), run("ba")}, Why: "no time"}, program.Violated, program.Unproved},
		{"a proof", program.Runs{List: []*program.Observed{run("ab")}, Why: "no time", Proofs: []*program.Proof{proved}}, program.Proved, program.Unproved},
		{"a run that a proof found", program.Runs{List: []*program.Observed{run("ab")}, Why: "no time", Proofs: []*program.Proof{broken}}, program.Violated, program.Unproved},
	} {
		expected := []*program.Expected{{Judge: order.judge}, {Judge: rule.judge, Watch: rule.Watch()}}
		asked := 0
		program.Question{}.Verify(expected, func(q program.Question) program.Runs {
			if asked++; len(q.Watch) != 1 || q.Watched {
				t.Errorf("%s: %d watches, nothing else: %v", test.name, len(q.Watch), q.Watched)
			}
			if enough := q.Enough(test.runs.List); enough && slices.ContainsFunc(expected, func(e *program.Expected) bool { f, _ := e.Judge(test.runs); return f == nil }) {
				t.Errorf("%s: enough was found", test.name)
			}
			return test.runs
		})
		got := fmt.Sprint(verdict(expected[1]), verdict(expected[0]), asked)
		if want := fmt.Sprint(test.rule, test.order, 1); got != want {
			t.Errorf("%s: %s, want %s", test.name, got, want)
		}
		for _, e := range expected {
			if v, f := e.Result(); (v == program.Violated) != (f != nil) || (v == program.Proved) != (e.Err() == nil) {
				t.Errorf("%s: %v, %v, %v", test.name, v, f, e.Err())
			}
		}
	}
}

func verdict(e *program.Expected) program.Verdict { v, _ := e.Result(); return v }
