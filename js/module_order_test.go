package js

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
)

// TestModuleOrder runs modules that are imported and await at their tops, beside a chain
// of jobs; in the last four two run side by side, where WebKit runs one behind the other. Node 26.10.0 and WebKitGTK 2.50.6 printed these
// logs, and Chromium 156 and Firefox 153 those of Node for the first four and the last.
func TestModuleOrder(t *testing.T) {
	const jobs = "let n = 0; (function j() { console.log('j' + n++); if (n < 9) Promise.resolve().then(j); })();"
	dir := t.TempDir()
	for name, text := range map[string]string{
		"ch.mjs":  jobs + "export {};",
		"s1.mjs":  "console.log('s1'); export {};",
		"s2.mjs":  "console.log('s2'); export {}; // the end of the file",
		"a.mjs":   "console.log('a0'); await null; console.log('a1');",
		"a2.mjs":  "await null; " + jobs + "console.log('a1');",
		"mid.mjs": "import './a2.mjs'; console.log('mid');",
		"mi2.mjs": "import './a2.mjs'; console.log('mid'); await 1; console.log('mid2');",
		"n3b.mjs": "import './s1.mjs'; console.log('n3b'); export {};",
		"n4b.mjs": "import './s1.mjs'; console.log('n4b'); await 1; console.log('n4c');",
		"n6b.mjs": "import './s1.mjs'; import './s2.mjs'; console.log('n6b'); await 1; console.log('n6c');",
		"thr.mjs": "import './a2.mjs'; console.log('t'); throw 1;",
		"cyc.mjs": "import './app.mjs'; import './a2.mjs'; console.log('cyc');",
		"out.mjs": "import './cyc.mjs'; console.log('out');",
		"app.mjs": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, one := range []struct{ text, standard, webkit string }{
		{"import './a2.mjs'; console.log('main');", "j0 a1 j1 main j2 ", "j0 a1 j1 main j2 "},
		{"import './mid.mjs'; console.log('main');", "j0 a1 j1 mid main j2 ", "j0 a1 j1 mid j2 main j3 "},
		{"import './mi2.mjs'; console.log('main');", "j0 a1 j1 mid j2 mid2 j3 main j4 ", "j0 a1 j1 mid j2 mid2 j3 main j4 "},
		{"import './ch.mjs'; import './a.mjs'; console.log('main');", "j0 a0 j1 a1 j2 main j3 ", "j0 j1 a0 j2 a1 j3 main j4 "},
		{"import './ch.mjs'; import './s1.mjs'; import './s2.mjs'; console.log('main'); await 1; console.log('m2');", "j0 s1 s2 main j1 m2 j2 ", "j0 j1 s1 j2 s2 j3 main j4 m2 j5 "},
		{"import './ch.mjs'; import './n3b.mjs'; import './s2.mjs'; console.log('main'); await 1; console.log('m2');", "j0 s1 n3b s2 main j1 m2 j2 ", "j0 j1 s1 n3b j2 s2 j3 main j4 m2 j5 "},
		{"import './ch.mjs'; import './s1.mjs'; import './n6b.mjs'; import './s2.mjs'; import './s1.mjs'; console.log('main');", "j0 s1 s2 n6b j1 n6c j2 main j3 ", "j0 j1 s1 j2 j3 s2 j4 n6b j5 n6c j6 j7 main j8 "},
		{"import './ch.mjs'; import './n4b.mjs'; import './s2.mjs'; console.log('main');", "j0 s1 n4b s2 j1 n4c j2 main j3 ", "j0 j1 s1 j2 n4b j3 n4c j4 s2 j5 main j6 "},
		{"import './a2.mjs'; import './mid.mjs'; import './s1.mjs'; console.log('main');", "s1 j0 a1 j1 mid main j2 ", "j0 a1 j1 j2 mid j3 s1 j4 main j5 "},
		{"import './thr.mjs'; import './mid.mjs'; console.log('main');", "j0 a1 j1 t mid j2 ", "j0 a1 j1 t j2 "},
		{"import './s1.mjs'; import './out.mjs'; import './mid.mjs'; console.log('main');", "s1 j0 a1 j1 cyc out mid main j2 ", "s1 j0 a1 j1 cyc j2 out j3 j4 mid j5 main j6 "},
	} {
		p, err := Load(filepath.Join(dir, "app.mjs"), []byte(one.text))
		if err != nil {
			t.Fatal(err)
		}
		for _, policy := range []string{"node@16.20.2", "node26", "browser", "firefox", "webkit"} {
			want := one.standard
			if policy == "webkit" {
				want = one.webkit
			}
			if l, stop := runUnder(t, p, model.MustLookup(policy), nil, program.Options{}); !strings.HasPrefix(strings.Join(l.lines, " ")+" ", want) {
				t.Errorf("%s under %s logged %q (%s), want %q", one.text, policy, l.lines, stop.Error.String(), want)
			}
		}
	}
}

// TestModulesAskedFor imports modules by import() where others run side by side, with files of
// other kinds and names. Node 22.22.2 printed this log.
func TestModulesAskedFor(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		`we'ird "q" ä.mjs`: "console.log('w0'); await 0; console.log('w1'); export const w = 1;",
		"s.mjs":            "import j from './d.json' with { type: 'json' }; import c from './c.cjs'; console.log('s', j.x, c.q); function init_c() { return 7 } init_c(); console.log(init_c()); export default 3;",
		"d.json":           `{"x":1}`,
		"c.cjs":            "console.log('cjs'); module.exports = {q: 2}",
		"dyn.mjs":          "import './s.mjs'; console.log('d0'); await 0; console.log('d1'); export let d = 5;",
		"late.mjs":         "await 0; throw new Error('late')",
		"app.mjs":          "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, err := Load(filepath.Join(dir, "app.mjs"), []byte(`import { w } from './we\'ird "q" ä.mjs'; import s from './s.mjs'; console.log('main', w, s);
		const ns = await import('./dyn.mjs'); console.log('got', ns.d); const again = await import('./dyn.mjs'); console.log(again === ns);
		try { await import('./late.mjs') } catch (e) { console.log('caught', e.message) }`))
	if err != nil {
		t.Fatal(err)
	}
	for policy, start := range map[string]string{"node22": "w0 cjs s 1 2 7 w1 ", "browser": "w0 cjs s 1 2 7 w1 ", "webkit": "w0 w1 cjs s 1 2 7 "} {
		want := start + "main 1 3 d0 d1 got 5 true caught late"
		if l, stop := runUnder(t, p, model.MustLookup(policy), nil, program.Options{}); strings.Join(l.lines, " ") != want {
			t.Errorf("%s logged %q (%s), want %q", policy, l.lines, stop.Error.String(), want)
		}
	}
}
