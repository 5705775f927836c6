// Package proof is how something that must hold is watched: a machine reads a
// run line by line. What it keeps of the lines that it has read is all that the
// rest of a run is judged by, so an exploration need not tell apart runs that
// differ in other lines.
package proof

import (
	"evsim/clock"
	"evsim/sim"
)

// Watch is something that must hold of every run, as a machine. The zero Watch
// is none.
type Watch struct {
	New   func() Watcher // one for runs that are made one after the other
	Exact bool           // orders whose lines have no one time do not tell: it is to be proved in any case

	// Reads reports whether a line counts: as if no other were logged, a Watcher
	// finds the same. nil: each may count.
	Reads func(text string) bool

	// Order is all that must hold, where that is an order of lines; nil: it is not.
	Order *Order
}

// Order wants lines to come after others: before each line that needs one, that one
// was logged.
type Order struct {
	Needs  func(later string) (earlier string, needs bool)
	Begins func(prefix string) bool // reports whether some line that needs one may begin like this
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
