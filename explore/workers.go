package explore

import (
	"iter"
	"sync"

	"evsim/internal/fault"
)

// crew is goroutines that explore states, each with a runtime of its own.
type crew struct {
	jobs chan job
	all  sync.WaitGroup
}

// job is some states of a generation that follow one another.
type job struct {
	states []state
	done   chan<- jobDone
}

// jobDone is what came of a job; a panic of its worker goes on where the
// outcomes are waited for.
type jobDone struct {
	outcomes []outcome
	fault    *fault.Fault
}

// jobSize is how many states a job has.
const jobSize = 16

func newCrew(workers int, hire func() *explorer) *crew {
	c := &crew{jobs: make(chan job, workers)}
	for range workers {
		c.all.Go(func() {
			var e *explorer
			for j := range c.jobs {
				out := make([]outcome, len(j.states))
				failed := fault.Carry(func() {
					if e == nil {
						e = hire()
					}
					for i := range j.states {
						out[i] = e.from(&j.states[i])
					}
				})
				j.done <- jobDone{out, failed}
			}
		})
	}
	return c
}

// close waits until nobody works any more: memory is free then.
func (c *crew) close() {
	close(c.jobs)
	c.all.Wait()
}

// explore gives the outcome of each state, in the order of the states. When
// the caller wants no more, what was begun is finished and dropped.
func (c *crew) explore(states []state) iter.Seq[outcome] {
	return func(yield func(outcome) bool) {
		var begun []chan jobDone
		for len(states) > 0 || len(begun) > 0 {
			for len(states) > 0 && len(begun) <= 2*cap(c.jobs) {
				n := min(jobSize, len(states))
				done := make(chan jobDone, 1)
				c.jobs <- job{states[:n], done}
				states, begun = states[n:], append(begun, done)
			}
			first := <-begun[0]
			first.fault.Raise()
			for _, o := range first.outcomes {
				if !yield(o) {
					return
				}
			}
			begun = begun[1:]
		}
	}
}
