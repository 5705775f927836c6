package main

import (
	"bytes"
	"fmt"
	"io"

	"evsim/internal/diff"
	"evsim/internal/replace"
	"evsim/layout"
)

// fmtOptions are the flags of fmt. Without any, the formatted text is printed.
type fmtOptions struct {
	list  bool // names of files that are not in form
	diff  bool // what would change
	write bool // change them
}

// format puts files into the canonical form. A file that cannot be read or
// formatted does not keep the others from it.
func (a *app) format(paths []string, o fmtOptions) error {
	if len(paths) == 0 {
		paths = []string{stdinName}
	}
	files, err := expand(paths)
	if err != nil {
		return err
	}
	code, changed := done, false
	for _, name := range files {
		differs, err := a.formatOne(name, o)
		if err != nil {
			a.complain(err)
			code = unusable
		}
		changed = changed || differs
	}
	if code == done && changed && !o.write && (o.list || o.diff) {
		code = failed
	}
	return code.asError()
}

// formatOne formats a file, and reports whether it was in another form.
func (a *app) formatOne(name string, o fmtOptions) (differs bool, err error) {
	src, title, err := a.readAll(name)
	if err != nil {
		return false, fmt.Errorf("cannot read %s: %w", title, reason(err))
	}
	out, diagnostics := layout.Source(title, src)
	if out == nil {
		io.WriteString(a.stderr, diagnostics.Render(src))
		return false, fmt.Errorf("%s stays as it is", title)
	}
	differs = !bytes.Equal(src, out)
	var text string
	if o.list && differs {
		text += title + "\n"
	}
	if o.diff {
		text += diff.Unified(title, src, out)
	}
	if !o.list && !o.diff && (!o.write || name == stdinName) {
		text += string(out)
	}
	if err := a.writeAll(text); err != nil {
		return differs, err
	}
	if o.write && differs && name != stdinName {
		if err := replace.Write(name, out); err != nil {
			return differs, fmt.Errorf("cannot write %s: %w", name, err)
		}
	}
	return differs, nil
}
