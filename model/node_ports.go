package model

import (
	"slices"
	"strconv"

	"evsim/ecma"
	"evsim/sim"
)

// mostMessages is how many messages a port takes at a time, where no more were there
// (MessagePort::OnMessage).
const mostMessages = 1000

// nodePort is a MessagePort of Node (src/node_messaging.cc): messages wait in it, and
// a handle of libuv's, a uv_async_t, tells the loop of them.
type nodePort struct {
	message    uint32 // the callback of a message
	closed     uint32 // the callback of its end
	waiting    sim.Queue
	name       sim.Place // of that queue; "": it had no message yet
	sent       bool      // uv_async_send was called, and the handle has not called back
	receiving  bool
	referenced bool
	closing    bool // uv_close was called
	over       bool // and is done: nothing comes any more
}

// nodePorts are the ports of a process. Their handles stand behind that of the pool
// in the loop's list, in the order in which they were made.
type nodePorts struct {
	all     []nodePort
	handles []uint32 // that are not closed
	passing bool     // uv__async_io goes over them
	next    int      // which of them is next in that pass
	named   int      // how many have a name
}

func (p *nodePorts) restart() {
	p.all, p.handles, p.passing, p.next, p.named = p.all[:0], p.handles[:0], false, 0, 0
}

// NewPorts is new MessageChannel: the number of its first port; that of the second one
// is the next. What is posted to one is received by the other. Each has a callback of
// a message, and one of its end.
func (n *Node) NewPorts(message, closed [2]uint32) (first uint32) {
	p := &n.ports
	first = uint32(len(p.all))
	for i := range message {
		p.all = append(sim.Grown(n, p.all), nodePort{message: message[i], closed: closed[i]})
		n.insertHandle(first + uint32(i))
	}
	return first
}

// insertHandle is uv_async_init. The pass over the handles takes each out of the list
// and puts it back at the end, so that one made meanwhile stands before those to come.
func (n *Node) insertHandle(id uint32) {
	p := &n.ports
	if !p.passing {
		p.handles = append(p.handles, id)
		return
	}
	p.handles = slices.Insert(p.handles, p.next, id)
	p.next++
}

// PostToPort is port.postMessage: the message goes to the other port of its channel.
// It reports whether it does; it is lost once this port was closed, or is over where that
// closes it, or the other is over.
func (n *Node) PostToPort(id uint32) bool {
	other := otherPort(id)
	closed := n.ports.all[id].closing && !n.rules.ClosingSends || n.ports.all[id].over
	if closed || n.ports.all[other].over {
		return false
	}
	n.CiteRule(RuleNodePorts)
	n.queueMessage(other, scriptCall(n.ports.all[other].message, ecma.Value{}))
	return true
}

// otherPort is the other port of a channel.
func otherPort(id uint32) uint32 { return id ^ 1 }

// queueMessage is MessagePortData::AddToIncomingQueue.
func (n *Node) queueMessage(id uint32, call sim.Callback) {
	port := &n.ports.all[id]
	if port.name == "" {
		n.ports.named++
		if port.name = InMessages; n.ports.named > 1 {
			port.name += sim.Place(" " + strconv.Itoa(n.ports.named))
		}
	}
	t := n.Schedule(port.name, call)
	port.waiting.Push(t)
	n.Enqueue(port.name, t)
	n.sendAsync(id)
}

// sendAsync is uv_async_send of a port's handle.
func (n *Node) sendAsync(id uint32) {
	if port := &n.ports.all[id]; !port.closing && !port.sent {
		port.sent = true
		n.SendAsync()
	}
}

// SendAsync is uv_async_send of a handle whose callback does nothing, which ends one wait
// of poll. What became ready while the callback took its time stands before it.
func (n *Node) SendAsync() {
	if n.canAdvance() {
		n.advance()
	}
	n.signal()
}

// StartPort is MessagePort::Start and Stop: whether a port receives messages.
func (n *Node) StartPort(id uint32, receiving bool) {
	port := &n.ports.all[id]
	if port.receiving = receiving; receiving && port.waiting.Len() > 0 {
		n.sendAsync(id)
	}
}

// RefPort is port.ref() and port.unref(). A port is not referenced until something
// listens to its messages (lib/internal/worker/io.js, setupPortReferencing).
func (n *Node) RefPort(id uint32, referenced bool) {
	port := &n.ports.all[id]
	if port.over || port.referenced == referenced {
		return
	}
	n.CiteRule(RuleAlive)
	port.referenced = referenced
	switch {
	case port.closing: // which keeps the loop alive by itself
	case referenced:
		n.requests++
	default:
		n.requests--
	}
}

// HasRefPort is port.hasRef().
func (n *Node) HasRefPort(id uint32) bool { return n.ports.all[id].referenced }

// ClosePort is port.close(): its end comes in the closing phase.
func (n *Node) ClosePort(id uint32) {
	p := &n.ports
	port := &p.all[id]
	if port.closing {
		return
	}
	if port.closing = true; port.referenced {
		n.requests--
	}
	at := slices.Index(p.handles, id)
	if p.handles = slices.Delete(p.handles, at, at+1); at < p.next {
		p.next--
	}
	t := n.Schedule(InClosing, sim.Callback{Kind: nodePortClosed, Ref: id})
	n.closing = append(sim.Grown(n, n.closing), t)
	n.Enqueue(InClosing, t)
}

// portClosed is MessagePort::OnClose: messages that wait are lost, the other port is
// told of the end by a last message, and the script hears of it.
func (n *Node) portClosed(id uint32) sim.Completion {
	for {
		t, ok := n.ports.all[id].waiting.Pop()
		if !ok {
			break
		}
		n.Drop(t)
	}
	n.ports.all[id].over, n.ports.all[id].referenced = true, false
	if other := otherPort(id); !n.ports.all[other].over {
		n.queueMessage(other, sim.Callback{Kind: nodePortEnds, Ref: other})
	}
	return n.completion(n.script.Call(n.ports.all[id].closed, ecma.Value{}))
}

// asyncIO is uv__async_io: what is sent to a handle is told by one descriptor, and
// the handles that were sent to call back in the order of their list, that of
// the pool first. One that is sent to meanwhile and stands behind is among them.
func (n *Node) asyncIO() {
	n.CiteRule(RuleEventfd)
	n.advance()
	n.pool.async = false
	p := &n.ports
	p.passing, p.next = true, 0
	n.workDone()
	for p.next < len(p.handles) && !n.Stopped() {
		id := p.handles[p.next]
		p.next++
		if port := &p.all[id]; port.sent {
			port.sent = false
			n.receiveMessages(id)
		}
	}
	p.passing, p.next = false, 0
}

// receiveMessages is MessagePort::OnMessage: each message is a callback of its own.
// The rest waits for the next time where one throws, or where there were more.
func (n *Node) receiveMessages(id uint32) {
	for left := max(n.ports.all[id].waiting.Len(), mostMessages); !n.Stopped(); left-- {
		port := &n.ports.all[id] // a callback may have made more of them
		if left == 0 {
			n.sendAsync(id)
			return
		}
		if port.waiting.Len() == 0 {
			return
		}
		t := port.waiting.At(0)
		ends := t.Call.Kind == nodePortEnds
		if !port.receiving && !ends {
			return
		}
		port.waiting.Pop()
		n.CiteRule(RuleNodePorts)
		if ends {
			n.Drop(t)
			n.ClosePort(id)
			return
		}
		if n.makeCallback(t, sim.CallbackWork) {
			n.sendAsync(id)
			return
		}
	}
}
