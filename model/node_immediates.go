package model

import (
	"evsim/ecma"
	"evsim/sim"
)

// immediates is lib/internal/timers.js's immediateQueue and outstandingQueue.
// They are numbered in the order in which they are set and leave in, so how many
// have left tells where one stands.
type immediates struct {
	queue       []immediate // set since the last batch was detached
	outstanding []immediate `state:"from:next"` // the batch; those before next have left
	next        int
	left        uint64 `state:"while:count"` // of all that were ever set

	hasOutstanding bool // immediateInfo[kHasOutstanding]
	count          int  // neither run nor cleared
	most           int  `state:"-"` // count at any time
	cleared        int  // still queued
	referenced     int  // of count, referenced
}

func (m *immediates) restart() {
	*m = immediates{queue: m.queue[:0], outstanding: m.outstanding[:0]}
}

type immediate struct {
	task       sim.Task
	cleared    bool
	referenced bool
}

// ImmediateRef names an immediate: its number plus one. It names no other when
// the immediate is gone.
type ImmediateRef uint64

// SetImmediate is setImmediate(callback).
func (n *Node) SetImmediate(callback uint32, referenced bool) ImmediateRef {
	n.CiteRule(RuleWhole)
	return n.setImmediate(scriptCall(callback, ecma.Value{}), referenced)
}

func (n *Node) setImmediate(cb sim.Callback, referenced bool) ImmediateRef {
	m := &n.immediates
	t := n.Schedule(InCheck, cb)
	m.queue = append(sim.Grown(n, m.queue), immediate{})
	one := &m.queue[len(m.queue)-1] // written in place: a copy would wait for what was written
	one.task, one.referenced = t, referenced
	if m.count++; m.count > m.most {
		m.most = m.count
	}
	if referenced {
		m.referenced++
	} else {
		n.CiteRule(RuleImmediateUnref)
	}
	n.Enqueue(InCheck, t)
	return ImmediateRef(m.left) + ImmediateRef(len(m.outstanding)-m.next+len(m.queue))
}

// find is the immediate that a reference names; nil when it has run or was
// cleared.
func (m *immediates) find(ref ImmediateRef) *immediate {
	if uint64(ref) <= m.left {
		return nil
	}
	at, list := int(uint64(ref)-m.left)-1, m.outstanding[m.next:]
	if at >= len(list) {
		at, list = at-len(list), m.queue
	}
	if list[at].cleared {
		return nil
	}
	return &list[at]
}

// ClearImmediate is clearImmediate. It also reaches those of the batch that
// runs: they are skipped.
func (n *Node) ClearImmediate(ref ImmediateRef) {
	if one := n.immediates.find(ref); one != nil {
		n.Loop.Drop(one.task)
		one.cleared = true
		n.immediates.cleared++
		n.immediates.drop(one.referenced)
	}
}

// drop counts an immediate out that runs or was cleared.
func (m *immediates) drop(referenced bool) {
	m.count--
	if referenced {
		m.referenced--
	}
}

// HasRefImmediate is immediate.hasRef(): one that runs, has run or was cleared
// has none.
func (n *Node) HasRefImmediate(ref ImmediateRef) bool {
	one := n.immediates.find(ref)
	return one != nil && one.referenced
}

// RefImmediate is immediate.ref() and immediate.unref().
func (n *Node) RefImmediate(ref ImmediateRef, referenced bool) {
	one := n.immediates.find(ref)
	if one == nil || one.referenced == referenced {
		return
	}
	one.referenced = referenced
	if referenced {
		n.immediates.referenced++
	} else {
		n.CiteRule(RuleImmediateUnref)
		n.immediates.referenced--
	}
}

// runCheck is Environment::CheckImmediate: from Node 12 on a callback scope for
// native immediates comes first, whether or not there are any.
func (n *Node) runCheck() {
	n.Phase(InCheck)
	if n.rules.CheckScope {
		n.closeScope(RuleCheckScope)
	}
	for more := n.immediates.count > 0; more && !n.Stopped(); more = n.immediates.hasOutstanding {
		if n.processImmediate() {
			n.byThrow()
			n.immediates.hasOutstanding = n.immediates.hasOutstanding || n.skipCleared()
			continue
		}
		n.immediates.hasOutstanding = false
		if !n.rules.TicksBetween {
			n.CiteRule(RuleBatchScope)
		}
		n.closeScope(RuleCheckpoint)
	}
}

// byThrow tells the rule by which the phase goes on after a throw.
func (n *Node) byThrow() {
	switch m := &n.immediates; {
	case m.next < len(m.outstanding):
		n.CiteRule(RuleImmediateThrows)
	case m.hasOutstanding && n.rules.ImmediateAfterLast:
		n.CiteRule(RuleImmediateAfterThrow)
	}
}

// processImmediate runs the batch that is outstanding, or else detaches the
// queue and runs that: what is set meanwhile waits for the next turn. An
// exception ends it and leaves the rest outstanding. The flag that says so is
// taken down by a batch that ends well only; since Node 11 it is up while any
// batch runs, before that only once one has been left.
func (n *Node) processImmediate() (threw bool) {
	m := &n.immediates
	n.CiteRule(RuleBatch)
	if !n.skipCleared() {
		m.queue, m.outstanding, m.next = m.outstanding[:0], m.queue, 0
		m.hasOutstanding = m.hasOutstanding || n.rules.ImmediateAfterLast
	}
	for first := true; n.skipCleared() && !n.Stopped(); first = false {
		if !first && n.rules.TicksBetween {
			if n.runNextTicks(RuleTicksBetween) {
				return true
			}
			if !n.skipCleared() {
				break
			}
		}
		if n.runImmediate() {
			return true
		}
	}
	return false
}

// skipCleared drops what was cleared from the front of the batch; false when
// nothing is left of it.
func (n *Node) skipCleared() bool {
	m := &n.immediates
	if m.cleared > 0 {
		n.retireCleared()
	}
	return m.next < len(m.outstanding)
}

func (n *Node) retireCleared() {
	m := &n.immediates
	for m.next < len(m.outstanding) && m.outstanding[m.next].cleared {
		n.CiteRule(RuleImmediateCleared)
		m.leave()
		m.cleared--
	}
}

func (n *Node) runImmediate() (threw bool) {
	m := &n.immediates
	one := &m.outstanding[m.next]
	m.leave()
	m.drop(one.referenced)
	if one.task.Call.Kind == callNothing {
		n.Loop.Drop(one.task)
		return false
	}
	if n.Loop.Run(one.task, sim.CallbackWork) == sim.Threw {
		n.uncaught(n.thrown)
		return true
	}
	return false
}

// leave takes the first immediate off the batch.
func (m *immediates) leave() {
	m.next++
	m.left++
}
