package js

import (
	"slices"
	"testing"

	"evsim/program"
)

// TestLogicalAssignments: what ??=, ||= and &&= assign may be awaited.
func TestLogicalAssignments(t *testing.T) {
	const text = `(async () => {
  let a = null, b = 0, c = 'c', o = {};
  a ??= await 'A'; b ||= await 'B'; c &&= await 'C'; o.d ??= await 'D'; o['e'] ||= await 'E'; o.d ??= console.log('never');
  console.log(a, b, c, o);
  class P { #v; set() { return this.#v ??= 'set'; } }
  console.log(new P().set());
})();`
	l, stop := run(t, load(t, "a.js", text), "node22", nil, program.Options{})
	if want := []string{"A B C { d: 'D', e: 'E' }", "set"}; !slices.Equal(l.lines, want) {
		t.Errorf("%q, %s", l.lines, stop.Error.String())
	}
}
