package stepper

import (
	"strings"
	"time"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/sim"
)

// Breakpoint is where a walk through a run halts.
type Breakpoint struct {
	text  string
	holds func(before, e sim.Event) bool
}

// String is the breakpoint as it was written.
func (b Breakpoint) String() string { return b.text }

// ParseBreakpoint reads one of
//
//	phase NAME   the loop enters the phase
//	at TIME      the first event at or after a virtual time, such as 5ms
//	TEXT         a callback whose label has the text begins, or a line with it
//	             is logged
func ParseBreakpoint(text string) (Breakpoint, error) {
	text = strings.TrimSpace(text)
	kind, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case text == "":
		return Breakpoint{}, say.Errorf("a breakpoint is a label, `phase NAME` or `at TIME`")
	case kind == "phase" && rest != "":
		return Breakpoint{text, func(_, e sim.Event) bool { return e.Kind == sim.EventPhase && string(e.Phase) == rest }}, nil
	case kind == "at" && rest != "":
		d, err := time.ParseDuration(rest)
		if err != nil {
			return Breakpoint{}, say.Errorf("%q is not a time: write one such as 5ms", rest)
		}
		at := clock.Span(d.Nanoseconds())
		return Breakpoint{text, func(before, e sim.Event) bool { return clock.Span(before.At) < at && clock.Span(e.At) >= at }}, nil
	}
	return Breakpoint{text, func(_, e sim.Event) bool {
		return (e.Kind == sim.EventRun || e.Kind == sim.EventLog || e.Kind == sim.EventThrow) && strings.Contains(e.Text, text)
	}}, nil
}
