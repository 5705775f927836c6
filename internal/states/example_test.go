package states_test

import (
	"fmt"

	"evsim/internal/states"
	"evsim/sim"
)

func Example() {
	c := states.New([]sim.Event{
		{Kind: sim.EventEnqueue, Phase: "nextTick", Task: 1, Text: "nextTick"},
		{Kind: sim.EventEnqueue, Phase: "microtasks", Task: 2, Text: "then resolved"},
		{Kind: sim.EventRun, Phase: "nextTick", Task: 1, Text: "nextTick"},
		{Kind: sim.EventLog, Phase: "nextTick", Task: 1, Text: "tick"},
	})
	c.Seek(2)
	fmt.Println(c.Size(0), "in", c.Queues()[0].Name)
	c.Next()
	fmt.Println(c.Size(0), "in", c.Queues()[0].Name, "and", c.Stack(nil)[0].Text, "runs")
	c.Back()
	fmt.Println(c.Size(0), "in", c.Queues()[0].Name)
	// Output:
	// 1 in nextTick
	// 0 in nextTick and nextTick runs
	// 1 in nextTick
}
