package js

import (
	"fmt"
	"strings"

	"evsim/internal/say"
	"evsim/sim"
)

// Problem is something in a file that keeps it from being a program, or that a
// reader should know of.
type Problem struct {
	Pos     sim.Pos // its File is "" where it stands in the file that was loaded
	Width   int     // columns from Pos on
	Message say.Text
	Hint    say.Text // what to write instead; may be empty
	Warning bool
}

// Error is the problem in one line.
func (p Problem) Error() string {
	if p.Pos.Line == 0 {
		return p.Message.String()
	}
	return fmt.Sprintf("%s: %s", p.Pos, p.Message)
}

// Problems are an error, which Load returns.
type Problems []Problem

// Error is the problems, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].Error()
	}
	return strings.Join(lines, "\n")
}
