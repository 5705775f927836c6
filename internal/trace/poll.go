package trace

import (
	"evsim/clock"
	"evsim/sim"
)

// PollText says in words what a poll event tells: how long the loop may wait
// for events, and why.
func PollText(e sim.Event) string {
	if e.Due == clock.Never {
		return "may wait without end: no timer is set"
	}
	if e.Task == 0 && e.Text != "" {
		return "does not wait: " + e.Text
	}
	what := "a timer that was cleared or set again"
	if e.Task != 0 {
		what = e.Text
	}
	if length := clock.Span(e.Due - e.Loop); length > 0 {
		return "may wait " + millis(length) + " ms, for " + what
	}
	return "does not wait: due is " + what
}
