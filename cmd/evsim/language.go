package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"evsim/internal/document"
	"evsim/internal/folder"
	"evsim/internal/replace"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/scenario/schema"
	"evsim/scenario/syntax"
)

// first is the scenario that init writes.
//
//go:embed first.yaml
var first []byte

// init writes a scenario to begin with.
func (a *app) init(file string) error { return a.initWith(file, first) }

// initWith writes a new file.
func (a *app) initWith(file string, text []byte) error {
	err := writeNew(file, text)
	switch {
	case errors.Is(err, fs.ErrExist):
		return say.Errorf("%s already exists and was not changed", file)
	case err != nil:
		return say.Errorf("cannot write %s: %w", file, reason(err))
	}
	return a.writeAll(fmt.Sprintf("wrote %s; see what it does with: evsim run %s\n", report.Shown(file), document.FileArgument(file)))
}

func writeNew(file string, text []byte) error {
	if _, err := os.Lstat(file); err == nil {
		return fs.ErrExist
	}
	if folder.LeadsOut(file) {
		return errLeadsOut
	}
	f, err := replace.New(file)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.Commit()
}

// schema prints the schema of the language.
func (a *app) schema() error {
	text, err := schema.Text(syntax.Grammar(), a.lang)
	if err != nil {
		return err
	}
	return a.writeAll(string(text))
}
