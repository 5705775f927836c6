package trace_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"evsim/sim"
	"evsim/trace"
)

// drawn is what a writer makes of runs.
func drawn(t *testing.T, make func(io.Writer) trace.Writer, runs ...[]sim.Event) string {
	t.Helper()
	var b bytes.Buffer
	w := make(&b)
	for _, events := range runs {
		if err := play(w, node(), events, sim.Stop{Reason: sim.Ended}, ""); err != nil {
			t.Fatal(err)
		}
	}
	if whole, ok := w.(io.Closer); ok {
		if err := whole.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

var drawings = map[string]func(io.Writer) trace.Writer{
	"marble.txt":    func(w io.Writer) trace.Writer { return trace.NewMarble(w) },
	"mermaid.txt":   func(w io.Writer) trace.Writer { return trace.NewMermaid(w) },
	"run.svg":       func(w io.Writer) trace.Writer { return trace.NewSVG(w) },
	"perfetto.json": func(w io.Writer) trace.Writer { return trace.NewPerfetto(w) },
}

func TestDrawings(t *testing.T) {
	for name, make := range drawings {
		t.Run(name, func(t *testing.T) { golden(t, name, drawn(t, make, aRun())) })
	}
}

// Whatever a script logs, the pictures stay whole.
func TestDrawingsOfAnything(t *testing.T) {
	nasty := "]]>\"'<&#;%%{init}$$\n\x1b[2J\x00 end"
	events := []sim.Event{
		{Kind: sim.EventEnqueue, Phase: nasty, Task: 1, Text: nasty},
		{Kind: sim.EventRun, Phase: nasty, Task: 1, Text: nasty},
		{Kind: sim.EventLog, Phase: nasty, Task: 1, Text: nasty},
		{Kind: sim.EventEnd, Phase: nasty, Task: 1},
		{Kind: sim.EventStop, Phase: nasty, Text: "ended"},
	}
	for name, make := range drawings {
		for _, runs := range [][][]sim.Event{{}, {{}}, {events}} {
			if name == "run.svg" && len(runs) == 0 {
				continue
			}
			got := drawn(t, make, runs...)
			if strings.ContainsAny(got, "\x1b\x00") {
				t.Errorf("%s: control characters in %q", name, got)
			}
			if strings.HasPrefix(name, "run") {
				wellFormed(t, got)
			}
			if strings.HasPrefix(name, "perfetto") && len(runs) > 0 && !json.Valid([]byte(got)) {
				t.Errorf("no JSON: %s", got)
			}
			if strings.HasPrefix(name, "mermaid") && strings.ContainsAny(strings.ReplaceAll(got, "->>", ""), "<>$%") {
				t.Errorf("a text breaks out of %s", got)
			}
		}
	}
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
	}
}

func TestDrawingErrorsAreKept(t *testing.T) {
	for name, make := range drawings {
		w := make(&broken{})
		if err := play(w, node(), aRun(), sim.Stop{Reason: sim.Ended}, ""); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
