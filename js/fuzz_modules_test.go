package js

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
)

// jsonText is a text as a string of JSON.
func jsonText(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// modular writes the files of a program as bytes say: what they import, how, and
// what package.json says.
type modular struct {
	writer
	name, manifest string // chosen freely; seldom used
}

// files are those of the program, by their names.
func (m *modular) files() map[string]string {
	manifest := m.packageJSON()
	all := map[string]string{
		"secret.js":       "export default 'read outside of the folder'; console.log('secret'); export const x = 1;",
		"in/data.json":    `{"x": 1, "default": [2]}`,
		"in/app.js":       m.module("./b.js", "./sub/", "./c.mjs", "./d.cjs", "./e.ts", "pkg", "pkg/inner", "@a/b", "./data.json"),
		"in/b.js":         m.module("./app.js", "./c.mjs", "./sub/index.js", "pkg", "./b.js"),
		"in/c.mjs":        m.module("./b.js", "./d.cjs", "./e.ts", "./c.mjs", "@a/b"),
		"in/d.cjs":        m.module("./c.mjs", "./d.cjs", "./data.json", "pkg/inner"),
		"in/e.ts":         m.module("./d.cjs", "./sub", "@a/b", "./b.js"),
		"in/f.mjs":        m.module("./c.mjs", "./b.js") + "await null; console.log('awaited');\n",
		"in/sub/index.js": m.module("../b.js", "../app.js", "../data.json", "pkg"),
	}
	for _, pack := range [...]string{"pkg", "@a/b"} {
		folder := "in/node_modules/" + pack + "/"
		all[folder+"package.json"] = manifest
		all[folder+"index.js"] = m.module("./m.mjs", "./c.cjs", "pkg", "@a/b", "#x")
		all[folder+"m.mjs"] = m.module("./c.cjs", "./index.js", "@a/b")
		all[folder+"c.cjs"] = m.module("./index.js", "./inner.js", "pkg/inner")
		all[folder+"inner.js"] = m.module("./index.js", "./m.mjs", "pkg")
	}
	if m.choose(4) == 0 {
		all["in/package.json"] = m.packageJSON()
	} else {
		all["in/package.json"] = "{}"
	}
	return all
}

// module is the text of a file that imports some of others.
func (m *modular) module(others ...string) string {
	var b strings.Builder
	exports := m.choose(6)
	for i := range m.choose(4) {
		name := others[m.choose(len(others))]
		if m.choose(24) == 23 {
			name = [...]string{m.name, "../secret.js", "../../secret.js", "/etc/passwd", "node:fs", "fs", "./*", ".", "..", "./b", "./b.js?x", "./b.js#y", "pkg/", "pkg/../b", "#x", "events"}[m.choose(16)]
		}
		from := jsonText(name)
		fmt.Fprintf(&b, [...]string{
			"import * as m%d from %s; later(() => m%[1]d);\n", "import m%d from %s; later(() => m%[1]d);\n", "import { x as m%d } from %s; later(() => m%[1]d);\n",
			"import %[2]s;\n", "export * from %[2]s;\n", "later(() => require(%[2]s)); // %[1]d\n", "import(%[2]s).then((m%[1]d) => console.log(typeof m%[1]d.x), (e) => console.log(e.code));\n",
			"export { x as y%d } from %s;\n", "export * as z%d from %s;\n",
		}[m.choose(9)], i, from)
	}
	b.WriteString("function later(f) { setTimeout(() => { try { console.log(typeof f()); } catch (e) { console.log(String(e).slice(0, 30)); } }); }\n")
	switch exports {
	case 0, 1:
		b.WriteString("export const x = 1; export default () => x; console.log(import.meta.url.length);\n")
	case 2:
		b.WriteString("exports.x = typeof module; exports.default = __filename;\n")
	case 3:
		b.WriteString("export let x = typeof this; export { x as default };\n")
	case 4:
		b.WriteString("export default class x {} export function* x() {}\n")
	}
	return strings.Replace(b.String(), "class x", "class", 1)
}

// packageJSON is what a package says of itself.
func (m *modular) packageJSON() string {
	if m.choose(8) == 7 {
		return m.manifest
	}
	paths := []string{`"./index.js"`, `"./m.mjs"`, `"./c.cjs"`, `"./inner.js"`, `"./none.js"`, `"../../../secret.js"`, `"./../../secret.js"`, `null`, `5`, `false`, `["./none.js", "./m.mjs"]`, jsonText(m.name), `"index"`, `{"import": "./m.mjs", "require": "./c.cjs"}`, `{"node": {"default": "./inner.js"}}`, `{}`}
	var fields []string
	for _, key := range [...]string{"main", "module", "type", "exports", "browser", "imports"} {
		if m.choose(3) != 0 {
			continue
		}
		path := paths[m.choose(len(paths))]
		switch key {
		case "type":
			path = [...]string{`"module"`, `"commonjs"`, `"x"`, `1`}[m.choose(4)]
		case "exports":
			path = [...]string{path, `{".": ` + path + `, "./*": "./*.js"}`, `{".": "./index.js", "./inner": ` + path + `}`, `{"import": ` + path + `, "default": "./index.js"}`, `{"./*": {"import": "./*.mjs", "default": "./*.js"}, ".": ` + path + `}`}[m.choose(5)]
		case "browser":
			path = `{"fs": false, "./index.js": ` + path + `}`
		case "imports":
			path = `{"#x": ` + path + `, "#*": "./*.js"}`
		}
		fields = append(fields, `"`+key+`": `+path)
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// FuzzModules loads programs that import each other and packages, whatever the
// names and whatever package.json says: what is not in the folder is not read.
func FuzzModules(f *testing.F) {
	for seed := range 20 {
		f.Add([]byte(strings.Repeat(fmt.Sprintf("%c%d\x00", 'a'+seed, seed*7919), 20)), "./b.js", `{"main": "../../../secret.js", "type": "module"}`)
	}
	f.Add([]byte("\x00\x02\x00\x17\x00\x00"), "./\x80\x00js", `{"main": 5, "exports": [[], null, {"default": "./index.js"}]}`)
	f.Fuzz(func(t *testing.T, choices []byte, free, manifest string) {
		m := modular{writer: writer{choices: choices}, name: free, manifest: manifest}
		files := m.files()
		root := tree(t, files)
		entry := "in/" + [...]string{"app.js", "f.mjs", "d.cjs", "e.ts"}[m.choose(4)]
		name := filepath.Join(root, filepath.FromSlash(entry))
		p := loads(t, name, files[entry])
		if p == nil {
			return
		}
		for _, source := range p.Sources() {
			if !filepath.IsLocal(filepath.Join("in", source)) || strings.Contains(source, "secret") {
				t.Fatalf("%q was read", source)
			}
		}
		defer func() {
			if t.Failed() {
				for _, file := range p.Sources() {
					t.Logf("%s:\n%s", file, p.Source(file))
				}
			}
		}()
		attack(t, p, model.MustLookup("node22"), openWorld())
	})
}

// TestOddNames: a file is a program whatever its name is.
func TestOddNames(t *testing.T) {
	for _, name := range []string{"a*.js", "*.js", "a b.js", "ä.mjs", "a'\"`.cjs", "a?b#c.js", "[x].ts", "{a,b}.js", "%20.js", "-.js", "a\nb.js", "$&.js", "*/a.js", "a*b/c.js", "node_modules.js", `a\b.js`, `\.mjs`, `..\x.js`} {
		for _, text := range []string{"console.log(new Error('x').stack.includes(':1:'))", "import { x } from './in'; console.log(x === 1)", "await null; console.log(true); export {}"} {
			root := tree(t, map[string]string{name: text, filepath.Join(filepath.Dir(name), "in.js"): "export const x = 1;"})
			if strings.HasSuffix(name, ".cjs") && !strings.HasPrefix(text, "console") {
				continue
			}
			p, err := Load(filepath.Join(root, name), []byte(text))
			if err != nil {
				t.Errorf("%q: %v", name, err)
				continue
			}
			l, stop := run(t, p, "node22", nil, program.Options{})
			if len(l.lines) != 1 || l.lines[0] != "true" || stop.Error.String() != "" || l.places[0].Line != 1 || l.places[0].File != "" {
				t.Errorf("%q: logged %q at %v, %s", name, l.lines, l.places, stop.Error.String())
			}
		}
	}
}
