package js

import (
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
		"[...(function* () {}).constructor('for (;;) yield 1')()]", "Function('eval(\"for (;;);\")')()", "eval('eval(\"for (;;);\")')",
	} {
		p := load(t, "a.js", text)
		w := p.world.Clone()
		w.Limits = sim.Limits{Statements: 300_000}
		if _, stop := run(t, p, "node26", &w, program.Options{}); stop.Reason != sim.LimitStatements {
			t.Errorf("%s ends by %s: %s", text, stop.Reason, stop.Error)
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
