package snapshot_test

import (
	"context"
	"fmt"

	"evsim/explore"
	"evsim/scenario"
	"evsim/scenario/snapshot"
)

func ExampleApply() {
	text := []byte(`evsim: 1
name: A tick comes before a promise job
policies: node22
script:
  - then: resolved
    do: {log: promise}
  - nextTick:
    do: {log: tick}
expect:
  - log: ["promise", 'tick']  # is that so?
`)
	s, diagnostics := scenario.Parse("tick.yaml", text)
	if diagnostics.Failed() {
		panic(diagnostics)
	}
	everyPolicy := func(string) bool { return true }
	changes, _ := snapshot.Find(s, everyPolicy, explore.Runs(context.Background(), explore.Options{Paths: 1000}))
	after, err := snapshot.Apply(text, s, changes)
	fmt.Println(changes[0].At.Line, &changes[0], err)
	fmt.Printf("%s", after[len(text)-len("  - log: ['promise', 'tick']  # is that so?\n"):])
	// Output:
	// 10 log: node22 <nil>
	//   - log: ['tick', "promise"]  # is that so?
}
