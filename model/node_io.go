package model

import (
	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// OperationKind says where an operation completes.
type OperationKind uint8

// The kinds of operations.
const (
	PoolWork OperationKind = iota // a thread of the pool does it: crypto, most work on files
	SlowWork                      // the same, but at most half of the threads at once: DNS
	FileWork                      // opens, reads or closes a file: the kernel where libuv asks it (io_uring), else the pool
	Watched                       // the kernel reports it to epoll: sockets, pipes
	Refused                       // the call that begins it fails, such as for a pipe that is not there; libuv reports that in the pending phase
)

// Operation is one asynchronous operation.
type Operation struct {
	Kind     OperationKind
	Latency  clock.Range // of each trip
	Trips    int64       // how often it goes to the pool; at least 1
	Callback uint32      // ecma.NoCallback: none
	Given    ecma.Value  // what the callback is given
	Named    bool        // the script keeps the reference; see ForgetIO
	Never    bool        // it does not complete
	Request  bool        // Watched: a request to connect, which keeps the loop alive whatever its handle does
}

// IORef names an operation: an index plus one.
type IORef uint32

type operation struct {
	Operation
	task    sim.Task
	arrival int32 // while it is under way
	flying  bool  // its arrival is announced
	arrived bool  // the descriptor is ready
	watched bool  // and epoll knows it
	active  bool  // it has not called back
	closed  bool
	unrefed bool // it does not keep the loop alive
}

// eventfd stands for that of the pool among operations.
const eventfd = ^uint32(0)

// watchers is what epoll knows: what will be ready and what is. Its list of
// what is ready is in the order of becoming so (Linux, fs/eventpoll.c): a
// descriptor counts from when it was registered, which the next poll does; and
// the eventfd, once reported, keeps its place at the head until the next
// epoll_wait finds it not ready. The eventfd too is registered by the first poll.
type watchers struct {
	arrivals sim.Arrivals
	ready    sim.Queue
	added    []uint32    // operations, and the eventfd, that are not yet registered (loop->watcher_queue)
	listed   []uint8     // of nodeAsync and nodeRing those that the last epoll_wait reported, in order
	ops      []operation `state:"slab:free"`
	free     []uint32
	other    int `state:"-"` // arrivals that are not of watched descriptors
}

func (w *watchers) restart() {
	w.arrivals.Restart()
	w.ready.Restart()
	w.added, w.ops, w.free, w.listed = w.added[:0], w.ops[:0], w.free[:0], w.listed[:0]
}

// Start starts an operation.
func (n *Node) Start(op Operation) IORef {
	w := &n.watchers
	id := uint32(len(w.ops))
	if k := len(w.free); k > 0 {
		id, w.free = w.free[k-1], w.free[:k-1]
	} else {
		w.ops = append(sim.Grown(n, w.ops), operation{})
	}
	w.ops[id] = operation{Operation: op, active: true}
	w.ops[id].task = n.Schedule(InPoll, sim.Callback{Kind: nodeIO, Ref: id})
	n.requests++
	n.submit(id)
	return IORef(id + 1)
}

func (n *Node) submit(id uint32) {
	op := &n.watchers.ops[id]
	switch op.Kind {
	case Refused:
		n.CiteRule(RulePending)
		n.pending.Push(op.task)
		n.Enqueue(InPending, op.task)
	case Watched:
		n.watchers.added = append(n.watchers.added, id)
		n.fly(id, n.Now())
	case FileWork, PoolWork, SlowWork:
		if n.advance(); n.inRing(id) {
			n.CiteRule(RuleIOUring)
			n.fly(id, n.Now())
			return
		}
		n.CiteRule(RulePool)
		slow := op.Kind == SlowWork && n.rules.SlowWaits
		if slow {
			n.CiteRule(RulePoolSlow)
		}
		n.pool.post(id, slow)
		n.Enqueue(InPoolQueue, op.task)
		n.startWork(n.Now())
	}
}

func (n *Node) fly(id uint32, from clock.Instant) {
	op := &n.watchers.ops[id]
	if op.Never {
		n.EnqueueDue(n.place(id), op.task, 0, clock.Never)
		return
	}
	at, where := n.After(from, op.Latency), n.place(id)
	op.arrival = n.watchers.arrivals.Add(n.Clock, at, op.task)
	op.flying = true
	if op.Kind != Watched {
		n.watchers.other++
	}
	if op.Latency.Low == 0 {
		n.caughtUp = clock.Never // it may be over at once
	}
	n.EnqueueDue(where, op.task, 0, at)
}

// place is where an operation under way waits.
func (n *Node) place(id uint32) sim.Place {
	switch {
	case n.watchers.ops[id].Kind == Watched:
		return InEpoll
	case n.inRing(id):
		return InIOUring
	}
	return InPool
}

// register is epoll_ctl for what was added since the last poll.
func (n *Node) register() {
	w := &n.watchers
	for _, id := range w.added {
		if id == eventfd {
			n.registerEventfd()
			continue
		}
		op := &w.ops[id]
		if op.watched || op.closed || op.Kind != Watched {
			continue
		}
		if op.watched = true; op.arrived {
			w.ready.Push(op.task)
			n.Enqueue(InPoll, op.task)
		}
	}
	w.added = w.added[:0]
}

// uvIOPoll is uv__io_poll: sleep until something is ready, or until the time
// given; then the callbacks of what is. With ProbeFirst (UV_METRICS_IDLE_TIME)
// the clock is read before the sleep; without it the sleep is measured from
// the cached time, and work done since makes it too long.
func (n *Node) uvIOPoll(until clock.Instant) {
	if n.HasSink() {
		n.Phase(InPoll)
		if n.Tells(sim.EventPoll) {
			n.tellPoll(until)
		}
	}
	late := n.ties && n.putsOff(until)
	if !late && n.canAdvance() {
		n.advance()
	}
	putOff := late
	if len(n.watchers.added) > 0 {
		n.register()
	}
	late = n.ties && n.takesFirstAlone()
	n.watchers.listed = n.watchers.listed[:0]
	if n.rules.ProbeFirst {
		n.CiteRule(RuleProbeFirst)
		n.Update()
	}
	slept := false
	for n.watchers.ready.Len() == 0 && !n.Stopped() && n.Before(n.Clock.Loop(), until) {
		slept = true
		if !n.epollWait(until, late) {
			break
		}
		n.Update()
	}
	if putOff && !slept {
		n.advance()
	}
	n.Update()
	for round := 0; n.watchers.ready.Len() > 0 && round < 48 && n.dispatch() == 1024; round++ {
		if n.canAdvance() {
			n.advance()
		}
		n.Update()
	}
}

// epollWait sleeps; false when nothing will ever wake it. Late tells that it takes what
// comes first alone.
func (n *Node) epollWait(until clock.Instant, late bool) bool {
	var wake clock.Instant
	switch some := n.watchers.arrivals.Len() > 0; {
	case some:
		first, _ := n.watchers.arrivals.Next(n.Clock)
		if wake = first; until != clock.Never {
			wake = n.WakeOr(until, wake)
		}
		if late && wake.IsSurely(first) {
			n.takeFirst(wake)
			return true
		}
	case until == clock.Never:
		n.Stop(n.forever())
		return false
	default:
		wake = n.Wake(until)
	}
	n.Sleep(wake)
	if n.canAdvance() {
		n.advance()
	}
	return true
}

// dispatch runs what one epoll_wait returned, at most 1024 events, in the order
// in which they became ready, but the signal pipe last. It returns how many
// there were; none if there were signals or the ring, because poll then looks no
// further.
func (n *Node) dispatch() (events int) {
	w := &n.watchers
	signals, ring := false, false
	n.batch = n.batch[:0]
	for w.ready.Len() > 0 && len(n.batch) < 1024 {
		t, _ := w.ready.Pop()
		n.batch = append(n.batch, t)
		n.list(t.Call.Kind)
	}
	n.byBatch()
	for i := 0; i < len(n.batch) && !n.Stopped(); i++ {
		switch t := n.batch[i]; t.Call.Kind {
		case nodeSignalPipe:
			signals = true
		case nodeAsync:
			n.asyncIO()
		case nodeRing:
			ring = true
			n.ringDone()
		case nodeIO:
			if !w.ops[t.Call.Ref].closed {
				n.makeCallback(t, n.ioWork(t.Call.Ref))
			}
		default:
			n.makeCallback(t, sim.FreeWork)
		}
		if n.putOff && !n.passesToNextPoll() {
			n.join()
		}
	}
	n.putOff = false
	if signals {
		n.readSignals()
	}
	if signals || ring {
		return 0
	}
	return len(n.batch)
}

// byBatch tells the rules by which what one wait returned is handled.
func (n *Node) byBatch() {
	switch k := len(n.batch); {
	case k == 1024:
		n.CiteRule(RulePollBatch)
	case k > 1:
		n.CiteRule(RulePollOrder)
	case k > 0:
		n.CiteRule(RulePoll)
	}
}

// workDone is uv__work_done: every request that is finished by now, in the
// order in which they finished.
func (n *Node) workDone() {
	p := &n.pool
	if len(p.done) > 0 {
		n.CiteRule(RulePoolDone)
	}
	p.taken, p.done = p.done, p.taken[:0]
	n.callBack(p.taken)
}

// callBack runs the callbacks of finished requests.
func (n *Node) callBack(finished []uint32) {
	for _, id := range finished {
		if n.Stopped() {
			return
		}
		op := &n.watchers.ops[id]
		if op.Trips--; op.Trips > 0 {
			t := op.task
			t.Call.Kind = nodePoolStep
			n.makeCallback(t, sim.FreeWork)
			continue
		}
		n.makeCallback(op.task, n.ioWork(id))
	}
}

func (n *Node) ioWork(id uint32) sim.Work {
	if n.watchers.ops[id].Callback == ecma.NoCallback {
		return sim.FreeWork
	}
	return sim.CallbackWork
}

// nextTrip sends an operation to the pool again.
func (n *Node) nextTrip(id uint32) { n.submit(id) }

// complete calls an operation's callback back.
func (n *Node) complete(id uint32) sim.Completion {
	op := &n.watchers.ops[id]
	n.finished(op)
	callback, given := op.Callback, op.Given
	if !op.Named {
		n.watchers.free = append(n.watchers.free, id)
	}
	if callback == ecma.NoCallback {
		return sim.Normal
	}
	return n.completion(n.script.Call(callback, given))
}

// ReadFileTrips is how often fs.readFile goes to the pool for a file of the
// given size; a missing one fails at the first.
func (n *Node) ReadFileTrips(size int64, missing bool) int64 {
	switch {
	case missing:
		n.CiteRule(RuleReadFileMissing)
		return 1
	case n.rules.ReadFileAtOnce && size <= n.rules.ReadFileChunk:
		n.CiteRule(RuleReadFileAtOnce)
		return 1
	case size > n.rules.ReadFileChunk:
		n.CiteRule(RuleReadFileChunk)
	}
	n.CiteRule(RuleReadFileTrips)
	chunks := max(1, (size+n.rules.ReadFileChunk-1)/n.rules.ReadFileChunk)
	return n.rules.ReadFileTrips + chunks
}

// ReadFilePromiseTrips is ReadFileTrips of fs.promises.readFile.
func (n *Node) ReadFilePromiseTrips(size int64, missing bool) int64 {
	chunk := n.rules.ReadFilePromises
	if missing || chunk == 0 {
		return n.ReadFileTrips(size, missing)
	}
	n.CiteRule(RuleReadFilePromises)
	if n.rules.ShortReadEnds {
		return n.rules.ReadFileTrips + readsUntilShort(size, chunk)
	}
	full := size / chunk // and not the sum with the chunk, which may be all that there are
	if size%chunk > 0 {
		full++
	}
	return n.rules.ReadFileTrips + full + 1
}

// readsUntilShort is how many reads it takes until one gives less than it asked for:
// a file's size, or a chunk of a larger file (internal/fs/promises.js, readFileHandle).
func readsUntilShort(size, chunk int64) int64 {
	if size == 0 {
		return 0 // such a file is not read
	}
	return size/min(size, chunk) + 1
}

func (n *Node) describeIO(id uint32) (string, sim.Pos) {
	if cb := n.watchers.ops[id].Callback; cb != ecma.NoCallback {
		return n.script.Describe(cb)
	}
	return "I/O", sim.Pos{}
}
