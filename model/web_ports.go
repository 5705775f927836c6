package model

import (
	"strconv"

	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// portRule says when the messages of a MessagePort become tasks. HTML gives
// each port a task queue of its own, the port message queue; what engines do
// with it decides how messages mix with other tasks.
type portRule uint8

// The rules.
const (
	// portsAtOnce: each message is a task as it is posted.
	portsAtOnce portRule = iota
	// portsToppedUp: the first message is a task as it is posted. After each
	// message there are as many tasks as messages wait (Chromium,
	// mojo/public/cpp/bindings/lib/connector.cc,
	// ScheduleDispatchOfPendingMessagesOrWaitForMore).
	portsToppedUp
	// portsInTurn: the next message becomes a task when the one before it has
	// run (Firefox, MessagePort::Dispatch and PostMessageRunnable::Run).
	portsInTurn
	// portsTogether: a task of its own takes the messages of all ports, and
	// makes each a task (WebKit,
	// ScriptExecutionContext::processMessageWithMessagePortsSoon and
	// MessagePort::dispatchMessages).
	portsTogether
)

var portRuleNames = [...]string{"at once", "topped up", "in turn", "together"}

// String is the rule in a word or two.
func (r portRule) String() string { return portRuleNames[r] }

// port is the receiving port of a MessageChannel.
type port struct {
	callback uint32
	waiting  sim.Queue // messages that are no tasks yet
	tasks    sim.Queue // runnable tasks

	name      sim.Place
	receiving bool // the callback is running
}

// ChannelKind is the API that messages go through.
type ChannelKind uint8

// The kinds.
const (
	ChannelPort      ChannelKind = iota // MessageChannel
	ChannelWindow                       // window.postMessage
	ChannelBroadcast                    // BroadcastChannel
)

// ChannelRef names a channel: an index plus one.
type ChannelRef uint32

type channel struct {
	kind     ChannelKind
	callback uint32
	port     int // of a ChannelPort
}

// NewChannel is a way for messages to the callback; ChannelRef names it.
func (w *Web) NewChannel(kind ChannelKind, callback uint32) ChannelRef {
	c := channel{kind: kind, callback: callback}
	if kind == ChannelPort {
		c.port = len(w.ports)
		w.ports = append(sim.Grown(w, w.ports), port{callback: callback, name: portName(c.port)})
	}
	w.channels = append(sim.Grown(w, w.channels), c)
	return ChannelRef(len(w.channels))
}

// portName tells the queues of ports apart.
func portName(i int) sim.Place {
	if i == 0 {
		return InPostedMessage
	}
	return InPostedMessage + sim.Place(" "+strconv.Itoa(i+1))
}

// PostMessage is postMessage to a channel's receiver. A message to the window is
// a task of the posted message source (HTML, window post message steps), one to
// a BroadcastChannel a task of the DOM manipulation source (HTML, broadcasting
// to other browsing contexts), which engines let come through another process.
func (w *Web) PostMessage(ref ChannelRef) {
	if ref == 0 {
		return
	}
	w.CiteRule(RuleMessage)
	c := &w.channels[ref-1]
	switch c.kind {
	case ChannelWindow:
		w.pushSource(sourceWindow, w.Schedule(sourceNames[sourceWindow], scriptCall(c.callback, ecma.Value{})))
	case ChannelBroadcast:
		w.pushSource(sourceBroadcast, w.Schedule(sourceNames[sourceBroadcast], scriptCall(c.callback, ecma.Value{})))
	default:
		w.postToPort(c.port)
	}
}

func (w *Web) postToPort(i int) {
	w.CiteRule(RulePorts)
	p := &w.ports[i]
	t := w.Schedule(InPostedMessage, scriptCall(p.callback, ecma.Value{}))
	w.Push(&p.waiting, t)
	w.Enqueue(p.name, t)
	switch w.rules.Ports {
	case portsAtOnce:
		w.dispatchMessage(p)
	case portsToppedUp, portsInTurn:
		if p.tasks.Len() == 0 && !p.receiving {
			w.dispatchMessage(p)
		}
	case portsTogether:
		if w.sources[sourcePorts].Len() == 0 {
			w.pushSource(sourcePorts, w.Schedule(sourceNames[sourcePorts], sim.Callback{Kind: webTakeMessages}))
		}
	}
}

// dispatchMessage makes a task of a port's first message that is none yet.
func (w *Web) dispatchMessage(p *port) {
	w.catchUp()
	t, _ := p.waiting.Pop()
	w.rank(&p.tasks, p.name, t)
}

// receive runs a port's first task, and then makes tasks of messages that wait.
func (w *Web) receive(i int) {
	t, _ := w.ports[i].tasks.Pop()
	w.ports[i].receiving = true
	w.runCallback(t, sim.CallbackWork)
	p := &w.ports[i] // the callback may have made more of them
	p.receiving = false
	switch {
	case p.waiting.Len() == 0:
	case w.rules.Ports == portsToppedUp:
		w.dispatchAll(p)
	case w.rules.Ports == portsInTurn:
		w.dispatchMessage(p)
	}
}

func (w *Web) dispatchAll(p *port) {
	for p.waiting.Len() > 0 {
		w.dispatchMessage(p)
	}
}

// takeMessages makes tasks of all messages, those of one port after those of
// another. WebKit keeps ports in a hash table, so that any of them may be the
// next.
func (w *Web) takeMessages() {
	for {
		w.full = w.full[:0]
		for i := range w.ports {
			if w.ports[i].waiting.Len() > 0 {
				w.full = append(w.full, i)
			}
		}
		if len(w.full) == 0 {
			return
		}
		w.dispatchAll(&w.ports[w.full[w.Pick(clock.MessagePort, len(w.full))]])
	}
}
