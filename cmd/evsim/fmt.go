package main

import (
	"bytes"
	"io"
	"os"
	"strings"

	"evsim/internal/diff"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/js"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
	"evsim/scenario/layout"
	"evsim/sim"
)

// fmtOptions are the flags of fmt. Without any, the formatted text is printed.
type fmtOptions struct {
	list  bool // names of files that are not formatted
	diff  bool // what would change
	write bool // change them

	format format
}

// format puts files into the canonical form. A file that cannot be read or
// formatted does not keep the others from it.
func (a *app) format(paths []string, o fmtOptions) error {
	if len(paths) == 0 {
		paths = []string{stdinName}
	}
	files, err := a.expand(paths)
	if err != nil {
		return err
	}
	reads, read := a.reading()
	defer read()
	code, changed := done, false
	for _, name := range files {
		reads(name)
		differs, err := a.formatOne(name, o)
		if err != nil {
			a.complain(err)
			code = unusable
		}
		changed = changed || differs
	}
	if code == done && changed && !o.write && (o.list || o.diff || o.format == formatGitHub) {
		code = failed
	}
	return code.asError()
}

// formatOne formats a file, and reports whether it was in another form.
func (a *app) formatOne(name string, o fmtOptions) (differs bool, err error) {
	if js.IsProgram(name) {
		return false, say.Errorf("%s: fmt formats scenarios, but this is code: a formatter of JavaScript is for that", report.Shown(name))
	}
	src, title, err := a.readAll(name)
	if err != nil {
		return false, say.Errorf("cannot read %s: %w", report.Shown(title), reason(err))
	}
	if leaves(name) {
		if s, _ := scenario.Parse(title, src); s == nil {
			return false, say.Errorf("%s: %s", report.Shown(title), say.Text(noScenarioThere))
		}
	}
	out, diagnostics := layout.Source(title, src)
	if out == nil {
		io.WriteString(a.stderr, diagnostics.RenderIn(a.lang, src))
		if o.format == formatGitHub {
			if err := a.annotate("cannot be read", diagnostics...); err != nil {
				return false, err
			}
		}
		return false, say.Errorf("%s stays as it is", report.Shown(title))
	}
	differs = !bytes.Equal(src, out)
	if o.format == formatGitHub {
		if differs {
			d := diagnostic.Diagnostic{File: title, Pos: sim.Pos{Line: firstChange(src, out), Col: 1}, Width: 1, Message: "the file is not formatted", Hint: say.Word("evsim fmt -w " + report.Shown(title))}
			if err := a.annotate("not formatted", d); err != nil {
				return differs, err
			}
		}
		return differs, a.rewrite(name, out, o.write && differs)
	}
	if o.list && differs {
		if err := a.writeAll(report.Shown(title) + "\n"); err != nil {
			return differs, err
		}
	}
	var text string
	if o.diff {
		text += diff.Unified(report.Shown(title), src, out)
	}
	if !o.list && !o.diff && (!o.write || name == stdinName) {
		text += string(out)
	}
	if err := a.writeExactly(text); err != nil {
		return differs, err
	}
	return differs, a.rewrite(name, out, o.write && differs)
}

// rewrite writes the file in its form, if it is wanted.
func (a *app) rewrite(name string, out []byte, wanted bool) error {
	if wanted && name != stdinName {
		if err := rewrite(name, out); err != nil {
			return say.Errorf("cannot write %s: %w", report.Shown(name), err)
		}
	}
	return nil
}

// annotate writes diagnostics as annotations of GitHub.
func (a *app) annotate(title string, diagnostics ...diagnostic.Diagnostic) error {
	var text strings.Builder
	for _, d := range diagnostics {
		text.WriteString(report.Annotation(d, title))
	}
	return a.writeBare(text.String()) // escape.GitHub wrote all of it
}

// firstChange is the line, from 1, at which two texts begin to differ.
func firstChange(a, b []byte) int32 {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return int32(bytes.Count(a[:i], []byte("\n"))) + 1
}

// writeExactly writes text of a file as it is, which a program may read or put
// in the file's place. Where people or CI systems look on, it is guarded.
func (a *app) writeExactly(text string) error {
	if isTerminal(a.stdout) || os.Getenv("CI") != "" || os.Getenv("TF_BUILD") != "" || os.Getenv("TEAMCITY_VERSION") != "" {
		return a.writeAll(text)
	}
	return a.writeBare(text)
}
