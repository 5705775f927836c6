package js

import (
	"slices"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
)

// TestStacklessWarnings: Node 10 warns of an error whose stack is undefined in no words,
// and later releases do not (10.24.1 and 12.22.12 print these lines).
func TestStacklessWarnings(t *testing.T) {
	const text = `process.on('warning', (w) => console.log(w.name, '|', w.message.slice(0, 29)));
const e = new Error('x'); e.stack = undefined; Promise.reject(e);
setTimeout(() => { const g = new Error('z'); g.stack = 5; Promise.reject(g); }, 6);
setTimeout(() => { const g = new Error('z'); delete g.stack; Promise.reject(g); }, 9);`
	const empty, warns = "UnhandledPromiseRejectionWarning | ", "UnhandledPromiseRejectionWarning | Unhandled promise rejection. "
	const deprecated = "DeprecationWarning | Unhandled promise rejections "
	for policy, want := range map[string][]string{
		"node10": {empty, warns, deprecated, warns, empty, warns},
		"node12": {warns, deprecated, warns, warns},
	} {
		if log, stop := run(t, load(t, "app.js", text), policy, nil, program.Options{}); !slices.Equal(log.lines, want) {
			t.Errorf("%s: %q, %s", policy, log.lines, stop.Error.String())
		}
	}
}

// TestFetchWarns: the first fetch warns, in a tick, while it is experimental (as on
// 18.0.0, 18.8.0, 18.12.1, 18.13.0, 19.0.1 and 19.1.0 where nobody answers).
func TestFetchWarns(t *testing.T) {
	p := load(t, "app.js", `process.on('warning', (w) => console.log(w.name, w.message));
for (let i = 0; i < 2; i++) fetch('http://a.example/').catch(() => console.log('failed'));
Promise.resolve().then(() => console.log('job'));
process.nextTick(() => console.log('tick'));`)
	const warns = "ExperimentalWarning The Fetch API is an experimental feature. This feature could change at any time"
	stable, experimental := []string{"tick", "job", "failed", "failed"}, []string{warns, "tick", "job", "failed", "failed"}
	for release, want := range map[string][]string{
		"node@18.0.0": experimental, "node@18.12.1": experimental, "node@19.0.1": experimental,
		"node@18.13.0": stable, "node@19.1.0": stable, "node22": stable,
	} {
		w := p.world.Clone()
		w.Network = []program.Latency{{Name: "http://a.example/", Latency: clock.Exactly(3 * clock.Millisecond), Missing: true}}
		if l, stop := runUnder(t, p, model.MustLookup(release), &w, program.Options{}); !slices.Equal(l.lines, want) {
			t.Errorf("%s logged %q (%s), want %q", release, l.lines, stop.Error.String(), want)
		}
	}
}
