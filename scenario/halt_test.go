package scenario_test

import (
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// endless are scripts of which one callback takes longer than anybody waits, or
// more memory than there is.
var endless = map[string]string{
	"repeat":  "repeat: 10000000\n  do: {repeat: 10000000, do: {repeat: 10000000, do: {mark: m}}}",
	"timers":  "repeat: 10000000\n  do: {repeat: 10000000, do: {setTimeout: 5, do: {log: a}}}",
	"chain":   "repeat: 10000000\n  do: {repeat: 10000000, do: {chain: resolved, links: [" + strings.Repeat("{then: {log: a}}, ", 100) + "{then: {log: b}}]}}",
	"members": "repeat: 10000000\n  do: {repeat: 10000000, do: [{promise: p, do: {resolve: p}}, {all: [" + strings.Repeat("p, ", 100) + "p]}]}",
}

func halting(t *testing.T, script string, o program.Options, limit int64) sim.Stop {
	t.Helper()
	p, err := model.Lookup("node22")
	if err != nil {
		t.Fatal(err)
	}
	s := parse(t, "evsim: 1\nname: endless\nscript:\n  "+script+"\n")
	world := s.World
	world.Limits.Statements = limit
	return s.In(p, &world).Run(o)
}

// TestStatementsAreLimited stops a callback that would not end.
func TestStatementsAreLimited(t *testing.T) {
	for name, script := range endless {
		if stop := halting(t, script, program.Options{}, 200_000); stop.Reason != sim.LimitStatements || !strings.HasPrefix(stop.Label, "script") {
			t.Errorf("%s: %+v", name, stop)
		}
	}
}

// TestHaltsInACallback abandons one that nobody waits for any more.
func TestHaltsInACallback(t *testing.T) {
	for name, script := range endless {
		asked := 0
		stop := halting(t, script, program.Options{Halt: func() bool { asked++; return asked > 1000 }}, 0)
		if stop.Reason != sim.Abandoned {
			t.Errorf("%s: %+v", name, stop)
		}
	}
}

// TestStatementsOfARunThatEnds are not too many when there are just as many as
// may be: the script, its two statements, the timer and its one statement.
func TestStatementsOfARunThatEnds(t *testing.T) {
	const script = "- log: a\n  - {setTimeout: 0, do: {log: b}}"
	least := int64(1)
	for ; halting(t, script, program.Options{}, least).Reason == sim.LimitStatements; least++ {
	}
	if least != 5 {
		t.Errorf("%d steps", least)
	}
	if stop := halting(t, script, program.Options{}, least); stop.Reason != sim.Ended {
		t.Errorf("%+v", stop)
	}
}

// TestErrorsDoNotGrow throws an error that holds the one before twice, a
// hundred times.
func TestErrorsDoNotGrow(t *testing.T) {
	script := "{throw: x}"
	for range 60 {
		script = "{try: " + script + ", catch: {throw: '${error}${error}'}}"
	}
	longest := 0
	sink := sinkFunc(func(e sim.Event) { longest = max(longest, len(e.Text)) })
	halting(t, "{try: "+script+", catch: {log: '${error}'}}", program.Options{Sink: sink, Wants: sim.KindsOf(sim.EventLog)}, 0)
	if longest < 60_000 || longest > 70_000 {
		t.Errorf("%d bytes", longest)
	}
}

type sinkFunc func(sim.Event)

func (f sinkFunc) Emit(e sim.Event) { f(e) }
