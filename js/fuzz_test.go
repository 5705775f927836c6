package js

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/testmain"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// tree writes files, by their names, into a folder of the test's own; names that
// no file can have are left out.
func tree(t testing.TB, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if !filepath.IsLocal(name) || os.MkdirAll(filepath.Dir(file), 0o777) != nil {
			continue
		}
		_ = os.WriteFile(file, []byte(text), 0o666)
	}
	return root
}

// loads loads a program that may be none: then it says so as Problems, and the
// same each time.
func loads(t testing.TB, file, text string) *Program {
	t.Helper()
	p, err := Load(file, []byte(text))
	again, errAgain := Load(file, []byte(text))
	if fmt.Sprint(err) != fmt.Sprint(errAgain) {
		t.Fatalf("%v, and then %v", err, errAgain)
	}
	var problems Problems
	if err != nil && !errors.As(err, &problems) {
		t.Logf("no problem of the program's: %v", err)
		return nil
	}
	if err == nil && !reflect.DeepEqual(p.sources, again.sources) {
		t.Fatalf("read %q, and then %q", p.Sources(), again.Sources())
	}
	return p
}

// tellsWhatIsMissing reports whether an error is about what evsim does not have or
// the world does not say.
func tellsWhatIsMissing(text string) bool {
	for _, part := range [...]string{"evsim does not have ", "evsim cannot hand on ", " takes an unknown time", " has a computed name"} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// within are limits that end every program of the fuzzers soon.
var within = sim.Limits{Callbacks: 200, Turns: 200, Statements: 20_000, Time: 60 * clock.Second}

// attack runs a program twice, and explores it: nothing panics, the runs are the
// same to the byte and end within their limits, and the orders have the run.
func attack(t testing.TB, p *Program, policy model.Policy, w *program.World) {
	t.Helper()
	if p == nil || p.Lacks(policy) != nil {
		return
	}
	w.Limits = within
	ctx, end := context.WithTimeout(context.Background(), time.Minute)
	defer end()
	l, stop := runUnder(t, p, policy, w, program.Options{Until: ctx})
	again, stopAgain := runUnder(t, p, policy, w, program.Options{Until: ctx})
	refused := stop.Reason == sim.Abandoned && stop.At.Line > 0 && tellsWhatIsMissing(stop.Error.String())
	if ctx.Err() != nil || stop.Reason == sim.Abandoned && !refused || stop.Reason == sim.Running {
		t.Fatalf("%s: %s at %s: %s", policy.Name, stop.Reason, stop.At, stop.Error.String())
	}
	if !reflect.DeepEqual(l, again) || !reflect.DeepEqual(stop, stopAgain) {
		t.Fatalf("%s: %q and %+v, and then %q and %+v", policy.Name, l.lines, stop, again.lines, stopAgain)
	}
	r := explore.Explore(ctx, program.Setting{Program: p, Policy: policy, World: w}, explore.Options{Paths: 30})
	has := slices.ContainsFunc(r.Orders, func(o explore.Order) bool {
		return slices.EqualFunc(o.Log, l.lines, func(line program.Line, text string) bool { return line.Text == text }) && o.Stop.Reason == stop.Reason
	})
	if r.Complete && !has {
		t.Fatalf("%s: the orders do not have %q, %+v: %+v", policy.Name, l.lines, stop, r.Orders)
	}
}

// policies are those that fuzzers choose from.
var policies = [...]string{"node22", "browser", "node10", "chrome69", "node12", "node26"}

// policyFor is the chosen one, or the next after it that lacks nothing.
func policyFor(p *Program, choice byte) (policy model.Policy) {
	for i := range policies {
		policy = model.MustLookup(policies[(int(choice)+i)%len(policies)])
		if p == nil || p.Lacks(policy) == nil {
			break
		}
	}
	return policy
}

// openWorld is a world in which every wait takes 0 to 2 ms.
func openWorld() *program.World {
	w := (&program.World{}).Clone()
	w.Clock.Startup = clock.Range{High: 2 * clock.Millisecond, Of: 1}
	w.Other = clock.Range{High: 2 * clock.Millisecond, Of: 2}
	return &w
}

// FuzzProgram runs programs that bytes make: what the bundler lowers and the
// engine executes, whatever they are made of.
func FuzzProgram(f *testing.F) {
	for seed := range 40 {
		f.Add(byte(seed), []byte(strings.Repeat(fmt.Sprintf("%c%d", 'a'+seed, seed*7919), 12)))
	}
	f.Fuzz(func(t *testing.T, policy byte, choices []byte) {
		text := write(choices)
		p := loads(t, filepath.Join(tree(t, map[string]string{"app.js": text}), "app.js"), text)
		if p == nil {
			t.Fatalf("no program:\n%s", text)
		}
		defer func() {
			if t.Failed() {
				t.Log(text)
			}
		}()
		attack(t, p, policyFor(p, policy), openWorld())
	})
}

// mended is a text without the lines that keep it from being a program, or with
// what it lacks at its end: chance seldom writes a program.
func mended(file, text string) string {
	for range 16 {
		_, err := Load(file, []byte(text))
		var problems Problems
		if !errors.As(err, &problems) {
			break
		}
		first := problems[0]
		lines := strings.Split(text, "\n")
		_, wants, open := strings.Cut(first.Message.String(), `Expected "`)
		switch {
		case open && strings.HasSuffix(first.Message.String(), "end of file"):
			wants, _, _ = strings.Cut(wants, `"`)
			text += "\n" + wants
		case first.Pos.File == "" && first.Pos.Line > 0 && int(first.Pos.Line) <= len(lines):
			text = strings.Join(slices.Delete(lines, int(first.Pos.Line)-1, int(first.Pos.Line)), "\n")
		default:
			return text
		}
	}
	return text
}

// FuzzText runs text that may be a program.
func FuzzText(f *testing.F) {
	files, err := filepath.Glob("testdata/oracle/*s")
	if err != nil || len(files) == 0 {
		f.Fatalf("%v: no programs", err)
	}
	own, _ := filepath.Glob("testdata/programs/*.js")
	every := 3 * testmain.Every(5)
	for i, file := range append(files, own...) {
		if text, err := os.ReadFile(file); err == nil && i%every == 0 {
			f.Add(byte(i), string(text))
		}
	}
	for _, text := range []string{
		"let { a, ...b } = { a: 1, c: [2n, /x/g] }; console.log(b, `${a}`, class { #x = 1; static { this.y = 2; } });",
		"for await (const x of (async function* () { yield* [1, 2]; })()) console.log(x); export default 1;",
		"label: for (let i = 0; i < 3; i++) { for (const f of [() => i]) { if (f()) continue label; } console.log(i); }",
	} {
		f.Add(byte(0), text)
	}
	f.Fuzz(func(t *testing.T, policy byte, text string) {
		for _, name := range [...]string{"app.js", "app.mts"} {
			file := filepath.Join(tree(t, map[string]string{name: ""}), name)
			text := mended(file, "const log = console.log;\n"+text)
			p := loads(t, file, text)
			attack(t, p, policyFor(p, policy), openWorld())
		}
	})
}

// FuzzWorld runs one program in worlds of which everything is chosen: names of
// files and hosts, sizes, lengths and outcomes.
func FuzzWorld(f *testing.F) {
	f.Add("./a.json", "./a.json", int64(5), int64(2), int64(1), byte(0), `{"rows": [1, 2]}`)
	f.Add("*", "/x*", int64(1<<20), int64(0), int64(0), byte(1), "no memory")
	f.Add("../a\x00'{}:\n", "", int64(-1), int64(-5), int64(1)<<62, byte(2), "[")
	f.Add("a\xff.example", "__proto__", int64(1)<<40, int64(7), int64(3), byte(3), `{"__proto__": null, "then": 1, "a": 1e999}`)
	const text = `
const fs = require('fs'), dns = require('dns'), { io } = require('evsim');
const attempt = (f) => { try { f(); } catch (e) { console.log(e.code ?? e.message); } };
const done = (name) => (err, v) => console.log(name, err ? err.code ?? err.message : typeof v, err ? String(err) : v && v.length);
attempt(() => fs.readFile(NAME, done('file')));
attempt(() => fs.promises.stat(NAME).then((s) => console.log(s.size), done('stat')));
attempt(() => console.log(fs.existsSync(NAME), NAME));
attempt(() => dns.lookup(NAME, { all: true }, done('host')));
attempt(() => io(NAME).then((v) => console.log('%j', v, v), done('io')));
`
	f.Fuzz(func(t *testing.T, name, listed string, size, low, width int64, outcome byte, value string) {
		w := openWorld()
		entry := program.Latency{Name: listed, Size: max(0, size), Missing: outcome&1 != 0, Value: value, Failure: value}
		low, width = max(0, low)%int64(60*clock.Second), max(0, width)%int64(60*clock.Second)
		if entry.Latency = clock.Exactly(clock.Span(low)); width > 0 {
			entry.Latency = clock.Range{Low: clock.Span(low), High: clock.Span(low + width), Of: 3}
		}
		w.Files, w.Network, w.IO = []program.Latency{entry}, []program.Latency{entry}, []program.Latency{entry}
		if outcome&2 != 0 {
			w.Other = clock.Range{}
		}
		source := strings.ReplaceAll(text, "NAME", fmt.Sprintf("JSON.parse(%q)", jsonText(name)))
		attack(t, loads(t, filepath.Join(tree(t, map[string]string{"app.js": source}), "app.js"), source), model.MustLookup("node22"), w)
	})
}
