package viewer

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

var update = flag.Bool("update", false, "build the bundles anew")

// bundles are the files of dist and what each is built from.
var bundles = map[string]string{
	"report.js":  "src/report.tsx",
	"report.css": "src/report.css",
	"lab.js":     "src/lab.tsx",
	"lab.css":    "src/lab.css",
	"worker.js":  "src/worker.ts",
	"early.js":   "src/early.ts",
	"offline.js": "src/offline.ts",
	"book.js":    "src/book.ts",
	"book.css":   "src/book.css",
}

// vendored are the sources that come from npm, which the folder vendor holds.
var vendored = map[string]string{
	"preact":             "./vendor/preact/preact.mjs",
	"preact/hooks":       "./vendor/preact/hooks.mjs",
	"preact/jsx-runtime": "./vendor/preact/jsxRuntime.mjs",

	"@codemirror/autocomplete":    "./vendor/@codemirror/autocomplete/index.js",
	"@codemirror/commands":        "./vendor/@codemirror/commands/index.js",
	"@codemirror/lang-javascript": "./vendor/@codemirror/lang-javascript/index.js",
	"@codemirror/lang-yaml":       "./vendor/@codemirror/lang-yaml/index.js",
	"@codemirror/language":        "./vendor/@codemirror/language/index.js",
	"@codemirror/lint":            "./vendor/@codemirror/lint/index.js",
	"@codemirror/state":           "./vendor/@codemirror/state/index.js",
	"@codemirror/streamparser":    "./vendor/@codemirror/streamparser/index.js",
	"@codemirror/view":            "./vendor/@codemirror/view/index.js",
	"@lezer/common":               "./vendor/@lezer/common/index.js",
	"@lezer/highlight":            "./vendor/@lezer/highlight/index.js",
	"@lezer/javascript":           "./vendor/@lezer/javascript/index.js",
	"@lezer/lr":                   "./vendor/@lezer/lr/index.js",
	"@lezer/yaml":                 "./vendor/@lezer/yaml/index.js",
	"@marijn/find-cluster-break":  "./vendor/@marijn/find-cluster-break/index.js",
	"crelt":                       "./vendor/crelt/index.js",
	"style-mod":                   "./vendor/style-mod/style-mod.js",
	"w3c-keyname":                 "./vendor/w3c-keyname/index.js",
}

// TestBundles builds what is embedded from its sources, and wants the same.
func TestBundles(t *testing.T) {
	for name, entry := range bundles {
		t.Run(name, func(t *testing.T) {
			built := build(t, api.BuildOptions{EntryPoints: []string{entry}})
			file := filepath.Join("dist", name)
			if *update {
				if err := os.WriteFile(file, built, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			have, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if string(have) != string(built) {
				t.Errorf("%s was not built from the sources as they are: go test ./internal/viewer -run Bundles -update", file)
			}
		})
	}
}

// TestVendoredVersions holds the types that are checked against, which come
// from npm, to the versions of the code that is bundled.
func TestVendoredVersions(t *testing.T) {
	var own struct{ DevDependencies map[string]string }
	readJSON(t, "package.json", &own)
	files, err := fs.Glob(os.DirFS("vendor"), "*/package.json")
	if err != nil {
		t.Fatal(err)
	}
	scoped, err := fs.Glob(os.DirFS("vendor"), "@*/*/package.json")
	if err != nil {
		t.Fatal(err)
	}
	if files = append(files, scoped...); len(files) == 0 {
		t.Fatal("nothing is vendored")
	}
	for _, file := range files {
		var kept struct{ Name, Version string }
		readJSON(t, filepath.Join("vendor", filepath.FromSlash(file)), &kept)
		if own.DevDependencies[kept.Name] != kept.Version {
			t.Errorf("%s is %s in vendor and %q in package.json", kept.Name, kept.Version, own.DevDependencies[kept.Name])
		}
		if vendored[kept.Name] == "" {
			t.Errorf("%s is in vendor, and nothing is built with it", kept.Name)
		}
	}
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// build bundles what o names.
func build(t *testing.T, o api.BuildOptions) []byte {
	t.Helper()
	o.Bundle, o.Format, o.Target, o.Charset = true, api.FormatIIFE, api.ES2022, api.CharsetUTF8
	o.JSX, o.JSXImportSource, o.Alias, o.TsconfigRaw = api.JSXAutomatic, "preact", vendored, "{}"
	o.MinifyWhitespace, o.MinifyIdentifiers, o.MinifySyntax = true, true, true
	o.Loader = map[string]api.Loader{".yaml": api.LoaderText}
	o.LegalComments, o.LogLevel = api.LegalCommentsNone, api.LogLevelSilent
	r := api.Build(o)
	for _, m := range append(r.Errors, r.Warnings...) {
		at := ""
		if m.Location != nil {
			at = m.Location.File + ": " + m.Location.LineText
		}
		t.Fatalf("%s: %s", at, m.Text)
	}
	if len(r.OutputFiles) != 1 {
		t.Fatalf("%d files", len(r.OutputFiles))
	}
	return r.OutputFiles[0].Contents
}
