package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

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
	f, err := os.Open(name)
	if err != nil {
		return nil, name, err
	}
	defer f.Close()
	text, err = io.ReadAll(io.LimitReader(f, maxRead))
	return text, name, err
}

// reason is an error of the file system without the name of the file, which
// the message has already.
func reason(err error) error {
	if path, ok := err.(*fs.PathError); ok {
		return path.Err
	}
	return err
}

// expand replaces folders by the scenarios in them, in the order of names.
func expand(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if path == stdinName || err == nil && !info.IsDir() {
			files = append(files, path)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", path, reason(err))
		}
		found, err := scenariosIn(path)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func scenariosIn(folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".yaml" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", folder, err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no *.yaml in %s", folder)
	}
	return files, nil
}
