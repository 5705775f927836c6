package explore_test

import (
	"context"
	"fmt"
	"strings"

	"evsim/explore"
	"evsim/model"
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
// here they print where the test would call t.Errorf.
func Example() {
	s, problems := scenario.Parse("race.yaml", []byte(race))
	if s == nil {
		fmt.Println(problems)
	}
	for _, c := range s.Verify(s.RunsOn(), explore.Runs(context.Background(), 10_000)) {
		if c.Failure != nil {
			fmt.Printf("race.yaml:%d: %s: %s: %s\n", c.Failure.At.Line, c.Policy, c.What, c.Failure.Message)
		}
	}
	// Output:
	// race.yaml:14: node22: timeout before immediate: "immediate" is logged before "timeout"
}

// Explore finds the orders, whatever the scenario expects, and says when each
// is possible.
func ExampleExplore() {
	s, _ := scenario.Parse("race.yaml", []byte(race))
	node22, err := model.Lookup("node22")
	if err != nil {
		fmt.Println(err)
	}
	found := explore.Explore(context.Background(), s, node22, explore.Options{})
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
