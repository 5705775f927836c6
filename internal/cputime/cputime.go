// Package cputime is the time that a benchmark takes of a machine's
// processors, which other programs on the machine lengthen far less than the
// time that passes.
package cputime

import "time"

// Stopwatch adds up processor time between Start and Stop. The zero Stopwatch
// stands at zero.
type Stopwatch struct{ sum, since time.Duration }

// Start starts the watch, at zero.
func (s *Stopwatch) Start() { s.sum, s.since = 0, used() }

// Stop stops it.
func (s *Stopwatch) Stop() { s.sum += used() - s.since }

// Per is the nanoseconds for each of n.
func (s *Stopwatch) Per(n int) float64 { return float64(s.sum.Nanoseconds()) / float64(n) }
