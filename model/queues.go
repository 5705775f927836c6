package model

// nodeQueues is where tasks of Node wait, in the order of a turn.
func nodeQueues(rules NodeRules) []string {
	queues := []string{nextTicks, microtasks, contextJobs, "timers", "unref'd timers", "pending", "thread pool queue", "thread pool"}
	if rules.IOUring {
		queues = append(queues, "io_uring")
	}
	return append(queues, "epoll", "users", "signals", "poll", "check", "closing")
}

// webQueues is where tasks of a window wait: microtasks, what waits outside of
// the loop, the task sources.
func webQueues() []string {
	queues := []string{microtasks, "active timers", "network", "user", "display", "animation frame"}
	queues = append(queues, sourceNames[:]...)
	queues = append(queues, "posted message")
	for i := len(schedulerQueues) - 1; i >= 0; i-- {
		queues = append(queues, schedulerQueues[i])
	}
	return append(queues, "idle")
}

// Queues is every queue that events of the policy name (sim.EventEnqueue), in
// the order in which a reader looks for them. Channels after the first are not
// among them: their queues are numbered.
func (p Policy) Queues() []string {
	if p.Node != nil {
		return nodeQueues(*p.Node)
	}
	return webQueues()
}
