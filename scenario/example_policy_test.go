package scenario_test

import (
	"fmt"

	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// A policy is a value: one that is made of another, with a rule changed, runs
// scenarios as those of package model do. Here a Node runs no ticks between the
// immediates of one phase.
func ExampleScenario_Run_policy() {
	mine := model.MustLookup("node22")
	mine.Name = "mine"
	mine.Node.TicksBetween = false

	s, problems := scenario.Parse("immediates.yaml", []byte(`
evsim: 1
name: Two immediates, the first with a tick
script:
  - setImmediate:
    do:
      - log: immediate1
      - nextTick:
        do: {log: tick}
  - setImmediate:
    do: {log: immediate2}
`))
	if s == nil {
		fmt.Println(problems)
	}
	for _, p := range []model.Policy{model.MustLookup("node22"), mine} {
		var seen program.Observed
		s.Run(p, program.Options{Sink: &seen, Wants: sim.KindsOf(sim.EventLog)})
		for _, line := range seen.Log {
			fmt.Println(p.Name, line.Text)
		}
	}
	// Output:
	// node22 immediate1
	// node22 tick
	// node22 immediate2
	// mine immediate1
	// mine immediate2
	// mine tick
}
