package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"evsim/internal/folder"
	"evsim/internal/report"
	"evsim/internal/say"
)

// expand replaces folders by the scenarios in them and patterns by what they
// match, in the order of names. A file that is named in two ways comes once.
// What in a folder looks like a scenario and is passed by is told.
func (a *app) expand(paths []string) ([]string, error) {
	var files []string
	seen := make(map[string]bool)
	for _, path := range paths {
		found, err := expandOne(path)
		a.tellPassed(found)
		if err != nil {
			return nil, err
		}
		for _, file := range found.files {
			if clean := filepath.Clean(file); !seen[clean] {
				seen[clean] = true
				files = append(files, file)
			}
		}
	}
	return files, nil
}

// found is what a path stands for.
type found struct {
	files []string
	in    folder.Found // of a folder: the same, and what was passed by
}

// tellPassed says what was passed by, so that nobody takes it for tested.
func (a *app) tellPassed(f found) {
	for _, line := range f.in.Passed(report.Shown) {
		fmt.Fprintf(a.stderr, "evsim: %s\n", line)
	}
}

func expandOne(path string) (found, error) {
	if path == "" {
		return found{}, say.Errorf("the name of a PATH is empty: name a file or a folder, or . for this folder")
	}
	info, err := os.Stat(path)
	switch {
	case path == stdinName || err == nil && !info.IsDir():
		return found{files: []string{path}}, nil
	case err == nil:
		return scenariosIn(path)
	case isPattern(path):
		files, err := matching(path)
		return found{files: files}, err
	}
	return found{}, say.Errorf("cannot read %s: %w", report.Shown(path), reason(err))
}

// scenariosIn finds the scenarios in a folder.
func scenariosIn(root string) (found, error) {
	in, err := folder.Find(root)
	if err != nil {
		return found{in.Files, in}, say.Errorf("cannot read %s: %w", report.Shown(pathOf(err, root)), reason(err))
	}
	if len(in.Files) == 0 {
		err = say.Errorf("no scenario in %s: it has no *.yaml or *.yml file with an `evsim:` key", report.Shown(root))
	}
	return found{in.Files, in}, err
}

// pathOf is the file that an error of the file system is about; the root, if it
// does not say.
func pathOf(err error, root string) string {
	if path, ok := err.(*fs.PathError); ok {
		return path.Path
	}
	return root
}
