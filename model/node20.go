package model

// node20 is Node 20.3 to 21.6.1: libuv 1.45 to 1.47. Timers run at the end of a
// turn, before the loop asks whether it is still alive.
func node20() Policy {
	p := node15()
	p.Name = "node20"
	p.Title = "timers run at the end of a turn, so an expired unref'd one fires before the loop dies"
	p.Versions = "20.3 to 21.6.1, 18.18.0"
	p.ECMA.DelegateAwaits = false
	p.Node.Run = uvRunTimersLast
	p.Node.SettledTicks = false
	p.Node.RejectionsTaken = true
	return p
}

// uvRunTimersLast is uv_run of libuv 1.45 to 1.47 (src/unix/core.c).
func uvRunTimersLast(n *Node) {
	if !n.alive() {
		n.Update()
		return
	}
	n.Update()
	n.uvRunTimers()
	for alive := true; alive && n.BeginTurn(); alive = n.alive() {
		n.uvRunPending()
		n.uvIOPoll(n.uvBackendTimeout())
		n.uvRunPendingAgain()
		n.runCheck()
		n.uvRunClosingHandles()
		n.Update()
		n.uvRunTimers()
	}
}

// uvRunTimersAnyway is uv_run of libuv 1.45.0 (src/unix/core.c): timers run
// before the first turn even if nothing is alive.
func uvRunTimersAnyway(n *Node) {
	alive := n.alive()
	n.Update()
	n.uvRunTimers()
	for ; alive && n.BeginTurn(); alive = n.alive() {
		n.uvRunPending()
		n.uvIOPoll(n.uvBackendTimeout())
		n.uvRunPendingAgain()
		n.runCheck()
		n.uvRunClosingHandles()
		n.Update()
		n.uvRunTimers()
	}
}
