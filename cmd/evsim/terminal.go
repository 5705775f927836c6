package main

import (
	"io"
	"os"

	"evsim/trace"

	"golang.org/x/term"
)

// styleFor is colour on a terminal that can show it, unless NO_COLOR is set.
func styleFor(w io.Writer) trace.Style {
	colour := os.Getenv("NO_COLOR") == "" && isTerminal(w)
	return trace.Style{Colour: colour}
}

// isTerminal reports whether somebody watches, on a terminal that obeys codes.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}
