package viewer_test

import (
	"bytes"
	"fmt"
	"strings"

	"evsim/internal/trace"
	"evsim/internal/viewer"
	"evsim/sim"
)

func ExampleWriteReport() {
	d := viewer.NewDocument("race.yaml", "A race", "evsim: 1\n")
	w := viewer.Recorder{Document: d, Next: &viewer.Run{Command: "evsim run race.yaml"}}
	w.Begin(trace.Run{Policy: "node22"})
	w.Emit(sim.Event{Kind: sim.EventLog, Text: "immediate"})
	w.End(sim.Stop{Reason: sim.Ended}, "")
	var page bytes.Buffer
	if err := viewer.WriteReport(&page, d); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(page.String(), "<title>A race</title>"), page.Len() < 120_000)
	// Output: true true
}
