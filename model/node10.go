package model

import "evsim/ecma"

// node10 is Node 10: libuv 1.20 to 1.34, a uv_timer_t for each list of timers,
// and checkpoints after a list or a batch of immediates, not within.
func node10() Policy {
	return Policy{
		Name:     "node10",
		Title:    "ticks run after a whole list of timers, or a whole batch of immediates",
		Versions: "10.2 to 10.24",
		Features: nodeFeatures,
		ECMA:     ecma.Rules{OldAwait: true, EndAwaits: true, DelegateAwaits: true, DelegateReturns: true, DelegateThrows: true, ArrayRethrows: true, ContinueCloses: true},
		Node: &NodeRules{
			Run:              uvRunTimersFirst,
			Timers:           newNodeTimers10,
			JobsNest:         true,
			LateHandledQuiet: true,
			ListAgain:        true,
			SlowWaits:        true,
			SettledTicks:     true,
			ReadFileTrips:    3,
			ReadFileChunk:    8 << 10,
			ReadFilePromises: 16 << 10,
		},
	}
}

// uvRunTimersFirst is uv_run up to libuv 1.44.1 (src/unix/core.c).
func uvRunTimersFirst(n *Node) {
	if !n.alive() {
		n.Update()
		return
	}
	for n.alive() && n.BeginTurn() {
		n.Update()
		n.uvRunTimers()
		n.uvRunPending()
		n.uvIOPoll(n.uvBackendTimeout())
		n.runCheck()
		n.uvRunClosingHandles()
	}
}
