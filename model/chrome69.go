package model

import (
	"evsim/clock"
	"evsim/ecma"
)

// chrome69 is Chromium 69: await always wraps, a delay of 0 is 1 ms, the clamp
// comes with the 5th nested timer.
func chrome69() Policy {
	return Policy{
		Name:     "chrome69",
		Title:    "await of a native promise takes three jobs; a delay of 0 is 1 ms",
		Versions: "Chromium 69 to 71",
		Features: webFeatures.With(Idle).Without(QueueMicrotask, AllSettled, AnyCombinator),
		ECMA:     ecma.Rules{OldAwait: true, EndAwaits: true, DelegateAwaits: true, DelegateReturns: true, DelegateThrows: true, ArrayRethrows: true, ContinueCloses: true},
		Web: &WebRules{
			MinTimeout:        clock.Millisecond,
			MinInterval:       clock.Millisecond,
			ClampAbove:        3,
			ClampRepeats:      3,
			DueAtTurns:        true,
			DelayedRun:        3,
			LeastIdle:         clock.Millisecond,
			FramesBeforeIdles: true,
			BodyWithHeaders:   true,
			Bodies:            bodyByTask,
			Progress:          progressOfAnswer,
			Mutations:         mutationsQueued,
			RequestAnew:       true,
			OldestFirst:       true,
		},
	}
}
