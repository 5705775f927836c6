package main

import (
	"path/filepath"
	"slices"
	"strings"

	"evsim/internal/report"
	"evsim/internal/say"

	"github.com/bmatcuk/doublestar/v4"
)

// This file is the only one that knows which library matches names.

// isPattern reports whether a path that is not a file may be a pattern.
func isPattern(path string) bool { return strings.ContainsAny(path, "*?[{") }

// matching is the files that a pattern stands for, such as scenarios/**/a*.yaml,
// in the order of names; ** is any number of folders. As in a shell, what is hidden
// is matched by a dot only.
func matching(pattern string) ([]string, error) {
	if !doublestar.ValidatePathPattern(filepath.Clean(pattern)) {
		return nil, say.Errorf("%s is not a pattern: a bracket is open", report.Shown(pattern))
	}
	files, err := doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly(), doublestar.WithFailOnIOErrors(), doublestar.WithNoHidden())
	if err != nil {
		return nil, say.Errorf("cannot read %s: %w", report.Shown(pattern), reason(err))
	}
	if len(files) == 0 {
		return nil, say.Errorf("no file matches %s", report.Shown(pattern))
	}
	slices.Sort(files)
	return files, nil
}
