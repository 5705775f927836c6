// Package trace writes the events of a run for people and for machines. A
// writer is a [sim.Sink]; what goes wrong while writing is kept, and returned
// when the run is over.
package trace

import (
	"bufio"
	"io"

	"evsim/internal/say"
	"evsim/sim"
)

// Run says which run the events that follow belong to.
type Run struct {
	File     string   // the scenario's file, as it was named
	Title    say.Text // the scenario's name
	Policy   string
	Versions say.Text // the releases that the policy stands for
	Case     string   // "": the scenario's own world
	Seed     uint64   // 0: nothing is drawn
	Same     bool     // it stands for several policies, under which the log is the same
	Process  bool     // the runtime is a process, which ends with an exit code
}

// Writer is a sink that writes. A run is Begin, events, End; several runs may
// follow one another.
type Writer interface {
	sim.Sink
	// Kinds is the events that the writer wants to see.
	Kinds() sim.Kinds
	// Begin says which run comes.
	Begin(Run)
	// End says how the run ended, and for a limit that was reached why; it
	// flushes, and returns the first error since the writer was made.
	End(stop sim.Stop, why string) error
	// Flush writes out what is held back.
	Flush() error
}

// Log writes the lines that a script logs, and nothing else.
type Log struct {
	*bufio.Writer
	headings bool
}

// NewLog is a Log on w. With headings a line "# policy file" stands before each
// run, for more than one run in one output.
func NewLog(w io.Writer, headings bool) *Log { return &Log{bufio.NewWriter(w), headings} }

// Kinds is the events that a Log writes.
func (l *Log) Kinds() sim.Kinds { return sim.KindsOf(sim.EventLog) }

// Begin writes the heading.
func (l *Log) Begin(r Run) {
	if !l.headings {
		return
	}
	l.WriteString("# " + r.Policy + " " + Printable(r.File))
	if r.Case != "" {
		l.WriteString(", case " + Printable(r.Case))
	}
	l.WriteByte('\n')
}

// Emit writes one line (sim.Sink).
func (l *Log) Emit(e sim.Event) {
	if e.Kind == sim.EventLog {
		l.WriteString(e.Text)
		l.WriteByte('\n')
	}
}

// End flushes.
func (l *Log) End(sim.Stop, string) error { return l.Flush() }
