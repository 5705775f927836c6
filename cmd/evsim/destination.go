package main

import (
	"bufio"
	"errors"
	"strings"

	"evsim/internal/escape"
	"evsim/internal/folder"
	"evsim/internal/replace"
	"evsim/internal/say"
	"evsim/internal/trace"
)

// destination is where the result of a search goes: standard output, or a file, which
// is there once it is whole. A file has no colours.
type destination struct {
	*bufio.Writer
	style trace.Style
	name  string
	file  *replace.File // nil: standard output, or what was written is in its place
}

// destination begins one. That a file cannot be written is told now, as far as this
// can be known.
func (a *app) destination(name string) (*destination, error) {
	if name == "" || name == stdinName {
		return &destination{Writer: bufio.NewWriter(a.stdout), style: a.style}, nil
	}
	f, err := create(name)
	if err != nil {
		return nil, err
	}
	return &destination{Writer: bufio.NewWriter(escape.NewGuard(f, false)), name: name, file: f}, nil
}

// whole puts what was written in its place. It may be asked twice.
func (o *destination) whole() error {
	err := o.Flush()
	if err == nil && o.file != nil {
		err = o.file.Commit()
		o.file = nil
	}
	switch {
	case err == nil:
		return nil
	case o.name != "":
		return say.Errorf("cannot write %s: %w", o.name, reason(err))
	}
	return say.Errorf("cannot write: %w", err)
}

// discard takes back a file that is not whole.
func (o *destination) discard() {
	if o.file != nil {
		o.file.Discard()
	}
}

// errLeadsOut says why a file is not written.
var errLeadsOut = say.Errorf("a link leads out of this folder: name the real place")

// create begins a file that the command line names. No link that somebody put into
// the folder in which the command works has it written elsewhere.
func create(name string) (*replace.File, error) {
	f, err := beginAt(name)
	if err != nil {
		return nil, say.Errorf("cannot write %s: %w", name, err)
	}
	return f, nil
}

// beginAt is create with the reason alone as its error.
func beginAt(name string) (*replace.File, error) {
	if folder.LeadsOut(name) {
		return nil, errLeadsOut
	}
	return replace.Create(name)
}

// together begins one of several files.
func together(b *replace.Batch, name string) (*replace.File, error) {
	if folder.LeadsOut(name) {
		return nil, say.Errorf("cannot write %s: %w", name, errLeadsOut)
	}
	f, err := b.Create(name)
	var taken *replace.Taken
	switch {
	case errors.As(err, &taken):
		return nil, say.Errorf("another file that is written goes to %s", taken.Name)
	case err != nil:
		return nil, say.Errorf("cannot write %s: %w", name, err)
	}
	return f, nil
}

// inPlace puts several files in their places, or says which of them are there.
func inPlace(b *replace.Batch) error {
	err := b.Commit()
	var partly *replace.Partly
	switch {
	case !errors.As(err, &partly):
		return err
	case len(partly.Done) == 0:
		return say.Errorf("cannot write %s, and nothing was written: %w", partly.Name, reason(partly.Err))
	}
	return say.Errorf("cannot write %s: %w; what was written before it is %s", partly.Name, reason(partly.Err), strings.Join(partly.Done, ", "))
}

// written writes a finished text to a file that the command line names.
func written(name string, text []byte) error {
	f, err := create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err = f.Write(text); err == nil {
		err = f.Commit()
	}
	if err != nil {
		return say.Errorf("cannot write %s: %w", name, reason(err))
	}
	return nil
}
