package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManInterrupted: who interrupts it has no page, in a new folder and in one
// that is there.
func TestManInterrupted(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, there := range []bool{false, true} {
		above := t.TempDir()
		dir := filepath.Join(above, "man1")
		if there {
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		var errs strings.Builder
		if code := newApp(strings.NewReader(""), io.Discard, &errs).execute(ended, []string{"man", dir}); code != interrupted {
			t.Errorf("exit code %d: %s", code, errs.String())
		}
		left, err := filepath.Glob(filepath.Join(above, "*", "*"))
		if err != nil || len(left) > 0 {
			t.Errorf("there is left %q, %v", left, err)
		}
		if hidden, err := filepath.Glob(filepath.Join(above, ".*")); err != nil || len(hidden) > 0 {
			t.Errorf("there is left %q, %v", hidden, err)
		}
	}
}
