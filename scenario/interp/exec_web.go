package interp

import (
	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
	"evsim/scenario/script"
)

// webExecutors is what the verbs that only browsers have do.
func webExecutors(table *[script.VerbCount]executor) {
	table[script.VerbRequestAnimationFrame] = (*Machine).execFrame
	table[script.VerbCancelAnimationFrame] = (*Machine).execCancelFrame
	table[script.VerbRequestIdleCallback] = (*Machine).execIdle
	table[script.VerbCancelIdleCallback] = (*Machine).execCancelIdle
	table[script.VerbChannel] = (*Machine).execChannel
	table[script.VerbPostMessage] = (*Machine).execPostMessage
	table[script.VerbObserve] = (*Machine).execObserve
	table[script.VerbMutate] = (*Machine).execMutate
	table[script.VerbObserveSize] = (*Machine).execObserveSize
	table[script.VerbResize] = (*Machine).execResize
	table[script.VerbListen] = (*Machine).execListen
	table[script.VerbDispatch] = (*Machine).execDispatch
	table[script.VerbPostTask] = (*Machine).execPostTask
	table[script.VerbYieldScheduler] = (*Machine).execYieldScheduler
	table[script.VerbFetch] = (*Machine).execFetch
	table[script.VerbSend] = (*Machine).execSend
	table[script.VerbAbort] = (*Machine).execAbort
	table[script.VerbTransaction] = (*Machine).execTransaction
	table[script.VerbGet] = (*Machine).execGet
}

func (m *Machine) execFrame(_ *frame, s *script.Stmt) completion {
	m.set(s.As, uint64(m.web.RequestFrame(bodyCall(s.Do))))
	return next
}

func (m *Machine) execCancelFrame(_ *frame, s *script.Stmt) completion {
	if ref := m.get(s.Target); ref != 0 {
		m.web.CancelFrame(model.FrameRef(ref))
	}
	return next
}

func (m *Machine) execIdle(_ *frame, s *script.Stmt) completion {
	m.set(s.As, uint64(m.web.RequestIdle(bodyCall(s.Do), max(s.Timeout, clock.Span(-1)))))
	return next
}

func (m *Machine) execCancelIdle(_ *frame, s *script.Stmt) completion {
	m.web.CancelIdle(model.IdleRef(m.get(s.Target)))
	return next
}

var channelKinds = [...]model.ChannelKind{
	script.WayPort:      model.ChannelPort,
	script.WayWindow:    model.ChannelWindow,
	script.WayBroadcast: model.ChannelBroadcast,
}

func (m *Machine) execChannel(_ *frame, s *script.Stmt) completion {
	m.set(s.Target, uint64(m.web.NewChannel(channelKinds[s.Kind], bodyCall(s.Do))))
	return next
}

func (m *Machine) execPostMessage(_ *frame, s *script.Stmt) completion {
	m.web.PostMessage(model.ChannelRef(m.get(s.Target)))
	return next
}

func (m *Machine) execObserve(_ *frame, s *script.Stmt) completion {
	m.web.Observe(uint32(s.Target), bodyCall(s.Do))
	return next
}

func (m *Machine) execMutate(_ *frame, s *script.Stmt) completion {
	m.web.Mutate(uint32(s.Target))
	return next
}

func (m *Machine) execObserveSize(_ *frame, s *script.Stmt) completion {
	m.web.ObserveSize(uint32(s.Target), bodyCall(s.Do))
	return next
}

func (m *Machine) execResize(_ *frame, s *script.Stmt) completion {
	m.web.Resize(uint32(s.Target))
	return next
}

func (m *Machine) execListen(_ *frame, s *script.Stmt) completion {
	m.web.Listen(uint32(s.Target), m.eventNumber(s.Event), bodyCall(s.Do))
	return next
}

func (m *Machine) execDispatch(_ *frame, s *script.Stmt) completion {
	m.web.Dispatch(uint32(s.Target), m.eventNumber(s.Event))
	return next
}

// eventNumber gives each name of a DOM event a number.
func (m *Machine) eventNumber(name string) uint32 {
	for i, known := range m.events {
		if known == name {
			return uint32(i)
		}
	}
	m.events = append(m.events, name)
	return uint32(len(m.events) - 1)
}

var taskPriorities = [...]model.TaskPriority{
	script.PriorityUserVisible:  model.PriorityUserVisible,
	script.PriorityUserBlocking: model.PriorityUserBlocking,
	script.PriorityBackground:   model.PriorityBackground,
}

func (m *Machine) execPostTask(_ *frame, s *script.Stmt) completion {
	m.set(s.As, uint64(m.web.PostTask(taskPriorities[s.Kind], bodyCall(s.Do))))
	return next
}

// execFetch is fetch(url).then(do, catch).
func (m *Machine) execFetch(_ *frame, s *script.Stmt) completion {
	entry := find(m.world.Network, s.Name)
	latency := entry.Latency
	if s.Span.Low >= 0 {
		latency = s.Span
	}
	v := ecma.Value{Kind: ecma.ValuePlain}
	if entry.Missing {
		v = m.newError("Failed to fetch")
	}
	p := m.web.Fetch(latency, v, entry.Missing)
	m.set(s.As, uint64(m.rt.Then(p, bodyCall(s.Do), bodyCall(s.Catch))))
	return next
}

// execSend is request.open('GET', url) and request.send().
func (m *Machine) execSend(_ *frame, s *script.Stmt) completion {
	entry := find(m.world.Network, s.Name)
	latency := entry.Latency
	if s.Span.Low >= 0 {
		latency = s.Span
	}
	if m.web.Send(model.Request{Target: uint32(s.Target), Latency: latency, Fails: entry.Missing, Timeout: s.Timeout}) {
		return completion{threw, m.newError("InvalidStateError")}
	}
	return next
}

func (m *Machine) execAbort(_ *frame, s *script.Stmt) completion {
	m.web.Abort(uint32(s.Target))
	return next
}

func (m *Machine) execTransaction(_ *frame, s *script.Stmt) completion {
	m.set(s.Target, uint64(m.web.Transaction(bodyCall(s.Do))))
	return next
}

func (m *Machine) execGet(_ *frame, s *script.Stmt) completion {
	ref := m.get(s.Target)
	if ref == 0 {
		return next // it names nothing yet
	}
	if m.web.Get(model.TransactionRef(ref), bodyCall(s.Do), clock.Range{Low: max(s.Span.Low, 0), High: max(s.Span.High, 0), Of: s.Span.Of}) {
		return completion{threw, m.newError("TransactionInactiveError")}
	}
	return next
}
