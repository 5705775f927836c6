package model

import "evsim/sim"

// nodeQueues is where tasks of Node wait, in the order of a turn.
func nodeQueues(rules NodeRules) []sim.Place {
	queues := []sim.Place{InNextTicks, InMicrotasks, InContextJobs, InTimers, InUnreferencedTimers, InPending, InPoolQueue, InPool}
	if rules.IOUring {
		queues = append(queues, InIOUring)
	}
	queues = append(queues, InEpoll, InUsers, InSignals)
	if rules.Ports {
		queues = append(queues, InMessages)
	}
	return append(queues, InPoll, InCheck, InClosing)
}

// webQueues is where tasks of a window wait: microtasks, what waits outside of
// the loop, the task sources.
func webQueues() []sim.Place {
	queues := []sim.Place{InMicrotasks, InActiveTimers, InNetwork, InUser, InRequestTimeout, InDatabase, InDisplay, InAnimationFrame}
	queues = append(queues, sourceNames[:]...)
	queues = append(queues, InPostedMessage)
	for i := len(schedulerQueues) - 1; i >= 0; i-- {
		queues = append(queues, schedulerQueues[i])
		if i%2 == 0 {
			queues = append(queues, delayedQueues[i/2])
		}
	}
	return append(queues, InIdle)
}

// Queues is every queue that events of the policy name (sim.EventEnqueue), in
// the order in which a reader looks for them. Channels and ports after the first are not
// among them: their queues are numbered.
func (p Policy) Queues() []sim.Place {
	if p.Node != nil {
		return nodeQueues(*p.Node)
	}
	return webQueues()
}
