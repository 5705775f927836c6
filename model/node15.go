package model

// node15 is Node 15 to 19 and 20.0 to 20.2: libuv 1.40 to 1.44, its turn being
// that of 1.44.2, which came with 18.13. An unhandled rejection is an uncaught
// exception.
func node15() Policy {
	p := node12()
	p.Name = "node15"
	p.Title = "an unhandled rejection ends the process"
	p.Versions = "15 to 19 (but 18.18.0), 20.0 to 20.2"
	p.Features = p.Features.With(AnyCombinator, ContextJobs)
	p.ECMA.EndRethrows = false
	p.Node.Run = uvRunTimersAgain
	p.Node.FatalRejections = true
	p.Node.Ports = true
	p.Node.UnsettledExit = unsettledUnset
	p.Node.StartsAwake = false
	p.Node.ModuleHops = 3
	p.Node.ReadFilePromises = 0
	return p
}

// uvRunTimersAgain is uv_run of libuv 1.44.2 (src/unix/core.c): it looks at
// pending callbacks again after poll.
func uvRunTimersAgain(n *Node) {
	if !n.alive() {
		n.Update()
		return
	}
	for n.alive() && n.BeginTurn() {
		n.Update()
		n.uvRunTimers()
		n.uvRunPending()
		n.uvIOPoll(n.uvBackendTimeout())
		n.uvRunPendingAgain()
		n.runCheck()
		n.uvRunClosingHandles()
	}
}
