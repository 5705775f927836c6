package program

import (
	"fmt"

	"evsim/sim"
)

// Expected is one thing that must hold of the runs of a program, and what came
// of it.
type Expected struct {
	Check
	// Judge holds runs against it. The failure is one that they show. What is
	// missing is a run that none of them is, and that may be among those that
	// were not made: of all runs there are it is the failure.
	Judge func(Runs) (f *Failure, missing string)
}

// Settle says what came of it in some runs.
func (e *Expected) Settle(runs Runs) {
	f, missing := e.Judge(runs)
	why := ""
	switch {
	case f != nil || runs.Complete:
	case missing != "":
		why = fmt.Sprintf("%s, and these runs are not all: %s", missing, runs.Why)
	default:
		why = fmt.Sprintf("it held in %d runs, and these are not all: %s", len(runs.List), runs.Why)
	}
	e.Check = e.With(f, why)
	e.Runs = len(runs.List)
}

// Verify holds all that is expected against the runs of a question, whose Enough
// it chooses.
func Verify(q Question, expected []Expected, run Runner) []Check {
	q.Enough = func(found []*Observed) bool {
		for i := range expected {
			if f, _ := expected[i].Judge(Runs{List: found}); f == nil {
				return false
			}
		}
		return true // nothing can be violated more than that
	}
	runs := run(q)
	checks := make([]Check, len(expected))
	for i, e := range expected {
		e.Policy = q.Policy.Name
		e.Settle(runs)
		checks[i] = e.Check
	}
	return checks
}

// Before expects that a is logged before b, in each run that logs b.
func Before(a, b string, at sim.Pos) Expected {
	return Expected{
		Check: Check{What: a + " before " + b, Pos: at},
		Judge: func(runs Runs) (*Failure, string) {
			for _, o := range runs.List {
				if logged, early := firstLogs(o.Log, a, b); early {
					f := o.Fails(at, fmt.Sprintf("%q is logged before %q", b, a))
					f.Logged = logged
					return f, ""
				}
			}
			return nil, ""
		},
	}
}

// firstLogs reports whether a log has b, and no a before it, and what logs b.
func firstLogs(log []Line, a, b string) (logged sim.Pos, early bool) {
	for _, l := range log {
		switch l.Text {
		case a:
			return sim.Pos{}, false
		case b:
			return l.Pos, true
		}
	}
	return sim.Pos{}, false
}
