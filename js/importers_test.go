package js

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestEachImporterIsTold: what cannot be read is told at each import of it, and in
// the same order each time, whichever file the bundler reads first.
func TestEachImporterIsTold(t *testing.T) {
	bad := map[string]string{
		"import '../../secret.js';":                                  "1:8: ../secret.js is outside of the program's folder, which is ROOT",
		"import './page.css';":                                       "1:8: lib/page.css does not have the extension of a JavaScript, TypeScript or JSON file",
		"import './page.css'; await 0;":                              "1:8: lib/page.css does not have the extension of a JavaScript, TypeScript or JSON file",
		"import './long.js';":                                        "1:8: lib/long.js has more than 8388608 bytes",
		"const f = (x) => import('./part/' + x + '.css'); f();":      "1:25: lib/part/a.css does not have the extension of a JavaScript, TypeScript or JSON file",
		"import 'data:text/javascript,%zz';":                         "1:8: the bundler says: Do not know how to load path: <data:text/javascript,%zz>\n1:8: the bundler says: Could not load data URL: could not decode percent-escaped data: invalid URL escape \"%zz\"",
		"import x from 'data:text/javascript,1' with { type: 'x' };": "1:53: the bundler says: Importing with a type attribute of \"x\" is not supported",
	}
	for text, want := range bad {
		files := map[string]string{
			"secret.js": "", "in/package.json": "{}", "in/lib/page.css": "", "in/lib/part/a.css": "", "in/lib/long.js": strings.Repeat(" ", maxBundle+1),
			"in/app.js": "import './lib/b.mjs'; import './lib/c.mjs'; import './lib/d.mjs'; import './lib/e.mjs';\n",
		}
		var told []string
		for _, name := range [...]string{"lib/b.mjs", "lib/c.mjs", "lib/d.mjs", "lib/e.mjs"} {
			files["in/"+name] = text
			for line := range strings.SplitSeq(want, "\n") {
				told = append(told, name+":"+line)
			}
		}
		root := tree(t, files)
		whole := strings.ReplaceAll(strings.Join(told, "\n"), "ROOT", filepath.Join(root, "in"))
		for range 8 {
			_, err := Load(filepath.Join(root, "in/app.js"), []byte(files["in/app.js"]))
			if problems, ok := err.(Problems); !ok || problems.Error() != whole {
				t.Fatalf("%s: told\n%v\nnot\n%s", text, err, whole)
			}
		}
	}
}

// TestLongFiles: a file of which only the beginning would be read is refused, though
// the rest may be nothing but spaces.
func TestLongFiles(t *testing.T) {
	text := []byte("console.log(1);" + strings.Repeat(" ", maxBundle))
	const want = "app.js has more than 8388608 bytes"
	if _, err := Load(filepath.Join(tree(t, map[string]string{"app.js": string(text)}), "app.js"), text); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a file: %v", err)
	}
	if _, err := LoadText("app.js", text); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a text: %v", err)
	}
}
