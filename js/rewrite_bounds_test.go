package js

import (
	"cmp"
	"math"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"evsim/program"
	"evsim/sim"
)

// TestRoom: what would take more memory than there is room for is stopped where it
// stands, before it is taken.
func TestRoom(t *testing.T) {
	const room = 5 << 20
	for _, c := range []struct{ code, at string }{
		{"let s = 'ab';\nfor (;;) s = s + s;", "2:14"},
		{"let s = 'ab';\nfor (;;) s += s;", "2:10"},
		{"const o = {s: 'ab'};\nfor (;;) o.s += o.s;", "2:10"},
		{"let s = 'é中';\nfor (;;) s = `${s}${s}`;", "2:14"},
		{"let s = 'é中';\nfor (;;) s = `${s}, ${s}`;", "2:14"},
		{"let s = 'ab';\nfor (;;) s = s.concat(s);", "2:16"},
		{"const f = (s) => f(s + s);\nf('ab');", "1:20"},
		{"async function f(s) { for (;;) s = s + await s; }\nf('ab');", "1:36"},
		{"const a = 'x'.repeat(1e6);\na.split('');", "2:3"},
		{"const a = Array(1e9);\na.fill(0);", "2:3"},
		{"const a = Array(1e6);\na.concat(a);", "2:3"},
		{"const a = [];\na[0] = new Uint8Array(1e9);", "2:8"},
		{"'x'.repeat(1e8);", "1:5"},
		{"const a = [];\na.length = 2 ** 32 - 1;\na.map((x) => x);", "3:3"},
		{"const a = [];\na.length = 2 ** 32 - 1;\n[].slice.call(a);", "3:10"},
		{"[].map.call({ length: 1e8 }, (x) => x);", "1:8"},
		{"let s = 'x';\nfor (;;) s = [s, s, s].join(s);", "2:24"},
		{"let s = 'x';\nfor (;;) s = String.raw({ raw: [s, s, s] }, s, s);", "2:21"},
		{"'x'.padEnd(1e8);", "1:5"},
		{"const a = Float64Array.from({ length: 1e6 });\na.slice();", "2:3"},
		{"const a = Float64Array.from({ length: 1e6 });\na.buffer.slice(0);", "2:10"},
		{"const a = Float64Array.from({ length: 1e6 });\nstructuredClone({ a });", "2:1"},
		{"let o = [];\nfor (let i = 0; i < 700; i++) o = [o];\nJSON.stringify(o, null, 10);", "3:6"},
		{"'\ufdfa'.repeat(3e5).normalize('NFKD');", "1:17"},
	} {
		t.Run(c.code, func(t *testing.T) {
			p := load(t, "app.js", c.code)
			most := int64(0)
			_, stop := run(t, p, "node22", nil, program.Options{Room: func(bytes int64) bool {
				most = max(most, bytes)
				return bytes < room
			}})
			if at := stop.At.String(); stop.Reason != sim.Abandoned || strings.TrimPrefix(at, "app.js:") != c.at {
				t.Errorf("ended with %v at %s, and is to be abandoned at %s", stop.Reason, at, c.at)
			}
			if most < room {
				t.Errorf("asked for room for %d bytes at most", most)
			}
		})
	}
}

// TestRoomForIndents: the room that the indents of a JSON text take is asked for before
// it is made, and nothing is asked of a circle.
func TestRoomForIndents(t *testing.T) {
	const levels = 1500
	const deep = "let o = {};\nfor (let i = 0; i < 1500; i++) o = i % 2 ? [o] : {o};\n"
	// A line that opens a level, and one that closes it: 1 to 1500, and 0 to 1499.
	const indents = levels * levels
	for _, c := range []struct {
		code string
		want int64
		stop sim.StopReason
	}{
		{deep + "JSON.stringify(o, null, 10);", growing * 10 * indents, sim.Abandoned},
		{deep + "JSON.stringify(o, null, 99);", growing * 10 * indents, sim.Abandoned},
		{deep + "JSON.stringify(o, null, '\\t中\\t');", growing * 3 * indents, sim.Abandoned},
		{deep + "JSON.stringify(o);", 0, sim.Ended},
		{deep + "JSON.stringify(o, null, -1);", 0, sim.Ended},
		{deep + "JSON.stringify(o, null, o);", 0, sim.Ended},
		{deep + "JSON.stringify(o, (k, v) => k === '' ? 1 : v, 10);", 0, sim.Ended},
		{"const o = {};\no.o = o;\ntry { JSON.stringify(o, null, 10); } catch {}", 0, sim.Ended},
	} {
		first := int64(0)
		_, stop := run(t, load(t, "app.js", c.code), "node22", nil, program.Options{Room: func(bytes int64) bool {
			first = cmp.Or(first, bytes)
			return false
		}})
		if first != c.want || stop.Reason != c.stop {
			t.Errorf("%s: asked for %d bytes, not %d, and ended with %v", c.code, first, c.want, stop.Reason)
		}
	}
}

// TestLongStrings: V8 has no string of 2**29 - 23 units or more; a program hears
// of it as it does there.
func TestLongStrings(t *testing.T) {
	p := load(t, "app.js", `const s = 'x'.repeat(2 ** 12);
for (const f of [() => s.repeat(2 ** 17), () => s.padStart(6e8), () => s.padEnd(2 ** 29 - 23), () => [].join.call({ length: 1e9 }, s)]) {
  try { console.log(f().length); } catch (e) { console.log(e.name, e.message); }
}`)
	l, _ := run(t, p, "node22", nil, program.Options{})
	for i := range 4 {
		if len(l.lines) != 4 || l.lines[i] != "RangeError Invalid string length" {
			t.Fatalf("%q", l.lines)
		}
	}
	first := load(t, "app.js", "const s = 'x'.repeat(1e6);\nconsole.log(Array.from({ length: 2e4 }, (_, i) => i < 64 ? s : '').join('').length);")
	if l, _ := run(t, first, "node22", nil, program.Options{}); strings.Join(l.lines, " ") != "64000000" {
		t.Errorf("texts of which the first are long: %q", l.lines)
	}
	vm := goja.New()
	two, three := vm.ToValue("ab").(goja.String), vm.ToValue("é中x")
	for _, c := range []struct {
		name string
		args []goja.Value
		want float64
	}{
		{"concat", nil, 2}, {"concat", []goja.Value{three, vm.ToValue(7), three}, 8}, {"repeat", []goja.Value{vm.ToValue(3.9)}, 6},
		{"repeat", []goja.Value{vm.ToValue(-1)}, 2}, {"repeat", []goja.Value{vm.ToValue(math.Inf(1))}, 2},
		{"padEnd", []goja.Value{vm.ToValue(1)}, 2}, {"padStart", []goja.Value{vm.ToValue(9)}, 9}, {"padEnd", []goja.Value{three}, 2},
	} {
		if got := lengthOf(c.name, two, c.args); got != c.want {
			t.Errorf("%s of %v: %v, not %v", c.name, c.args, got, c.want)
		}
	}
}

// TestLongLists: V8 gives a function no more arguments than its stack has room for.
func TestLongLists(t *testing.T) {
	p := load(t, "app.js", `for (const n of [1e5, 2e5, 2 ** 27 - 1, 2 ** 27, 2 ** 32]) {
  for (const f of [() => Math.max.apply(null, { length: n }), () => Reflect.apply(Math.max, null, { length: n })]) {
    try { console.log(f()); } catch (e) { console.log(e.name, e.message); }
  }
}`)
	l, _ := run(t, p, "node22", nil, program.Options{})
	want := []string{"NaN", "RangeError Maximum call stack size exceeded", "RangeError Maximum call stack size exceeded", "RangeError Invalid array length", "RangeError Invalid array length"}
	for i, line := range l.lines {
		if len(l.lines) != 10 || line != want[i/2] {
			t.Fatalf("logged %q", l.lines)
		}
	}
}
