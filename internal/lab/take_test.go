package lab_test

import (
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	downloads "github.com/chromedp/cdproto/browser"
)

// TestPageTakeAlong saves what one can take along, and looks at each file.
func TestPageTakeAlong(t *testing.T) {
	folder := t.TempDir()
	b := open(t, visited(t), "", "", downloads.SetDownloadBehavior(downloads.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(folder))
	b.write(twoTimers)
	b.press("Share")
	for _, file := range []struct{ button, name, part string }{
		{"Save scenario.yaml", "scenario.yaml", twoTimers},
		{"Save a report", "scenario.html", `<script id="document" type="application/octet-stream">`},
		{"Save a picture (SVG)", "scenario-node26.svg", "timer 2"},
		{"Save a moving picture (SVG)", "scenario-node26-moving.svg", "@keyframes"},
	} {
		b.press(file.button)
		if text := saved(t, filepath.Join(folder, file.name)); !strings.Contains(text, file.part) {
			t.Errorf("%s has no %q: %.300s", file.name, file.part, text)
		}
	}
	if title := titleOf(t, saved(t, filepath.Join(folder, "scenario.html"))); title != "Two timers" {
		t.Errorf("the report is of %q", title)
	}
	b.quiet()
}

// titleOf is the English title of the document in a report.
func titleOf(t *testing.T, report string) string {
	t.Helper()
	_, rest, _ := strings.Cut(report, `<script id="document" type="application/octet-stream">`)
	text, _, _ := strings.Cut(rest, "<")
	var d struct{ Title map[string]string }
	if err := json.NewDecoder(flate.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))).Decode(&d); err != nil {
		t.Fatal(err)
	}
	return d.Title["en"]
}

// saved is what a file has that the browser saves.
func saved(t *testing.T, file string) string {
	t.Helper()
	for end := time.Now().Add(soon); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if text, err := os.ReadFile(file); err == nil && len(text) > 0 {
			return string(text)
		}
	}
	t.Fatalf("%s was not saved", filepath.Base(file))
	return ""
}
