package explore

import "iter"

// crew is goroutines that explore states, each with a runtime of its own.
type crew struct {
	jobs chan job
}

// job is some states of a generation that follow one another.
type job struct {
	states []state
	done   chan<- []outcome
}

// jobSize is how many states a job has.
const jobSize = 16

func newCrew(workers int, hire func() *explorer) *crew {
	c := &crew{jobs: make(chan job, workers)}
	for range workers {
		go func() {
			e := hire()
			for j := range c.jobs {
				out := make([]outcome, len(j.states))
				for i := range j.states {
					out[i] = e.from(&j.states[i])
				}
				j.done <- out
			}
		}()
	}
	return c
}

func (c *crew) dismiss() { close(c.jobs) }

// explore gives the outcome of each state, in the order of the states. When
// the caller wants no more, what was begun is finished and dropped.
func (c *crew) explore(states []state) iter.Seq[outcome] {
	return func(yield func(outcome) bool) {
		var begun []chan []outcome
		for len(states) > 0 || len(begun) > 0 {
			for len(states) > 0 && len(begun) <= 2*cap(c.jobs) {
				n := min(jobSize, len(states))
				done := make(chan []outcome, 1)
				c.jobs <- job{states[:n], done}
				states, begun = states[n:], append(begun, done)
			}
			for _, o := range <-begun[0] {
				if !yield(o) {
					return
				}
			}
			begun = begun[1:]
		}
	}
}
