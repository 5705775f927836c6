package js

import (
	"slices"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// TestModuleAwaits: a module that awaits at its top ends when its body has
// (Node 22.23.3 prints the same and exits with 0; 13 is for one that never ends).
func TestModuleAwaits(t *testing.T) {
	for text, want := range map[string]struct {
		lines []string
		code  int
	}{
		"import 'node:path'; await null; console.log('on');":            {[]string{"on"}, 0},
		"await new Promise(() => {}); console.log('never');":            {nil, 13},
		"console.log('a'); await null; throw new Error('no');":          {[]string{"a"}, 1},
		"const v = await Promise.resolve(3); console.log(v); export {}": {[]string{"3"}, 0},
	} {
		p := load(t, "app.mjs", text)
		l, stop := run(t, p, "node22", nil, program.Options{})
		if !slices.Equal(l.lines, want.lines) || stop.Code != want.code {
			t.Errorf("%s\nlogs %q and exits with %d, want %q and %d", text, l.lines, stop.Code, want.lines, want.code)
		}
	}
}

// TestFinally: what a finally throws, its own catch does not see.
func TestFinally(t *testing.T) {
	p := load(t, "app.js", `
const f = (how) => {
  try {
    if (how === 'throws') throw new Error('body');
    if (how === 'returns') return 'body';
  } catch (e) {
    console.log('caught', e.message);
  } finally {
    console.log('finally');
    if (how !== 'fine') throw new Error('finally');
  }
  return 'end';
};
for (const how of ['plain', 'throws', 'returns', 'fine']) {
  try { console.log(f(how)); } catch (e) { console.log('out', e.message); }
}
for (const i of [1, 2]) { try { if (i === 1) continue; break; } catch {} finally { console.log(i); } }
(function* () { try { yield 1; } catch (e) { console.log('never', e); } finally { throw new Error('left'); } })().return?.();
`)
	l, _ := run(t, p, "node22", nil, program.Options{})
	want := []string{"finally", "out finally", "caught body", "finally", "out finally", "finally", "out finally", "finally", "end", "1", "2"}
	if !slices.Equal(l.lines, want) {
		t.Errorf("logged %q, want %q", l.lines, want)
	}
}

// TestReasons: what V8 says of reasons and of promises that were all rejected
// (run on Node 22.23.3).
func TestReasons(t *testing.T) {
	const unhandled = "This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason "
	p := load(t, "app.js", `
process.on('uncaughtException', (e) => console.log(e.message));
async function* g() {}
class Thing {}
Promise.reject(g());
Promise.reject(new Thing());
Promise.reject(Object.create(null));
Promise.any([Promise.reject(1)]).catch((e) => console.log(e.message, e.errors));
`)
	l, _ := run(t, p, "node22", nil, program.Options{})
	want := []string{
		"All promises were rejected [ 1 ]", unhandled + `"[object AsyncGenerator]".`, unhandled + `"#<Thing>".`, unhandled + `"[object Object]".`,
	}
	if !slices.Equal(l.lines, want) {
		t.Errorf("logged %q, want %q", l.lines, want)
	}
}

// TestSignals: a program hears the signals that users send, and those that it
// sends itself; one that nobody listens to ends it.
func TestSignals(t *testing.T) {
	p := load(t, "app.js", `
process.once('SIGTERM', (name, number) => console.log(name, number));
process.on('SIGTERM', () => console.log('again'));
process.kill(process.pid, 'SIGTERM');
setTimeout(() => { process.kill(process.pid); }, 5);
setTimeout(() => { process.kill(process.pid, 'SIGINT'); }, 10);
setTimeout(() => console.log('never'), 15);
`)
	l, stop := run(t, p, "node22", nil, program.Options{})
	if want := []string{"SIGTERM 15", "again", "again"}; !slices.Equal(l.lines, want) || stop.Reason != sim.Died || stop.Code != 130 {
		t.Errorf("logged %q and %s with %d, want %q, and that SIGINT ends it with 130", l.lines, stop.Reason, stop.Code, want)
	}
}

// TestWaits: what the world says of a wait is how long it takes, and what comes
// of it.
func TestWaits(t *testing.T) {
	p := load(t, "app.js", `
const dns = require('dns'), crypto = require('crypto'), { io, busy } = require('evsim');
const at = (what) => console.log(what, process.hrtime()[1] / 1e6);
dns.lookup('here.example', (err, address, family) => at(family + ' ' + address));
dns.promises.lookup('gone.example').catch((err) => at(err.code + ' ' + err.message));
dns.lookup('::1', { all: true }, (err, list) => at(list[0].family));
crypto.pbkdf2('secret', 'salt', 1000, 3, 'sha1', (err, key) => at(key.length));
crypto.scrypt('secret', 'salt', 4, (err) => at(err.message));
io('db').then((rows) => at(rows.length));
busy(2);
`)
	ms := clock.Millisecond
	w := p.world.Clone()
	w.Network = []program.Latency{{Name: "here.example", Latency: clock.Exactly(3 * ms)}, {Name: "gone.example", Latency: clock.Exactly(4 * ms), Missing: true}}
	w.IO = []program.Latency{
		{Name: "pbkdf2", Latency: clock.Exactly(5 * ms)}, {Name: "scrypt", Latency: clock.Exactly(7 * ms), Missing: true, Failure: "no memory"},
		{Name: "db", Latency: clock.Exactly(9 * ms), Value: `[1, 2]`},
	}
	l, _ := run(t, p, "node22", &w, program.Options{})
	want := []string{"6 2", "4 192.0.2.1 3", "ENOTFOUND getaddrinfo ENOTFOUND gone.example 4", "3 5", "no memory 7", "2 9"}
	if !slices.Equal(l.lines, want) {
		t.Errorf("logged %q, want %q", l.lines, want)
	}
}

// TestFetchInNode: what follows an answer comes as on Node 18.20.8 to 26.10.0
// with a server on the same machine; before Node 18 there is no fetch.
func TestFetchInNode(t *testing.T) {
	p := load(t, "app.js", `
fetch('http://a.example/').then((r) => {
  console.log(r.ok);
  setTimeout(() => console.log('timer'), 0);
  setImmediate(() => console.log('immediate'));
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('job'));
});
`)
	w := p.world.Clone()
	w.Network = []program.Latency{{Name: "http://a.example/", Latency: clock.Exactly(30 * clock.Millisecond)}}
	for _, policy := range [...]string{"node15", "node20", "node22", "node26"} {
		l, _ := run(t, p, policy, &w, program.Options{})
		if want := []string{"true", "job", "tick", "immediate", "timer"}; !slices.Equal(l.lines, want) {
			t.Errorf("%s: logged %q, want %q", policy, l.lines, want)
		}
	}
	for name, lacks := range map[string]bool{"node12": true, "node15": false, "chrome69": false, "browser": false} {
		if need := load(t, "app.js", "fetch('/')").Lacks(model.MustLookup(name)); (need != nil) != lacks {
			t.Errorf("%s lacks %v, want %v", name, need, lacks)
		}
	}
}

// TestAccessTakesAThread: io_uring opens, reads and looks up files, but has no
// access (Node 20.11.0 says the same behind four calls that keep the pool busy).
func TestAccessTakesAThread(t *testing.T) {
	p := load(t, "app.js", `
const fs = require('fs'), { pbkdf2 } = require('crypto');
for (let i = 0; i < 4; i++) pbkdf2('a', 'b', 1, 8, 'sha1', () => console.log('crypto'));
fs.access('a', () => console.log('access'));
fs.stat('a', () => console.log('stat'));
fs.readFile('a', () => console.log('readFile'));
`)
	for release, want := range map[string][]string{
		"node@20.11.0": {"stat", "readFile", "crypto", "crypto", "crypto", "crypto", "access"},
		"node@20.11.1": {"crypto", "crypto", "crypto", "crypto", "access", "stat", "readFile"},
	} {
		w := p.world.Clone()
		w.Files = []program.Latency{{Name: "a", Latency: clock.Exactly(clock.Millisecond)}}
		w.IO = []program.Latency{{Name: "pbkdf2", Latency: clock.Exactly(300 * clock.Millisecond)}}
		l, stop := runUnder(t, p, model.MustLookup(release), &w, program.Options{})
		if !slices.Equal(l.lines, want) {
			t.Errorf("%s logged %q (%s), want %q", release, l.lines, stop.Error.String(), want)
		}
	}
}

// TestImportsMakeModules: a file that imports is a module, whatever else is in it: jobs of
// its top come before ticks. Node 22.23.3, which tells so by the syntax, and 16.20.2 with "type":
// "module" beside the file log that.
func TestImportsMakeModules(t *testing.T) {
	const ordered = "process.nextTick(() => console.log('tick')); Promise.resolve().then(() => console.log('job'));"
	for _, text := range []string{
		"import fs from 'fs'; " + ordered,
		"import fs from 'fs'; (async () => { await 0; })(); " + ordered,
		"import 'fs'; const f = async () => {}; f(); " + ordered,
		"export const f = async () => {}; " + ordered,
	} {
		l, _ := run(t, load(t, "app.js", text), "node22", nil, program.Options{})
		if want := []string{"job", "tick"}; !slices.Equal(l.lines, want) {
			t.Errorf("%s: %q, want %q", text, l.lines, want)
		}
	}
}
