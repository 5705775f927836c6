package model

import (
	"slices"

	"evsim/sim"
)

// ring is io_uring as libuv 1.45 to 1.47 use it (src/unix/linux.c,
// uv__iou_fs_open and its like): the kernel does what opens, reads and closes
// files, any number at once, and the descriptor of the ring is readable while
// there are completions.
type ring struct {
	done    []uint32 // completed, not yet reported
	taken   []uint32
	waiting bool // the ring stands among what is ready
}

// inRing reports whether an operation goes past the pool.
func (n *Node) inRing(id uint32) bool {
	return n.rules.IOUring && n.watchers.ops[id].Kind == FileWork
}

// list keeps that a wait has reported the eventfd or the ring, which epoll then
// puts in its list again, unless it was added with EPOLLET. The module loader
// reads files as scripts do.
func (n *Node) list(kind uint8) {
	if kind == nodeLoader {
		if kind = nodeAsync; n.rules.IOUring {
			kind = nodeRing
		}
	}
	if kind == nodeAsync && !n.rules.EventfdOnce || kind == nodeRing {
		n.watchers.listed = append(n.watchers.listed, kind)
	}
}

func (n *Node) finishInRing(id uint32) {
	n.ring.done = append(n.ring.done, id)
	n.Enqueue(InPoll, n.watchers.ops[id].task)
	if !n.ring.waiting {
		n.ring.waiting = true
		n.watchers.wake(nodeRing)
	}
}

// ringPlaces is how many completions the ring has places for: the kernel makes twice
// as many as for requests, and libuv asks for 64 of those.
const ringPlaces = 128

// ringDone is uv__poll_io_uring: every completion that is there by now, in the
// order of completion, but no more than the ring has places for. The kernel keeps
// the others, and puts them into the ring only as libuv asks for them at the end.
func (n *Node) ringDone() {
	n.advance()
	r := &n.ring
	most := min(len(r.done), ringPlaces)
	r.taken = append(r.taken[:0], r.done[:most]...)
	r.done = append(r.done[:0], r.done[most:]...)
	if r.waiting = len(r.done) > 0; r.waiting {
		n.watchers.wake(nodeRing)
	}
	n.callBack(r.taken)
}

// wake makes the eventfd or the ring ready. One that the last wait reported
// stands at the head of the kernel's list still, behind the other only if that
// was reported before it and is ready again.
func (w *watchers) wake(kind uint8) {
	t := sim.Task{Call: sim.Callback{Kind: kind}}
	place := slices.Index(w.listed, kind)
	if place < 0 {
		w.ready.Push(t)
		return
	}
	head, ok := w.ready.Pop()
	switch {
	case ok && place > 0 && head.Call.Kind == w.listed[0]:
		w.ready.PushFront(t)
		w.ready.PushFront(head)
	case ok:
		w.ready.PushFront(head)
		w.ready.PushFront(t)
	default:
		w.ready.PushFront(t)
	}
}
