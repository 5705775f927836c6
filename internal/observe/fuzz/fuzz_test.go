package fuzz_test

import (
	"context"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"evsim/internal/observe"
	"evsim/internal/observe/fuzz"
	"evsim/internal/testmain"
	"evsim/model"
	"evsim/scenario"
	"evsim/scenario/script"
)

// TestPrograms parses the programs of many seeds, of three times as many with
// EVSIM_SWEEPS=1: each is a scenario, has what its policy has, and can be exported.
func TestPrograms(t *testing.T) {
	verbs := map[script.Verb]bool{}
	for _, p := range model.Policies() {
		if p.Node == nil {
			continue
		}
		for seed := range uint64(300 / testmain.Every(3)) {
			text := fuzz.Program(seed, p, nil)
			s, diags := scenario.Parse("fuzz.yaml", []byte(text))
			if s == nil {
				t.Fatalf("%s, seed %d: %v\n%s", p.Name, seed, diags, text)
			}
			if lack := s.Lacks(p); lack != nil {
				t.Errorf("%s, seed %d: uses %s", p.Name, seed, lack.Verb)
			}
			if _, err := observe.Export(s, observe.VirtualNode); err != nil {
				t.Errorf("%s, seed %d: %v", p.Name, seed, err)
			}
			for _, body := range s.Script.Bodies {
				for i := range body.Stmts {
					verbs[body.Stmts[i].Verb] = true
				}
			}
		}
	}
	for v := script.VerbLog; v <= script.VerbExit; v++ {
		if verbs[v] == (unused[v] != "") {
			t.Errorf("%s: programs use it: %v, and it is said to be unused because %q", v, verbs[v], unused[v])
		}
	}
}

// unused are the verbs that no random program has, and why.
var unused = map[script.Verb]string{
	script.VerbKill: "a signal without a listener ends the process, and most programs with it; the scenarios of signals were run on eight releases",
}

// TestProgramsRepeat: a seed is a program.
func TestProgramsRepeat(t *testing.T) {
	p := model.MustLookup("node22")
	first, again := fuzz.Program(7, p, nil), fuzz.Program(7, p, nil)
	if first != again {
		t.Error("a seed makes two programs")
	}
	if first == fuzz.Program(8, p, nil) {
		t.Error("two seeds make one program")
	}
}

// TestClasses: a class that is left out stays out.
func TestClasses(t *testing.T) {
	for seed := range uint64(100) {
		text := fuzz.Program(seed, model.MustLookup("node22"), map[string]bool{"immediate": true, "net": true, "esm": true})
		for _, word := range []string{"setImmediate", "io: net\n    latency", "main: esm"} {
			if strings.Contains(text, word) {
				t.Fatalf("seed %d has %q:\n%s", seed, word, text)
			}
		}
	}
}

// TestAgainstNode holds programs against the Node on PATH: twenty, forty with
// EVSIM_SWEEPS=1.
func TestAgainstNode(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the virtual clock needs Linux")
	}
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler to make the virtual clock with")
	}
	r := observe.Runtime{Path: "node", Timeout: time.Minute} // this machine may be busy
	version, err := r.Version(context.Background())
	if err != nil {
		t.Skip("no Node on PATH: ", err)
	}
	p, err := model.Lookup("node@" + version)
	if err != nil {
		t.Skip(err)
	}
	most := uint64(40 / testmain.Every(2))
	s := &fuzz.Sweep{
		Comparer: fuzz.Comparer{Policy: p, Runtime: r}, First: 1, Last: most, Workers: runtime.NumCPU(), Dir: t.TempDir(), Label: "node",
		Report: func(name string) { t.Error(name) },
	}
	totals, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if totals.Compared < int(most)/2 {
		t.Errorf("only %d programs were compared", totals.Compared)
	}
	t.Logf("node %s against %s: %d programs, %d lines", version, p.Name, totals.Compared, totals.Lines)
}
