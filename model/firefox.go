package model

import "evsim/clock"

// Firefox runs every timer that is due in one task, and clamps from the 5th
// nested timer on (TimeoutManager).
func Firefox() Policy {
	return Policy{
		Name:           "firefox",
		Title:          "all timers that are due run in one task",
		Versions:       "Firefox 153",
		Features:       webFeatures.With(Idle, PostTask),
		DelegateThrows: true,
		Web: &WebRules{
			ClampAbove:  3,
			TimersFor:   4 * clock.Millisecond,
			FramesFirst: true,
			Ports:       PortsInTurn,
			OldestFirst: true,
			HiddenDelay: true,
		},
	}
}
