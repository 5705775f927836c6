package model

// node22 is Node 21.6.2 to 26.7: libuv 1.48 to 1.52. The timers phase takes out
// every due uv_timer_t before it runs the first, so it cannot run twice. An ES
// module runs before the loop (22.18 and 24.3; before that in poll).
func node22() Policy {
	p := node20()
	p.Name = "node22"
	p.Title = "the timers phase runs once, whatever its callbacks do"
	p.Versions = "21.6.2 to 26.7"
	p.ECMA.DelegateThrows = false
	p.Node.Run = uvRunReady
	p.Node.ModuleInMain = true
	p.Node.ModuleHops = 4
	p.Node.UnsettledExit = unsettledZero
	return p
}

// uvRunReady is uv_run from libuv 1.48 on (src/unix/core.c).
func uvRunReady(n *Node) {
	if !n.alive() {
		n.Update()
		return
	}
	n.Update()
	n.uvRunTimersReady()
	for alive := true; alive && n.BeginTurn(); alive = n.alive() {
		n.uvRunPending()
		n.uvIOPoll(n.uvBackendTimeout())
		n.uvRunPendingAgain()
		n.runCheck()
		n.uvRunClosingHandles()
		n.Update()
		n.uvRunTimersReady()
	}
}
