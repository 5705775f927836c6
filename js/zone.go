package js

import "time"

// The engine takes the zone of dates from time.Local and from nothing else. Equal input
// gives equal output on every machine, so it is UTC, with the name that engines give it in
// texts of dates; set before any goroutine reads it.
var _ = func() bool {
	time.Local = time.FixedZone("Coordinated Universal Time", 0)
	return true
}()
