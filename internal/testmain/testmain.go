// Package testmain is what the tests of packages that run many programs share: their
// main function, and how much of long lists they hold.
package testmain

import (
	"os"
	"runtime/debug"
	"testing"
)

// Run runs the tests. Garbage is collected at a fourth of the usual pace, as by
// the command for tests of scenarios: little lives from one run to the next.
func Run(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// Sweeps reports whether long lists are held whole (EVSIM_SWEEPS=1), as in the project's
// own CI, and not in part.
func Sweeps() bool { return os.Getenv("EVSIM_SWEEPS") == "1" }

// Every is the step through a long list of which one in n entries is held: 1 where it is
// held whole.
func Every(n int) int {
	if Sweeps() {
		return 1
	}
	return n
}
