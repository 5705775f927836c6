package why_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/internal/testmain"
	"evsim/model"
	"evsim/scenario"
	"evsim/sim"
	"evsim/why"
)

// TestSuccessiveIsEachLineByItself holds what is explained in one go against
// what is explained line by line, from the events up to there: of every third scenario,
// of all with EVSIM_SWEEPS=1.
func TestSuccessiveIsEachLineByItself(t *testing.T) {
	for i, file := range scenarioFiles(t) {
		if i%testmain.Every(3) != 0 {
			continue
		}
		s := load(t, file)
		for _, p := range s.RunsOn() {
			if s.Lacks(p) != nil {
				continue
			}
			events := run(s, p, &s.World, nil)
			if len(events) < 2000 {
				compareSuccessive(t, file, events, s, p)
			}
		}
	}
}

func compareSuccessive(t *testing.T, file string, events []sim.Event, s *scenario.Scenario, p model.Policy) {
	t.Helper()
	lines, at := linesOf(events)
	next := 1
	why.Successive(events, p, 1_000_000, func(event int, got why.Explanation) bool {
		if event != at[next] {
			t.Fatalf("%s, %s: line %d is logged at %d, not at %d", file, p.Name, next, at[next], event)
		}
		r := why.Record(lines[next-1], lines[next])
		for _, e := range events {
			r.Emit(e)
		}
		if diff := cmp.Diff(explain(t, r, p, file), got); diff != "" {
			t.Errorf("%s, %s, %v (-by itself +in one go):\n%s", file, p.Name, lines[next], diff)
		}
		next++
		return true
	})
	if next < len(lines) {
		t.Errorf("%s, %s: %d of %d lines are explained", file, p.Name, next, len(lines))
	}
}

// linesOf is the lines that a run logs, and the events that log them.
func linesOf(events []sim.Event) (lines []why.Line, at []int) {
	seen := map[string]int{}
	for i, e := range events {
		if e.Kind == sim.EventLog {
			seen[e.Text]++
			lines, at = append(lines, why.Line{Text: e.Text, Nth: seen[e.Text]}), append(at, i)
		}
	}
	return lines, at
}
