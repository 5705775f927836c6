// Package clock provides virtual time. It also answers every question that a
// specification leaves open: how long something takes, which of two instants
// comes first, and which of several choices an implementation makes.
//
// The package does not read the machine's clock. The one exception is wall.go,
// which plays virtual time at the pace of real time and is never part of a
// simulation.
package clock

import (
	"math"
	"time"
)

// Instant is a point of true virtual time, in nanoseconds since the process
// started. Outside this package it is opaque: an [Oracle] may use it to name
// a time that is not known exactly, so instants are compared with
// [Clock.Before] and never with < or ==. Adding a constant [Span] is exact.
type Instant int64

// Span is a length of virtual time, in nanoseconds.
type Span int64

// Units of virtual time.
const (
	Nanosecond  Span = 1
	Microsecond      = 1000 * Nanosecond
	Millisecond      = 1000 * Microsecond
	Second           = 1000 * Millisecond
)

// The ends of what can be told.
const (
	// Never is later than every instant that a simulation reaches.
	Never Instant = math.MaxInt64 / 2
	// Farthest is how far from the start an exploration tells instants apart:
	// about 52 days. It leaves room for one more of the longest delays that
	// timers have.
	Farthest Span = 1 << 52
)

// IsSurely reports whether two instants have one name: an Oracle that leaves open whether
// others are the same knows that these are.
func (t Instant) IsSurely(other Instant) bool { return t == other }

// Add is the instant d after t.
func (t Instant) Add(d Span) Instant { return t + Instant(d) }

// Duration is d as the standard library's type.
func (d Span) Duration() time.Duration { return time.Duration(d) }

// Range is a length of time known only to lie between Low and High, both ends
// included. Low == High is a known length.
type Range struct {
	Low, High Span
	Of        uint32 // which unknown of its owner it is, from 1; 0: it has no name
}

// Exactly is the range that holds d alone.
func Exactly(d Span) Range { return Range{Low: d, High: d} }

// Known reports whether the range holds one length only.
func (r Range) Known() bool { return r.Low == r.High }

// IsZero reports whether the range is exactly no time at all.
func (r Range) IsZero() bool { return r == Range{} }
