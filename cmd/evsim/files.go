package main

import (
	"io"
	"io/fs"
	"time"

	"evsim/internal/code"
	"evsim/internal/folder"
	"evsim/internal/replace"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/js"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
)

// stdinName is how standard input is named on the command line, and
// stdinTitle how messages name it.
const (
	stdinName  = "-"
	stdinTitle = "<stdin>"
)

// maxRead is more than a scenario may have, so that its size is the parser's
// to complain about.
const maxRead = folder.MaxRead

// load reads the files. All that is wrong with any of them is told before the
// error comes.
func (a *app) load(names []string) ([]*source, error) {
	reads, read := a.reading()
	defer read()
	var sources []*source
	code := done
	for _, name := range names {
		reads(name)
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
		return nil, say.Errorf("cannot read %s: %w", report.Shown(title), reason(err))
	}
	src := &source{name: title, text: text}
	if js.IsProgram(name) {
		src.scenario, src.diagnostics, err = code.File(name, text)
		return src, err
	}
	src.scenario, src.diagnostics = scenario.ParseWith(title, text, codeBeside(title))
	if src.scenario == nil && leaves(name) {
		src.text, src.diagnostics = nil, diagnostic.List{{File: title, Width: 1, Message: noScenarioThere, Hint: "name the file itself to see what is in it"}}
	}
	return src, nil
}

// noScenarioThere is all that is told of a file to which a link leads out of its
// folder, and which is not a scenario: what is in it may be nobody's business.
const noScenarioThere = "it is a link to a file outside this folder, and that file is not a scenario"

// leaves reports whether a file is a link out of its folder.
func leaves(name string) bool {
	away, err := folder.Leaves(name)
	return name != stdinName && err == nil && away
}

// errLeaves says why a file is not rewritten.
var errLeaves = say.Errorf("it is a link to a file outside of this folder: name the file itself")

// rewrite replaces a file by one with this text. It does not follow a link out
// of the folder.
func rewrite(name string, text []byte) error {
	if leaves(name) {
		return errLeaves
	}
	return replace.Write(name, text)
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
var errUnsettled = say.Errorf("it changes while it is read")

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
	f, before, err := folder.Open(name)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	if text, err = folder.ReadAll(f, before, maxRead); err != nil {
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
