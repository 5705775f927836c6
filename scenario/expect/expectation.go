package expect

import (
	"evsim/clock"
	"evsim/sim"
)

// Expectation is one entry of `expect`.
type Expectation struct {
	Policies []string // nil: all of the scenario's
	For      Order    // `policy`: the names of the policies, and where each stands
	Key      sim.Pos  // of the key that has the Orders
	Kind     Kind
	Orders   []Order  // log: one; outcomes and includes: each; none where reaches or exit stands alone, as includes
	Only     []string // the orders are of these lines, as if no other were logged; nil: of all
	Label    string   // starves: the line; unsupported: the verb
	Reaches  string   // reaches: callbacks, turns or time; "" when no limit may be reached
	Exit     ExitCode
	Pos      sim.Pos
}

// ExitCode is the code with which every run is to end, from 0 to 255.
type ExitCode struct {
	Code int
	Pos  sim.Pos // zero: none is expected
}

// Given reports whether a code is expected.
func (c ExitCode) Given() bool { return c.Pos != sim.Pos{} }

// Order is one expected log, with the place of each of its lines.
type Order struct {
	Lines []string
	Pos   []sim.Pos
	At    sim.Pos // the list itself
}

// ExpectKind says which key an expectation has.
type Kind uint8

// The kinds of expectations.
const (
	Log         Kind = iota // the only possible order
	Outcomes                // exactly this set of orders
	Includes                // at least these orders
	Starves                 // this line is never logged: a queue never drains
	Unsupported             // the policy does not have this verb
)

// Rule is one entry of `rules`.
type Rule struct {
	Kind RuleKind
	A, B string     // the lines that it speaks of
	More []string   // the others of `A or B or C` and `exactly one of A, B, C`
	At   clock.Span // A at 5ms, A within 5ms of B
	Most int        // at most 2 of A..B
	Each string     // for each n: ${n} stands for one number in both lines; "": it does not begin so
	On   []string   // policies; nil: all
	Text string     // as the file writes it
	Pos  sim.Pos
}

// RuleKind is the verb of a rule.
type RuleKind uint8

// The kinds of rules.
const (
	Before     RuleKind = iota // A before B
	Never                      // A never
	Once                       // A once
	At                         // A at 5ms
	Adjacent                   // A adjacent B
	AtMost                     // at most 2 of A..B
	Or                         // A or B
	ExactlyOne                 // exactly one of A, B
	Eventually                 // eventually A
	Within                     // A within 5ms of B
	NeverAfter                 // A never after B
)

// Lines are the lines that the rule speaks of.
func (r *Rule) Lines() []string {
	switch r.Kind {
	case Never, Once, At, Eventually:
		return []string{r.A}
	}
	return append([]string{r.A, r.B}, r.More...)
}

// Hole is the name of what stands for a number in the rule's lines; "": nothing.
func (r *Rule) Hole() string {
	if r.Kind == AtMost {
		return AnyNumber
	}
	return r.Each
}
