package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"evsim/internal/observe"
	"evsim/internal/say"
	"evsim/scenario/diagnostic"
)

// exportOptions are the flags of export.
type exportOptions struct {
	to  target
	out string
}

// target is a flag's value.
type target string

// The targets of export.
const (
	toNode    target = "node"
	toBrowser target = "browser"
	toEvsim   target = "evsim"
)

var exportTargets = map[target]observe.Target{toNode: observe.Node, toBrowser: observe.Browser, toEvsim: observe.Program}

func (t *target) String() string { return string(*t) }

func (t *target) Type() string { return "target" }

// Set is called with what the user wrote (pflag.Value).
func (t *target) Set(text string) error {
	switch target(text) {
	case toNode, toBrowser, toEvsim:
		*t = target(text)
		return nil
	}
	return say.Errorf("it is node, browser or evsim")
}

// export writes a scenario as JavaScript.
func (a *app) export(file string, o exportOptions) error {
	src, err := a.loadOne(file)
	if err != nil {
		return err
	}
	script, err := observe.Export(src.scenario, exportTargets[o.to])
	if err != nil {
		return a.refuse(src, err)
	}
	return a.writeOut(o.out, script)
}

// writeOut writes a finished text to a file, or to standard output when none is
// named.
func (a *app) writeOut(file, text string) error {
	if file == "" || file == stdinName {
		return a.writeBare(text)
	}
	return written(file, []byte(text))
}

// writePage writes what can be large to a file, or to standard output.
func (a *app) writePage(file string, write func(io.Writer) error) error {
	if file == "" || file == stdinName {
		if err := buffered(a.bare, write); err != nil {
			return say.Errorf("cannot write: %w", err)
		}
		return nil
	}
	f, err := create(file)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err = buffered(f, write); err == nil {
		err = f.Commit()
	}
	if err != nil {
		return say.Errorf("cannot write %s: %w", file, reason(err))
	}
	return nil
}

func buffered(to io.Writer, write func(io.Writer) error) error {
	w := bufio.NewWriter(to)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}

// writeBare writes a finished text of a language, all of whose texts from
// outside package escape wrote: the code around them stays as it is.
func (a *app) writeBare(text string) error {
	if _, err := io.WriteString(a.bare, text); err != nil {
		return say.Errorf("cannot write: %w", err)
	}
	return nil
}

// loadOne loads the one file that a command is about.
func (a *app) loadOne(file string) (*source, error) {
	sources, err := a.load([]string{file})
	if err != nil {
		return nil, err
	}
	return sources[0], nil
}

// refuse tells why a scenario cannot be exported. An error that begins with a
// place of the file is shown there.
func (a *app) refuse(src *source, err error) error {
	d := diagnostic.Diagnostic{File: src.name, Width: 1}
	text := strings.TrimPrefix(err.Error(), src.name+":")
	if n, _ := fmt.Sscanf(text, "%d:%d:", &d.Pos.Line, &d.Pos.Col); n == 2 {
		_, text, _ = strings.Cut(text, ": ")
	}
	d.Message = say.Word(strings.TrimSpace(text))
	src.diagnostics = diagnostic.List{d}
	a.diagnose(src)
	return exit(unusable)
}
