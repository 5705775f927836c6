package js

import (
	"slices"
	"testing"

	"evsim/program"
)

// TestThrownObjectsAreNotRead: what is caught, and what ends a function, is asked for
// no property. Node 10.24.1 and 26.10.0 print the same.
func TestThrownObjectsAreNotRead(t *testing.T) {
	p := load(t, "app.js", `
const thrown = () => ({ get then() { console.log('read'); throw 'then'; }, get with() { console.log('read'); return 1; } });
try { throw thrown(); } catch { console.log('caught'); }
function* g() { try { try { yield 1; } finally { console.log('inner'); } } catch { console.log('caught in g'); } }
const it = g();
it.next();
it.throw(thrown());
(async () => { throw thrown(); })().catch(() => console.log('rejected'));
(async function* () { try { try { yield 1; } finally { throw thrown(); } } catch { console.log('caught in a generator'); } })().return().then(() => console.log('over'));
`)
	want := []string{"caught", "inner", "caught in g", "rejected", "over"}
	if l, stop := run(t, p, "node22", nil, program.Options{}); !slices.Equal(l.lines, want) {
		t.Errorf("logged %q (%s), want %q", l.lines, stop.Error.String(), want)
	}
}
