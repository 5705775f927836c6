package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// holding are scripts that hold more and more, each in other tables of a run,
// with a policy that has them.
var holding = map[string][2]string{
	"reactions":  {"node22", "[{promise: p}, {repeat: 10000000, do: {all: [" + strings.Repeat("p, ", 5000) + "p], as: q}}]"},
	"promises":   {"node22", "{repeat: 10000000, do: {then: resolved, do: {log: a}}}"},
	"timers":     {"node22", "{repeat: 10000000, do: {setTimeout: 1, do: {log: a}}}"},
	"timers 10":  {"node10", "{repeat: 10000000, do: {setTimeout: 1, do: {log: a}}}"},
	"timers web": {"browser", "{repeat: 10000000, do: {setTimeout: 1, do: {log: a}}}"},
	"immediates": {"node22", "{repeat: 10000000, do: {setImmediate: , do: {log: a}}}"},
	"ticks":      {"node22", "{repeat: 10000000, do: {nextTick: , do: {log: a}}}"},
	"microtasks": {"browser", "{repeat: 10000000, do: {queueMicrotask: , do: {log: a}}}"},
	"errors":     {"node22", "{repeat: 10000000, do: {try: {throw: x}, catch: []}}"},
	"operations": {"node22", "{repeat: 10000000, do: {io: net, latency: 1ms, do: {log: a}}}"},
	"tasks":      {"browser", "{repeat: 10000000, do: {postTask: , do: {log: a}}}"},
	"frames":     {"browser", "{repeat: 10000000, do: {requestAnimationFrame: , do: {log: a}}}"},
	"idle":       {"browser", "{repeat: 10000000, do: {requestIdleCallback: , do: {log: a}}}"},
	"listeners":  {"browser", "{repeat: 10000000, do: {listen: b, event: click, do: {log: a}}}"},
	"of process": {"node22", "{repeat: 10000000, do: {on: exit, do: {log: a}}}"},
	"of window":  {"browser", "{repeat: 10000000, do: {on: error, do: {log: a}}}"},
	"messages":   {"browser", "[{channel: c, do: {log: a}}, {repeat: 10000000, do: {postMessage: c}}]"},
}

// TestRunsAskForRoom: before a table of a run grows by much, somebody is asked.
// Where there is no room the run ends there, and another can be made in the same
// memory.
func TestRunsAskForRoom(t *testing.T) {
	for name, c := range holding {
		t.Run(name, func(t *testing.T) {
			s := parse(t, fmt.Sprintf("evsim: 1\nname: %s\npolicies: %s\nscript: %s\n", name, c[0], c[1]))
			p, err := model.Lookup(c[0])
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			room := func(bytes int64) bool {
				if asked++; bytes < 1<<20 || bytes > 64<<20 {
					t.Errorf("asked for %d bytes", bytes)
				}
				return asked%2 == 1
			}
			run := s.In(p, &s.World).Prepare(program.Options{Room: room})
			for range 2 {
				if stop := run.Run(); stop.Reason != sim.Abandoned {
					t.Errorf("it ended so: %+v", stop)
				}
			}
			if asked != 4 {
				t.Errorf("asked %d times, want twice a run", asked)
			}
		})
	}
}

// TestKeptLinesAskForRoom: the lines of sampled runs are kept while there is room for
// them; a run that has more ends, and is none of those that are given.
func TestKeptLinesAskForRoom(t *testing.T) {
	s := parse(t, "evsim: 1\nname: lines\npolicies: node22\nscript: {repeat: 10000000, do: {log: a}}\n")
	p := model.MustLookup("node22")
	asked := 0
	runs := s.In(p, &s.World).Sampled(program.Options{Room: func(int64) bool {
		asked++
		return asked < 3
	}})
	if asked != 3 || len(runs.List) > 0 || runs.Complete || runs.Why == "" {
		t.Errorf("asked %d times, %d runs, complete: %t (%s)", asked, len(runs.List), runs.Complete, runs.Why)
	}
}
