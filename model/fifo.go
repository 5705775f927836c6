package model

// fifo is a first-in, first-out list of numbers. It reuses its room, so it
// allocates only while it grows.
type fifo struct {
	items []uint32 `state:"from:head"`
	head  int
}

func (q *fifo) restart() { q.items, q.head = q.items[:0], 0 }

func (q *fifo) len() int { return len(q.items) - q.head }

func (q *fifo) push(v uint32) {
	if len(q.items) == cap(q.items) && q.head > len(q.items)/2 {
		q.items = q.items[:copy(q.items, q.items[q.head:])]
		q.head = 0
	}
	q.items = append(q.items, v)
}

// pop takes the oldest; there must be one.
func (q *fifo) pop() uint32 {
	v := q.items[q.head]
	if q.head++; q.head == len(q.items) {
		q.items, q.head = q.items[:0], 0
	}
	return v
}

// front is the oldest; there must be one.
func (q *fifo) front() uint32 { return q.items[q.head] }

// back is the newest; there must be one.
func (q *fifo) back() uint32 { return q.items[len(q.items)-1] }

// dropBack takes the newest away; there must be one.
func (q *fifo) dropBack() {
	q.items = q.items[:len(q.items)-1]
	if q.head == len(q.items) {
		q.items, q.head = q.items[:0], 0
	}
}

// all is what the list holds, oldest first.
func (q *fifo) all() []uint32 { return q.items[q.head:] }
