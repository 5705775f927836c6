package docs_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestAnchors holds the places in standards against the anchors that these have:
// testdata/anchors.txt lists them as they were found in the documents.
func TestAnchors(t *testing.T) {
	text, err := os.ReadFile("testdata/anchors.txt")
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			known = append(known, line)
		}
	}
	var named []string
	for _, p := range places(t) {
		document, anchor, ok := strings.Cut(p.URL, "#")
		if p.Project != "" || !ok { // code, or a document as a whole
			continue
		}
		named = append(named, document+" "+anchor)
		if !slices.Contains(known, document+" "+anchor) {
			t.Errorf("%s: testdata/anchors.txt does not have %q of %s", p.Name, anchor, document)
		}
	}
	for _, line := range known {
		if !slices.Contains(named, line) {
			t.Errorf("testdata/anchors.txt: no rule names %q", line)
		}
	}
	if !slices.IsSorted(known) || len(slices.Compact(known)) != len(known) {
		t.Error("testdata/anchors.txt is not sorted, or has a line twice")
	}
}
