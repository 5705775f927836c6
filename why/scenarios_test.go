package why_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/testmain"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
	"evsim/why"
)

// TestEveryPairHasAReason explains every pair of lines of every scenario, under
// every second policy, another one for the next scenario, under all with EVSIM_SWEEPS=1,
// in a run of each of its orders, and looks up in the events what is claimed.
func TestEveryPairHasAReason(t *testing.T) {
	count := map[why.Kind]int{}
	for i, file := range scenarioFiles(t) {
		s := load(t, file)
		for j, p := range s.RunsOn() {
			if s.Lacks(p) != nil || len(s.RunsOn()) > 1 && (i+j)%testmain.Every(2) != 0 {
				continue
			}
			worlds := []*program.World{&s.World}
			for i := range s.Cases {
				worlds = append(worlds, &s.Cases[i].World)
			}
			for _, world := range worlds {
				for _, oracle := range oracles(s, p, world) {
					events := run(s, p, world, oracle)
					explainPairs(t, events, p, file, count)
				}
			}
		}
	}
	for k := range why.NextFrame + 1 {
		if count[k] == 0 {
			t.Errorf("no claim of the kind %q was looked at", k)
		}
	}
}

// TestLoggedLinesAreKnown: Ask says that no statement logs a line without a search, so
// whatever a run logs must be a line that the program says it may log.
func TestLoggedLinesAreKnown(t *testing.T) {
	lines := 0
	for _, file := range scenarioFiles(t) {
		s := load(t, file)
		p, ok := program.Program(s).(program.Lined)
		if !ok {
			continue
		}
		for _, policy := range s.RunsOn() {
			if s.Lacks(policy) != nil {
				continue
			}
			for _, oracle := range oracles(s, policy, &s.World) {
				for _, e := range run(s, policy, &s.World, oracle) {
					if e.Kind != sim.EventLog {
						continue
					}
					if lines++; !p.Logs(e.Text) {
						t.Errorf("%s %s logs %q, which no statement is said to log", file, policy.Name, e.Text)
					}
				}
			}
		}
	}
	if lines < 10_000 {
		t.Errorf("only %d lines were looked at", lines)
	}
}

// explainPairs explains pairs of the lines of a run, and looks up in its events what
// is claimed, and that it is not so the other way round. It counts the claims by kind.
func explainPairs(t *testing.T, events []sim.Event, p model.Policy, name string, count map[why.Kind]int) {
	t.Helper()
	for _, pair := range pairsOf(events) {
		r := why.Record(pair[0], pair[1])
		for _, e := range events {
			r.Emit(e)
		}
		e := explain(t, r, p, name)
		if len(e.Claims) == 0 {
			t.Fatalf("%s %s: no reason for %v", name, p.Name, pair)
		}
		for _, c := range e.Claims {
			count[c.Kind]++
			if err := check(r.Events, p, c); err != nil {
				t.Errorf("%s %s %v: %v %s %q: %v", name, p.Name, pair, c.Kind, c.Rule, c.Text, err)
			}
			if back, ok := turned(r.Events, c); ok && check(r.Events, p, back) == nil {
				t.Errorf("%s %s %v: %v %s %q could as well be the other way round", name, p.Name, pair, c.Kind, c.Rule, c.Text)
			}
		}
	}
}

// turned is a claim the other way round: that the second ran first, where it
// runs when the first is over.
func turned(events []sim.Event, c why.Claim) (why.Claim, bool) {
	over := false
	for i := c.At + 1; i < len(events); i++ {
		over = over || events[i].Kind == sim.EventEnd && events[i].Task == c.First
		if over && events[i].Kind == sim.EventRun && events[i].Task == c.Second && c.Second != c.First {
			c.First, c.Second, c.At = c.Second, c.First, i
			return c, true
		}
	}
	return c, false
}

func explain(t *testing.T, r *why.Recorder, p model.Policy, file string) why.Explanation {
	t.Helper()
	defer func() {
		if err := recover(); err != nil {
			t.Errorf("%s %s: %v", file, p.Name, err)
			panic(err)
		}
	}()
	e, err := r.Explain(p)
	if err != nil {
		t.Fatalf("%s %s: %v", file, p.Name, err)
	}
	return e
}

// oracles is a run with low ends, and one of each of the first orders.
func oracles(s *scenario.Scenario, p model.Policy, w *program.World) []clock.Oracle {
	out := []clock.Oracle{nil}
	r := explore.Explore(context.Background(), s.In(p, w), explore.Options{Paths: 2_000})
	for i := range r.Orders[:min(len(r.Orders), 3)] {
		out = append(out, r.Orders[i].Witness.Oracle())
	}
	return out
}

type recording []sim.Event

func (r *recording) Emit(e sim.Event) { *r = append(*r, e) }

// maxRecorded cuts runs that never end.
const maxRecorded = 3000

func run(s *scenario.Scenario, p model.Policy, w *program.World, oracle clock.Oracle) []sim.Event {
	short := *w
	if short.Limits.Callbacks = min(short.Limits.Callbacks, maxRecorded); short.Limits.Callbacks == 0 {
		short.Limits.Callbacks = maxRecorded
	}
	var events recording
	s.In(p, &short).Run(program.Options{Oracle: oracle, Sink: &events, Wants: sim.AllKinds})
	return events
}

// pairsOf is pairs of lines: all of a short log, the neighbours of a long one.
func pairsOf(events []sim.Event) (out [][2]why.Line) {
	var lines []why.Line
	seen := map[string]int{}
	for _, e := range events {
		if e.Kind == sim.EventLog {
			seen[e.Text]++
			lines = append(lines, why.Line{Text: e.Text, Nth: seen[e.Text]})
		}
	}
	lines = lines[:min(len(lines), 24)]
	for i := range lines {
		for j := i + 1; j < len(lines) && (len(lines) <= 8 || j < i+4); j++ {
			out = append(out, [2]why.Line{lines[i], lines[j]})
		}
	}
	return out
}

func scenarioFiles(t testing.TB) []string {
	var files []string
	err := filepath.WalkDir("../scenarios", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".yaml" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatal("no scenarios", err)
	}
	return files
}

func load(t testing.TB, file string) *scenario.Scenario {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diagnostics := scenario.Parse(file, src)
	if s == nil {
		t.Fatal(diagnostics)
	}
	return s
}

// nested says that x is a job that was queued after y, another, and that a script
// asked, in the middle of a job, for the checkpoint in which it runs.
func (k checker) nested(x, y *sim.Event) bool {
	asked := k.last(sim.EventCheckpoint, k.c.At)
	return x.Phase == "microtasks" && y.Phase == "microtasks" && x.Seq > y.Seq && asked.Text == "node.tick-callback" && asked.Phase == "microtasks"
}
