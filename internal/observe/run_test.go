package observe_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evsim/internal/observe"
	"evsim/internal/observe/evidence"
	"evsim/internal/observe/nodes"
	"evsim/internal/testmain"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

func scenarioOf(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	s, diags := scenario.Parse("test.yaml", []byte(text))
	if s == nil {
		t.Fatal(diags)
	}
	return s
}

const everything = `
evsim: 1
name: everything that completes
files: {./there: {latency: 2ms}, ./away: {missing: true, latency: 1.5ms}}
script:
  - setTimeout: 5
    do: {log: 'timeout ${now}'}
  - {io: net, latency: 7.5ms, as: socket, do: [{log: 'net ${now}'}, {close: socket, do: {log: 'closed ${now}'}}]}
  - {io: file, latency: 3.25ms, do: {log: 'file ${now}'}}
  - {io: dns, latency: 3ms, do: {log: 'dns ${now}'}}
  - {io: pipe, fail: no such pipe, do: {log: '${error} ${now}'}}
  - {readFile: ./there, do: {log: 'read ${now}'}}
  - {readFile: ./away, do: {log: never}, catch: {log: 'away ${now}'}}
  - busy: 1.25ms
  - mark: here
  - {setInterval: 2, times: 2, do: {log: 'interval ${n} ${here}'}}
  - log: 'main ${now}'
`

// TestVirtual: one run under the virtual clock says when everything happens,
// and says it again.
func TestVirtual(t *testing.T) {
	r, p := node(t)
	s := scenarioOf(t, everything)
	first, err := r.RunVirtual(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	if want := simulated(s, p); !slices.Equal(first.Log, want) {
		t.Errorf("node logs\n%q\nthe model\n%q\n%s", first.Log, want, first.Errors)
	}
	for range 5 {
		again, err := r.RunVirtual(context.Background(), s)
		if err != nil || !slices.Equal(again.Log, first.Log) {
			t.Fatalf("another run logs %q, %v", again.Log, err)
		}
	}
}

func TestRealTime(t *testing.T) {
	r, _ := node(t)
	s := scenarioOf(t, "evsim: 1\nname: plain\nscript: [{log: \"a\\\\n'`${now}\"}, {setTimeout: 1, do: {exit: 3}}]\n")
	seen, err := r.Run(context.Background(), s, 2)
	if err != nil || len(seen) == 0 || seen[0].Code != 3 {
		t.Errorf("observed %+v, %v", seen, err)
	}
}

// soon is when a run that does not end is killed: any machine has started node
// and logged a few lines by then.
const soon = 2 * time.Second

// TestHangs: a run that does not end is killed, and says so.
func TestHangs(t *testing.T) {
	r, _ := node(t)
	r.Timeout = soon
	s := scenarioOf(t, "evsim: 1\nname: hangs\nfunctions: {f: {do: {nextTick: , do: {call: f}}}}\nscript: [{log: a}, {call: f}]\n")
	o, err := r.RunVirtual(context.Background(), s)
	if err != nil || o.Code != -1 || !slices.Equal(o.Log, []string{"a"}) {
		t.Errorf("observed %+v, %v", o, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.RunVirtual(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run returns %v", err)
	}
}

// TestEnoughLines: a run that does not end is killed when it has logged enough,
// long before its time is over.
func TestEnoughLines(t *testing.T) {
	r, _ := node(t)
	r.Timeout, r.Lines = time.Hour, 1000
	s := scenarioOf(t, "evsim: 1\nname: goes on\nfunctions: {f: {do: [{log: a}, {nextTick: , do: {call: f}}]}}\nscript: {call: f}\n")
	o, err := r.RunVirtual(context.Background(), s)
	if err != nil || o.Code != -1 || len(o.Log) < r.Lines {
		t.Errorf("ended with %d after %d lines, %v", o.Code, len(o.Log), err)
	}
}

// TestSignal: a runtime that a signal ended was not stopped by us.
func TestSignal(t *testing.T) {
	dies := filepath.Join(t.TempDir(), "dies")
	if err := os.WriteFile(dies, []byte("#!/bin/sh\nkill -ABRT $$\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	seen, err := observe.Runtime{Path: dies}.Run(context.Background(), scenarioOf(t, "evsim: 1\nname: dies\nscript: {log: a}\n"), 1)
	if err != nil || seen[0].Code != 128+6 {
		t.Errorf("observed %+v, %v", seen, err)
	}
}

// lines collects a log.
type lines []string

func (l *lines) Emit(e sim.Event) { *l = append(*l, e.Text) }

// TestScenarios holds the scenarios that the virtual clock can run, and that end,
// against the Node on PATH: a sixth of them, and all with EVSIM_SWEEPS=1. All are
// held against the installed releases that EVSIM_RELEASES names.
func TestScenarios(t *testing.T) {
	r, p := node(t)
	t.Run(p.Name, func(t *testing.T) { holdScenarios(t, r, p, testmain.Every(6)) })
	for _, version := range strings.Fields(os.Getenv("EVSIM_RELEASES")) {
		path, err := nodes.Path(version)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(version, func(t *testing.T) {
			holdScenarios(t, observe.Runtime{Path: path}, model.MustLookup("node@"+version), 1)
		})
	}
}

// holdScenarios holds the scenarios that can run against a runtime: one of every so many.
func holdScenarios(t *testing.T, r observe.Runtime, p model.Policy, every int) {
	files, _ := filepath.Glob("../../scenarios/*/*.yaml")
	compared := 0
	for _, file := range files {
		s := parse(t, file)
		if _, err := observe.Export(s, observe.VirtualNode); err != nil || s.Lacks(p) != nil || endless(s, p) {
			continue
		}
		if compared++; compared%every != 0 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			r := r
			stop := s.Run(p, program.Options{})
			if stop.Reason == sim.Waiting {
				r.Timeout = soon
			}
			o, err := r.RunVirtual(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			want := simulated(s, p)
			if slices.Equal(o.Log, want) && (o.Code == stop.Code || stop.Reason == sim.Waiting) {
				return
			}
			// What arrives at one instant comes in any order.
			seen := evidence.Outcome{Log: o.Log, Code: o.Code}
			if possible, _ := evidence.Possible(t.Context(), s, p, seen); !possible {
				t.Errorf("%s\nnode  %q, %d\nmodel %q, %d\n%s", file, o.Log, o.Code, want, stop.Code, o.Errors)
			}
		})
	}
	t.Logf("%d of %d scenarios can run", compared, len(files))
}
