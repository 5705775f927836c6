package viewer

import (
	"flag"
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
}

// vendored are the sources that come from npm, which the folder vendor holds.
var vendored = map[string]string{
	"preact":             "./vendor/preact/preact.mjs",
	"preact/hooks":       "./vendor/preact/hooks.mjs",
	"preact/jsx-runtime": "./vendor/preact/jsxRuntime.mjs",
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
				t.Errorf("%s was not built from the sources as they are: go test ./viewer -run Bundles -update", file)
			}
		})
	}
}

// build bundles what o names.
func build(t *testing.T, o api.BuildOptions) []byte {
	t.Helper()
	o.Bundle, o.Format, o.Target, o.Charset = true, api.FormatIIFE, api.ES2022, api.CharsetUTF8
	o.JSX, o.JSXImportSource, o.Alias, o.TsconfigRaw = api.JSXAutomatic, "preact", vendored, "{}"
	o.MinifyWhitespace, o.MinifyIdentifiers, o.MinifySyntax = true, true, true
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
