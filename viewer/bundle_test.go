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
			built := build(t, entry)
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

func build(t *testing.T, entry string) []byte {
	t.Helper()
	r := api.Build(api.BuildOptions{
		EntryPoints:       []string{entry},
		Bundle:            true,
		Charset:           api.CharsetUTF8,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		JSX:               api.JSXAutomatic,
		JSXImportSource:   "preact",
		Alias:             vendored,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone,
		TsconfigRaw:       "{}",
		LogLevel:          api.LogLevelSilent,
	})
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
