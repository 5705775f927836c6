package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"evsim/internal/folder"
	"evsim/internal/report"
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

// found is what a path stands for, and what in a folder was passed by.
type found struct {
	files   []string
	keyless []string // YAML without the key that makes a scenario
	linked  []string // links to folders
	odd     []string // named as scenarios are, and no files
}

// tellPassed says what was passed by, so that nobody takes it for tested.
func (a *app) tellPassed(f found) {
	for _, passed := range []struct {
		names []string
		why   string
	}{
		{f.keyless, "it has no `evsim:` key"},
		{f.linked, "it is a link to a folder; name it to have what is in it"},
		{f.odd, "it is no file"},
	} {
		if n := len(passed.names); n == 1 {
			fmt.Fprintf(a.stderr, "evsim: passed by %s: %s\n", report.Shown(passed.names[0]), passed.why)
		} else if n > 1 {
			fmt.Fprintf(a.stderr, "evsim: passed by %s, and %d more like it: %s\n", report.Shown(passed.names[0]), n-1, passed.why)
		}
	}
}

func expandOne(path string) (found, error) {
	if path == "" {
		return found{}, errors.New("the name of a PATH is empty: name a file or a folder, or . for this folder")
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
	return found{}, fmt.Errorf("cannot read %s: %w", report.Shown(path), reason(err))
}

// scenariosIn finds the scenarios in a folder.
func scenariosIn(root string) (f found, err error) {
	walked := root
	if info, err := os.Lstat(root); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		walked += string(filepath.Separator) // a link that is named is followed
	}
	err = filepath.WalkDir(walked, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("cannot read %s: %w", report.Shown(path), reason(err))
		case d.IsDir() && path != walked && folder.Skips(d.Name()):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		return f.add(path, d)
	})
	if err == nil && len(f.files) == 0 {
		err = fmt.Errorf("no scenario in %s: it has no *.yaml or *.yml with an `evsim:` key", report.Shown(root))
	}
	return f, err
}

// add takes in what is no folder.
func (f *found) add(path string, d fs.DirEntry) error {
	mode := d.Type()
	if mode&fs.ModeSymlink != 0 {
		info, err := os.Stat(path)
		switch {
		case err == nil && info.IsDir() && !folder.Skips(d.Name()):
			f.linked = append(f.linked, path)
			return nil
		case err == nil:
			mode = info.Mode()
		default:
			mode = 0 // opening it says what is wrong
		}
	}
	switch {
	case !folder.IsScenario(path):
	case !mode.IsRegular():
		f.odd = append(f.odd, path)
	default:
		is, err := hasKey(path)
		if is || err != nil { // what cannot be read is told as one file's fault, beside the others
			f.files = append(f.files, path)
		} else {
			f.keyless = append(f.keyless, path)
		}
	}
	return nil
}

// key is the key that makes a scenario of a YAML file: at the begin of a line,
// or in a mapping in braces that is all of the file.
var key = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?m)^(\\x{FEFF})?(?:evsim|'evsim'|\"evsim\")[ \\t]*:|\\A(\\x{FEFF})?(?:\\s|#.*\\n|---.*\\n)*\\{[^{}]*\\bevsim\\b['\"]?\\s*:")
})

// hasKey reports whether a file has the key of a scenario.
func hasKey(path string) (bool, error) {
	file, info, err := folder.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	text, err := folder.ReadAll(file, info, maxRead)
	return err == nil && strings.Contains(string(text), "evsim") && key().Match(text), err
}
