package why_test

import (
	"fmt"

	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
	"evsim/why"
)

// Why does a promise job run before a timer?
func ExampleRecorder_Explain() {
	s, _ := scenario.Parse("jobs.yaml", []byte(`
evsim: 1
name: a job and a timer
script:
  - setTimeout: 0
    do: {log: timer}
  - then: resolved
    do: {log: job}
`))
	p := model.MustLookup("node22")
	r := why.Record(why.Line{Text: "timer", Nth: 1}, why.Line{Text: "job", Nth: 1})
	s.Run(p, program.Options{Sink: r, Wants: sim.AllKinds})
	e, err := r.Explain(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.First.Text, "before", e.Second.Text)
	for _, c := range e.Claims {
		fmt.Println(c.Rule+":", c.Text)
		fmt.Println("one of them waits for the loop:", c.Kind == why.Between)
	}
	// Output:
	// job before timer
	// node.main: `then resolved` (7:5) ran in the checkpoint after `script`, before the loop goes on; `setTimeout 0` (5:5) waits in the queue timers, due 1 ms later
	// one of them waits for the loop: true
}
