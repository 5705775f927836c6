// Package changes reads a changelog in the form of Keep a Changelog 1.1.0.
package changes

import (
	"strings"

	"golang.org/x/mod/semver"

	"evsim/internal/say"
)

// Since is what the changelog tells of the versions after one, the newest first, as it stands there. A
// version is that of Semantic Versioning, with or without a v before it, and may leave out its last numbers. What is
// not released yet comes after each version. It is empty where nothing is told.
func Since(changelog, version string) (string, error) {
	after := "v" + strings.TrimPrefix(version, "v")
	if !semver.IsValid(after) {
		return "", say.Errorf("--since %q is not a version: write one such as 1.2.0", version)
	}
	var told strings.Builder
	later := false
	for line := range strings.Lines(changelog) {
		if heading, found := strings.CutPrefix(line, "## ["); found {
			name, _, _ := strings.Cut(heading, "]")
			later = !semver.IsValid("v"+name) || semver.Compare("v"+name, after) > 0
		}
		if later {
			told.WriteString(line)
		}
	}
	if told.Len() == 0 {
		return "", nil
	}
	return strings.TrimRight(told.String(), "\n") + "\n", nil
}
