package main

import (
	"bufio"
	"fmt"

	"evsim/internal/report"
	"evsim/internal/trace"
)

// reporter writes logs, and what is said of them, to standard output.
type reporter struct {
	*bufio.Writer
	style trace.Style
}

func (a *app) reporter() reporter { return reporter{bufio.NewWriter(a.stdout), a.style} }

// maxBefore and maxAfter are how many lines of a log are shown around the one
// that differs.
const (
	maxBefore = 6
	maxAfter  = 6
)

// gap says how many lines are left out.
func (r *reporter) gap(n int, where string) {
	if n > 0 {
		fmt.Fprintf(r, "           %s\n", r.style.Dim(fmt.Sprintf("... %s %s", report.Counted(n, "line"), where)))
	}
}
