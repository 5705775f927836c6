package why

// General is the rules that hold of every event of a kind, where the model
// notes none of its own: by the kind's name, and for callbacks by "run" and the
// queue that they waited in.
func General(node bool) map[string]string {
	if node {
		return map[string]string{
			"phase": "node.turn", "turn": "node.turn", "pass": "node.due", "sleep": "node.poll-timeout", "end": "run.whole", "log": "run.whole",
			"throw": "node.uncaught", "stop": "node.alive", "run": "node.uncaught", "schedule": "run.whole", "enqueue": "run.whole",
			"run microtasks": "job.fifo", "run nextTick": "node.tick-order", "run timers": "node.timers", "run unref'd timers": "node.timers",
			"run pending": "node.pending", "run poll": "node.poll", "run epoll": "node.poll", "run thread pool": "node.pool-done",
			"run check": "node.batch", "run closing": "node.closing", "run main": "node.main",
		}
	}
	return map[string]string{
		"phase": "web.turn", "turn": "web.turn", "sleep": "web.turn", "end": "run.whole", "log": "run.whole",
		"throw": "web.report", "stop": "web.turn", "run": "web.source-order", "schedule": "run.whole", "enqueue": "run.whole",
		"runnable": "web.source-choice", "run microtasks": "job.fifo", "run animation frame": "web.frame-callbacks", "run idle": "web.idle",
		"run rendering": "web.frame", "run script": "web.turn",
	}
}
