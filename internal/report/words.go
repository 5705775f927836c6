package report

import (
	"fmt"
	"io"
	"strings"

	"evsim/internal/escape"
	"evsim/internal/say"
	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/sim"
)

func checks(n int) say.Text { return say.Counted("1 check", "%d checks", n) }

// What is said of lines that are left out.
func linesMore(lines say.Text) say.Text      { return say.Of("%s more", lines) }
func linesThatAgree(lines say.Text) say.Text { return say.Of("%s that agree", lines) }
func linesAfter(lines say.Text) say.Text     { return say.Of("%s after", lines) }

func files(n int) say.Text { return say.Counted("1 file", "%d files", n) }

// Excerpt writes a message about a place of a file, and the line there with a
// mark under the place, all of it indented.
func Excerpt(w io.Writer, name string, text []byte, at sim.Pos, message string) {
	if at.File != "" { // what stands there is not in the text
		fmt.Fprintf(w, "  %s: %s\n", Shown(at.String()), escape.Lines(message))
		return
	}
	d := diagnostic.Diagnostic{Pos: at, Width: 1}
	_, lines, _ := strings.Cut(d.Render(text), "\n")
	fmt.Fprintf(w, "  %s:%d:%d: %s\n", Shown(name), at.Line, at.Col, escape.Lines(message))
	for line := range strings.Lines(lines) {
		io.WriteString(w, "  "+line)
	}
}

// Shown is a line that a terminal shows and does not obey.
func Shown(text string) string { return escape.Line(text) }

// problem is why a file could not be tested.
func problem(f *File) string {
	if f.Unreadable != nil {
		return escape.Lines(f.Unreadable.Error())
	}
	return f.Diagnostics.Error()
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func texts(log []program.Line) []string {
	out := make([]string, len(log))
	for i := range log {
		out[i] = log[i].Text
	}
	return out
}
