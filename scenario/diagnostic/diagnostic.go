// Package diagnostic says what is wrong with a file: in one line, and with the
// part of the file that it speaks of.
package diagnostic

import (
	"cmp"
	"slices"
	"strings"

	"evsim/internal/escape"
	"evsim/internal/say"
	"evsim/sim"
)

// Diagnostic is something wrong with a scenario file, and where.
type Diagnostic struct {
	File    string
	Pos     sim.Pos // the zero Pos: the file as a whole
	Width   int     // characters to underline, at least 1
	Message say.Text
	Hint    say.Text // how to put it right; may be empty
	Warning bool     // the file can be used all the same
}

// String is the diagnostic in one line of English, without its hint.
func (d Diagnostic) String() string { return d.in(nil) }

func (d Diagnostic) in(l *say.Language) string {
	message := escape.Lines(l.Say(d.Message))
	switch file := escape.Line(d.File); {
	case d.Pos == (sim.Pos{}) && d.Warning:
		return l.Sayf("%s: warning: %s", file, message)
	case d.Pos == (sim.Pos{}):
		return l.Sayf("%s: error: %s", file, message)
	case d.Warning:
		return l.Sayf("%s:%d:%d: warning: %s", file, d.Pos.Line, d.Pos.Col, message)
	default:
		return l.Sayf("%s:%d:%d: error: %s", file, d.Pos.Line, d.Pos.Col, message)
	}
}

// Render is RenderIn in English.
func (d Diagnostic) Render(src []byte) string { return d.RenderIn(nil, src) }

// RenderIn is the diagnostic for people who read a language: the message, the
// line of src that it speaks of with a mark under the place, and the hint. It
// ends with a newline.
func (d Diagnostic) RenderIn(l *say.Language, src []byte) string {
	var b strings.Builder
	line, ok := Line(src, d.Pos.Line)
	d.render(&b, l, line, ok)
	return b.String()
}

// render writes the diagnostic with its line, if there is one.
func (d Diagnostic) render(b *strings.Builder, l *say.Language, line string, there bool) {
	b.WriteString(d.in(l))
	b.WriteByte('\n')
	if there {
		writeExcerpt(b, line, d)
	}
	if d.Hint != "" {
		b.WriteString("  " + l.Sayf("hint: %s", escape.Lines(l.Say(d.Hint))) + "\n")
	}
}

// List is all the complaints about one file, in the order of their
// places.
type List []Diagnostic

// Failed reports whether any of them is an error.
func (ds List) Failed() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return !d.Warning })
}

// Error is all of them, one a line.
func (ds List) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// Err is ds as an error, or nil when nothing in it is one.
func (ds List) Err() error {
	if !ds.Failed() {
		return nil
	}
	return ds
}

// Render is RenderIn in English.
func (ds List) Render(src []byte) string { return ds.RenderIn(nil, src) }

// RenderIn is all of them as [Diagnostic.RenderIn] writes them. It reads src
// once.
func (ds List) RenderIn(l *say.Language, src []byte) string {
	var b strings.Builder
	var starts []int
	if len(ds) > 0 {
		starts = LineStarts(src)
	}
	for _, d := range ds {
		n := int(d.Pos.Line) - 1
		there, line := n >= 0 && n < len(starts), ""
		if there {
			line, _ = Line(src[starts[n]:], 1)
		}
		d.render(&b, l, line, there)
	}
	return b.String()
}

// MaxShown is how many diagnostics of one file are told before the rest is
// only counted.
const MaxShown = 50

// Sorted puts ds in the order of places, drops repetitions, and cuts what is
// too much to read. Diagnostics beyond ds that were only counted are missed.
func (ds List) Sorted(missed int) List {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			strings.Compare(a.Message.String(), b.Message.String()))
	})
	ds = slices.Compact(ds)
	if len(ds) <= MaxShown {
		return ds
	}
	more := len(ds) - MaxShown + missed
	return append(ds[:MaxShown:MaxShown], Diagnostic{File: ds[0].File, Width: 1, Message: say.Of("and %d more", more)})
}

// Code marks a piece of the file in a message. What does not fit in a line is
// cut, and what a terminal would obey is escaped.
func Code(s string) string {
	const most = 40
	runes := []rune(s)
	if len(runes) > most {
		runes = append(runes[:most-1:most-1], '…')
	}
	return "`" + printable(string(runes)) + "`"
}

// printable replaces what would break the line or steer the terminal.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case escape.Control(r):
			b.WriteRune('�')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
