package main

import (
	"strings"
	"testing"

	"evsim/internal/report"
)

// TestProgressIsSeen: the line stays while nothing else is written, goes for
// what is, and comes back below it.
func TestProgressIsSeen(t *testing.T) {
	var screen strings.Builder
	p := progress{w: &screen, on: true, total: 3}
	out := besides{&screen, &p}
	p.add(&report.File{})
	p.add(&report.File{})
	out.Write([]byte("a line\n"))
	p.add(&report.File{})
	p.clear()
	if got, want := screen.String(), "1 of 3 files, 0 failed\r\x1b[Ka line\n3 of 3 files, 0 failed\r\x1b[K"; got != want {
		t.Errorf("the terminal gets %q, want %q", got, want)
	}
}
