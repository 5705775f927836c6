package ecma_test

import (
	"fmt"

	"evsim/ecma"
)

// An await of a native promise takes one job, and took three before ES2019.
func ExampleRules() {
	for _, rules := range []ecma.Rules{{}, {OldAwait: true}} {
		script := newToy(rules)
		script.ticks(3)
		script.bodies = append(script.bodies, func(ecma.Completion) { script.note("awaited") })
		script.Await(ecma.Value{Kind: ecma.ValuePromise, Ref: script.NewSettled(ecma.Value{}, false)}, 0)
		fmt.Println(script.run())
	}
	// Output:
	// 1, awaited, 2, 3
	// 1, 2, 3, awaited
}
