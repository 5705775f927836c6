package model

import "evsim/ecma"

// node11 is Node 11.13 and later: libuv 1.27. Timers
// share one uv_timer_t, ticks run after every timer and immediate, and poll
// may oversleep.
func node11() Policy {
	return Policy{
		Name:     "node11",
		Title:    "ticks run after every timer and immediate; poll may oversleep",
		Versions: "11.13 to 11.15",
		Features: nodeFeatures.With(QueueMicrotask, HasRef),
		ECMA:     ecma.Rules{OldAwait: true, EndAwaits: true, DelegateAwaits: true, DelegateReturns: true, DelegateThrows: true, ArrayRethrows: true, ContinueCloses: true},
		Node: &NodeRules{
			Run:                uvRunTimersFirst,
			Timers:             newNodeTimers11,
			TicksBetween:       true,
			JobsNest:           true,
			ImmediateAfterLast: true,
			HandledClears:      true,
			DoneLosesRef:       true,
			RefreshReadsClock:  true,
			MicrotaskWarns:     true,
			LateHandledQuiet:   true,
			SettledTicks:       true,
			SlowWaits:          true,
			ReadFileTrips:      3,
			ReadFileChunk:      8 << 10,
			ReadFilePromises:   16 << 10,
		},
	}
}
