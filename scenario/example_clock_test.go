package scenario_test

import (
	"context"
	"fmt"
	"time"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"

	bclock "github.com/benbjohnson/clock"
)

// follow is a sink that moves a mock clock to the time of each line that a
// scenario logs, and then looks at a context that lives on this clock.
type follow struct {
	reach func(clock.Instant)
	ctx   context.Context
}

// Emit is told of a line (sim.Sink).
func (f follow) Emit(e sim.Event) {
	f.reach(e.At)
	fmt.Println(e.Text, f.ctx.Err())
}

// Go code that takes a clock of github.com/benbjohnson/clock lives on the time of
// a scenario.
func ExampleScenario_Run_clock() {
	s, problems := scenario.Parse("retries.yaml", []byte(`
evsim: 1
name: Two retries
script:
  - setTimeout: 50
    do: {log: retry}
  - setTimeout: 150
    do: {log: give up}
`))
	if s == nil {
		fmt.Println(problems)
	}
	mock := bclock.NewMock()
	ctx, cancel := mock.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	sink := follow{reach: clock.Follow(mock), ctx: ctx}
	s.Run(model.MustLookup("node22"), program.Options{Sink: sink, Wants: sim.KindsOf(sim.EventLog)})
	// Output:
	// retry <nil>
	// give up context deadline exceeded
}
