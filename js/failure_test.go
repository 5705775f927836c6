package js

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// breaking is a sink in which something panics.
type breaking func()

func (b breaking) Emit(sim.Event) { b() }

// breaksEngine panics as the engine would.
func breaksEngine() { goja.MustCompile("broken.js", "(", true) }

// TestEngineFails: where the engine panics, the run is abandoned, and says where
// the program was; what evsim itself panics with goes on.
func TestEngineFails(t *testing.T) {
	p := load(t, "app.js", "setTimeout(() => {\n  console.log('on');\n}, 1);")
	policy := model.MustLookup("node22")
	r := p.Prepare(policy, &p.world, program.Options{Sink: breaking(breaksEngine), Wants: sim.KindsOf(sim.EventLog)})
	for range 2 {
		stop := r.Run()
		if stop.Reason != sim.Abandoned || !strings.HasPrefix(stop.Error.String(), "the engine that runs the program failed: ") || !strings.HasSuffix(stop.Error.String(), " (app.js:1:1)") {
			t.Errorf("%s: %q at %s", stop.Reason, stop.Error.String(), stop.At)
		}
	}
	defer func() {
		if broke := recover(); broke != "evsim" {
			t.Errorf("%v was recovered", broke)
		}
	}()
	p.Prepare(policy, &p.world, program.Options{Sink: breaking(func() { panic("evsim") }), Wants: sim.KindsOf(sim.EventLog)}).Run()
}

// failing is a program in which the engine fails on all orders but one.
type failing struct{ *Program }

func (f failing) Prepare(policy model.Policy, world *program.World, o program.Options) program.Run {
	to := o.Sink
	o.Sink = emitting(func(e sim.Event) {
		if e.Text == "fast" {
			breaksEngine()
		}
		to.Emit(e)
	})
	return f.Program.Prepare(policy, world, o)
}

type emitting func(sim.Event)

func (f emitting) Emit(e sim.Event) { f(e) }

// TestEngineFailsInSearch: a search in which the engine failed is not complete,
// and says why.
func TestEngineFailsInSearch(t *testing.T) {
	p, w, policy := race(t)
	s := program.Setting{Program: failing{p}, Policy: policy, World: w}
	for _, workers := range []int{1, 2} {
		r := explore.Explore(context.Background(), s, explore.Options{Workers: workers})
		if r.Complete || !strings.Contains(r.Why.String(), "the engine that runs the program failed") {
			t.Errorf("complete: %v, %q", r.Complete, r.Why)
		}
	}
	if v := explore.Search(context.Background(), s, explore.Options{}, []string{"slow", "other"}, nil, nil); v.Claim != explore.Unclear || !strings.Contains(v.Why.String(), "failed") {
		t.Errorf("an order is called %v: %q", v.Claim, v.Why)
	}
}

// TestFailsWhenOver: where the engine fails after the run has ended, what ended it is
// said by whoever did, and nothing is added to it.
func TestFailsWhenOver(t *testing.T) {
	p := load(t, "app.js", "1;")
	m := p.Prepare(model.MustLookup("node22"), &p.world, program.Options{}).(*prepared).machine
	m.restart()
	over := sim.Stop{Reason: sim.Abandoned, Label: inCode, At: sim.Pos{Line: 1, Col: 23}}
	m.rt.Stop(over)
	stop := func() (stop sim.Stop) {
		defer func() { stop = m.failed(recover()) }()
		var none *goja.Runtime
		none.NewObject()
		return stop
	}()
	if stop.Error != "" || stop.At != over.At || stop.Reason != over.Reason {
		t.Errorf("%+v, and is to be %+v", stop, over)
	}
}

// TestReportsWithinReports: an exception that is reported while listeners are told of another
// is told to none (HTML, "in error reporting mode"). Chromium and Firefox log the same.
func TestReportsWithinReports(t *testing.T) {
	p := load(t, "app.js", `
let n = 0, k = 0;
onerror = (m) => { console.log('onerror', m); n++; if (n < 5) x.y; return true; };
addEventListener('error', (e) => { console.log('listener', e.message); if (k++ < 3) reportError(new Error('again' + k)); console.log('after'); });
reportError(new Error('one'));
console.log('then');
setTimeout(() => { throw new Error('two'); });
setTimeout(() => console.log('end'), 50);
`)
	l, stop := run(t, p, "firefox", nil, program.Options{})
	want := []string{"onerror Error: one", "listener Error: one", "after", "then", "onerror Error: two", "listener Error: two", "after", "end"}
	if stop.Reason != sim.Ended || !slices.Equal(l.lines, want) {
		t.Errorf("logged %q and ends by %s, want %q", l.lines, stop.Reason, want)
	}
}

// TestPlaceOfOwnModules: what a module of evsim's own calls, such as util as it is loaded,
// has no place in the program, and so is not told as one.
func TestPlaceOfOwnModules(t *testing.T) {
	ctx := new(Doing).Within(context.Background())
	asked := 0
	run(t, load(t, "app.js", "const pad = ''.padStart;\nrequire('util');\npad.call('x', 5e6);"), "node22", nil, program.Options{
		Until: ctx, Room: func(int64) bool {
			asked++
			if at := DoingOf(ctx).At(); strings.HasSuffix(at, ":0:0") {
				t.Errorf("a call is at %s", at)
			}
			return true
		}})
	if asked == 0 {
		t.Error("nothing asked for room")
	}
}
