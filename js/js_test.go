package js

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// load makes a program of a text.
func load(t testing.TB, name, text string) *Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := Load(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// logged is a sink for what a run logs.
type logged struct {
	lines  []string
	places []sim.Pos
	at     []clock.Instant
}

func (l *logged) Emit(e sim.Event) {
	l.lines, l.places, l.at = append(l.lines, e.Text), append(l.places, e.Pos), append(l.at, e.At)
}

// run runs a program under a policy in a world; nil: its own.
func run(t testing.TB, p *Program, policy string, w *program.World, o program.Options) (logged, sim.Stop) {
	t.Helper()
	with, err := model.Lookup(policy)
	if err != nil {
		t.Fatal(err)
	}
	return runUnder(t, p, with, w, o)
}

// runUnder is run under a policy that was looked up. The program is run again: an
// exploration runs one many times, and each run has an engine of its own.
func runUnder(t testing.TB, p *Program, with model.Policy, w *program.World, o program.Options) (logged, sim.Stop) {
	t.Helper()
	var l logged
	o.Sink, o.Wants = &l, sim.KindsOf(sim.EventLog)
	if w == nil {
		w = &p.world
	}
	r := p.Prepare(with, w, o)
	stop := r.Run()
	first := l
	l = logged{}
	if again := r.Run(); stop.Reason != sim.Abandoned && (!slices.Equal(first.lines, l.lines) || again.Reason != stop.Reason) {
		t.Errorf("run again, it ended with %v and logged %q; before with %v, %q", again.Reason, l.lines, stop.Reason, first.lines)
	}
	return first, stop
}

// TestRun runs a program with a bit of everything. Node 22.23.3 logs the same
// where its loop starts within a millisecond.
func TestRun(t *testing.T) {
	p := load(t, "app.js", `
console.log('start');
setTimeout(() => { console.log('timeout'); }, 0);
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
Promise.resolve(1).then((v) => console.log('then', v));
(async function f() { console.log('f'); await null; console.log('after'); try { await Promise.reject(new Error('no')) } catch (e) { console.log(e.message) } })();
console.log('end', { a: [1, 2], b: 'x' });
`)
	l, stop := run(t, p, "node22", nil, program.Options{})
	want := []string{"start", "f", "end { a: [ 1, 2 ], b: 'x' }", "tick", "then 1", "after", "no", "immediate", "timeout"}
	if !slices.Equal(l.lines, want) || stop.Reason != sim.Ended {
		t.Errorf("logged %q and %s, want %q", l.lines, stop.Reason, want)
	}
	if at := (sim.Pos{Line: 8, Col: 9}); l.places[2] != at {
		t.Errorf("the third line is logged at %s, want %s", l.places[2], at)
	}
}

// TestBounds ends programs that do not end by themselves, and says where.
func TestBounds(t *testing.T) {
	for text, want := range map[string]sim.Stop{
		"let n = 0;\nwhile (true) n++;":                                     {Reason: sim.LimitStatements, At: sim.Pos{Line: 2, Col: 14}},
		"const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2);\nf(99)":          {Reason: sim.LimitStatements, At: sim.Pos{Line: 1, Col: 18}},
		"(function f() { f() })()":                                          {Reason: sim.Died, Error: "RangeError: Maximum call stack size exceeded (app.js:1:15)"},
		"Promise.reject(new Proxy({}, { getPrototypeOf() { for (;;); } }))": {Reason: sim.LimitStatements, At: sim.Pos{Line: 1, Col: 59}},
		"'x'.repeat(1e9)":                                                   {Reason: sim.Died, Error: "RangeError: Invalid string length (app.js:1:5)"},
		"(function f() { Promise.resolve().then(f) })()":                    {Reason: sim.LimitCallbacks, At: sim.Pos{Line: 1, Col: 35}},
		"setTimeout(() => { throw new Error('no') }, 5)":                    {Reason: sim.Died, Error: "Error: no (app.js:1:26)"},
	} {
		p := load(t, "app.js", text)
		w := p.world.Clone()
		w.Limits = sim.Limits{Callbacks: 1000, Statements: 100_000}
		_, stop := run(t, p, "node22", &w, program.Options{})
		if stop.Reason != want.Reason || stop.At != want.At || stop.Error.String() != want.Error.String() {
			t.Errorf("%s\nends by %s at %s (%s), want %s at %s (%s)", text, stop.Reason, stop.At, stop.Error.String(), want.Reason, want.At, want.Error)
		}
	}
}

// TestOverflowIsCaught: a program may catch that its calls nest too deep.
func TestOverflowIsCaught(t *testing.T) {
	l, stop := run(t, load(t, "app.js", "let depth = 0;\nconst f = () => { depth++; f(); };\ntry { f(); } catch (e) { console.log(e instanceof RangeError, e.message, depth > 5000); }\nconsole.log('after');"), "node22", nil, program.Options{})
	want := []string{"true Maximum call stack size exceeded true", "after"}
	if stop.Error.String() != "" || !slices.Equal(l.lines, want) {
		t.Errorf("logs %q and ends by %q, want %q", l.lines, stop.Error.String(), want)
	}
}

// TestOverflowInTheEngineIsCaught: the same of calls that the engine's own functions make,
// which Node 22.23.3 logs, too.
func TestOverflowInTheEngineIsCaught(t *testing.T) {
	for _, text := range []string{
		"const o = { get a() { return this.a; } }; f = () => o.a;",
		"const o = { set a(v) { this.a = v; } }; f = () => o.a = 1;",
		"const o = { toString() { return '' + o; } }; f = () => '' + o;",
		"const o = { valueOf() { return +o; } }; f = () => +o;",
		"const o = { [Symbol.toPrimitive]() { return `${o}`; } }; f = () => `${o}`;",
		"const o = { toJSON() { return JSON.stringify(o); } }; f = () => JSON.stringify(o);",
		"const o = { [Symbol.iterator]() { return [...o]; } }; f = () => [...o];",
		"const p = new Proxy({}, { get(t, k, r) { return r[k]; } }); f = () => p.a;",
		"class A { static [Symbol.hasInstance](v) { return v instanceof A; } } f = () => 1 instanceof A;",
		"class A { constructor() { new this.constructor; } } class B extends A {} f = () => new B;",
		"f = () => [2, 1].sort(f);",
		"f = () => 'a'.replace(/a/, f);",
		"f = () => JSON.parse('[1]', f);",
		"f = () => Reflect.apply(f, null, []);",
	} {
		l, stop := run(t, load(t, "app.js", "let f;\n"+text+"\ntry { f(); } catch (e) { console.log(e instanceof RangeError, e.message); }"), "node22", nil, program.Options{})
		if stop.Reason != sim.Ended || !slices.Equal(l.lines, []string{"true Maximum call stack size exceeded"}) {
			t.Errorf("%s\nlogs %q and ends by %q: %s", text, l.lines, stop.Reason, stop.Error.String())
		}
	}
}

// TestErrorWhoseMessageThrows: an error that nobody catches ends the program also where its
// message cannot be read.
func TestErrorWhoseMessageThrows(t *testing.T) {
	for _, get := range []string{"return this.message", "throw 1"} {
		_, stop := run(t, load(t, "app.js", "class E extends Error { get message() { "+get+"; } }\nthrow new E;"), "node22", nil, program.Options{})
		if stop.Reason != sim.Died {
			t.Errorf("%s: it ends by %s: %s", get, stop.Reason, stop.Error.String())
		}
	}
}

// TestCodeIsLeft: code that asks for nothing is left where it is when its context
// is over, and before it begins when that was over already.
func TestCodeIsLeft(t *testing.T) {
	p := load(t, "app.js", "console.log('begin');\nwhile (true)\n  ;")
	w := p.world.Clone()
	w.Limits.Statements = 1 << 60
	until, end := context.WithCancel(context.Background())
	o := program.Options{Until: until, Sink: ending(end), Wants: sim.KindsOf(sim.EventLog)}
	with := model.MustLookup("node22")
	stop := p.Prepare(with, &w, o).Run()
	if stop.Reason != sim.Abandoned || stop.Label != inCode || stop.At.Line == 0 {
		t.Errorf("it ends by %s in %q at %s", stop.Reason, stop.Label, stop.At)
	}
	if stop := p.Prepare(with, &w, o).Run(); stop.Reason != sim.Abandoned {
		t.Errorf("it ends by %s", stop.Reason)
	}
}

// ending is a sink that ends the run when something is logged.
type ending context.CancelFunc

func (e ending) Emit(sim.Event) { e() }

// TestIterationIsLeft: what goes over an iterator of the engine's own, which runs no code,
// is left as code is.
func TestIterationIsLeft(t *testing.T) {
	p := load(t, "app.js", "console.log('begin');\nPromise.race([].values.call({ length: 2 ** 53 - 1 }));")
	w := p.world.Clone()
	for range 100 {
		until, end := context.WithCancel(t.Context())
		o := program.Options{Until: until, Halt: func() bool { return until.Err() != nil }, Sink: ending(end), Wants: sim.KindsOf(sim.EventLog)}
		stop := p.Prepare(model.MustLookup("node22"), &w, o).Run()
		if stop.Reason != sim.Abandoned || stop.Label != inCode {
			t.Fatalf("it ends by %s in %q at %s", stop.Reason, stop.Label, stop.At)
		}
		if stop.At.Line == 2 {
			return
		} // else it was left in the line before, which ended the context
	}
	t.Error("no run is left in the iteration")
}

// TestRefusals says what is wrong with a file that is no program, and where.
func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"let x = ;":                              "1:9: Unexpected \";\"",
		"import http from 'http'":                "1:18: `http` is a module of Node that evsim does not have",
		"const e = require('node:stream')":       "1:19: `node:stream` is a module of Node that evsim does not have",
		"import './../../../../etc/passwd.js'":   "Could not resolve",
		"import x from './no-such-file.js'\nx()": "1:15: Could not resolve \"./no-such-file.js\"",
	} {
		file := filepath.Join(t.TempDir(), "app.js")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(file, []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
