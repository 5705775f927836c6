package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"evsim/internal/folder"
	"evsim/scenario"
)

// stdinName is how standard input is named on the command line, and
// stdinTitle how messages name it.
const (
	stdinName  = "-"
	stdinTitle = "<stdin>"
)

// maxRead is more than a scenario may have, so that its size is the parser's
// to complain about.
const maxRead = 16 << 20

// load reads the files. All that is wrong with any of them is told before the
// error comes.
func (a *app) load(names []string) ([]*source, error) {
	var sources []*source
	code := done
	for _, name := range names {
		src, err := a.read(name)
		if err != nil {
			a.complain(err)
			code = unusable
			continue
		}
		a.diagnose(src)
		if src.scenario == nil {
			code = unusable
		}
		sources = append(sources, src)
	}
	return sources, code.asError()
}

// read reads one file and parses it.
func (a *app) read(name string) (*source, error) {
	text, title, err := a.readAll(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", title, reason(err))
	}
	src := &source{name: title, text: text}
	src.scenario, src.diagnostics = scenario.Parse(title, text)
	return src, nil
}

func (a *app) readAll(name string) (text []byte, title string, err error) {
	if name == stdinName {
		text, err = io.ReadAll(io.LimitReader(a.stdin, maxRead))
		return text, stdinTitle, err
	}
	text, err = readSettled(name)
	return text, name, err
}

// errUnsettled says that somebody writes to a file.
var errUnsettled = errors.New("it changes while it is read")

// readSettled reads a file that nobody writes to meanwhile: half of an old
// text and half of a new one is nothing that anybody wrote.
func readSettled(name string) ([]byte, error) {
	const tries = 3
	for range tries {
		text, settled, err := readOnce(name)
		if err != nil || settled {
			return text, err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil, errUnsettled
}

// readOnce reads a file, and reports whether it is the same before and after.
func readOnce(name string) (text []byte, settled bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	if text, err = io.ReadAll(io.LimitReader(f, maxRead)); err != nil {
		return nil, false, err
	}
	after, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	settled = before.Size() == after.Size() && before.ModTime().Equal(after.ModTime())
	return text, settled || !after.Mode().IsRegular(), nil
}

// reason is an error of the file system without the name of the file, which
// the message has already.
func reason(err error) error {
	if path, ok := err.(*fs.PathError); ok {
		return path.Err
	}
	return err
}

// expand replaces folders by the scenarios in them and patterns by what they
// match, in the order of names. A file that is named in two ways comes once.
func expand(paths []string) ([]string, error) {
	var files []string
	seen := make(map[string]bool)
	for _, path := range paths {
		found, err := expandOne(path)
		if err != nil {
			return nil, err
		}
		for _, file := range found {
			if clean := filepath.Clean(file); !seen[clean] {
				seen[clean] = true
				files = append(files, file)
			}
		}
	}
	return files, nil
}

func expandOne(path string) ([]string, error) {
	if path == "" {
		return nil, errors.New("the name of a PATH is empty: name a file or a folder, or . for this folder")
	}
	info, err := os.Stat(path)
	switch {
	case path == stdinName || err == nil && !info.IsDir():
		return []string{path}, nil
	case err == nil:
		return scenariosIn(path)
	case isPattern(path):
		return matching(path)
	}
	return nil, fmt.Errorf("cannot read %s: %w", path, reason(err))
}

// scenariosIn finds the scenarios in a folder.
func scenariosIn(root string) (files []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("cannot read %s: %w", path, reason(err))
		case !d.IsDir() && folder.IsScenario(path):
			files = append(files, path)
		case d.IsDir() && path != root && folder.Skips(d.Name()):
			return fs.SkipDir
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no *.yaml in %s", root)
	}
	return files, err
}
