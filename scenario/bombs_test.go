package scenario_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// TestCasesShareTheirWorld: cases that change no files hold no copy of them. With
// a copy, this file of 120 KB takes 600 MB.
func TestCasesShareTheirWorld(t *testing.T) {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: x\nscript: [{log: a}]\nfiles:\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "  f%d: {latency: 1ms}\n", i)
	}
	b.WriteString("cases:\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "  - {name: c%d, clock: {startup: 1ms}}\n", i)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s, diags := scenario.Parse("x.yaml", []byte(b.String()))
	runtime.ReadMemStats(&after)
	if s == nil || len(s.Cases) != 3000 {
		t.Fatal(diags)
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 100 {
		t.Errorf("it takes %d MB", took)
	}
}

// TestStatementsHaveALimit: one callback that repeats for ever is ended.
func TestStatementsHaveALimit(t *testing.T) {
	s, diags := scenario.Parse("x.yaml", []byte("evsim: 1\nname: x\nscript: [{repeat: 1000000, do: {repeat: 1000000, do: []}}]\n"))
	if s == nil {
		t.Fatal(diags)
	}
	p, err := model.Lookup("node22")
	if err != nil {
		t.Fatal(err)
	}
	if stop := s.Run(p, program.Options{}); stop.Reason != sim.LimitStatements {
		t.Errorf("%+v", stop)
	}
}

// TestManyCasesAreVerified: what it takes to verify cases for which there is no
// time grows with their number, and not with its square.
func TestManyCasesAreVerified(t *testing.T) {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: x\nscript: [{log: a}]\ncases:\n")
	const cases = 3000
	for i := range cases {
		fmt.Fprintf(&b, "  - {name: c%d, expect: [{log: [a]}]}\n", i)
	}
	s := parse(t, b.String())
	p, err := model.Lookup("node22")
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	checks := s.Verify([]model.Policy{p}, func(program.Question) program.Runs { return program.Runs{Why: "there was no time"} })
	runtime.ReadMemStats(&after)
	if len(checks) != cases {
		t.Fatalf("%d checks", len(checks))
	}
	for i := range checks {
		if verdict, _ := checks[i].Result(); verdict != program.Unproved || checks[i].Why.String() != "no run was made: there was no time" {
			t.Fatalf("%s is %v: %s", checks[i].Case, verdict, checks[i].Why)
		}
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 60 {
		t.Errorf("it takes %d MB", took)
	}
}
