package expect

import (
	"evsim/clock"
	"evsim/internal/proof"
)

// machine is the small automaton of a rule about two lines, A and B, or one.
type machine interface {
	restart()
	// read takes a line of any kind.
	read(seenLine) proof.Finding
	// end reports whether the rule holds where the run ends now.
	end() bool
	state(proof.StateWriter)
}

// seenLine is a line as a rule sees it.
type seenLine struct {
	a, b   bool // it is A, it is B; where a rule has several lines of one kind, all of them are A
	at     clock.Instant
	before func(a, b clock.Instant) bool
}

func brokenIf(broken bool) proof.Finding {
	if broken {
		return proof.Broken
	}
	return proof.Open
}

// machine is a new automaton of the rule.
func (r *Rule) machine() machine {
	switch r.Kind {
	case Before:
		return new(beforeMachine)
	case Adjacent:
		return new(adjacentMachine)
	case Never:
		return &countMachine{most: 0}
	case Once:
		return &countMachine{least: 1, most: 1}
	case At:
		return &atMachine{want: clock.Instant(0).Add(r.At)}
	case AtMost:
		return &openMachine{most: r.Most}
	case Or, Eventually:
		return new(someMachine)
	case ExactlyOne:
		return &countMachine{least: 1, most: 1}
	case NeverAfter:
		return new(afterMachine)
	case Within:
		return &withinMachine{most: r.At}
	}
	panic("scenario: a rule of no kind")
}

// beforeMachine wants no B before the first A.
type beforeMachine struct{}

func (*beforeMachine) restart() {}

func (*beforeMachine) read(l seenLine) proof.Finding {
	if l.a {
		return proof.Holds
	}
	return brokenIf(l.b)
}

func (*beforeMachine) end() bool { return true }

func (*beforeMachine) state(proof.StateWriter) {}

// adjacentMachine wants B as the next line after every A.
type adjacentMachine struct{ waits bool }

func (m *adjacentMachine) restart() { m.waits = false }

func (m *adjacentMachine) read(l seenLine) proof.Finding {
	broken := m.waits && !l.b
	m.waits = l.a
	return brokenIf(broken)
}

func (m *adjacentMachine) end() bool { return !m.waits }

func (m *adjacentMachine) state(to proof.StateWriter) { writeFlag(to, m.waits) }

// countMachine wants A to be logged a number of times.
type countMachine struct{ least, most, count int }

func (m *countMachine) restart() { m.count = 0 }

func (m *countMachine) read(l seenLine) proof.Finding {
	if l.a {
		m.count++
	}
	return brokenIf(m.count > m.most)
}

func (m *countMachine) end() bool { return m.count >= m.least }

func (m *countMachine) state(to proof.StateWriter) { to.Number(uint64(m.count)) }

// someMachine wants A to be logged.
type someMachine struct{}

func (*someMachine) restart() {}

func (*someMachine) read(l seenLine) proof.Finding {
	if l.a {
		return proof.Holds
	}
	return proof.Open
}

func (*someMachine) end() bool { return false }

func (*someMachine) state(proof.StateWriter) {}

// atMachine wants A, and each time at one instant.
type atMachine struct {
	want   clock.Instant
	logged bool
}

func (m *atMachine) restart() { m.logged = false }

func (m *atMachine) read(l seenLine) proof.Finding {
	if !l.a {
		return proof.Open
	}
	m.logged = true
	return brokenIf(l.before(l.at, m.want) || l.before(m.want, l.at))
}

func (m *atMachine) end() bool { return m.logged }

func (m *atMachine) state(to proof.StateWriter) { writeFlag(to, m.logged) }

// openMachine wants few that have begun with A and not ended with B.
type openMachine struct{ most, open int }

func (m *openMachine) restart() { m.open = 0 }

func (m *openMachine) read(l seenLine) proof.Finding {
	switch {
	case l.a:
		m.open++
	case l.b && m.open > 0:
		m.open--
	}
	return brokenIf(m.open > m.most)
}

func (m *openMachine) end() bool { return true }

func (m *openMachine) state(to proof.StateWriter) { to.Number(uint64(m.open)) }

// afterMachine wants no A after the first B.
type afterMachine struct{ forbidden bool }

func (m *afterMachine) restart() { m.forbidden = false }

func (m *afterMachine) read(l seenLine) proof.Finding {
	broken := l.a && m.forbidden
	m.forbidden = m.forbidden || l.b
	return brokenIf(broken)
}

func (m *afterMachine) end() bool { return true }

func (m *afterMachine) state(to proof.StateWriter) { writeFlag(to, m.forbidden) }

// withinMachine wants for every A a B that is not far from it. The latest B before
// an A is the nearest, and of all A that wait for one the first waits longest.
type withinMachine struct {
	most         clock.Span
	waits, known bool
	first        clock.Instant // A that waits
	latest       clock.Instant // B that is known
}

func (m *withinMachine) restart() { m.waits, m.known = false, false }

func (m *withinMachine) read(l seenLine) proof.Finding {
	if l.b {
		if m.waits && l.before(m.first.Add(m.most), l.at) {
			return proof.Broken
		}
		m.waits, m.known, m.latest = false, true, l.at
	}
	if l.a && !m.waits && (!m.known || l.before(m.latest.Add(m.most), l.at)) {
		m.waits, m.first = true, l.at
	}
	return proof.Open
}

func (m *withinMachine) end() bool { return !m.waits }

func (m *withinMachine) state(to proof.StateWriter) {
	if writeFlag(to, m.waits); m.waits {
		to.Instant(m.first)
	}
	if writeFlag(to, m.known); m.known {
		to.Instant(m.latest)
	}
}

func writeFlag(to proof.StateWriter, set bool) {
	n := uint64(0)
	if set {
		n = 1
	}
	to.Number(n)
}
