package sim

import "math"

// steps counts what a run does where limits in callbacks are not enough.
type steps struct {
	done  int64 // statements; a callback is a step too, and Loop counts those
	next  int64 // with how many statements to look at the limit, and to ask
	calls int64 // with how many callbacks not yet
	halt  func() bool
}

// askEvery is how many statements of a callback run between two questions
// whether the run is to halt.
const askEvery = 256

func startSteps(limit int64, halt func() bool) steps {
	if limit == 0 && halt == nil {
		return steps{next: math.MaxInt64, calls: math.MaxInt64}
	}
	return steps{next: 1, halt: halt}
}

// Step counts n statements of the script, or what takes as long. A host calls
// it before each statement, and ends when the loop has stopped.
func (l *Loop) Step(n int) {
	if l.steps.done += int64(n); l.steps.done >= l.steps.next {
		l.step()
	}
}

// step looks at the limit, and asks.
func (l *Loop) step() {
	s := &l.steps
	if s.calls = math.MaxInt64; l.limits.Statements > 0 {
		left := l.limits.Statements - s.done - l.callbacks
		if left < 0 {
			l.Stop(Stop{Reason: LimitStatements})
			return
		}
		// Whatever runs next, statements or callbacks, looks again before more than
		// what is left was done.
		unseen := min(askEvery-1, left/2)
		s.next, s.calls = s.done+unseen+1, l.callbacks+left-unseen
	} else {
		s.next = s.done + askEvery
	}
	if s.halt != nil && s.halt() {
		l.Stop(Stop{Reason: Abandoned})
		return
	}
	l.setBare()
}

// setBare says up to which callback nothing but the callback is to be done.
func (l *Loop) setBare() {
	if l.bare {
		l.bareCallbacks = min(l.limits.Callbacks, l.steps.calls)
	}
}
