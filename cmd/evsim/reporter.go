package main

import (
	"bufio"
	"fmt"

	"evsim/internal/say"
	"evsim/internal/trace"
)

// reporter writes logs, and what is said of them, to standard output.
type reporter struct {
	*bufio.Writer
	style trace.Style
	lang  *say.Language
}

func (a *app) reporter() reporter { return reporter{bufio.NewWriter(a.stdout), a.style, a.lang} }

// maxBefore and maxAfter are how many lines of a log are shown around the one
// that differs.
const (
	maxBefore = 6
	maxAfter  = 6
)

// gap says how many lines are left out.
func (r *reporter) gap(n int, what func(lines say.Text) say.Text) {
	if n > 0 {
		fmt.Fprintf(r, "           %s\n", r.style.Dim(r.lang.Sayf("... %s", what(say.Counted("1 line", "%d lines", n)))))
	}
}

// What is said of lines that are left out.
func linesBefore(lines say.Text) say.Text { return say.Of("%s before", lines) }
func linesAfter(lines say.Text) say.Text  { return say.Of("%s after", lines) }
func linesToo(lines say.Text) say.Text    { return say.Of("%s could come as well", lines) }
