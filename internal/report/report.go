// Package report writes what testing scenarios found: as text for people, and
// in the formats that other programs read. Equal results give equal bytes, once
// times are left out.
package report

import (
	"bufio"
	"io"
	"slices"
	"time"

	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/program"
	"evsim/scenario/diagnostic"
)

// File is what came of one file.
type File struct {
	Name        string   // as the user named it
	Title       say.Text // the scenario's name; "" when the file is none
	Text        []byte
	Unreadable  error           // the file was not read
	Diagnostics diagnostic.List // what is wrong with it, or may be
	Tests       []Test          // none when the file is unreadable or invalid
	Took        time.Duration
}

// Broken reports whether the file could not be tested.
func (f *File) Broken() bool { return f.Unreadable != nil || f.Diagnostics.Failed() }

// Test is one scenario under one policy.
type Test struct {
	Policy string
	Checks []Check
	Took   time.Duration
}

// Check is one thing that must hold, and for one that does not, how to see it.
type Check struct {
	program.Check
	Replay  string   // the command that shows the run; "": no run is meant
	Witness []string // the lengths and choices that lead to it, where the world leaves some open
}

// Verdict is what came of a test.
type Verdict uint8

// The verdicts.
const (
	Passed   Verdict = iota // all is proved
	Failed                  // something is violated
	Empty                   // nothing is expected
	Unproved                // nothing is violated, and something is not proved
)

// String is the verdict in JSON.
func (v Verdict) String() string { return [...]string{"passed", "failed", "empty", "unproved"}[v] }

// Verdict is failed if any check failed, and passed only if each is proved.
func (t *Test) Verdict() Verdict {
	switch {
	case t.Failures() > 0:
		return Failed
	case t.Unproved() > 0:
		return Unproved
	case len(t.Checks) == 0:
		return Empty
	}
	return Passed
}

// Failures is how many checks failed.
func (t *Test) Failures() int { return t.count(program.Violated) }

// Unproved is how many checks are neither proved nor violated.
func (t *Test) Unproved() int { return t.count(program.Unproved) }

// assumes reports whether a check is known not to hold for other lengths than
// those that are assumed.
func (t *Test) assumes() bool {
	return slices.ContainsFunc(t.Checks, func(c Check) bool { return c.Other != nil })
}

func (t *Test) count(verdict program.Verdict) int {
	n := 0
	for i := range t.Checks {
		if v, _ := t.Checks[i].Result(); v == verdict {
			n++
		}
	}
	return n
}

// Empty reports whether the file was tested and nothing is expected of any
// policy.
func (f *File) Empty() bool {
	for i := range f.Tests {
		if len(f.Tests[i].Checks) > 0 {
			return false
		}
	}
	return len(f.Tests) > 0
}

// Summary counts what was found.
type Summary struct {
	Passed, Failed, Empty, Unproved int // tests

	Assumed     int // of the Unproved: those that are known to rest on what a file leaves out
	Checks      int
	Files       int // that were tested
	Broken      int // that could not be
	Interrupted bool
	Took        time.Duration
}

// Add counts a file.
func (s *Summary) Add(f *File) {
	if f.Broken() {
		s.Broken++
		return
	}
	s.Files++
	for i := range f.Tests {
		s.Checks += len(f.Tests[i].Checks)
		switch f.Tests[i].Verdict() {
		case Passed:
			s.Passed++
		case Failed:
			s.Failed++
		case Empty:
			s.Empty++
		case Unproved:
			s.Unproved++
			if f.Tests[i].assumes() {
				s.Assumed++
			}
		}
	}
}

// Writer writes results: Begin, File for each file, End. Errors of what it
// writes to are kept, and returned by End and Flush.
type Writer interface {
	// Begin tells which files will come.
	Begin(names []string)
	// File writes what came of the next one.
	File(*File)
	// End writes the end, also of a run that was broken off, and flushes.
	End(Summary) error
	// Flush writes out what is held back.
	Flush() error
}

// Options say how results are written.
type Options struct {
	Style   trace.Style   // of text
	Lang    *say.Language // of text; nil: English
	Quiet   bool          // text: only what fails, and the last line
	Verbose bool          // text: each check
	NoTime  bool          // nothing that is not the same in the next run
	Now     time.Time     // of the run's start
}

// Formats are the names of the formats.
func Formats() []string { return []string{"text", "tap", "tap13", "junit", "json", "github"} }

// New is a Writer of one of Formats on w.
func New(format string, w io.Writer, o Options) Writer {
	b := bufio.NewWriter(w)
	switch format {
	case "tap":
		return &tap{Writer: b, version: 14, o: o}
	case "tap13":
		return &tap{Writer: b, version: 13, o: o}
	case "junit":
		return &junit{Writer: b, o: o}
	case "json":
		return &jsonWriter{Writer: b, o: o}
	case "github":
		return &github{Writer: b, o: o}
	}
	return &text{Writer: b, o: o}
}

// seconds is a time for the formats that count them; 0 when none is to be told.
func (o Options) seconds(d time.Duration) float64 {
	if o.NoTime {
		return 0
	}
	return d.Seconds()
}
