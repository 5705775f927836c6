package trace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/internal/trace"
	"evsim/sim"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the expected output anew")

// golden holds got against a file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// play gives events to a writer that wants them, and numbers them as a run does.
func play(w trace.Writer, r trace.Run, events []sim.Event, stop sim.Stop, why string) error {
	w.Begin(r)
	for i, e := range events {
		if e.Seq = uint64(i + 1); w.Kinds().Has(e.Kind) {
			w.Emit(e)
		}
	}
	return w.End(stop, why)
}

func ms(n float64) clock.Instant { return clock.Instant(n * float64(clock.Millisecond)) }

func node() trace.Run {
	return trace.Run{File: "a.yaml", Title: "A title", Policy: "node22", Versions: "21.7 to 26.3", Process: true}
}

// aRun has one of everything: a log of its own and one in a nested callback,
// sleeps in two turns, an exception, text that would steer a terminal.
func aRun() []sim.Event {
	return []sim.Event{
		{Kind: sim.EventPhase, Phase: "main"},
		{Kind: sim.EventSchedule, Phase: "main", Task: 1, Text: "script"},
		{Kind: sim.EventRun, Phase: "main", Task: 1, Text: "script"},
		{Kind: sim.EventLog, Phase: "main", Task: 1, Text: "start", Pos: sim.Pos{Line: 3, Col: 5}},
		{Kind: sim.EventSchedule, Phase: "timers", Task: 2, Cause: 1, Text: "setTimeout 5", Pos: sim.Pos{Line: 4, Col: 5}},
		{Kind: sim.EventEnd, At: ms(0.25), Phase: "main", Task: 1},
		{Kind: sim.EventTurn, At: ms(0.25), Turn: 1, Phase: "main"},
		{Kind: sim.EventPhase, At: ms(0.25), Turn: 1, Phase: "poll"},
		{Kind: sim.EventSleep, At: ms(2), Turn: 1, Phase: "poll"},
		{Kind: sim.EventTurn, At: ms(2), Turn: 2, Phase: "poll"},
		{Kind: sim.EventSleep, At: ms(5.25), Turn: 2, Phase: "poll"},
		{Kind: sim.EventPhase, At: ms(5.25), Turn: 2, Phase: "timers"},
		{Kind: sim.EventRun, At: ms(5.25), Turn: 2, Phase: "timers", Task: 2, Cause: 1, Text: "setTimeout 5", Pos: sim.Pos{Line: 4, Col: 5}},
		{Kind: sim.EventRun, At: ms(5.25), Turn: 2, Phase: "timers", Task: 3, Cause: 2, Text: "a listener with \x1b[2J in its name", Pos: sim.Pos{Line: 14, Col: 10}},
		{Kind: sim.EventLog, At: ms(5.25), Turn: 2, Phase: "timers", Task: 3, Text: "two\nlines \"of\"\t<text>", Pos: sim.Pos{Line: 15, Col: 12}},
		{Kind: sim.EventEnd, At: ms(5.25), Turn: 2, Phase: "timers", Task: 3},
		{Kind: sim.EventThrow, At: ms(5.25), Turn: 2, Phase: "timers", Task: 2, Text: "boom"},
		{Kind: sim.EventEnd, At: ms(5.25), Turn: 2, Phase: "timers", Task: 2},
		{Kind: sim.EventRun, At: ms(5.25), Turn: 2, Phase: "a phase of a long name", Task: 4, Text: "setImmediate"},
		{Kind: sim.EventEnd, At: ms(5.25), Turn: 2, Phase: "a phase of a long name", Task: 4},
		{Kind: sim.EventStop, At: ms(5.25), Turn: 2, Phase: "exit", Text: "ended"},
	}
}

// quietRun runs many callbacks that log nothing, and then one that does.
func quietRun() []sim.Event {
	var events []sim.Event
	for i := range 30 {
		at, pos := ms(float64(i)), sim.Pos{Line: 7, Col: 3}
		events = append(events,
			sim.Event{Kind: sim.EventSleep, At: at, Turn: 1, Phase: "poll"},
			sim.Event{Kind: sim.EventRun, At: at, Turn: 1, Phase: "timers", Text: "setInterval 1", Pos: pos})
		if i == 25 {
			events = append(events, sim.Event{Kind: sim.EventLog, At: at, Turn: 1, Phase: "timers", Text: "here", Pos: pos})
		}
		events = append(events, sim.Event{Kind: sim.EventEnd, At: at, Turn: 1, Phase: "timers"})
	}
	return events
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	w := trace.NewText(&b, trace.Style{})
	page := trace.Run{Title: "Another", Policy: "browser", Versions: "the standard", Case: "a case", Seed: 7}
	for _, err := range []error{
		play(w, node(), aRun(), sim.Stop{Reason: sim.Ended}, ""),
		play(w, node(), aRun()[:4], sim.Stop{Reason: sim.Exited, Code: 3}, ""),
		play(w, node(), aRun()[:4], sim.Stop{Reason: sim.Died, Code: 1, Error: "boom\x07"}, ""),
		play(w, node(), quietRun(), sim.Stop{Reason: sim.LimitCallbacks}, "a queue never drains"),
		play(w, page, aRun(), sim.Stop{Reason: sim.Ended}, ""),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "text.txt", b.String())
}

func TestTextInColour(t *testing.T) {
	var b bytes.Buffer
	if err := play(trace.NewText(&b, trace.Style{Colour: true}), node(), aRun(), sim.Stop{Reason: sim.Ended}, ""); err != nil {
		t.Fatal(err)
	}
	golden(t, "colour.txt", b.String())
	if strings.Contains(b.String(), "\x1b[2J") {
		t.Error("the script steers the terminal")
	}
}

func TestLog(t *testing.T) {
	var b bytes.Buffer
	bare, headed := trace.NewLog(&b, false), trace.NewLog(&b, true)
	other := node()
	other.Case = "a case"
	for _, err := range []error{
		play(bare, node(), aRun(), sim.Stop{Reason: sim.Ended}, ""),
		play(headed, node(), aRun(), sim.Stop{Reason: sim.Ended}, ""),
		play(headed, other, aRun(), sim.Stop{Reason: sim.Ended}, ""),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "log.txt", b.String())
}

func TestNDJSON(t *testing.T) {
	var b bytes.Buffer
	w := trace.NewNDJSON(&b)
	page := trace.Run{File: "b.yaml", Policy: "browser", Case: "a \"case\""}
	for _, err := range []error{
		play(w, node(), aRun(), sim.Stop{Reason: sim.Ended}, ""),
		play(w, node(), aRun()[20:], sim.Stop{Reason: sim.Died, Code: 7, Error: "boom"}, ""),
		play(w, node(), aRun()[20:], sim.Stop{Reason: sim.LimitTurns}, "a queue never drains"),
		play(w, page, aRun()[20:], sim.Stop{Reason: sim.Ended}, ""),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "events.ndjson", b.String())
	for line := range strings.Lines(b.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
}

// broken is an output that takes some bytes and then fails.
type broken struct{ left int }

var errFull = errors.New("full")

func (b *broken) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestErrorsAreKept(t *testing.T) {
	for name, w := range map[string]trace.Writer{
		"text":   trace.NewText(&broken{}, trace.Style{}),
		"log":    trace.NewLog(&broken{}, false),
		"ndjson": trace.NewNDJSON(&broken{}),
	} {
		for range 2 { // the error of the first run is that of the second too
			if err := play(w, node(), aRun(), sim.Stop{Reason: sim.Ended}, ""); !errors.Is(err, errFull) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Whatever the script logs, a reader of JSON gets it back.
func FuzzNDJSON(f *testing.F) {
	f.Add("plain")
	f.Add("\x00\x1f \"\\/\n\t\r\u007f\u0085\u2028\u2029 <&> \u00e9 \U0001f600 \xff\xc3")
	f.Fuzz(func(t *testing.T, text string) {
		var b bytes.Buffer
		w := trace.NewNDJSON(&b)
		w.Begin(trace.Run{File: text, Case: text, Policy: text})
		w.Emit(sim.Event{Kind: sim.EventLog, Text: text})
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		var got struct{ File, Case, Policy, Text string }
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatalf("%v in %s", err, b.Bytes())
		}
		want := string([]rune(text)) // one U+FFFD for each byte that is not UTF-8
		if got.File != want || got.Case != want && text != "" || got.Policy != want || got.Text != want {
			t.Errorf("%q became %+v", text, got)
		}
	})
}
