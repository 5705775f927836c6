package js

import (
	"evsim/clock"
	"evsim/ecma"
)

// history is a hash of what the engine of a run was told so far: each call into
// the program, and each answer of the loop. The engine cannot be looked into, but
// it does the same whenever it is told the same, so two runs with one history are
// in one state, apart from the loop's, which can be looked into (program.Stateful).
//
// It has 128 bits: among a billion histories the chance that two share one by
// accident is about 10^-21.
type history struct{ a, b uint64 }

func (h *history) add(n uint64) {
	h.a = (h.a ^ n) * 0x9e3779b97f4a7c15
	h.a ^= h.a >> 32
	h.b = (h.b + n ^ h.a) * 0xc2b2ae3d27d4eb4f
	h.b ^= h.b >> 29
}

// calls of the loop into the program.
const (
	enterMain uint64 = iota + 1
	enterCall
	enterThen
	enterIterator
	enterResult
	enterMissing
	enterResume
	enterUnhandled
	enterText
	enterAwaitable
	enterFinally
	leaveCallback
	leaveFrame
	enterRejected
	enterWarns
	enterImmediate
	enterResolution
	enterSettled
)

// enters takes in a call of the loop.
func (m *machine) enters(by uint64, number uint32, given ecma.Value) {
	m.history.add(by<<32 | uint64(number))
	m.history.add(uint64(given.Kind)<<32 | uint64(given.Ref))
}

// saw takes in an answer of the loop. Every answer that anything in this package
// or in code may hang on goes through it.
func saw[T ~uint8 | ~uint16 | ~int32 | ~int64 | ~uint32 | ~uint64](m *machine, answer T) T {
	m.history.add(uint64(answer))
	return answer
}

// sawWhether is saw for an answer of yes or no.
func (m *machine) sawWhether(answer bool) bool {
	n := uint64(0)
	if answer {
		n = 1
	}
	m.history.add(n)
	return answer
}

// sawSpan is saw for a length that may not be known.
func (m *machine) sawSpan(d clock.Span, known bool) (clock.Span, bool) {
	m.sawWhether(known)
	return saw(m, d), known
}

// sawThrown is saw for what the loop may throw.
func (m *machine) sawThrown(v ecma.Value, threw bool) (ecma.Value, bool) {
	m.sawWhether(threw)
	m.history.add(uint64(v.Kind)<<32 | uint64(v.Ref))
	return v, threw
}

// State is the run's history and its loop (program.Stateful).
func (r *prepared) State() any { return r.machine }
