package model

import (
	"evsim/clock"
	"evsim/ecma"
)

// webFeatures is what every browser has.
const webFeatures Features = 1<<QueueMicrotask | 1<<AllSettled | 1<<AnyCombinator | 1<<Rendering | 1<<Channels | 1<<DOM | 1<<Fetch | 1<<WindowEvents | 1<<Databases

// browser is the HTML Standard's loop, and today's Chromium where the standard
// leaves a choice: the nesting clamp from the 7th timer on, frames
// that go before older tasks only where these have held them up.
func browser() Policy {
	return Policy{
		Name:     "browser",
		Title:    "the HTML Standard's loop, as today's Chromium runs it",
		Versions: "the standard of 2026; Chromium 156",
		Features: webFeatures.With(Idle, PostTask),
		ECMA:     ecma.Rules{SyncCloses: true},
		Web: &WebRules{
			ClampAbove:        5,
			ClampRepeats:      5,
			GridAhead:         20,
			PostsWait:         true,
			FramesFirst:       true,
			FramesAfter:       100 * clock.Millisecond,
			FrameAfterInput:   50 * clock.Millisecond,
			Leeway:            8 * clock.Millisecond,
			DueAtTurns:        true,
			DelayedRun:        3,
			LeastIdle:         clock.Millisecond,
			FramesBeforeIdles: true,
			IdleTimeouts:      idleTimeoutDelayed,
			Ports:             portsToppedUp,
			BodyWithHeaders:   true,
			Bodies:            bodyByTask,
			Progress:          progressOfAnswer,
			Mutations:         mutationsQueued,
			RequestAnew:       true,
			OldestFirst:       true,
			HiddenFor:         3 * clock.Millisecond,
		},
	}
}
