package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLintShowsSoManyFindings of a file, and says that there are more.
func TestLintShowsSoManyFindings(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, n := range []int{maxLinted, maxLinted + 1} {
		text := "evsim: 1\nname: x\nscript:\n  - log: a\nfiles:\n"
		for i := range n {
			text += fmt.Sprintf("  f%d: {latency: 1ms}\n", i)
		}
		if err := os.WriteFile(filepath.Join(folder, "x.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		code := newApp(strings.NewReader(""), &out, &errs).execute(t.Context(), []string{"lint", "x.yaml", "--format", "json"})
		if shown := strings.Count(out.String(), `"rule"`); code != failed || shown != maxLinted {
			t.Errorf("%d findings: code %v, %d shown", n, code, shown)
		}
		want := fmt.Sprintf("x.yaml: %d findings are shown of %d or more", maxLinted, maxLinted+1)
		if more := strings.Contains(errs.String(), want); more != (n > maxLinted) {
			t.Errorf("%d findings: it says %q", n, errs.String())
		}
	}
}
