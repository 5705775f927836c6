package model

import "evsim/clock"

// WebKit runs every timer that is due in one task, reports what a timer throws
// after its microtasks, and unhandled rejections before older tasks.
func WebKit() Policy {
	return Policy{
		Name:     "webkit",
		Title:    "all timers that are due run in one task; their errors are reported after microtasks",
		Versions: "WebKitGTK 2.50",
		Features: webFeatures,
		Web: &WebRules{
			MinInterval:    clock.Millisecond,
			ClampAbove:     10,
			TimersTogether: true,
			ReportsLate:    true,
			RejectsFirst:   true,
		},
	}
}
