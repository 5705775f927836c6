package scenario_test

import (
	"fmt"

	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// printer is a sink that prints what is logged.
type printer struct{}

// Emit prints a line (sim.Sink).
func (printer) Emit(e sim.Event) { fmt.Printf("%d:%d %s\n", e.Pos.Line, e.Pos.Col, e.Text) }

// A scenario runs under the rules of a runtime; what it logs goes to a sink.
func ExampleScenario_Run() {
	s, problems := scenario.Parse("ticks.yaml", []byte(`
evsim: 1
name: A tick and a job
script:
  - then: resolved
    do: {log: job}
  - nextTick:
    do: {log: tick}
  - log: end
`))
	if s == nil {
		fmt.Println(problems)
	}
	node22, err := model.Lookup("node22")
	if err != nil {
		fmt.Println(err)
	}
	stop := s.Run(node22, program.Options{Sink: printer{}, Wants: sim.KindsOf(sim.EventLog)})
	fmt.Println("exit code", stop.Code)
	// Output:
	// 9:5 end
	// 8:10 tick
	// 6:10 job
	// exit code 0
}

// What is wrong with a file has its place, and how to mend it where that is
// known.
func ExampleParse() {
	src := []byte("evsim: 1\nname: A typo\nscript:\n  - setTimeot: 5\n")
	_, problems := scenario.Parse("typo.yaml", src)
	fmt.Print(problems.Render(src))
	// Output:
	// typo.yaml:4:5: error: `setTimeot` is not a verb
	//   4 |   - setTimeot: 5
	//     |     ^^^^^^^^^
	//   hint: did you mean `setTimeout`?
}
