package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"evsim/internal/document"
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
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	switch {
	case errors.Is(err, fs.ErrExist):
		return say.Errorf("%s is there already, and stays as it is", file)
	case err != nil:
		return say.Errorf("cannot write %s: %w", file, reason(err))
	}
	_, err = f.Write(text)
	if err := errors.Join(err, f.Close()); err != nil {
		os.Remove(file) // it is new: a part of it is of no use
		return say.Errorf("cannot write %s: %w", file, reason(err))
	}
	return a.writeAll(fmt.Sprintf("wrote %s; see what it does with: evsim run %s\n", report.Shown(file), document.FileArgument(file)))
}

// schema prints the schema of the language.
func (a *app) schema() error {
	text, err := schema.Text(syntax.Grammar())
	if err != nil {
		return err
	}
	return a.writeAll(string(text))
}
