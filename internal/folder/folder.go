// Package folder says what in a folder is taken for a scenario: by the command,
// and by the lab.
package folder

import (
	"path/filepath"
	"strings"
)

// IsScenario reports whether a file in a folder is taken for a scenario. Those
// that are hidden set up tools, or are an editor's.
func IsScenario(path string) bool {
	return filepath.Ext(path) == ".yaml" && !hidden(filepath.Base(path))
}

// Skips reports whether a folder in a folder, by its name, is passed over. What
// is hidden, or another package manager's, is none of ours.
func Skips(name string) bool { return hidden(name) || name == "node_modules" }

func hidden(name string) bool { return strings.HasPrefix(name, ".") }
