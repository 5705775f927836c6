package scenario_test

import (
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// TestHiddenTimersUnderSkew: the one timer that a hidden page of Firefox waits for is over
// by the same clock that it was set by. By true time, which differs from a clock that was set
// forward, the loop would wake without end and do nothing.
func TestHiddenTimersUnderSkew(t *testing.T) {
	s := parse(t, `
evsim: 1
name: timers of a hidden page whose clock is set forward
policies: firefox
clock: {startup: 500us, skew: {steps: [{at: 1500us, by: 2000us}, {at: 3750us, by: 0us}]}}
display: {hidden: true}
script:
  - {setTimeout: 1, do: {log: first}}
  - {setTimeout: 2, do: {log: second}}
  - {setInterval: 2, times: 2, do: {log: same}}
`)
	s.World.Limits = sim.Limits{Callbacks: 100, Turns: 100}
	if stop := s.Run(model.MustLookup("firefox"), program.Options{}); stop.Reason != sim.Ended {
		t.Errorf("ended by %s", stop.Reason)
	}
}
