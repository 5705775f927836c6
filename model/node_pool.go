package model

import "evsim/clock"

const slowMessage = ^uint32(0) // run_slow_work_message

// pool is libuv's thread pool (src/threadpool.c): one queue, threads that take
// from its head, and a limit on slow I/O.
type pool struct {
	threads  int
	busy     int
	slowBusy int
	queue    fifo
	slow     fifo     // slow_io_pending_wq
	done     []uint32 // finished, not yet reported
	taken    []uint32 `state:"-"`
	async    bool     // the eventfd was written to and not read yet
	watched  bool     // and epoll knows it
}

func (p *pool) restart() {
	p.queue.restart()
	p.slow.restart()
	p.done, p.taken = p.done[:0], p.taken[:0]
	p.busy, p.slowBusy, p.async, p.watched = 0, 0, false, false
}

// post is uv__work_submit: slow work waits in a queue of its own, and one
// message in the main queue stands for all of it.
func (p *pool) post(id uint32, slow bool) {
	if !slow {
		p.queue.push(id)
		return
	}
	if p.slow.push(id); p.slow.len() == 1 {
		p.queue.push(slowMessage)
	}
}

// take is what a thread does when it looks for work: the head of the queue. The
// slow message goes to the end when too much slow work runs already, and also
// when more slow work is left.
func (p *pool) take() (id uint32, ok bool) {
	for range p.queue.len() {
		id = p.queue.pop()
		if id != slowMessage {
			return id, true
		}
		if p.slowBusy >= (p.threads+1)/2 {
			p.queue.push(slowMessage)
			continue
		}
		p.slowBusy++
		id = p.slow.pop()
		if p.slow.len() > 0 {
			p.queue.push(slowMessage)
		}
		return id, true
	}
	return 0, false
}

// SetThreads is the variable of the environment UV_THREADPOOL_SIZE, as the first work of the
// program finds it (init_threads). Where an ES module runs in poll, its loader has had work
// before, so the pool stays as it is.
func (n *Node) SetThreads(threads int) {
	if !n.world.ESM || n.rules.ModuleInMain {
		n.CiteRule(RulePool)
		n.pool.threads = min(max(threads, 1), mostThreads)
	}
}

const mostThreads = 1024 // MAX_THREADPOOL_SIZE

func (n *Node) startWork(at clock.Instant) {
	for n.pool.busy < n.pool.threads {
		id, ok := n.pool.take()
		if !ok {
			return
		}
		n.pool.busy++
		n.fly(id, at)
	}
}

// signal is uv_async_send: one write to the eventfd until it is read.
func (n *Node) signal() {
	if n.pool.async {
		return
	}
	n.pool.async = true
	if n.pool.watched {
		n.watchers.wake(nodeAsync)
	}
}

// registerEventfd is epoll_ctl for the eventfd. The ring was registered when the
// loop was made, so what it completed in the main script stands before.
func (n *Node) registerEventfd() {
	if n.pool.watched = true; n.pool.async {
		n.watchers.wake(nodeAsync)
	}
}

// eventfdIdle is the eventfd when polls that a script does not see are over: it
// is registered, and what was told by it as the process started is read.
func (n *Node) eventfdIdle() {
	n.watchers.added = n.watchers.added[:0]
	n.pool.watched, n.pool.async = true, false
}

// finishWork is the end of a thread's work: into the done list, one write to
// the eventfd for all that come before it is read, and on to the next.
func (n *Node) finishWork(id uint32, at clock.Instant) {
	p := &n.pool
	p.busy--
	if n.watchers.ops[id].Kind == SlowWork && n.rules.SlowWaits {
		p.slowBusy--
	}
	p.done = append(p.done, id)
	n.Enqueue(InPoll, n.watchers.ops[id].task)
	n.signal()
	n.startWork(at)
}
