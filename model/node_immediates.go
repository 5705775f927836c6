package model

import "evsim/sim"

// immediates is lib/internal/timers.js's immediateQueue and outstandingQueue.
type immediates struct {
	queue          []uint32 // by order of setImmediate
	outstanding    []uint32 // detached; those before next have run
	next           int
	hasOutstanding bool // immediateInfo[kHasOutstanding]
	all            []immediate
	free           []uint32
	count          int // neither run nor cleared
	cleared        int // still queued
	referenced     int // of these, referenced
}

type immediate struct {
	task       sim.Task
	generation uint32
	gone       bool // run or cleared
	referenced bool
}

// ImmediateRef names an immediate; it stays valid when the immediate is gone.
type ImmediateRef uint64

// SetImmediate is setImmediate(callback).
func (n *Node) SetImmediate(callback uint32, referenced bool) ImmediateRef {
	n.By(ruleWhole)
	return n.setImmediate(scriptCall(callback, Value{}), referenced)
}

func (n *Node) setImmediate(cb sim.Callback, referenced bool) ImmediateRef {
	m := &n.immediates
	var id uint32
	if k := len(m.free); k > 0 {
		id, m.free = m.free[k-1], m.free[:k-1]
	} else {
		id = uint32(len(m.all))
		m.all = append(m.all, immediate{})
	}
	one := &m.all[id]
	one.task, one.gone, one.referenced = n.Schedule("check", cb), false, referenced
	one.generation++
	m.count++
	if referenced {
		m.referenced++
	} else {
		n.By(ruleImmediateUnref)
	}
	m.queue = append(m.queue, id)
	n.Enqueue("check", one.task)
	return ImmediateRef(uint64(one.generation)<<32 | uint64(id))
}

// findImmediate is the immediate that a reference names; nil when it has run or was cleared.
func (n *Node) findImmediate(ref ImmediateRef) *immediate {
	id, generation := uint32(ref), uint32(ref>>32)
	if ref == 0 || n.immediates.all[id].generation != generation || n.immediates.all[id].gone {
		return nil
	}
	return &n.immediates.all[id]
}

// ClearImmediate is clearImmediate. It also reaches those of the batch that
// runs: they are skipped.
func (n *Node) ClearImmediate(ref ImmediateRef) {
	if one := n.findImmediate(ref); one != nil {
		n.Loop.Drop(one.task)
		n.drop(one)
		n.immediates.cleared++
	}
}

func (n *Node) drop(one *immediate) {
	one.gone = true
	n.immediates.count--
	if one.referenced {
		n.immediates.referenced--
	}
}

// RefImmediate is immediate.ref() and immediate.unref().
func (n *Node) RefImmediate(ref ImmediateRef, referenced bool) {
	one := n.findImmediate(ref)
	if one == nil || one.referenced == referenced {
		return
	}
	one.referenced = referenced
	if referenced {
		n.immediates.referenced++
	} else {
		n.By(ruleImmediateUnref)
		n.immediates.referenced--
	}
}

// runCheck is Environment::CheckImmediate: from Node 12 on a callback scope for
// native immediates comes first, whether or not there are any.
func (n *Node) runCheck() {
	n.Phase("check")
	if n.rules.CheckScope {
		n.closeScope(ruleCheckScope)
	}
	for more := n.immediates.count > 0; more && !n.Stopped(); more = n.immediates.hasOutstanding {
		if n.processImmediate() {
			n.byThrow()
			n.immediates.hasOutstanding = n.immediates.hasOutstanding || n.skipCleared()
			continue
		}
		n.immediates.hasOutstanding = false
		if !n.rules.TicksBetween {
			n.By(ruleBatchScope)
		}
		n.closeScope(ruleCheckpoint)
	}
}

// byThrow tells the rule by which the phase goes on after a throw.
func (n *Node) byThrow() {
	switch m := &n.immediates; {
	case m.next < len(m.outstanding):
		n.By(ruleImmediateThrows)
	case m.hasOutstanding && n.rules.ImmediateAfterLast:
		n.By(ruleImmediateAfterThrow)
	}
}

// processImmediate runs the batch that is outstanding, or else detaches the
// queue and runs that: what is set meanwhile waits for the next turn. An
// exception ends it and leaves the rest outstanding. The flag that says so is
// taken down by a batch that ends well only; since Node 11 it is up while any
// batch runs, before that only once one has been left.
func (n *Node) processImmediate() (threw bool) {
	m := &n.immediates
	n.By(ruleBatch)
	if m.next == len(m.outstanding) {
		m.queue, m.outstanding, m.next = m.outstanding[:0], m.queue, 0
		m.hasOutstanding = m.hasOutstanding || n.rules.ImmediateAfterLast
	}
	for first := true; n.skipCleared() && !n.Stopped(); first = false {
		if !first && n.rules.TicksBetween {
			if n.runNextTicks(ruleTicksBetween) {
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
	for m.next < len(m.outstanding) && m.all[m.outstanding[m.next]].gone {
		n.By(ruleImmediateCleared)
		n.retire()
		m.cleared--
	}
}

func (n *Node) runImmediate() (threw bool) {
	one := &n.immediates.all[n.immediates.outstanding[n.immediates.next]]
	t := one.task
	n.drop(one)
	n.retire()
	if t.Call.Kind == callNothing {
		n.Loop.Drop(t)
		return false
	}
	if n.Loop.Run(t, sim.CallbackWork) == sim.Threw {
		n.uncaught(n.thrown)
		return true
	}
	return false
}

// retire takes the first immediate off the batch.
func (n *Node) retire() {
	m := &n.immediates
	m.free = append(m.free, m.outstanding[m.next])
	m.next++
}
