package viewer_test

import (
	"evsim/internal/drive"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestWhatGoesWrongIsHeard opens a page in which everything goes wrong that no
// report may do: what quiet holds would be worth nothing if it heard nothing.
func TestWhatGoesWrongIsHeard(t *testing.T) {
	b := openBrowser(t)
	file := filepath.Join(t.TempDir(), "bad.html")
	page := `<!doctype html><meta http-equiv="Content-Security-Policy" content="font-src 'none'"><link rel="icon" href="data:,">
		<style>@font-face { font-family: f; src: url(http://127.0.0.1:9/font); } p { font-family: f; }</style><p>a</p><img src="http://127.0.0.1:9/picture">
		<script>console.error("written"); setTimeout(() => { throw new Error("thrown"); }); document.fonts.load("10px f");</script>`
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	b.do(t, chromedp.Navigate("file://"+filepath.ToSlash(file)), chromedp.Evaluate(`new Promise((done) => setTimeout(() => done(), 300))`, nil, drive.Awaited))
	said := b.Said()
	for _, want := range []string{"request: http://127.0.0.1:9/picture", "written", "thrown", "Content Security Policy"} {
		if !slices.ContainsFunc(said, func(line string) bool { return strings.Contains(line, want) }) {
			t.Errorf("nothing of %q is heard, only:\n%s", want, strings.Join(said, "\n"))
		}
	}
}
