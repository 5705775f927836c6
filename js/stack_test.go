package js

import (
	"slices"
	"testing"

	"evsim/program"
	"evsim/sim"
)

// TestStackIsRead has a program read stacks, which then have the form of V8's; seen on
// Node 22.22, whose lines have "Object.<anonymous>", the path and the loader besides.
func TestStackIsRead(t *testing.T) {
	p := load(t, "app.js", `function f() { return new Error('z').stack } console.log(f().split('\n').slice(0, 2));
const e = new TypeError('y'); console.log(e.stack.split('\n')[1], e?.stack === e.stack); console.log(e);
class Mine extends Error { constructor(m) { super(m); this.name = 'Mine' } get lines() { return this.stack.split('\n').length > 1 } }
const mine = new Mine('q'); console.log(mine.lines, mine.stack.split('\n')[0]);
try { undefined.stack } catch (err) { console.log(err.message) }
try { let q; q.stack.x } catch (err) { console.log(err.message) }
e.stack = 'mine'; console.log(e.stack, e); delete e.stack; console.log('stack' in e);
const o = { stack: [1] }; o.stack.push(2); o.stack[0]++; console.log(o.stack); o.stack = 5; o.stack++; console.log(o.stack);
const bad = new Error('uncaught'); bad.stack; setTimeout(() => { throw bad }, 1);
`)
	want := []string{
		"[ 'Error: z', '    at f (app.js:1:23)' ]",
		"    at app.js:2:11 true",
		"TypeError: y\n    at app.js:2:11",
		"true Mine: q",
		"Cannot read properties of undefined (reading 'stack')",
		"Cannot read properties of undefined (reading 'stack')",
		"mine [mine]",
		"false",
		"[ 2, 2 ]",
		"6",
	}
	l, stop := run(t, p, "node22", nil, program.Options{})
	if !slices.Equal(l.lines, want) || stop.Reason != sim.Died || stop.Error.String() != "Error: uncaught (app.js:9:13)" {
		t.Errorf("logged %q and %s (%s), want %q", l.lines, stop.Reason, stop.Error.String(), want)
	}
}
