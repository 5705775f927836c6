package js

import (
	"slices"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
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

// TestModulesThatExport runs main modules by each form of export: whatever they export,
// and whatever of CommonJS they do not have.
func TestModulesThatExport(t *testing.T) {
	for _, export := range []string{"", "export {};", "export default 3;", "export default class {};", "export const a = 1;", "const a = 1; export { a };", "const a = 1; export { a as default };", "export * from 'node:fs';", "import fs from 'fs'; export {};", "import fs from 'fs'; export { fs };", "export {}; await null;"} {
		for _, name := range []string{"app.mjs", "app.mts"} {
			log, stop := run(t, load(t, name, export+"\nconsole.log(typeof module, typeof exports, typeof require);"), "node26", nil, program.Options{})
			if !slices.Equal(log.lines, []string{"undefined undefined undefined"}) || stop.Reason != sim.Ended {
				t.Errorf("%s in %s: %q, %s %s", export, name, log.lines, stop.Reason, stop.Error.String())
			}
		}
	}
}
