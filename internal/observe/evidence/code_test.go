package evidence_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"evsim/explore"
	"evsim/internal/observe/evidence"
	"evsim/js"
	"evsim/scenario"
	"evsim/scenario/script"
)

// ofCode is a scenario whose script is a file of code.
func ofCode(t *testing.T, yaml, name, code string) *scenario.Scenario {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(code), 0o666); err != nil {
		t.Fatal(err)
	}
	s, diagnostics := scenario.ParseWith("code.yaml", []byte(yaml+"script: ./"+name+"\n"), func(string) (script.Code, error) {
		return js.LoadScript(file, name, []byte(code))
	})
	if s == nil {
		t.Fatal(diagnostics)
	}
	return s
}

// TestObserveCode runs a file of code on the Node of this machine, with waits
// that are as long as the scenario says. What it logs is possible; another order
// of the same lines is not.
func TestObserveCode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("waits are named pipes")
	}
	ctx := context.Background()
	r, err := evidence.Open(ctx, "node")
	if err != nil {
		t.Skip("no Node on PATH: ", err)
	}
	policy, err := r.Policy()
	if err != nil {
		t.Skip(err)
	}
	r.Timeout = time.Minute // this machine may be busy
	const yaml = "evsim: 1\nname: Waits\nclock: {startup: 0ms..3ms, phase: 0ms..1ms}\n" +
		"io: {db: {latency: 2ms..9ms, value: '[1, 2]'}, cache: {latency: 1ms, fails: gone}}\n"
	const code = `const { io, busy } = require('evsim');
console.log('start', { a: 1 });
process.nextTick(() => console.error('tick\nand \\'));
Promise.resolve().then(() => console.log('job'));
io('db').then((rows) => { console.log(rows); process.exitCode = 3; });
io('cache').catch((error) => console.log(error.message));
busy(0.1);
process.stdout.write('end');
process.stdout.write('\n');
`
	s := ofCode(t, yaml, "app.js", code)
	logs, err := r.Observe(ctx, s, 2)
	if err != nil {
		t.Fatal(err)
	}
	c := evidence.Case{Scenario: s, Policy: policy, Paths: 20_000}
	begins := []string{"start { a: 1 }", "end", "tick\nand \\", "job"}
	for _, l := range logs {
		if v := c.JudgeReal(ctx, l.Outcome); v.Claim != explore.Legal || l.Code != 3 || !slices.Equal(l.Log[:min(4, len(l.Log))], begins) {
			t.Errorf("%q with %d: %v, %s", l.Log, l.Code, v.Claim, v.Why)
		}
		other := l.Outcome
		other.Log = slices.Clone(l.Log)
		other.Log[2], other.Log[3] = other.Log[3], other.Log[2]
		if v := c.JudgeReal(ctx, other); v.Claim != explore.Illegal {
			t.Errorf("%q: %v", other.Log, v.Claim)
		}
	}
	exported := ofCode(t, yaml, "exported.js", strings.Replace(code, "'evsim'", "'evsim/scenario'", 1))
	if _, err := r.Observe(ctx, exported, 1); err == nil || !strings.Contains(err.Error(), "only evsim has the module") {
		t.Errorf("what only evsim can run: %v", err)
	}
	if _, err := r.ObserveVirtual(ctx, s); err == nil || !strings.Contains(err.Error(), "nor observed under a virtual clock") {
		t.Errorf("under the virtual clock: %v", err)
	}
}
