//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// used is the processor time of this process, the system's work for it
// included.
func used() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic("cputime: " + err.Error()) // the arguments are right
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
