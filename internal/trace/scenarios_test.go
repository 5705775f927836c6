package trace_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evsim/internal/trace"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// TestPerfettoOfScenarios holds the export of every seed scenario under every
// policy, all in one file, against the Trace Event Format: that every run is a
// process, every callback a slice, and that every task which runs has an arrow.
func TestPerfettoOfScenarios(t *testing.T) {
	files, err := filepath.Glob("../../scenarios/seeds/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, runs := exported(t, file)
			found, err := readTrace(text)
			if err != nil {
				t.Fatal(err)
			}
			if want := totals(runs); len(runs) < 4 || found.processes != len(runs) || found.callbacks != want.callbacks || len(found.flows) != want.scheduled || len(found.counters) == 0 {
				t.Errorf("%d processes of %d runs, %d slices of %d callbacks, %d arrows to %d tasks, %d counters",
					found.processes, len(runs), found.callbacks, want.callbacks, len(found.flows), want.scheduled, len(found.counters))
			}
		})
	}
}

// exported is the trace of a scenario under every policy that has what it uses,
// and what happened in each run.
func exported(t *testing.T, file string) (string, [][]sim.Event) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := scenario.Parse(file, text)
	if s == nil {
		t.Fatal(diags)
	}
	s.World.Limits.Callbacks = 500
	var b bytes.Buffer
	var runs [][]sim.Event
	w := trace.NewPerfetto(&b)
	for _, p := range model.Policies() {
		if s.Lacks(p) != nil {
			continue
		}
		w.Begin(trace.Run{File: file, Policy: p.Name, Process: p.Node != nil})
		stop := s.Run(p, program.Options{Sink: w, Wants: w.Kinds()})
		runs = append(runs, slices.Clone(w.Events))
		if err := w.End(stop, ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), runs
}

type traceTotals struct{ callbacks, scheduled int }

// totals counts the callbacks of runs, and how often something that was
// scheduled ran: an interval as often as it was set again.
func totals(runs [][]sim.Event) (n traceTotals) {
	for _, events := range runs {
		waits := map[sim.TaskID]bool{}
		for _, e := range events {
			switch e.Kind {
			case sim.EventSchedule, sim.EventEnqueue:
				waits[e.Task] = true
			case sim.EventRun:
				n.callbacks++
				if waits[e.Task] {
					n.scheduled++
				}
				waits[e.Task] = false
			}
		}
	}
	return n
}

// TestTracesThatAreWrong damages a trace in each way that readTrace is to find.
func TestTracesThatAreWrong(t *testing.T) {
	whole, _ := exported(t, "../../scenarios/seeds/seed3-05-timer1-timer2-promise3.yaml")
	for _, test := range []struct{ name, old, put, want string }{
		{"a second object", "\n]}\n", "\n]}\n{}", "more after the object"},
		{"an unknown unit", `"displayTimeUnit":"ns"`, `"displayTimeUnit":"s"`, "the unit"},
		{"an unknown field", `{"ph":"B",`, `{"ph":"B","phase":1,`, "unknown field"},
		{"an unknown kind", `{"ph":"B",`, `{"ph":"Q",`, "unknown kind"},
		{"no process", `"pid":1,`, `"pid":0,`, "no process"},
		{"a thread without a name", `"tid":1,"ts"`, `"tid":99,"ts"`, "its thread has no name"},
		{"a process without a name", `"pid":2,`, `"pid":77,`, "its process has no name"},
		{"a process that is named twice", `"process_sort_index"`, `"process_name"`, "it says nothing"},
		{"metadata of no kind", `"thread_sort_index"`, `"thread_color"`, "no such metadata"},
		{"no name", `{"ph":"B","name":"main"`, `{"ph":"B","name":""`, "has a name"},
		{"an end with a name", `{"ph":"E",`, `{"ph":"E","name":"main",`, "has a name"},
		{"no time", `"ts":`, `"ts":-`, "is not a time"},
		{"time that is no number", `"ts":1,`, `"ts":"soon",`, "invalid number literal"},
		{"a slice that never ends", `{"ph":"E",`, `{"ph":"i","name":"x","s":"t",`, "has no end"},
		{"an end of nothing", `{"ph":"B",`, `{"ph":"i","s":"t",`, "an end of no slice"},
		{"a slice without a length", `"dur":0.100`, `"dur":0`, "no length"},
		{"an arrow outside of slices", `{"ph":"X",`, `{"ph":"i","s":"t",`, "outside of slices"},
		{"an arrow that begins twice", `"id":"1.2"`, `"id":"1.1"`, "begins twice"},
		{"an arrow without an id", `"id":"1.1"`, `"id":""`, "an arrow without a name"},
		{"an arrow without an end", `{"ph":"f",`, `{"ph":"i","s":"t",`, "the arrow 1.1 has no end"},
		{"an arrow without a beginning", `{"ph":"s",`, `{"ph":"i","s":"t",`, "an end of no arrow"},
		{"an arrow of two names", `{"ph":"f","name":"schedules"`, `{"ph":"f","name":"causes"`, "an end of no arrow"},
		{"an arrow into the next slice", `"bp":"e"`, `"bp":""`, "would end in the next slice"},
		{"a counter below zero", `"tasks":0`, `"tasks":-1`, "without a number of tasks"},
		{"a counter of text", `"tasks":1`, `"tasks":"1"`, "without a number of tasks"},
		{"an instant of everything", `"s":"t"`, `"s":"g"`, "an instant of no thread"},
	} {
		text := strings.Replace(whole, test.old, test.put, 1)
		if _, err := readTrace(text); text == whole || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q in it", test.name, err, test.want)
		}
	}
	// A number of the first entry of a kind, with 99999 put before it.
	for _, test := range []struct{ entry, key, want string }{
		{`{"ph":"B"`, "ts", "time goes back"},
		{`{"ph":"C"`, "ts", "the counter goes back"},
		{`{"ph":"X","name":"sleep`, "dur", "an end of no slice"},
	} {
		if _, err := readTrace(greater(whole, test.entry, test.key)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s of %s: %v, want %q in it", test.key, test.entry, err, test.want)
		}
	}
}

func greater(text, entry, key string) string {
	at := strings.Index(text, entry)
	key = `"` + key + `":`
	at += strings.Index(text[at:], key) + len(key)
	return text[:at] + "99999" + text[at:]
}
