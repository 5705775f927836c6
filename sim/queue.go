package sim

// Callback is a name for work, given by the host that does it: only the host
// knows what the three words mean.
type Callback struct {
	Kind uint8
	Ref  uint32
	Arg  uint64
}

// Task is a callback that was scheduled: what runs, its own name, and the name
// of the task that scheduled it.
type Task struct {
	Call  Callback
	ID    TaskID
	Cause TaskID
	Order uint32 // for policies that compare queues: when it became runnable
}

// Queue is a first-in, first-out queue of tasks. The zero Queue is empty and
// ready for use; it allocates only while it grows.
type Queue struct {
	ring []Task `state:"ring:head,size"`
	head int
	size int
	most int `state:"-"`
}

// Len is the number of tasks in the queue.
func (q *Queue) Len() int { return q.size }

// Most is the largest number of tasks that the queue has held at one time.
func (q *Queue) Most() int { return q.most }

// Push appends a task. Amortised constant time.
func (q *Queue) Push(t Task) {
	if q.full() {
		q.rise()
	}
	q.put(t)
}

// full reports that there is no room for another task, as far as most goes.
func (q *Queue) full() bool { return q.size == q.most }

// put appends a task to a queue that is not full.
func (q *Queue) put(t Task) {
	q.ring[(q.head+q.size)&(len(q.ring)-1)] = t
	q.size++
}

// PushFront puts a task before all others. Amortised constant time.
func (q *Queue) PushFront(t Task) {
	if q.full() {
		q.rise()
	}
	q.head = (q.head - 1) & (len(q.ring) - 1)
	q.ring[q.head] = t
	q.size++
}

// Pop takes the oldest task; ok is false when there is none.
func (q *Queue) Pop() (t Task, ok bool) {
	if q.size == 0 {
		return Task{}, false
	}
	t = q.ring[q.head]
	q.head = (q.head + 1) & (len(q.ring) - 1)
	q.size--
	return t, true
}

// SetLastOrder sets the Order of the task that was pushed last.
func (q *Queue) SetLastOrder(order uint32) {
	q.ring[(q.head+q.size-1)&(len(q.ring)-1)].Order = order
}

// At is the i-th oldest task, 0 being the next to be popped.
func (q *Queue) At(i int) Task { return q.ring[(q.head+i)&(len(q.ring)-1)] }

// Clear drops every task.
func (q *Queue) Clear() { q.head, q.size = 0, 0 }

// Restart makes q an empty queue that never held a task, in the same memory.
func (q *Queue) Restart() { q.head, q.size, q.most = 0, 0, 0 }

// rise makes room for more tasks than there ever were.
//
//go:noinline
func (q *Queue) rise() {
	if q.most == len(q.ring) {
		q.grow()
	}
	q.most++
}

// grow doubles the ring. Its length stays a power of two, so that a mask wraps
// an index.
func (q *Queue) grow() {
	ring := make([]Task, max(16, 2*len(q.ring)))
	for i := range q.size {
		ring[i] = q.At(i)
	}
	q.ring, q.head = ring, 0
}
