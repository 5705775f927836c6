package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evsim/explore"
	"evsim/internal/budget"
	"evsim/internal/report"
	"evsim/program"
)

// TestAllowanceIsShared: all shares together are the time that there is, however
// many there are, and what one does not need is left to the others.
func TestAllowanceIsShared(t *testing.T) {
	a := &allowance{left: 10 * time.Second, waiting: 4}
	take := func() time.Duration {
		share, _ := a.take()
		return share
	}
	first := take()
	if first != 2500*time.Millisecond {
		t.Errorf("of 10 s, the first of four has %v", first)
	}
	a.leave(first - 100*time.Millisecond)
	if second := take(); second != 3300*time.Millisecond {
		t.Errorf("of 9.9 s, the first of three has %v", second)
	}
	a.leave(-time.Second) // it took longer than it had
	if rest := take() + take() + take(); rest != 6600*time.Millisecond {
		t.Errorf("the others have %v", rest)
	}
}

// TestTimeBetweenExplorationsCounts: what a scenario takes beside its explorations is taken
// of the same time, so that very many short ones end as one long one does.
func TestTimeBetweenExplorationsCounts(t *testing.T) {
	a := &allowance{left: 10 * time.Second, waiting: 2}
	spent := !a.spend(4 * time.Second)
	if share, all := a.take(); spent || all || share != 3*time.Second {
		t.Errorf("of 6 s, the first of two has no half: %v, %+v", share, a)
	}
	spent = !a.spend(time.Minute)
	if share, all := a.take(); !spent || !all || share != 0 {
		t.Errorf("there is time left: %v, %+v", share, a)
	}
}

// wide is a scenario with far more orders than can be searched; its costs keep a
// rule from being proved of a part of it.
func wide() string {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: wide\npolicies: [node12, node22]\ncosts: {callback: 0us..1us}\nscript:\n")
	for i := range 10 {
		fmt.Fprintf(&b, "  - {io: net, latency: 0ms..50ms, do: [{log: b%d}, {setImmediate: , do: {log: c%d}}]}\n", i, i)
	}
	b.WriteString("  - log: a\nrules:\n  - a once\n")
	return b.String()
}

// TestBudgetIsKept: the time of a scenario is that of all its policies and of
// both searches together. The slack is for a machine that does other work too.
func TestBudgetIsKept(t *testing.T) {
	const limit, slack = 400 * time.Millisecond, 600 * time.Millisecond
	file := filepath.Join(t.TempDir(), "wide.yaml")
	if err := os.WriteFile(file, []byte(wide()), 0o666); err != nil {
		t.Fatal(err)
	}
	tt, err := newTester(testOptions{budget: []string{"time=" + limit.String()}})
	if err != nil {
		t.Fatal(err)
	}
	tt.a = newApp(strings.NewReader(""), os.Stdout, os.Stderr)
	begin := time.Now()
	f := tt.file(t.Context(), file)
	if took := time.Since(begin); took > limit+slack {
		t.Errorf("%v are taken, of %v", took, limit)
	}
	for i := range f.Tests {
		if f.Tests[i].Verdict() != report.Unproved {
			t.Errorf("%s: %v", f.Tests[i].Policy, f.Tests[i].Verdict())
		} else if why := f.Tests[i].Checks[0].Why; !strings.Contains(why.String(), "the limit of 400ms for the scenario was reached") {
			t.Errorf("%s: %s", f.Tests[i].Policy, why)
		}
	}
}

// TestProgressOfAnExploration: a long search shows how far it is, and makes
// room for what is written.
func TestProgressOfAnExploration(t *testing.T) {
	var screen strings.Builder
	p := progress{w: &screen, on: true, total: 2}
	p.explored("a\x1b.yaml", "node22", explore.Progress{Paths: 2048, Orders: 1})
	p.explored("a.yaml", "node22", explore.Progress{Paths: 4096, Orders: 1}) // too soon
	p.clear()
	if got, want := screen.String(), "0 of 2 files, 0 failed; a\ufffd.yaml node22: 2048 paths, 1 order\r\x1b[K"; got != want {
		t.Errorf("the terminal gets %q, want %q", got, want)
	}
	silent := progress{w: &screen}
	screen.Reset()
	silent.explored("a.yaml", "node22", explore.Progress{})
	if screen.Len() > 0 {
		t.Errorf("where nobody watches, it is told: %q", screen.String())
	}
}

// TestNoTimeIsLeft: when a scenario's time is over no further run is made, nor
// anything for it: that would fail, since nothing is asked about.
func TestNoTimeIsLeft(t *testing.T) {
	tr := &tester{budget: budget.Budget{Time: 3 * time.Second}}
	runs := tr.runs(t.Context(), "x.yaml", &allowance{waiting: 9000})(program.Question{})
	if runs.Complete || len(runs.List) > 0 || runs.Why.String() != "the limit of 3s for the scenario was reached" {
		t.Errorf("%+v", runs)
	}
}
