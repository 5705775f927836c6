package evidence_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"evsim/explore"
	"evsim/internal/observe"
	"evsim/internal/observe/browser"
	"evsim/internal/observe/evidence"
	"evsim/model"
	"evsim/scenario"
)

// open is a runtime of this machine, and the policy that stands for it.
func open(t *testing.T, name string) (evidence.Runtime, model.Policy) {
	t.Helper()
	if testing.Short() {
		t.Skip("starting real runtimes takes seconds")
	}
	if slices.Contains(browser.Names(), name) && os.Getenv("EVSIM_BROWSERS") == "" {
		t.Skip("browsers are late on a busy machine: set EVSIM_BROWSERS=1 to start them")
	}
	r, err := evidence.Open(context.Background(), name)
	if err != nil {
		t.Skip(err)
	}
	p, err := r.Policy()
	if err != nil {
		t.Skip(err)
	}
	return r, p
}

// What the runtimes of this machine log is possible.
func TestObserve(t *testing.T) {
	load := loader()
	for _, name := range evidence.Names() {
		t.Run(name, func(t *testing.T) {
			r, p := open(t, name)
			s, err := load("scenarios/seeds/seed3-05-timer1-timer2-promise3.yaml")
			if err != nil {
				t.Fatal(err)
			}
			seen, err := r.Observe(context.Background(), s, 3)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range seen {
				c := evidence.Case{Scenario: s, Policy: p, Paths: 200_000}
				if v := c.JudgeReal(context.Background(), o.Outcome); v.Claim == explore.Illegal {
					t.Errorf("%v logs %q: line %d cannot stand there", r, o.Log, v.Line+1)
				}
			}
		})
	}
}

// Under the virtual clock the Node of this machine does what the model does,
// and evidence of it can be recorded and replayed.
func TestCollect(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil || runtime.GOOS != "linux" {
		t.Skip("the virtual clock needs Linux and a C compiler")
	}
	r, _ := open(t, "node")
	load := loader()
	var sources []evidence.Source
	for _, file := range []string{"seeds/seed0-04-two-timers-promise.yaml", "timers/poll-oversleeps.yaml", "seeds/seed1-11-loop2-tick-tick.yaml", "browser/two-frame-callbacks.yaml"} {
		s, err := load(filepath.ToSlash(filepath.Join("scenarios", file)))
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, evidence.Source{File: file, Scenario: s})
	}
	found, err := evidence.Collector{Runtimes: []evidence.Runtime{r}, Workers: 2}.Collect(context.Background(), sources)
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range found.Records {
		s, _ := load("scenarios/" + record.File)
		held, err := record.Hold(context.Background(), s)
		if err != nil || held.State != evidence.Agreed || held.Stale {
			t.Errorf("%s %s: %v, %v: %s", record.File, record.Case, held.State, err, held.Why)
		}
	}
	if n := found.Observations(); n < 3 {
		t.Errorf("only %d observations", n)
	}
}

// Under its virtual clock Chromium logs what the model does, each line at the
// model's millisecond: every scenario that such a clock can run.
func TestVirtualChromium(t *testing.T) {
	r, p := open(t, "chromium")
	p = p.Punctual()
	files, err := filepath.Glob("../../../scenarios/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	load := loader()
	var all []*scenario.Scenario
	for _, file := range files {
		s, err := load(filepath.ToSlash(file[len("../../../"):]))
		if err != nil {
			t.Fatal(err)
		}
		if s.Lacks(p) != nil || evidence.InVirtualBrowser(s) != nil || evidence.Predict(s, p).Endless {
			continue
		}
		if _, err := observe.Export(s, observe.Browser); err == nil {
			all = append(all, evidence.Stamped(s))
		}
	}
	logs, err := r.ObserveVirtualPages(context.Background(), all)
	if err != nil {
		t.Fatal(err)
	}
	usual := 0
	for i, s := range all {
		out, want := evidence.Outcome{Log: logs[i]}, evidence.Predict(s, p)
		if want.Code = 0; want.Equal(out) {
			usual++
			continue
		}
		c := evidence.Case{Scenario: s, Policy: p.Crowded(), Paths: 20_000}
		if v := c.Judge(context.Background(), out.Log); v.Claim != explore.Legal {
			t.Errorf("%s: %q, %v; the model has %q", s.File, out.Log, v.Claim, want.Log)
		}
	}
	if len(all) < 50 {
		t.Errorf("only %d scenarios", len(all))
	}
	t.Logf("%v: %d scenarios, %d in the usual order", r, len(all), usual)
}

func TestOpen(t *testing.T) {
	for text, want := range map[string]string{
		"lynx":              "no runtime \"lynx\": there are node, chromium, firefox, webkit; write node, node=PATH or node=24.21.0",
		"node=/no/such":     "node=/no/such: no such file or directory",
		"firefox=/no/such":  "firefox=/no/such: no such program",
		"node=no-such-node": "node=no-such-node: executable file not found in $PATH",
	} {
		if _, err := evidence.Open(context.Background(), text); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	if len(browser.Names()) != len(evidence.Names())-1 {
		t.Error("every runtime but Node is a browser")
	}
}
