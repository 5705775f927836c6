package js

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
)

// TestModuleHops counts the jobs from a module's throw to uncaughtException: one more if
// an await stands at the top of the module that throws. Node 16.0.0, 16.20.2, 22.22.2 and
// 26.10.0 print these numbers.
func TestModuleHops(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"pre.mjs": `process.on('uncaughtException', () => console.log('U'));
			globalThis.count = () => { let p = Promise.resolve(); for (let i = 1; i < 14; i++) p = p.then(() => console.log(i)); };
			export async function later() { await 0; await 0; count(); throw new Error('later'); }
			export function now() { count(); throw new Error('now'); }`,
		"wait.mjs":  "await 0; export default import.meta.url",
		"app.mjs":   "",
		"throw.mjs": "import './pre.mjs'; count(); throw new Error('x');",
		"after.mjs": "import './pre.mjs'; import './wait.mjs'; count(); throw new Error('x');",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for text, more := range map[string]int{
		"import './throw.mjs';":                                               0,
		"import './throw.mjs'; await 0;":                                      0,
		"import './after.mjs';":                                               0,
		"import './pre.mjs'; import './wait.mjs'; count(); throw 'text'":      0,
		"import { now } from './pre.mjs'; import './wait.mjs'; now();":        0,
		"import './pre.mjs'; (async () => { await 0; })(); count(); throw 7;": 0,
		"import { later } from './pre.mjs'; await later();":                   2, // the rejection comes by a job of its own
		"import { now } from './pre.mjs'; await 0; now();":                    1,
		"import './pre.mjs'; count(); if (0) await 1; else throw 1;":          1,
		"import { now } from './pre.mjs'; now(); if (false) { for await (const x of []); }\nexport default 1; export * from './pre.mjs';": 1,
		"import './pre.mjs'; await import('./wait.mjs'); count(); throw 1;":                                                               1,
	} {
		p, err := Load(filepath.Join(dir, "app.mjs"), []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for policy, hops := range map[string]int{"node@16.0.0": 3, "node@16.20.2": 8, "node22": 4, "node26": 4} {
			want := ""
			for i := range hops + more {
				want += strconv.Itoa(i+1) + " "
			}
			if l, stop := runUnder(t, p, model.MustLookup(policy), nil, program.Options{}); !strings.HasPrefix(strings.Join(l.lines, " "), want+"U ") {
				t.Errorf("%s: %s logged %q (%s), want %sU", text, policy, l.lines, stop.Error.String(), want)
			}
		}
	}
}
