package trace

import (
	"evsim/clock"
	"evsim/internal/say"
	"evsim/sim"
)

// PollText says in words what a poll event tells: how long the loop may wait
// for events, and why.
func PollText(e sim.Event) say.Text {
	if e.Due == clock.Never {
		return "may wait without end: no timer is set"
	}
	if e.Task == 0 && e.Text != "" {
		return say.Of("does not wait: %s", pollReason(e.Text))
	}
	var what say.Text = "a timer that was cleared or set again"
	if e.Task != 0 {
		what = say.Word(e.Text)
	}
	if length := clock.Span(e.Due - e.Loop); length > 0 {
		return say.Of("may wait %s ms, for %s", millis(length), what)
	}
	return say.Of("does not wait: %s is due", what)
}

// pollReason is a reason of a poll event as a text.
func pollReason(reason string) say.Text {
	for _, text := range [...]say.Text{sim.PollNotAlive, sim.PollPending, sim.PollImmediate, sim.PollClosing} {
		if text.String() == reason {
			return text
		}
	}
	return say.Word(reason)
}
