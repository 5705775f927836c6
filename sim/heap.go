package sim

import "evsim/clock"

// heap orders references by instant, and equal instants by sequence number,
// smallest first. It is a 4-ary heap that knows the place of each reference,
// so that any of them can be removed. References are small integers chosen by
// the caller; each is in the heap at most once. The zero heap is empty.
type heap struct {
	items  []heapItem
	places []int32 // by reference: index in items plus one, 0 when absent
}

type heapItem struct {
	due clock.Instant
	seq uint64
	ref int32
}

// Len is the number of references in the heap.
func (h *heap) Len() int { return len(h.items) }

// Restart makes h an empty heap, in the same memory.
func (h *heap) Restart() { h.items, h.places = h.items[:0], h.places[:0] }

// Has reports whether ref is in the heap.
func (h *heap) Has(ref int32) bool { return int(ref) < len(h.places) && h.places[ref] != 0 }

// Min is the first reference and its instant. The heap must not be empty.
func (h *heap) Min() (ref int32, due clock.Instant) { return h.items[0].ref, h.items[0].due }

// Push adds a reference that is not in the heap. O(log n) comparisons.
func (h *heap) Push(c *clock.Clock, ref int32, due clock.Instant, seq uint64) {
	for int(ref) >= len(h.places) {
		h.places = append(h.places, 0)
	}
	h.items = append(h.items, heapItem{due, seq, ref})
	if last := len(h.items) - 1; last > 0 {
		h.up(c, last)
	} else {
		h.places[ref] = 1
	}
}

// Remove takes a reference out, wherever it is. O(log n) comparisons.
func (h *heap) Remove(c *clock.Clock, ref int32) {
	i, last := int(h.places[ref])-1, len(h.items)-1
	h.places[ref] = 0
	if i == last {
		h.items = h.items[:last]
		return
	}
	moved := h.items[last]
	h.items = h.items[:last]
	h.items[i] = moved
	h.down(c, i)
	h.up(c, int(h.places[moved.ref])-1)
}

// Pop takes the first reference out. The heap must not be empty.
func (h *heap) Pop(c *clock.Clock) (ref int32, due clock.Instant) {
	ref, due = h.Min()
	h.Remove(c, ref)
	return ref, due
}

func (h *heap) less(c *clock.Clock, a, b heapItem) bool {
	if c.Before(a.due, b.due) {
		return true
	}
	return a.seq < b.seq && !c.Before(b.due, a.due)
}

func (h *heap) up(c *clock.Clock, i int) {
	item := h.items[i]
	for i > 0 {
		parent := (i - 1) / 4
		if !h.less(c, item, h.items[parent]) {
			break
		}
		h.put(i, h.items[parent])
		i = parent
	}
	h.put(i, item)
}

func (h *heap) down(c *clock.Clock, i int) {
	item := h.items[i]
	for {
		first := h.firstChild(c, i)
		if first < 0 || !h.less(c, h.items[first], item) {
			break
		}
		h.put(i, h.items[first])
		i = first
	}
	h.put(i, item)
}

func (h *heap) firstChild(c *clock.Clock, i int) int {
	first, end := 4*i+1, min(4*i+5, len(h.items))
	if first >= end {
		return -1
	}
	for child := first + 1; child < end; child++ {
		if h.less(c, h.items[child], h.items[first]) {
			first = child
		}
	}
	return first
}

func (h *heap) put(i int, item heapItem) {
	h.items[i] = item
	h.places[item.ref] = int32(i) + 1
}
