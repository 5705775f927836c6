package chance_test

import (
	"context"
	"slices"
	"testing"

	"evsim/explore"
	"evsim/internal/chance"
	"evsim/program"
	"evsim/sim"
)

// TestRunsAreMadeAgain replays the witness of each run that is drawn.
func TestRunsAreMadeAgain(t *testing.T) {
	for _, e := range exact {
		s, _, _ := sampling(t, e.policy, e.world, e.script, "")
		runs, whole := chance.Runs(context.Background(), s.Setting, 5, 50)
		if !whole || len(runs) != 50 {
			t.Fatalf("%s: %d runs, %v", e.name, len(runs), whole)
		}
		logs := 0
		for i, run := range runs {
			again := program.Observed{Origin: run.Origin}
			again.Stop = s.Run(program.Options{Oracle: run.Origin.(explore.Witness).Oracle(), Sink: &again, Wants: sim.KindsOf(sim.EventLog)})
			if !slices.Equal(again.Log, run.Log) || again.Stop.Reason != run.Stop.Reason {
				t.Errorf("%s: run %d logged %v, and replayed %v", e.name, i, run.Log, again.Log)
			}
			if !slices.Equal(run.Log, runs[0].Log) {
				logs++
			}
		}
		if logs == 0 {
			t.Errorf("%s: all runs are one", e.name)
		}
	}
}

// TestRunsEndWithTheirTime: what was not drawn whole says nothing, and a clock that
// jitters is not drawn.
func TestRunsEndWithTheirTime(t *testing.T) {
	e := exact[0]
	s, _, _ := sampling(t, e.policy, e.world, e.script, "")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if runs, whole := chance.Runs(ctx, s.Setting, 1, 10); whole {
		t.Errorf("%d runs without time", len(runs))
	}
	s, _, _ = sampling(t, e.policy, "clock: {skew: {jitter: 0ms..1ms}}", e.script, "")
	if runs, whole := chance.Runs(context.Background(), s.Setting, 1, 10); whole || len(runs) > 0 {
		t.Errorf("%d runs of a clock that jitters", len(runs))
	}
}

// Where nothing is open one run stands for all that were asked for.
func TestOneRunIsEnough(t *testing.T) {
	s, r, _ := sampling(t, "node22", "clock: {startup: 1ms, phase: 0ms}", "[{setTimeout: 0, do: {log: t}}, {setImmediate: , do: {log: i}}]", "rules: [t before i, i before t]\n")
	s.Runs = 1_000_000_000
	l := estimate(s, r)
	if l.Counts.Runs != s.Runs || l.Orders[0].Low != 1 || l.Broken[0].High != 0 || l.Broken[1].Low != 1 {
		t.Errorf("%+v, %+v", l.Orders, l.Broken)
	}
}
