//go:build !unix

package cputime

import "time"

// used is the time that has passed, where the system has no simple answer.
func used() time.Duration { return time.Since(start) }

var start = time.Now()
