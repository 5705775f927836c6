package js

import (
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
)

// TestMode asks for process.env.NODE_ENV where packages do. In a page it is what esbuild
// puts there for one, and no page has a process for that; Node has the process's own.
func TestMode(t *testing.T) {
	p, err := packed(t, `
console.log(require('asks').mode, require('asks').process, process.env.NODE_ENV);
console.log(require('own').mode, require('sets').mode);
`, map[string]string{
		"asks": "exports.process = typeof process; exports.mode = process.env.NODE_ENV",
		"own":  "exports.mode = (function (process) { return process.env.NODE_ENV })({ env: { NODE_ENV: 'own' } })",
		"sets": "globalThis.process = { env: { NODE_ENV: 'set' } }; exports.mode = process.env.NODE_ENV",
	})
	if err != nil {
		t.Fatal(err)
	}
	for policy, want := range map[string]string{
		"node22":  "undefined object undefined\nown set",
		"browser": "development undefined development\nown set",
	} {
		need := p.Lacks(model.MustLookup(policy))
		if need != nil {
			t.Errorf("%s lacks %v", policy, need)
			continue
		}
		l, stop := runUnder(t, p, model.MustLookup(policy), &p.world, program.Options{})
		if got := strings.Join(l.lines, "\n"); got != want {
			t.Errorf("%s: %q (%s), want %q", policy, got, stop.Error, want)
		}
	}
}
