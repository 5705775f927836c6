// Package testmain is the main function of the tests of packages that run many
// programs.
package testmain

import (
	"runtime/debug"
	"testing"
)

// Run runs the tests. Garbage is collected at a fourth of the usual pace, as by
// the command for tests of scenarios: little lives from one run to the next.
func Run(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}
