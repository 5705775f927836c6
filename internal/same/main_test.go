package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDifferencesAreFound compares scripts that print what they are called with:
// one that is equal, one that says more, one that ends otherwise.
func TestDifferencesAreFound(t *testing.T) {
	folder := t.TempDir()
	script := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o777); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if err := os.WriteFile(filepath.Join(folder, "a.yaml"), []byte("script:\n  - log: first\n  - log: last\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	before := script("before", `echo "$@"`)
	for after, wants := range map[string]string{
		script("equal", `echo "$@"`):                                         "",
		script("more", `echo "$@"; [ "$1" != lint ] || echo more`):           "evsim lint " + folder,
		script("code", `echo "$@"; [ "$1$2" != whya ] || exit 3`):            "",
		script("error", `echo "$@"; [ "$1" != export ] || echo no >&2`):      "evsim export --to node",
		script("exit", `echo "$@"; [ "$1" != why ] || exit 3`):               "first last",
		script("none", `[ "$1 $2" != "trace --format" ] && echo "$@"; true`): "evsim trace --format marble",
	} {
		found, all, err := compare(before, after, []string{folder})
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(found, "\n")
		if all < len(each) || (wants == "") != (text == "") || !strings.Contains(text, wants) {
			t.Errorf("%s: %d calls, found\n%s\nwant %q", filepath.Base(after), all, text, wants)
		}
	}
}
