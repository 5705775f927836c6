package js_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evsim/js"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// logOf is what a program logs on Node 22.
func logOf(t *testing.T, p *js.Program) (lines []string) {
	t.Helper()
	policy, err := model.Lookup("node22")
	if err != nil {
		t.Fatal(err)
	}
	p.Prepare(policy, p.Worlds()[0], program.Options{Sink: sinkOf(func(e sim.Event) { lines = append(lines, e.Text) }), Wants: sim.KindsOf(sim.EventLog)}).Run()
	return lines
}

type sinkOf func(sim.Event)

func (s sinkOf) Emit(e sim.Event) { s(e) }

// TestLoadText runs what stands alone: modules, TypeScript, awaits at the top,
// evsim's own modules.
func TestLoadText(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.js", "setTimeout(() => console.log('b')); console.log('a')", "a b"},
		{"a.js", "import {readFile} from 'node:fs/promises'; import EventEmitter from 'events'; new EventEmitter(); console.log(typeof readFile)", "function"},
		{"a.js", "const fs = require('fs'); console.log(typeof fs.readFile)", "function"},
		{"a.js", "export const a = 1; console.log('a'); await null; console.log('b')", "a b"},
		{"a.ts", "interface A { b: string }\nconst a: A = {b: 'b'}; console.log(a.b as string)", "b"},
		{"a.js", "import('path').then((p) => console.log(p.basename('/x/y')))", "y"},
		{"a.js", "console.log('a') //# sourceMappingURL=a.js.map", "a"},
	} {
		p, err := js.LoadText(c.name, []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := strings.Join(logOf(t, p), " "); got != c.want {
			t.Errorf("%s: logs %q, want %q", c.text, got, c.want)
		}
		if string(p.Source(c.name)) != c.text || len(p.Sources()) != 1 {
			t.Errorf("%s: its sources are %q", c.text, p.Sources())
		}
	}
}

// TestLoadTextStandsAlone: no text makes the loader look at the machine. What it
// could find lies where a relative path would lead it, and in the text's words.
func TestLoadTextStandsAlone(t *testing.T) {
	folder := t.TempDir()
	secret := filepath.Join(folder, "secret.js")
	if err := errors.Join(
		os.WriteFile(secret, []byte("console.log('read'); module.exports = 'read'"), 0o600),
		os.WriteFile(filepath.Join(folder, "secret.json"), []byte(`{"version":3,"sources":["read"],"names":[],"mappings":"AAAA"}`), 0o600),
		os.WriteFile(filepath.Join(folder, "tsconfig.json"), []byte(`{"compilerOptions":{"paths":{"*":["./secret.js"]}}}`), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	slash := filepath.ToSlash(folder)
	for _, text := range []string{
		"import './secret.js'", "import x from '" + slash + "/secret.js'; x()", "require('./secret.js')", "require('" + slash + "/secret')",
		"import('./secret.js')", "import('file://" + slash + "/secret.js')", "require.resolve('./secret.js')", "import x from 'secret'; x()",
		"import x from 'https://example.com/x.js'; x()", "import x from 'data:text/javascript,console.log(1)'; x()", "import x from '#secret'; x()",
		"export * from '../secret.js'", "const n = 'secret'; import(`./${n}.js`)", "const n = 'secret'; require(`./${n}.js`)",
		"const n = 'secret'; import /* a */ ( /* b */ '.' + '/' + n + '.js')", "const n = ''; require((('./')) + n)", "const n = ''; import(`../../../../../../../${n}/${n}`)",
		"console.log(1) //# sourceMappingURL=file://" + slash + "/secret.json", "console.log(1) /*# sourceMappingURL=FILE://localhost" + slash + "/secret.json */",
	} {
		for _, name := range []string{"a.js", "a.ts"} {
			p, err := js.LoadText(name, []byte(text))
			var problems js.Problems
			if err == nil {
				if log := logOf(t, p); slices.Contains(log, "read") {
					t.Errorf("%s: it was read", text)
				} else {
					t.Errorf("%s: it is taken, and logs %q", text, log)
				}
				continue
			}
			if !errors.As(err, &problems) || problems[0].Pos.Line != 1 || problems[0].Pos.File != "" || problems[0].Hint == "" {
				t.Errorf("%s: %+v", text, err)
			}
			if strings.Contains(err.Error(), folder) && !strings.Contains(text, slash) {
				t.Errorf("%s: the answer has the folder: %v", text, err)
			}
		}
	}
}
