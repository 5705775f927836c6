package model

import (
	"evsim/clock"
	"evsim/ecma"
)

// A run that is made again and again, as a search does, would spend most of its
// time in allocating. So a runtime starts in the memory of the run before. Each
// restart below sets every field that a run changes: a test of package explore
// holds what a runtime is after it against a new one.

// restart makes r a runtime before its first statement, with what New was given.
func (r *Runtime) restart() {
	r.micro.Restart()
	r.running, r.outer = 0, r.outer[:0]
	r.RestartPromises()
	r.thrown, r.moduleDone = ecma.Value{}, false
	r.config.Clock.Restart(r.setup, r.Policy.granularity(), r.seed, r.oracle)
	r.Loop.Restart(r.config)
	if r.node != nil {
		r.node.restart()
	} else {
		r.web.restart()
	}
}

func (q *fifo) restart() { q.items, q.head = q.items[:0], 0 }

func (s *timeouts) restart() { s.all, s.free = s.all[:0], s.free[:0] }

func (n *Node) restart() {
	n.ticks.Restart()
	n.pending.Restart()
	n.immediates.restart()
	n.rejections.restart()
	n.uv.restart()
	n.pool.restart()
	n.ring = ring{done: n.ring.done[:0], taken: n.ring.taken[:0]}
	n.signals.pipe.Restart()
	n.signals.ready = false
	n.watchers.restart()
	restart(&n.listeners)
	n.closing, n.batch = n.closing[:0], n.batch[:0]
	n.info, n.exiting, n.warned, n.exitCode, n.requests, n.asked = 0, false, false, exitCode{}, 0, 0
	if n.HasSink() {
		n.info = heard
	}
	n.start()
}

func (m *immediates) restart() {
	*m = immediates{queue: m.queue[:0], outstanding: m.outstanding[:0]}
}

func (r *rejections) restart() {
	r.pending.restart()
	r.handledLate.restart()
	r.reported = r.reported[:0]
	r.reporting, r.reports = false, 0
}

func (u *uvTimers) restart() {
	u.agenda.Restart()
	u.handles, u.free, u.ready, u.referenced = u.handles[:0], u.free[:0], u.ready[:0], 0
}

func (p *pool) restart() {
	p.queue.restart()
	p.slow.restart()
	p.done, p.taken = p.done[:0], p.taken[:0]
	p.busy, p.slowBusy, p.async, p.watched = 0, 0, false, false
}

func (w *watchers) restart() {
	w.arrivals.Restart()
	w.ready.Restart()
	w.added, w.ops, w.free, w.listed = w.added[:0], w.ops[:0], w.free[:0], w.listed[:0]
}

func (t *nodeTimers11) restart() {
	t.slab.restart()
	t.lists.Restart()
	t.nextExpiry, t.refCount, t.held = clock.Never, 0, noHandle
	t.handle = t.uvNewTimer(0, false)
}

func (t *nodeTimers10) restart() {
	t.slab.restart()
	t.lists.Restart()
	t.handles, t.own, t.held = t.handles[:0], t.own[:0], noHandle
}

func (w *Web) restart() {
	w.arrivals.Restart()
	for i := range w.sources {
		w.sources[i].Restart()
	}
	w.channels, w.ports, w.full, w.offers = w.channels[:0], w.ports[:0], w.full[:0], w.offers[:0]
	w.timers.restart()
	w.frames.restart()
	w.sizes.restart()
	w.requests.restart()
	w.database.restart()
	w.idle.restart()
	w.scheduler.restart()
	w.events.restart()
	w.order, w.delayedRun = 0, 0
	w.start()
}

func (t *webTimers) restart() {
	t.agenda.Restart()
	t.all, t.free, t.nesting, t.line = t.all[:0], t.free[:0], 0, timersInLine{}
	t.reset = false
}

func (f *frames) restart() { *f = frames{callbacks: f.callbacks[:0], running: f.running[:0]} }

func (d *idle) restart() {
	d.pending.restart()
	d.runnable.restart()
	d.all, d.deadline, d.lasts, d.expected, d.ends = d.all[:0], 0, false, false, idleEnds{}
}

func (s *scheduler) restart() {
	for i := range s.queues {
		s.queues[i].Restart()
	}
	s.posts, s.free, s.state = s.posts[:0], s.free[:0], noState
}

func (e *webEvents) restart() {
	restart(&e.window)
	e.listeners, e.observers, e.told = e.listeners[:0], e.observers[:0], e.told[:0]
	e.rejected, e.notifying = e.rejected[:0], false
	e.unhandled.restart()
}

// restart makes lists of listeners empty.
func restart(lists *[eventCount][]uint32) {
	for i := range lists {
		lists[i] = lists[i][:0]
	}
}
