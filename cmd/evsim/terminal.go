package main

import (
	"io"
	"os"

	"evsim/internal/escape"
	"evsim/internal/trace"

	"golang.org/x/term"
)

// styleFor is colour on a terminal that can show it, unless NO_COLOR is set.
func styleFor(w io.Writer) trace.Style {
	colour := os.Getenv("NO_COLOR") == "" && isTerminal(w)
	return trace.Style{Colour: colour}
}

// isTerminal reports whether somebody watches, on a terminal that obeys codes.
func isTerminal(w any) bool {
	if g, ok := w.(*escape.Guard); ok {
		w = g.Unwrap()
	}
	f, ok := w.(*os.File)
	return ok && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}
