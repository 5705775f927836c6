package sim

// Heap is the queue of instants that few references wait in.
type Heap = heap

// FreeSleeps is how many sleeps of a turn do not count.
const FreeSleeps = freeSleeps
