package model

import (
	"slices"

	"evsim/ecma"
	"evsim/internal/say"
	"evsim/sim"
)

// signals is libuv's signal pipe (src/unix/signal.c): the handler of a signal
// writes a message into it, and poll reads them all, last in its batch.
type signals struct {
	pipe  sim.Queue // messages whose listeners have not run yet
	taken int       // so many of them were read already
	gone  int       // messages that were read from the pipe's first page
	ready bool      // the pipe stands among what is ready
}

// full reports whether a write to the pipe fails. Linux keeps a pipe in pages (fs/pipe.c), and
// a page is free when all in it was read, so reading gives no room before that.
func (s *signals) full() bool {
	left := s.pipe.Len() - s.taken
	return left > 0 && s.gone+left == pipeRoom
}

// take reads messages from the pipe.
func (s *signals) take(k int) {
	if s.taken, s.gone = k, (s.gone+k)%pageRoom; k == s.pipe.Len() {
		s.gone = 0
	}
}

// next is the next message of those that were read.
func (s *signals) next() (sim.Task, bool) {
	s.taken--
	return s.pipe.Pop()
}

func (s *signals) restart() {
	s.pipe.Restart()
	s.taken, s.gone, s.ready = 0, 0, false
}

// signalNumbers are the numbers of signals on Linux (signal(7)).
var signalNumbers = [eventCount]int{SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGUSR2: 12, SIGTERM: 15}

// SignalNumber is the number of a signal on Linux; 0 for other events.
func (e Event) SignalNumber() int { return signalNumbers[e] }

// expectSignals announces the signals that users send.
func (n *Node) expectSignals() {
	for _, in := range n.world.Inputs {
		if in.Signal {
			t := n.Schedule(InSignals, sim.Callback{Kind: nodeSignal, Ref: in.Event})
			at := n.After(n.Now(), in.At)
			n.watchers.arrivals.Add(n.Clock, at, t)
			n.watchers.other++
			n.EnqueueDue(InUsers, t, 0, at)
		}
	}
}

// Kill is process.kill(process.pid, signal): the handler has run by the time
// that it returns (kill(2)). The handlers of signals that users have sent by now
// ran before.
func (n *Node) Kill(signal Event) {
	n.advance()
	n.deliver(n.Schedule(InSignals, sim.Callback{Kind: nodeSignal, Ref: uint32(signal)}))
}

// TakeSignals lets the handlers of signals run that came while a callback took time: one to
// which nothing listens ends the process there (signal(7)).
func (n *Node) TakeSignals() {
	if slices.ContainsFunc(n.world.Inputs, func(in Input) bool { return in.Signal }) {
		n.advance()
	}
}

// deliver is the handler of a signal, uv__signal_handler, or the end of a
// process that does not listen.
func (n *Node) deliver(t sim.Task) {
	signal := Event(t.Call.Ref)
	if len(n.listeners[signal]) == 0 {
		n.CiteRule(RuleSignalKills)
		n.Stop(sim.Stop{Reason: sim.Died, Code: 128 + signalNumbers[signal], Error: say.Of("killed by %s", signal.String())})
		return
	}
	n.CiteRule(RuleSignals)
	if n.signals.full() { // the handler's write fails, and it goes on
		return
	}
	n.signals.pipe.Push(t)
	n.Enqueue(InSignals, t)
	if !n.signals.ready {
		n.signals.ready = true
		n.watchers.ready.Push(sim.Task{Call: sim.Callback{Kind: nodeSignalPipe}})
	}
}

// readSignals is uv__signal_event: at most 32 messages that are there by now,
// and again if there were as many. A message that comes while their listeners
// run else waits for the next turn. Each message is a callback of its own.
func (n *Node) readSignals() {
	s := &n.signals
	for full := true; full && !n.Stopped(); {
		n.advance()
		k := min(s.pipe.Len(), maxMessages)
		full = k == maxMessages
		s.ready = full
		s.take(k)
		for range k {
			if t, ok := s.next(); ok && !n.Stopped() && t.Call.Kind != nodeSignalLost {
				n.CiteRule(RuleSignalsLast)
				n.makeCallback(t, sim.FreeWork)
			}
		}
	}
}

const (
	maxMessages = 32             // how many messages of the pipe are read at a time
	pageRoom    = (4 << 10) / 16 // messages of a page: each is a pointer and a number
	pipeRoom    = 16 * pageRoom  // messages for which a pipe of Linux has room
)

// closeSignal closes the handle of a signal, to which nothing listens any more. Its
// messages in the pipe are read and lost: what listens later has a handle of its own.
func (n *Node) closeSignal(signal Event) {
	n.advance()
	lost := false
	for range n.signals.pipe.Len() {
		t, _ := n.signals.pipe.Pop()
		if t.Call == (sim.Callback{Kind: nodeSignal, Ref: uint32(signal)}) {
			n.CiteRule(RuleSignalCloses)
			n.Drop(t)
			lost, t.Call.Kind = true, nodeSignalLost
		}
		n.signals.pipe.Push(t)
	}
	if lost && n.rules.SignalsHold {
		n.CiteRule(RuleSignalHolds)
	}
	if !lost || n.rules.SignalsHold {
		n.closing = append(sim.Grown(n, n.closing), sim.Task{Call: sim.Callback{Kind: nodeSignalClosed}})
	}
}

// signalClosed is uv__finish_close of a signal's handle: while messages of it are in
// the pipe the handle is closed anew. Before libuv 1.35 a handle that has messages there
// does not come here.
func (n *Node) signalClosed(t sim.Task) {
	if !n.rules.SignalsHold {
		return
	}
	for i := range n.signals.pipe.Len() {
		if n.signals.pipe.At(i).Call.Kind == nodeSignalLost {
			n.closing = append(n.closing, t)
			return
		}
	}
}

// emitSignal is process.emit(signal), which the handle's callback calls.
func (n *Node) emitSignal(signal Event) sim.Completion {
	if _, threw := n.emit(signal, ecma.Value{}); threw {
		return sim.Threw
	}
	return sim.Normal
}

// listenToSignal has a signal that came before anything listened to it end the
// process. A scenario has its CommonJS script listen before anything takes
// time, but a module does not run as soon as the process starts.
func (n *Node) listenToSignal(signal Event) {
	if (n.world.ESM || n.Turns() > 0) && len(n.listeners[signal]) == 0 {
		n.advance()
	}
}

// IsSignal reports whether an event is a signal.
func (e Event) IsSignal() bool { return signalNumbers[e] != 0 }
