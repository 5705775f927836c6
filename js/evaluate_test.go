package js

import (
	"slices"
	"strings"
	"testing"

	"evsim/program"
	"evsim/sim"
)

// TestEvaluatedEnds has text that is evaluated end as files do.
func TestEvaluatedEnds(t *testing.T) {
	for _, text := range []string{
		"eval('while (true);')", "eval('for (;;);')", "eval('for (;;) { }')", "eval('do ; while (1)')", "eval('for (;;) 1 + 1;')",
		"eval('const f = n => n ? f(n - 1) + f(n - 1) : 0; f(90)')",
		"(0, eval)('while (1);')", "Function('for (;;);')()", "new (async () => {}).constructor('for (;;);')()",
		"(0, eval)('1'); (0, eval)('for (;;) [3].fill(1)')", "Function('for (;;) \"x\".padStart(2)')()",
		"[...(function* () {}).constructor('for (;;) yield 1')()]", "Function('eval(\"for (;;);\")')()", "eval('eval(\"for (;;);\")')",
	} {
		p := load(t, "a.js", text)
		w := p.world.Clone()
		w.Limits = sim.Limits{Statements: 100_000}
		if _, stop := run(t, p, "node26", &w, program.Options{}); stop.Reason != sim.LimitStatements {
			t.Errorf("%s ends by %s: %s", text, stop.Reason, stop.Error.String())
		}
	}
}

// TestEvaluatedRefused has text be refused that cannot be run as it stands.
func TestEvaluatedRefused(t *testing.T) {
	p := load(t, "a.js", `for (const f of [() => eval('for (;;) if (1) ;'), () => eval('const e = eval; 1'), () => eval('(async () => {})()'), () => Function('}, function () {'), () => Function('/*', '*/) {'), () => (0, eval)('1 +'), () => eval('1 +')]) {
  try { f(); console.log('ran'); } catch (e) { console.log(e.name, e instanceof SyntaxError, e.message); }
}`)
	l, _ := run(t, p, "node26", nil, program.Options{})
	if len(l.lines) != 7 {
		t.Fatal(l.lines)
	}
	for _, line := range l.lines {
		if !strings.HasPrefix(line, "SyntaxError true ") {
			t.Error(line)
		}
	}
	if !strings.Contains(l.lines[2], "(0, eval)(text)") {
		t.Error(l.lines[2])
	}
}

// TestTimersOfText has timers of pages run text as classic scripts (HTML, timer
// initialization steps): what they declare is global, and what is wrong with one
// is reported when it runs.
func TestTimersOfText(t *testing.T) {
	const text = `
setTimeout("console.info('text', this === window); let late = 1; var glob = 2", 1);
setTimeout("console.log(late, glob, typeof late); (async () => { await null; console.log('job'); })(); console.log('behind', [3].fill(1))", 2);
setTimeout('let late = 3; console.log("never")', 3);
setTimeout('not a script', 4);
setTimeout({ toString: () => 'console.log("object", Function("return 5")())' }, 5);
globalThis.n = 0; globalThis.id = setInterval('if (++n > 1) clearInterval(id); console.log(n)', 6);
addEventListener('error', (e) => console.log('error', e.error.name));
setTimeout(null, 1);
setTimeout('for (;;);', 100);`
	p := load(t, "a.js", text)
	w := p.world.Clone()
	w.Limits = sim.Limits{Statements: 300_000}
	l, stop := run(t, p, "browser", &w, program.Options{})
	want := []string{"text true", "1 2 number", "behind [ 1 ]", "job", "error SyntaxError", "error SyntaxError", "object 5", "1", "2"}
	if !slices.Equal(l.lines, want) || stop.Reason != sim.LimitStatements || stop.At.Line != 10 {
		t.Errorf("%q, %+v", l.lines, stop)
	}
	if _, stop := run(t, load(t, "a.js", "setTimeout('text', 1)"), "node22", nil, program.Options{}); !strings.Contains(stop.Error.String(), "must be of type function") {
		t.Error(stop.Error.String())
	}
}

// TestEvaluatedScope has text that eval runs keep what it declares for itself.
func TestEvaluatedScope(t *testing.T) {
	const text = `
console.log((0, eval)('let a = 1; const b = 2; class C {} var d = 4; function e() { return a; } a + b'));
console.log(typeof a, typeof b, typeof C, typeof d, typeof e, e(), (0, eval)('let a = 5; a'));
Function('console.info(1); console.log(console.table === undefined)')();`
	l, stop := run(t, load(t, "a.js", text), "node22", nil, program.Options{})
	want := []string{"3", "undefined undefined undefined number function 1 5", "1", "false"}
	if !slices.Equal(l.lines, want) {
		t.Errorf("%q, %s", l.lines, stop.Error.String())
	}
}
