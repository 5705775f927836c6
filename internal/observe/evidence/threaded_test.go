package evidence_test

import (
	"testing"
	"time"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// TestIntervalsOfALateThreadEnd: a browser whose thread of timers is late knows
// of an interval's next run, and of a timer that idle callbacks wait for, nothing
// from what it was told before: its loop would wait for a time that has passed.
func TestIntervalsOfALateThreadEnd(t *testing.T) {
	s, diagnostics := scenario.Parse("intervals.yaml", []byte(`
evsim: 1
name: intervals, and idle callbacks that wait for timers
policies: [firefox]
script:
  - setInterval: 30
    times: 3
    do:
      - log: interval ${n}
      - repeat: 3
        do:
          - requestIdleCallback:
            do: {log: idle}
      - setTimeout: 5
        do: {log: timer}
`))
	if s == nil {
		t.Fatal(diagnostics)
	}
	p := model.MustLookup("firefox").Threaded(200 * clock.Millisecond)
	logs := make(map[int]int)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for seed := range uint64(200) {
			var run program.Observed
			run.Stop = s.Run(p, program.Options{Oracle: clock.NewSampler(seed), Sink: &run, Wants: sim.KindsOf(sim.EventLog)})
			logs[len(run.Log)]++
		}
	}()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("a run goes on for ever")
	}
	if logs[15] != 200 {
		t.Errorf("so many runs have so many lines: %v", logs)
	}
}
