package js

import (
	"slices"
	"testing"

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
