package js

import (
	"encoding/json"
	"fmt"
	"os"
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

// FuzzModules loads programs that import each other and packages, whatever the
// names and whatever package.json says: what is not in the folder is not read.
func FuzzModules(f *testing.F) {
	f.Add("./b.js", "./app.js", "pkg", `{"exports": {".": {"import": "./m.mjs", "require": "./c.cjs"}, "./*": "./*.js"}}`, "m.mjs")
	f.Add("../secret.js", "./*", "@a/b", `{"main": "../../../secret.js", "type": "module"}`, "index.js")
	f.Add("pkg/inner", "./b.js?x", "pkg", `{"exports": "./../../secret.js", "imports": {"#x": "./m.mjs"}, "browser": {"fs": false}}`, "m.mjs")
	f.Add("/etc/passwd", "node:fs", "fs", `{`, "a*.js")
	f.Add("./node_modules", ".", "x", `{"main": 5, "exports": [[], null, {"default": "./index.js"}]}`, "index.ts")
	f.Fuzz(func(t *testing.T, first, second, pack, manifest, file string) {
		text := func(imports ...string) string {
			var b strings.Builder
			for i, name := range imports {
				fmt.Fprintf(&b, "import * as m%d from %s; console.log(typeof m%d);\n", i, jsonText(name), i)
			}
			return b.String() + "export const x = 1; export default () => x;\n"
		}
		app := text(first, pack)
		root := tree(t, map[string]string{
			"secret.js": "export default 'read outside of the folder'; console.log('secret');", "in/package.json": "{}", "in/b.js": text(second, "./app.js"),
			"in/node_modules/" + pack + "/package.json": manifest, "in/node_modules/" + pack + "/" + file: text(first, second),
			"in/" + second: text("./b.js"), "in/app.js": app,
		})
		name := filepath.Join(root, "in", "app.js")
		if on, err := os.ReadFile(name); err != nil || string(on) != app {
			t.Skip("a name is that of the program itself")
		}
		p := loads(t, name, app)
		if p == nil {
			return
		}
		for _, source := range p.Sources() {
			if !filepath.IsLocal(source) {
				t.Fatalf("%q was read", source)
			}
		}
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
			if len(l.lines) != 1 || l.lines[0] != "true" || stop.Error != "" || l.places[0].Line != 1 || l.places[0].File != "" {
				t.Errorf("%q: logged %q at %v, %s", name, l.lines, l.places, stop.Error)
			}
		}
	}
}
