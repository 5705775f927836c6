package report

import (
	"fmt"
	"io"
	"strings"

	"evsim/internal/escape"
	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/sim"
)

// Counted is a number of things in words.
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

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
