package main

import (
	"bufio"

	"evsim/internal/escape"
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
	f, err := replace.Create(name)
	if err != nil {
		return nil, say.Errorf("cannot write %s: %w", name, err)
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
