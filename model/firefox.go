package model

import (
	"evsim/clock"
	"evsim/ecma"
)

// Firefox runs every timer that is due in one task, and clamps from the 5th
// nested timer on (TimeoutManager).
func firefox() Policy {
	return Policy{
		Name:     "firefox",
		Title:    "all timers that are due run in one task",
		Versions: "Firefox 153",
		Features: webFeatures.With(Idle, PostTask),
		ECMA:     ecma.Rules{DelegateThrows: true},
		Web: &WebRules{
			ClampAbove:    3,
			ClampRepeats:  3,
			Intervals:     intervalAfter,
			TimersFor:     4 * clock.Millisecond,
			Early:         250 * clock.Microsecond,
			EmptyTurns:    true,
			PostsCutIn:    true,
			TurnsStay:     true,
			FramesFirst:   true,
			FramesFollow:  true,
			FrameAtOnce:   true,
			EditsTogether: true,
			RequestsLost:  lostAborted,
			FramesGive:    true,
			Idles:         idleToTheEnd,
			LeastIdle:     3 * clock.Millisecond,
			IdleByDisplay: true,
			IdleTimeouts:  idleTimeoutTimer,
			Mutations:     mutationsWait,
			Priorities:    prioritiesOfPending,
			Ports:         portsInTurn,
			OldestFirst:   true,
			Hidden:        hiddenAnew,
		},
	}
}
