package js_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/clock"
	"evsim/internal/observe"
	"evsim/internal/observe/fuzz"
	"evsim/internal/testmain"
	"evsim/js"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// ran is what a run logged, when, and how it ended.
type ran struct {
	Lines []string
	At    []clock.Instant
	End   string
}

func (r *ran) Emit(e sim.Event) { r.Lines, r.At = append(r.Lines, e.Text), append(r.At, e.At) }

// runOf runs a program in a world.
func runOf(p program.Program, policy model.Policy, w *program.World) ran {
	var r ran
	stop := p.Prepare(policy, w, program.Options{Sink: &r, Wants: sim.KindsOf(sim.EventLog)}).Run()
	r.End = fmt.Sprintf("%s, exit code %d", stop.Reason, stop.Code)
	return r
}

// exported is a scenario as a program of package js.
func exported(t *testing.T, dir string, s *scenario.Scenario) *js.Program {
	t.Helper()
	text, err := observe.Export(s, observe.Program)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, observe.FileName(s))
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := js.Load(file, []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// same holds a scenario against its export, under every policy that it can run
// on.
func same(t *testing.T, dir, text string) (runs int) {
	t.Helper()
	s, diagnostics := scenario.Parse("random.yaml", []byte(text))
	if s == nil {
		t.Fatalf("%v\n%s", diagnostics, text)
	}
	p := exported(t, dir, s)
	w := s.World.Clone()
	w.Limits = sim.Limits{Callbacks: 2000, Turns: 2000, Time: 3 * clock.Second}
	for _, policy := range model.Policies() {
		if s.Lacks(policy) != nil {
			continue
		}
		runs++
		want, got := runOf(s, policy, &w), runOf(p, policy, &w)
		for _, r := range [...]*ran{&want, &got} {
			r.Lines = fuzz.Normal(r.Lines)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-scenario +JavaScript):\n%s\n%s", policy.Name, diff, text)
			return runs
		}
	}
	return runs
}

// programs is the seeds of the random programs that are tried; EVSIM_EXPORTED=2000
// tries more than there is time for in every run of the tests, and
// EVSIM_EXPORTED=5000..5500 those of these seeds.
func programs(t *testing.T) (from, to uint64) {
	t.Helper()
	text := os.Getenv("EVSIM_EXPORTED")
	if text == "" {
		return 0, 40 / uint64(testmain.Every(2))
	}
	if _, err := fmt.Sscanf(text, "%d..%d", &from, &to); err == nil {
		return from, to
	}
	if _, err := fmt.Sscanf(text, "%d", &to); err != nil {
		t.Fatal(err)
	}
	return 0, to
}

// TestExported runs random scenarios, and the same written as JavaScript: both
// log the same lines at the same times, and end with the same exit code, under
// every policy.
func TestExported(t *testing.T) {
	var node []model.Policy
	for _, p := range model.Policies() {
		if p.Node != nil {
			node = append(node, p)
		}
	}
	runs := 0
	for seed, to := programs(t); seed < to; seed++ {
		t.Run(fmt.Sprint("node/", seed), func(t *testing.T) {
			runs += same(t, t.TempDir(), fuzz.Program(seed, node[seed%uint64(len(node))], nil))
		})
		t.Run(fmt.Sprint("page/", seed), func(t *testing.T) {
			runs += same(t, t.TempDir(), fuzz.Page(seed, seed%2 == 0))
		})
	}
	t.Log(runs, "runs")
}
