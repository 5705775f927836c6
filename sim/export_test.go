package sim

// Heap is the queue of instants that few references wait in.
type Heap = heap
