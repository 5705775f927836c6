package model

import (
	"evsim/clock"
	"evsim/sim"
)

// A run that is made again and again, as a search does, would spend most of its
// time in allocating. So a runtime starts in the memory of the run before.
// Every restart below sets the whole value and names only the memory that it
// keeps: what is not named starts as it does in the first run.

// restart makes r a runtime before its first statement, with what New was given.
func (r *Runtime) restart() {
	*r = Runtime{
		Policy: r.Policy, script: r.script, world: r.world, setup: r.setup, seed: r.seed, oracle: r.oracle, config: r.config,
		micro: r.micro.Emptied(), promises: r.promises.emptied(), iterators: r.iterators.emptied(),
		platform: r.platform, node: r.node, web: r.web,
	}
	r.config.Clock.Restart(r.setup, r.Policy.granularity(), r.seed, r.oracle)
	r.Loop.Restart(r.config)
	if r.node != nil {
		r.node.restart()
	} else {
		r.web.restart()
	}
}

func (p promises) emptied() promises {
	return promises{
		all: p.all[:0], free: p.free[:0], reactions: p.reactions[:0], unused: p.unused[:0],
		held: p.held[:0], groups: p.groups[:0], freeGroups: p.freeGroups[:0], underWay: p.underWay[:0], reached: p.reached[:0],
	}
}

func (s iterators) emptied() iterators {
	return iterators{all: s.all[:0], free: s.free[:0], requests: s.requests[:0], unused: s.unused[:0], reached: s.reached[:0]}
}

func (q fifo) emptied() fifo { return fifo{items: q.items[:0]} }

func (s timeouts) emptied() timeouts { return timeouts{all: s.all[:0], free: s.free[:0]} }

func (n *Node) restart() {
	*n = Node{
		Runtime: n.Runtime, rules: n.rules, timers: n.timers,
		ticks: n.ticks.Emptied(), immediates: n.immediates.emptied(), rejections: n.rejections.emptied(), listeners: emptied(n.listeners),
		uv: n.uv.emptied(), pool: n.pool.emptied(), watchers: n.watchers.emptied(),
		pending: n.pending.Emptied(), closing: n.closing[:0], batch: n.batch[:0],
	}
	n.start()
}

func (m immediates) emptied() immediates {
	return immediates{queue: m.queue[:0], outstanding: m.outstanding[:0], all: m.all[:0], free: m.free[:0]}
}

func (r rejections) emptied() rejections {
	return rejections{pending: r.pending.emptied(), handledLate: r.handledLate.emptied()}
}

func (u uvTimers) emptied() uvTimers {
	return uvTimers{agenda: u.agenda.Emptied(), handles: u.handles[:0], free: u.free[:0], ready: u.ready[:0]}
}

func (p pool) emptied() pool {
	return pool{queue: p.queue.emptied(), slow: p.slow.emptied(), done: p.done[:0], taken: p.taken[:0]}
}

func (w watchers) emptied() watchers {
	return watchers{arrivals: w.arrivals.Emptied(), ready: w.ready.Emptied(), added: w.added[:0], ops: w.ops[:0], free: w.free[:0]}
}

func (t *nodeTimers11) restart() {
	*t = nodeTimers11{
		Node: t.Node, slab: t.slab.emptied(), lists: t.lists.Emptied(),
		nextExpiry: clock.Never, handle: t.uvNewTimer(0, false), held: noHandle,
	}
}

func (t *nodeTimers10) restart() {
	*t = nodeTimers10{Node: t.Node, slab: t.slab.emptied(), lists: t.lists.Emptied(), handles: t.handles[:0], own: t.own[:0], held: noHandle}
}

func (w *Web) restart() {
	*w = Web{
		Runtime: w.Runtime, rules: w.rules,
		arrivals: w.arrivals.Emptied(), sources: emptiedQueues(w.sources), channels: w.channels[:0], ports: w.ports[:0], full: w.full[:0], offers: w.offers[:0],
		timers: w.timers.emptied(), frames: w.frames.emptied(), idle: w.idle.emptied(), scheduler: w.scheduler.emptied(), events: w.events.emptied(),
	}
	w.start()
}

func emptiedQueues(queues [sourceCount]sim.Queue) [sourceCount]sim.Queue {
	for i := range queues {
		queues[i] = queues[i].Emptied()
	}
	return queues
}

func (t webTimers) emptied() webTimers {
	return webTimers{agenda: t.agenda.Emptied(), all: t.all[:0], free: t.free[:0]}
}

func (f frames) emptied() frames { return frames{callbacks: f.callbacks[:0], running: f.running[:0]} }

func (d idle) emptied() idle {
	return idle{all: d.all[:0], pending: d.pending.emptied(), runnable: d.runnable.emptied()}
}

func (s scheduler) emptied() scheduler {
	out := scheduler{posts: s.posts[:0], free: s.free[:0]}
	for i := range s.queues {
		out.queues[i] = s.queues[i].Emptied()
	}
	return out
}

func (e webEvents) emptied() webEvents {
	return webEvents{listeners: e.listeners[:0], observers: e.observers[:0], rejected: e.rejected[:0], window: emptied(e.window)}
}

// emptied is the lists of listeners of each event, without any.
func emptied(lists [eventCount][]uint32) [eventCount][]uint32 {
	for i := range lists {
		lists[i] = lists[i][:0]
	}
	return lists
}
