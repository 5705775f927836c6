package js

import (
	"slices"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// TestLackingGlobals: a run ends, with the place, where a program takes a global that
// the runtime has and evsim has not, whatever catches what; it may ask whether there is one.
func TestLackingGlobals(t *testing.T) {
	for _, use := range []string{"new Blob([]);", "try { String(Blob); } catch {}", "Promise.resolve().then(() => Blob).catch(() => {});", "(async () => { await 1; new Blob(); })().catch(() => {});", "setTimeout(() => [Blob]);"} {
		p := load(t, "app.js", "console.log(typeof Blob, 'Blob' in globalThis);\n"+use)
		for policy, want := range map[string]string{"node22": "which Node has since 18.0", "browser": "which every page has"} {
			log, stop := run(t, p, policy, nil, program.Options{})
			if !slices.Equal(log.lines, []string{"undefined false"}) || stop.Reason != sim.Abandoned || stop.At.Line != 2 || !strings.Contains(stop.Error.String(), "evsim does not have `Blob`, "+want+" (app.js:2:") {
				t.Errorf("%s under %s: %s %q at %s, after %q", use, policy, stop.Reason, stop.Error.String(), stop.At, log.lines)
			}
		}
	}
	for _, text := range []string{"try { String(Blob); } catch (e) { console.log(e.message); }", "try { noSuchThing; } catch (e) { console.log('Blob is not defined'); }"} {
		if log, stop := run(t, load(t, "app.js", text), "node12", nil, program.Options{}); !slices.Equal(log.lines, []string{"Blob is not defined"}) || stop.Reason != sim.Ended {
			t.Errorf("%s under node12: %q, %s %s", text, log.lines, stop.Reason, stop.Error.String())
		}
	}
}

// TestLackingParts: what evsim has not of a module may be taken, and ends the run where it
// is called, or read if it is no function; a release that has it not says so itself.
func TestLackingParts(t *testing.T) {
	for text, want := range map[string]string{
		"const { readFileSync } = require('fs');\nreadFileSync('a');":           "evsim does not have `readFileSync` of the module `fs` (app.js:2:1)",
		"import { createHash } from 'crypto';\ntypeof createHash; createHash()": "evsim does not have `createHash` of the module `crypto` (app.js:2:20)",
		"const util = require('util');\nutil.parseArgs();":                      "evsim does not have `parseArgs` of the module `util` (app.js:2:6)",
		"const events = require('events');\nevents.addAbortListener();":         "evsim does not have `addAbortListener` of the module `events` (app.js:2:8)",
		"process.stdin;": "evsim does not have `stdin` of the module `process` (app.js:1:9)",
		"try { process.kill(process.pid, 'SIGWINCH'); } catch {}":                          "evsim does not have the signal `SIGWINCH`; it has SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR2 (app.js:1:15)",
		"process.kill(process.pid, 10);":                                                   "evsim does not have the signal `SIGUSR1`; it has SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR2 (app.js:1:9)",
		"require('fs').readFile('a', { signal: new AbortController().signal }, () => {});": "evsim does not have the option `signal` of `fs.readFile` (app.js:1:15)",
		"require('fs/promises').readFile('a', { flag: 'a+' });":                            "evsim does not have the option `flag` of `fs.readFile` (app.js:1:24)",
		"require('fs').stat('a', { bigint: true }, () => {});":                             "evsim does not have the option `bigint` of `fs.stat` (app.js:1:15)",
		"process.stdout.on('drain', () => {});":                                            "evsim does not have `process.stdout.on` (app.js:1:16)",
		"console.log(process.stderr.fd);":                                                  "evsim does not have `process.stderr.fd` (app.js:1:28)",
		"new console.Console(process.stdout);":                                             "evsim does not have `console.Console` (app.js:1:13)",
		"require('timers').promises.setTimeout(1);":                                        "evsim does not have `promises` of the module `timers` (app.js:1:19)",
		"require('fs').access('a', require('fs').F_OK, () => {});":                         "evsim does not have `F_OK` of the module `fs` (app.js:1:41)",
		"process.chdir('/');":                                                              "evsim does not have `chdir` of the module `process` (app.js:1:9)",
		"crypto.subtle.digest('SHA-1', 'a');":                                              "evsim does not have `crypto.subtle` (app.js:1:8)",
		"require('crypto').subtle.digest('a');":                                            "evsim does not have `subtle` of the module `crypto` (app.js:1:19)",
	} {
		log, stop := run(t, load(t, "app.js", text), "node22", nil, program.Options{})
		if stop.Reason != sim.Abandoned || stop.Error.String() != want {
			t.Errorf("%s: %s %q, after %q", text, stop.Reason, stop.Error.String(), log.lines)
		}
	}
	old := load(t, "app.js", "console.log(typeof require('util').parseArgs, typeof require('fs').rm, typeof require('util').isString);")
	for policy, want := range map[string]string{"node10": "undefined undefined function", "node26": "function function undefined"} {
		if log, _ := run(t, old, policy, nil, program.Options{}); !slices.Equal(log.lines, []string{want}) {
			t.Errorf("%s: %q", policy, log.lines)
		}
	}
}

// TestTimerPromisesByRelease: what of timers/promises came later is not there before.
func TestTimerPromisesByRelease(t *testing.T) {
	p := load(t, "app.js", "console.log(Object.keys(require('timers/promises')).join(' '))")
	for policy, want := range map[string]string{ // as each of these releases prints it
		"node@15.0.1":  "setTimeout setImmediate",
		"node@15.8.0":  "setTimeout setImmediate",
		"node@15.10.0": "setTimeout setImmediate setInterval",
		"node@16.13.2": "setTimeout setImmediate setInterval",
		"node@16.14.2": "setTimeout setImmediate setInterval scheduler",
		"node@17.2.0":  "setTimeout setImmediate setInterval",
		"node@17.4.0":  "setTimeout setImmediate setInterval scheduler",
	} {
		if log, _ := run(t, p, policy, nil, program.Options{}); !slices.Equal(log.lines, []string{want}) {
			t.Errorf("%s: %q", policy, log.lines)
		}
	}
}

// TestModulesByRelease: a module that a release has not cannot be required there, and a
// file whose import statements name it is refused.
func TestModulesByRelease(t *testing.T) {
	const tries = "for (const f of [() => require('timers/promises'), () => require('node:fs'), () => require('fs/promises'), () => require('diagnostics_channel'), () => require('fs')]) try { f(); console.log('there'); } catch (e) { console.log(e.code, e.message.split('\\n')[0]); }"
	p := load(t, "app.js", tries)
	missing := func(name string) string { return "MODULE_NOT_FOUND Cannot find module '" + name + "'" }
	for policy, want := range map[string][]string{ // as each of these releases prints it
		"node@10.24.1":  {missing("timers/promises"), missing("node:fs"), missing("fs/promises"), missing("diagnostics_channel"), "there"},
		"node@12.22.12": {missing("timers/promises"), missing("node:fs"), missing("fs/promises"), missing("diagnostics_channel"), "there"},
		"node@14.21.3":  {missing("timers/promises"), "there", "there", "there", "there"},
		"node@15.14.0":  {"there", missing("node:fs"), "there", "there", "there"},
		"node@16.20.2":  {"there", "there", "there", "there", "there"},
	} {
		if log, _ := run(t, p, policy, nil, program.Options{}); !slices.Equal(log.lines, want) {
			t.Errorf("%s: %q", policy, log.lines)
		}
	}
	for text, lacking := range map[string]map[string]string{
		"import { setTimeout as s } from 'timers/promises'; s(1);": {"node12": "import timers/promises", "node15": "", "node26": ""},
		"import fs from 'node:fs'; fs.stat;":                       {"node@12.19.0": "import node:fs", "node@12.20.0": "", "node26": ""},
		"require('fs/promises');":                                  {"node@12.22.12": "import fs/promises", "node@14.21.3": ""},
		"require('node:fs');":                                      {"node@14.17.6": "import node:fs", "node@14.18.0": "", "node@15.14.0": "import node:fs"},
	} {
		for policy, want := range lacking {
			got := ""
			if need := load(t, "app.js", text).Lacks(model.MustLookup(policy)); need != nil {
				got = need.Verb
				if need.Pos.Line != 1 || need.AtRun != strings.HasPrefix(text, "require") {
					t.Errorf("%s under %s: %+v", text, policy, need)
				}
			}
			if got != want {
				t.Errorf("%s under %s lacks %q, want %q", text, policy, got, want)
			}
		}
	}
}

// TestReplacedOfProcess: a run ends where a program replaces what Node itself calls of
// process, and goes on where it gives back what was there.
func TestReplacedOfProcess(t *testing.T) {
	for _, name := range []string{"emit", "emitWarning"} {
		p := load(t, "app.js", "const own = process."+name+"; process."+name+" = own;\nprocess."+name+" = (...args) => own.apply(process, args);")
		want := "evsim does not have a `process." + name + "` of the program's own, which Node would call (app.js:2:"
		for _, policy := range []string{"node10", "node22"} {
			if _, stop := run(t, p, policy, nil, program.Options{}); stop.Reason != sim.Abandoned || !strings.Contains(stop.Error.String(), want) {
				t.Errorf("%s under %s: %s %q", name, policy, stop.Reason, stop.Error.String())
			}
		}
	}
}

// TestReplacedTicks: a run under Node 10 or 11 ends behind the main script where that left
// another _tickCallback on process, or none, or one that throws as it is read. Node 10.24.1
// and 11.15.0 called these, once; 12.4 and later do not.
func TestReplacedTicks(t *testing.T) {
	const want = "evsim does not have a `process._tickCallback` of the program's own, which Node would call"
	const own = "const own = process._tickCallback; "
	for text, called := range map[string]bool{
		"process._tickCallback = () => console.log('mine');":                                true,
		own + "process._tickCallback = () => own();":                                        true,
		"process['_tick' + 'Callback'] = () => console.log('mine');":                        true,
		"eval(\"process._tickCallback = () => console.log('mine')\");":                      true,
		"delete process._tickCallback;":                                                     true,
		"Object.defineProperty(process, '_tickCallback', { value: 1 });":                    true,
		"Object.defineProperty(process, '_tickCallback', { get() { throw 1; } });":          true,
		own + "Object.defineProperty(process, '_tickCallback', { get() { return own; } });": false,
		own + "process._tickCallback = 1; process._tickCallback = own;":                     false,
		"process.on('uncaughtException', () => {}); process._tickCallback = 1; throw 1;":    false,
		"setTimeout(() => { process._tickCallback = 1; process.nextTick(() => {}); });":     false,
		"delete process._tickCallback; process.exit();":                                     false,
	} {
		p := load(t, "app.js", "process.on('exit', () => console.log('over')); "+text)
		for policy, calls := range map[string]bool{"node10": true, "node11": true, "node12": false, "node26": false} {
			log, stop := run(t, p, policy, nil, program.Options{})
			said := stop.Reason == sim.Abandoned && strings.HasPrefix(stop.Error.String(), want)
			if said != (called && calls) || slices.Contains(log.lines, "mine") || slices.Contains(log.lines, "over") == said {
				t.Errorf("%s under %s: %q, %s %s", text, policy, log.lines, stop.Reason, stop.Error.String())
			}
		}
	}
}

// TestTickThrowIsCaught: a run ends behind a callback that caught what a tick threw out of
// process._tickCallback, but not behind one that threw itself then; in a job it ends at the
// throw, which a promise catches if the job does not. Node 10.13 to 26.10 end the process,
// and go on, in the same places, except that since 12 they go on behind most jobs.
func TestTickThrowIsCaught(t *testing.T) {
	const caught = "process.nextTick(() => { throw 'x'; }); try { process._tickCallback(); } catch (e) { console.log('caught', e); } setImmediate(() => console.log('imm'));"
	const thrown = "setImmediate(() => console.log('imm')); process.nextTick(() => { throw 'x'; }); process._tickCallback();"
	for _, one := range []struct {
		text, policies string
		goesOn         bool
	}{
		{caught, "node10 node12 node26", false},
		{"setTimeout(() => { " + caught + " });", "node10 node26", false},
		{"setImmediate(() => { " + caught + " });", "node10 node26", false},
		{"process.nextTick(() => { " + caught + " });", "node10 node26", false},
		{"Promise.resolve().then(() => { " + caught + " });", "node10 node11 node12 node26", false},
		{"Promise.resolve().finally(() => { " + caught + " });", "node12 node26", false},
		{"(async () => { await 1; " + caught + " })();", "node10 node11 node12 node26", false},
		{"Promise.resolve().then(() => { " + thrown + " }).catch(() => {});", "node10 node11 node12 node26", false},
		{"(async () => { await 1; " + thrown + " })().catch(() => {});", "node10 node11", false},
		{"process.on('uncaughtException', () => {}); " + caught + " throw 1;", "node10 node26", true},
	} {
		for _, policy := range strings.Fields(one.policies) {
			log, stop := run(t, load(t, "app.js", one.text), policy, nil, program.Options{})
			said := stop.Reason == sim.Abandoned && strings.HasPrefix(stop.Error.String(), "evsim does not go on ")
			if said == one.goesOn || slices.Contains(log.lines, "imm") != one.goesOn {
				t.Errorf("%s under %s: %q, %s %s", one.text, policy, log.lines, stop.Reason, stop.Error.String())
			}
		}
	}
}

// TestLookupWithoutName: a lookup that is given no name ends the run, and one that is given
// what is no string throws (10.13, 22.22 and 26.10 do).
func TestLookupWithoutName(t *testing.T) {
	for text, want := range map[string]string{
		"require('dns').lookup('', console.log)":            "evsim does not have `dns.lookup` without a name",
		"require('dns').promises.lookup(null)":              "evsim does not have `dns.lookup` without a name",
		"require('dns').lookup(5, console.log)":             "TypeError [ERR_INVALID_ARG_TYPE]",
		"require('dns').promises.lookup({}).catch(() => 0)": "TypeError [ERR_INVALID_ARG_TYPE]",
	} {
		p := load(t, "app.js", text)
		if _, stop := run(t, p, "node22", &p.world, program.Options{}); !strings.HasPrefix(stop.Error.String(), want) {
			t.Errorf("%s: %s", text, stop.Error.String())
		}
	}
}

// TestClearsNoImmediate: a run ends where clearImmediate is given a timer that it would take
// for an immediate, which Node before 24 was seen to lose tasks by; not where it asks no
// further: of a timer that is over, from Node 12 on, and of nothing at all.
func TestClearsNoImmediate(t *testing.T) {
	const own = "const t = setTimeout(() => console.log('t'), 5);\n"
	for text, refused := range map[string]string{
		own + "clearImmediate(t); setImmediate(() => console.log('i'));":                    "node10 node11 node12 node@22.23.3",
		own + "clearTimeout(t); clearImmediate(t); setImmediate(() => console.log('i'));":   "node10 node11",
		"clearImmediate({}); setImmediate(() => console.log('i'));":                         "node10 node11 node12 node@22.23.3",
		"try { clearImmediate(5); } catch {} setImmediate(() => console.log('i'));":         "node10 node11 node12 node@22.23.3",
		"clearImmediate({ _destroyed: true }); setImmediate(() => console.log('i'));":       "",
		"const i = setImmediate(() => { clearImmediate(i); console.log('i'); });":           "",
		"const i = setImmediate(() => console.log('i')); setTimeout(clearImmediate, 9, i);": "",
	} {
		p := load(t, "app.js", text)
		for _, policy := range []string{"node10", "node11", "node12", "node@22.23.3", "node26"} {
			want := strings.Contains(refused, policy)
			l, stop := run(t, p, policy, nil, program.Options{})
			if said := strings.Contains(stop.Error.String(), "`clearImmediate` of what is no immediate"); said != want || !want && !slices.Contains(l.lines, "i") {
				t.Errorf("%s under %s: %s %q %q", text, policy, stop.Reason, stop.Error.String(), l.lines)
			}
		}
	}
}
