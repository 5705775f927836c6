package model

import (
	"evsim/clock"
	"evsim/ecma"
)

// WebKit runs every timer that is due in one task, reports what a callback throws
// after its microtasks, and unhandled rejections before older tasks.
func webkit() Policy {
	return Policy{
		Name:     "webkit",
		Title:    "all timers that are due run in one task; errors are reported after microtasks",
		Versions: "WebKitGTK 2.50",
		Features: webFeatures,
		ECMA:     ecma.Rules{AwaitDirect: true, DelegateAwaits: true, ArrayStalls: true, DelegateThrows: true, TailCalls: true},
		Web: &WebRules{
			MinInterval:     clock.Millisecond,
			ClampAbove:      9,
			ClampRepeats:    4,
			FirstAsAsked:    true,
			Intervals:       intervalFromTask,
			TimersFor:       16 * clock.Millisecond,
			AmongTimers:     true,
			BodyWithHeaders: true,
			Bodies:          bodyAtOnce,
			RequestsLost:    lostFailed,
			Progress:        progressOfRequest,
			Mutations:       mutationsDrained,
			Ports:           portsTogether,
			ReportsLate:     true,
			RejectsFirst:    true,
			Hidden:          hiddenNested,
		},
	}
}
