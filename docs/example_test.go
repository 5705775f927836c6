package docs_test

import (
	"fmt"

	"evsim/docs"
)

// Every rule of order has an id, a sentence and a source.
func ExampleLookup() {
	r, ok := docs.Lookup("node.tick-order")
	fmt.Println(ok, r.Says)
	fmt.Println(r.Source)
	// Output:
	// true Ticks run first in, first out, and ticks that ticks queue are included.
	// Node 26.10.0 lib/internal/process/task_queues.js processTicksAndRejections; Node 10.24.1 lib/internal/process/next_tick.js _tickCallback
}

// The rows of the document are all there, in its order.
func ExampleRules() {
	rules := docs.Rules()
	fmt.Println(rules[0].ID, rules[0].Holds)
	// Output: run.whole all
}
