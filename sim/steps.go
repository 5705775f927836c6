package sim

// steps counts what a run does where limits in callbacks are not enough.
type steps struct {
	counted bool
	done    int64
	next    int64 // when to look at the limit, and to ask
	halt    func() bool
}

// askEvery is how many statements of a callback run between two questions
// whether the run is to halt.
const askEvery = 256

func startSteps(cfg Config) steps {
	return steps{counted: cfg.Limits.Statements > 0 || cfg.Halt != nil, next: 1, halt: cfg.Halt}
}

// Step counts n statements of the script, or what takes as long. A host calls
// it before each statement, and ends when the loop has stopped.
func (l *Loop) Step(n int) {
	if l.steps.counted {
		l.step(int64(n))
	}
}

// stepCallback is Step for a callback, after which it always asks: what comes
// between two of them takes long where very much is pending.
func (l *Loop) stepCallback() {
	l.steps.next = 0
	l.step(1)
}

func (l *Loop) step(n int64) {
	s := &l.steps
	if s.done += n; s.done < s.next {
		return
	}
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
