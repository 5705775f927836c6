package document_test

import (
	"testing"

	"evsim/internal/document"
)

// What is shown to be typed is what a shell takes for that file.
func TestCommandNamesTheFile(t *testing.T) {
	for file, want := range map[string]string{
		"a/b.yaml":    "evsim run a/b.yaml --policy node22",
		"it's b.yaml": `evsim run 'it'\''s b.yaml' --policy node22`,
		"-p.yaml":     "evsim run ./-p.yaml --policy node22",
		"<stdin>":     "evsim run - --policy node22",
	} {
		if got := (document.Command{File: file, Policy: "node22"}).String(); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
