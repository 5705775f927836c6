package model_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage at a fourth of the usual pace, as the command does
// for tests of scenarios: little lives from one run to the next.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
