package sim

import "math"

// steps counts what a run does where limits in callbacks are not enough.
type steps struct {
	done int64
	next int64 // when to look at the limit, and to ask
	halt func() bool
}

// askEvery is how many statements of a callback run between two questions
// whether the run is to halt.
const askEvery = 256

func startSteps(cfg Config) steps {
	if cfg.Limits.Statements == 0 && cfg.Halt == nil {
		return steps{next: math.MaxInt64}
	}
	return steps{next: 1, halt: cfg.Halt}
}

// Step counts n statements of the script, or what takes as long. A host calls
// it before each statement, and ends when the loop has stopped.
func (l *Loop) Step(n int) {
	if l.steps.done += int64(n); l.steps.done >= l.steps.next {
		l.step()
	}
}

// stepCallback is Step for a callback. Who may want the run to halt is always
// asked then: what comes between two callbacks takes long where very much is
// pending.
func (l *Loop) stepCallback() {
	s := &l.steps
	if s.done++; s.done >= s.next || s.halt != nil && s.halt() {
		l.step()
	}
}

// step looks at the limit, and asks.
func (l *Loop) step() {
	s := &l.steps
	most := l.limits.Statements
	if most > 0 && s.done > most {
		l.Stop(Stop{Reason: LimitStatements})
		return
	}
	if s.halt != nil && s.halt() {
		l.Stop(Stop{Reason: Abandoned})
		return
	}
	if s.next = s.done + askEvery; most > 0 {
		s.next = min(s.next, most+1)
	}
}
