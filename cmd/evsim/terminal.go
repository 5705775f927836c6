package main

import (
	"io"
	"os"

	"evsim/trace"

	"golang.org/x/term"
)

// styleFor is colour on a terminal that can show it, unless NO_COLOR is set.
func styleFor(w io.Writer) trace.Style {
	f, ok := w.(*os.File)
	colour := ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
	return trace.Style{Colour: colour}
}
