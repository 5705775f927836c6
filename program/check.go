package program

import (
	"evsim/internal/say"
	"evsim/sim"
)

// Verdict is what can be said of a check. The zero Verdict claims nothing.
type Verdict uint8

// The verdicts.
const (
	Unproved Verdict = iota // nothing against it was found, and that is no proof
	Proved                  // it holds in every run that can be
	Violated                // it does not hold in some run
)

// String is the verdict in a word.
func (v Verdict) String() string { return [...]string{"unproved", "proved", "violated"}[v] }

// ErrUnproved is wrapped by the error of a check that is Unproved.
var ErrUnproved = say.Errorf("not proved")

// Result is what came of the check. The failure belongs to a check that is
// Violated, and is nil otherwise: that there is none is no proof.
func (c *Check) Result() (Verdict, *Failure) { return c.verdict, c.failure }

// Err is nil when the check is Proved, and only then. Of one that is Unproved
// the error wraps ErrUnproved, of one that is Violated it is the [*Failure].
func (c *Check) Err() error {
	switch c.verdict {
	case Proved:
		return nil
	case Violated:
		return c.failure
	}
	return say.Errorf("%w: %s", ErrUnproved, c.Why)
}

// With is the check with another result. A failure makes it Violated, a reason
// Unproved, and neither of them Proved.
func (c Check) With(f *Failure, why say.Text) Check {
	c.verdict, c.failure, c.Why = Proved, f, ""
	switch {
	case f != nil:
		c.verdict = Violated
	case why != "":
		c.verdict, c.Why = Unproved, why
	}
	return c
}

// Error is the message of the failure.
func (f *Failure) Error() string { return f.Message.String() }

// Check is one thing that must hold, held against the runs of one policy. What
// came of it are its Result and its Err.
type Check struct {
	Policy string
	Case   string   // the case's name; "" for the scenario itself
	What   string   // log, outcomes, includes, starves, unsupported, or the rule's text
	Pos    sim.Pos  // where the file says so
	Runs   int      // how many different runs it was checked against
	Why    say.Text // when it is Unproved: why

	// What the check rests on, or may rest on, when it is Unproved for that: the
	// lengths that the file leaves out, as Free names them, and how it fails with
	// others, if that was found.
	Assumed []string
	Other   *Failure

	verdict Verdict
	failure *Failure
}

// Failure says why a check does not hold. It is an error.
type Failure struct {
	Message say.Text
	At      sim.Pos  // the expected line, or the expectation
	Logged  sim.Pos  // the statement that logged the line which differs; zero: none
	Want    []string // the expected order that is nearest; nil when there is none
	Got     []Line   // the log of the run that failed
	Seed    uint64   // which run: 0 is the one that `run` shows, or that of Origin
	Origin  Origin   // what leads to the run; nil: its seed says it
}

// Fails is a failure of the run.
func (o *Observed) Fails(at sim.Pos, message say.Text) *Failure {
	return &Failure{Message: message, At: at, Got: o.Log, Seed: o.Seed, Origin: o.Origin}
}
