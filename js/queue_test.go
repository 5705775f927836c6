package js

import (
	"strings"
	"testing"

	"github.com/dop251/goja"

	"evsim/program"
	"evsim/sim"
)

// TestEngineJobs holds that the engine's queue can be seen, that jobs stay in it
// until the outermost call returns, and that a run which has some is no answer.
func TestEngineJobs(t *testing.T) {
	vm, seen := goja.New(), -1
	_ = vm.Set("count", func() { seen = engineJobs(vm) })
	if _, err := vm.RunString("Promise.resolve().then(() => {}); (async () => { await 0 })(); count()"); err != nil || seen != 2 {
		t.Errorf("%d jobs, %v; want 2", seen, err)
	}
	if n := engineJobs(vm); n != 0 {
		t.Errorf("%d jobs when nothing runs", n)
	}

	p := load(t, "app.js", "console.log('here')")
	if l, stop := run(t, p, "node22", nil, program.Options{}); stop.Reason != sim.Ended || len(l.lines) != 1 {
		t.Fatalf("%q, %v", l.lines, stop)
	}
	p.code = goja.MustCompile(bundleName, "(function () { (async () => { await 0 })() })", false) // it was not lowered
	if _, stop := run(t, p, "node22", nil, program.Options{}); stop.Reason != sim.Abandoned || !strings.Contains(stop.Error.String(), "jobs in a queue of its own (1)") {
		t.Errorf("%v: %s", stop.Reason, stop.Error.String())
	}
}
