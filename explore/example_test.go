package explore_test

import (
	"context"
	"fmt"
	"strings"

	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

const race = `
evsim: 1
name: A timer against an immediate
policies: node22
clock: {startup: 0ms..2ms}
script:
  - setTimeout: 0
    do: {log: timeout}
  - setImmediate:
    do: {log: immediate}
  - log: start
rules:
  - start before timeout
  - timeout before immediate
`

// A Go test holds a scenario against every order that can be in five lines;
// here they print where the test would call t.Errorf. An expectation that held
// in all the runs that were made, but was not proved, has an error too.
func Example() {
	s, problems := scenario.Parse("race.yaml", []byte(race))
	if s == nil {
		fmt.Println(problems)
	}
	for _, c := range s.Verify(s.RunsOn(), explore.Runs(context.Background(), explore.Options{Paths: 10_000})) {
		if err := c.Err(); err != nil {
			fmt.Printf("race.yaml:%d: %s: %s: %v\n", c.Pos.Line, c.Policy, c.What, err)
		}
	}
	// Output:
	// race.yaml:14: node22: timeout before immediate: "immediate" is logged before "timeout"
}

// What comes of a check is one of three: a proof, a violation, or neither. Here
// four runs are too few for a proof.
func ExampleRuns() {
	s, _ := scenario.Parse("race.yaml", []byte(race))
	for _, c := range s.Verify(s.RunsOn(), explore.Runs(context.Background(), explore.Options{Paths: 1})) {
		switch verdict, failure := c.Result(); verdict {
		case program.Proved:
			fmt.Println("proved:", c.What)
		case program.Violated:
			fmt.Println("violated:", failure)
		case program.Unproved:
			fmt.Println("unproved:", c.Why)
		}
	}
	// Output:
	// unproved: it held in 257 runs, but these are not all: the limit of 1 paths was reached
	// violated: "immediate" is logged before "timeout"
}

// Explore finds the orders, whatever the scenario expects, and says when each
// is possible.
func ExampleExplore() {
	s, _ := scenario.Parse("race.yaml", []byte(race))
	node22, err := model.Lookup("node22")
	if err != nil {
		fmt.Println(err)
	}
	found := explore.Explore(context.Background(), s.In(node22, &s.World), explore.Options{})
	for i, order := range found.Orders {
		var lines []string
		for _, line := range order.Log {
			lines = append(lines, line.Text)
		}
		fmt.Printf("%s: %s\n", strings.Join(lines, ", "), found.When(i).Formula)
	}
	fmt.Println("these are all:", found.Complete)
	// Output:
	// start, immediate, timeout: startup less than 1ms
	// start, timeout, immediate: startup at least 1ms
	// these are all: true
}
