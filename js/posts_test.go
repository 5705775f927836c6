package js

import (
	"slices"
	"testing"

	"evsim/clock"
	"evsim/internal/testmain"
	"evsim/model"
	"evsim/program"
)

// TestPostsMerge: states of tasks of postTask that are late, moved or aborted tell runs
// apart that go on differently, and exploring state by state finds what exploring each
// path does. The latencies have twice the width with EVSIM_SWEEPS=1.
func TestPostsMerge(t *testing.T) {
	p := load(t, "app.js", `
import { io } from 'evsim';
const c = new TaskController({ priority: 'background' }), d = new TaskController();
const say = (x) => () => console.log(x);
scheduler.postTask(say('moved'), { signal: c.signal, delay: 3 });
scheduler.postTask(say('aborted'), { signal: d.signal, delay: 4 }).catch(say('rejected'));
scheduler.postTask(say('late'), { delay: 2 });
setTimeout(say('timer'), 3);
io('a').then(() => { c.setPriority('user-blocking'); scheduler.postTask(say('posted')); });
io('b').then(() => d.abort());
`)
	w := p.world.Clone()
	width := 2 * clock.Millisecond / clock.Span(testmain.Every(2))
	w.IO = []program.Latency{{Name: "a", Latency: clock.Range{Low: 2 * clock.Millisecond, High: 2*clock.Millisecond + width, Of: 1}}, {Name: "b", Latency: clock.Range{Low: 3 * clock.Millisecond, High: 3*clock.Millisecond + width, Of: 2}}}
	for _, name := range []string{"browser", "firefox"} {
		policy := model.MustLookup(name)
		merged, apart := byStates(t, p, policy, &w, 0), byStates(t, hidden{p}, policy, &w, 0)
		if !merged.Complete || !apart.Complete || len(merged.Orders) < 4 || !slices.Equal(orders(merged), orders(apart)) {
			t.Errorf("%s: complete: %v, %v\n%q\n%q", name, merged.Complete, apart.Complete, orders(merged), orders(apart))
		}
	}
}
