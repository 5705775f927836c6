package model

import "evsim/ecma"

// node12 is Node 12.19 and later and 14.10 and later: libuv 1.40 to 1.42.
// Poll looks for events before it sleeps, so it does not oversleep; the check
// phase begins with a checkpoint; await takes one job.
func node12() Policy {
	return Policy{
		Name:     "node12",
		Title:    "no oversleeping; await of a native promise takes one job",
		Versions: "12.19 to 12.22, 14.10 to 14.21",
		Features: nodeFeatures.With(QueueMicrotask, ESM, AllSettled, HasRef),
		ECMA:     ecma.Rules{EndRethrows: true, DelegateAwaits: true, DelegateThrows: true, ArrayRethrows: true},
		Node: &NodeRules{
			Run:                uvRunTimersFirst,
			Timers:             newNodeTimers11,
			TicksBetween:       true,
			ImmediateAfterLast: true,
			CheckScope:         true,
			MainScope:          true,
			ProbeFirst:         true,
			StartsAwake:        true,
			ModuleHops:         2,
			SettledTicks:       true,
			SignalsHold:        true,
			SlowWaits:          true,
			ReadFileTrips:      3,
			ReadFileChunk:      512 << 10,
			ReadFilePromises:   16 << 10,
		},
	}
}
