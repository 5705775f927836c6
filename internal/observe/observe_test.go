package observe_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"evsim/internal/observe"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// TestExportEverything exports every scenario of the project for every target:
// each is either written or refused with a place.
func TestExportEverything(t *testing.T) {
	files, err := filepath.Glob("../../scenarios/*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	written := 0
	for _, file := range files {
		s := parse(t, file)
		for _, target := range []observe.Target{observe.Node, observe.VirtualNode, observe.Browser} {
			script, err := observe.Export(s, target)
			switch {
			case err == nil && script == "":
				t.Errorf("%s for %v: an empty script", file, target)
			case err == nil:
				written++
			case !strings.HasPrefix(err.Error(), file+":"):
				t.Errorf("%s for %v: the error names no place: %v", file, target, err)
			}
		}
	}
	t.Logf("%d scripts of %d scenarios", written, len(files))
}

func parse(t *testing.T, file string) *scenario.Scenario {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := scenario.Parse(file, src)
	if s == nil {
		t.Fatalf("%s: %v", file, diags)
	}
	return s
}

// node is the Node on PATH and the policy that stands for it.
func node(t *testing.T) (observe.Runtime, model.Policy) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the virtual clock needs Linux")
	}
	for _, program := range []string{"node", "cc"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no %s on PATH", program)
		}
	}
	r := observe.Runtime{Path: "node"}
	version, err := r.Version(context.Background())
	if err != nil {
		t.Skip(err)
	}
	p, err := model.Lookup("node@" + version)
	if err != nil {
		t.Skip(err)
	}
	return r, p
}

func simulated(s *scenario.Scenario, p model.Policy) []string {
	var log lines
	s.Run(p, program.Options{Sink: &log, Wants: sim.KindsOf(sim.EventLog)})
	return log
}

func endless(s *scenario.Scenario, p model.Policy) bool {
	return s.Run(p, program.Options{}).Reason.Limit()
}
