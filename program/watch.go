package program

import (
	"evsim/clock"
	"evsim/sim"
)

// Watch is something that must hold of every run, as a machine that reads a run
// line by line. What it keeps of the lines that it has read is all that the rest
// of a run is judged by, so runs that differ in other lines need not be told
// apart.
type Watch interface {
	// Watcher is one for runs that are made one after the other.
	Watcher() Watcher
}

// Watcher reads one run after the other.
type Watcher interface {
	// Restart makes it ready for the first line of another run.
	Restart()
	// Read takes the next line. Before says which of two instants is earlier; the
	// answer may rest on what was not decided yet.
	Read(text string, at clock.Instant, before func(a, b clock.Instant) bool) Finding
	// End is told how the run ended: it finds Holds or Broken, never Open.
	End(stop sim.Stop) Finding
	// State writes what it keeps. After equal states it finds the same of equal
	// lines.
	State(to StateWriter)
}

// Finding is what a Watcher finds of a run.
type Finding uint8

// The findings.
const (
	Open   Finding = iota // it depends on what is to come
	Holds                 // it holds, whatever is to come
	Broken                // it does not, whatever is to come
)

// StateWriter takes down a state, piece by piece.
type StateWriter interface {
	Number(uint64)
	Text(string)
	Instant(clock.Instant)
}

// Watched is a Watch of a Question.
type Watched struct {
	Watch Watch
	Exact bool // orders whose lines have no one time do not tell: it is to be proved in any case
}

// Proof is what came of a Watch over all the runs that can be.
type Proof struct {
	Verdict Verdict
	Run     *Observed // Violated: a run that it does not hold in
	Paths   int       // how many runs, or parts of runs, were made for it
	Why     string    // Unproved: why
}

// Follow reads a whole run, of which every line must have one time. At is the
// line at which it was found; the length of the log when that was the end.
func Follow(w Watcher, o *Observed) (found Finding, at int) {
	w.Restart()
	for i := range o.Log {
		if found = w.Read(o.Log[i].Text, clock.Instant(o.Log[i].At), clock.Plain{}.Before); found != Open {
			return found, i
		}
	}
	return w.End(o.Stop), len(o.Log)
}
