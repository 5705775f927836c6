package trace_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"evsim/internal/escape"
	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/sim"
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
	"marble.txt":     func(w io.Writer) trace.Writer { return trace.NewMarble(w) },
	"mermaid.txt":    func(w io.Writer) trace.Writer { return trace.NewMermaid(w) },
	"run.svg":        func(w io.Writer) trace.Writer { return trace.NewSVG(w) },
	"run-moving.svg": func(w io.Writer) trace.Writer { return trace.NewMovingSVG(w) },
	"perfetto.json":  func(w io.Writer) trace.Writer { return trace.NewPerfetto(w) },
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
		{Kind: sim.EventEnqueue, Phase: sim.Place(nasty), Task: 1, Text: nasty},
		{Kind: sim.EventRun, Phase: sim.Place(nasty), Task: 1, Text: nasty},
		{Kind: sim.EventLog, Phase: sim.Place(nasty), Task: 1, Text: nasty},
		{Kind: sim.EventEnd, Phase: sim.Place(nasty), Task: 1},
		{Kind: sim.EventStop, Phase: sim.Place(nasty), Text: "ended"},
	}
	for name, make := range drawings {
		for _, runs := range [][][]sim.Event{{}, {{}}, {events}} {
			if strings.HasSuffix(name, ".svg") && len(runs) == 0 {
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

// TestDrawingsOfVeryMuch: a diagram stays below what GitHub draws, and no text of
// a picture is longer than its column, whatever a script is called and logs.
func TestDrawingsOfVeryMuch(t *testing.T) {
	long := strings.Repeat("m&", 20_000)
	var events []sim.Event
	for i := range sim.TaskID(500) {
		events = append(events,
			sim.Event{Kind: sim.EventEnqueue, Phase: "timers", Task: i + 1, Text: long},
			sim.Event{Kind: sim.EventRun, Phase: "timers", Task: i + 1, Text: long},
			sim.Event{Kind: sim.EventLog, Phase: "timers", Task: i + 1, Text: long},
			sim.Event{Kind: sim.EventEnd, Phase: "timers", Task: i + 1})
	}
	run := node()
	run.Title = say.Word(long)
	for name, make := range drawings {
		var b bytes.Buffer
		w := make(&b)
		if err := play(w, run, events, sim.Stop{Reason: sim.Ended}, long); err != nil {
			t.Fatal(err)
		}
		switch got := b.String(); name {
		case "mermaid.txt":
			if n := utf8.RuneCountInString(got); n > escape.MermaidMost || n < escape.MermaidMost/2 {
				t.Errorf("the diagram has %d characters", n)
			}
		case "run.svg":
			wellFormed(t, got)
			for _, text := range shortTexts.FindAllStringSubmatch(got, -1) {
				if n := utf8.RuneCountInString(html.UnescapeString(text[1])); n > mostShown {
					t.Fatalf("a text has %d characters: %.100s", n, text[1])
				}
			}
			if len(got) > 500_000 {
				t.Errorf("the picture has %d bytes", len(got))
			}
		}
	}
}

// shortTexts are those that a picture shows, and mostShown how long one is at
// most: that of the title.
var shortTexts = regexp.MustCompile(`<(?:text|title)[^>]*>([^<]*)<`)

const mostShown = 2*160 + 2

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

// TestManyLinesAreCounted: a picture shows the first lines of a callback that
// logs very many, and counts the others; it is no taller for them.
func TestManyLinesAreCounted(t *testing.T) {
	logging := func(lines int) []sim.Event {
		events := []sim.Event{{Kind: sim.EventRun, Phase: "main", Task: 1, Text: "script"}}
		for range lines {
			events = append(events, sim.Event{Kind: sim.EventLog, Phase: "main", Task: 1, Text: "line"})
		}
		return append(events, sim.Event{Kind: sim.EventEnd, Phase: "main", Task: 1}, sim.Event{Kind: sim.EventStop, Text: "ended"})
	}
	height := regexp.MustCompile(`height="(\d+)" role`)
	heights := map[string]bool{}
	for lines, more := range map[int]string{19: "", 20: "", 21: "... and 2 more", 5000: "... and 4981 more"} {
		got := drawn(t, drawings["run.svg"], logging(lines))
		wellFormed(t, got)
		want := lines
		if more != "" {
			want = 19
		}
		if n := strings.Count(got, ">&gt; line<"); n != want {
			t.Errorf("of %d lines %d are drawn, want %d", lines, n, want)
		}
		if has := strings.Contains(got, "... and "); has != (more != "") || !strings.Contains(got, more) {
			t.Errorf("of %d lines there is no %q in %.2000s", lines, more, got)
		}
		if lines >= 20 {
			heights[height.FindStringSubmatch(got)[1]] = true
		}
		if len(got) > 50_000 {
			t.Errorf("%d lines make %d bytes", lines, len(got))
		}
	}
	if len(heights) != 1 {
		t.Errorf("pictures of 20 lines and more are %v high", heights)
	}
}

// TestDrawingsAskForRoom: what a drawing keeps of a run asks before it grows by much,
// and without room the drawing is of the run's beginning.
func TestDrawingsAskForRoom(t *testing.T) {
	for name, events := range map[string][]sim.Event{
		"callbacks": {{Kind: sim.EventRun, Phase: "timers", Task: 1, Text: "a"}, {Kind: sim.EventEnd, Task: 1}},
		"lines":     {{Kind: sim.EventLog, Text: "b"}},
	} {
		for format, make := range drawings {
			w := make(io.Discard).(interface {
				trace.Writer
				Within(room func(bytes int64) bool)
			})
			asked := 0
			w.Within(func(int64) bool { asked++; return false })
			w.Begin(node())
			w.Emit(sim.Event{Kind: sim.EventRun, Phase: "main", Task: 1, Text: "script"})
			for n := 0; n < 2_000_000 && asked == 0; n++ {
				for _, e := range events {
					w.Emit(e)
				}
			}
			for range 1000 {
				w.Emit(events[0])
			}
			if asked != 1 {
				t.Errorf("%s of many %s asked %d times for room, want once", format, name, asked)
			}
		}
	}
}

// TestMarbleLineEnds: no line of the legend ends in spaces, wherever they come from, and
// none is lost within.
func TestMarbleLineEnds(t *testing.T) {
	events := []sim.Event{{Kind: sim.EventRun, Phase: "main", Task: 1, Text: "script"}}
	for _, text := range []string{" a ", "", "  b", " ", ""} {
		events = append(events, sim.Event{Kind: sim.EventLog, Phase: "main", Task: 1, Text: text})
	}
	got := drawn(t, drawings["marble.txt"], append(events, sim.Event{Kind: sim.EventEnd, Phase: "main", Task: 1}))
	if want := "\na  script   a , ,   b,  ,\n"; !strings.Contains(got, want) {
		t.Errorf("there is no %q in %q", want, got)
	}
}

// A picture that moves has, beside its style, what the still one has; it shows
// all to readers who want no motion, and ends in time however long the run is.
func TestMovingPicture(t *testing.T) {
	long := []sim.Event{}
	for i := range 400 {
		task := sim.TaskID(i + 1)
		long = append(long, sim.Event{Kind: sim.EventRun, Phase: "timers", Task: task, Text: "a"}, sim.Event{Kind: sim.EventEnd, Phase: "timers", Task: task})
	}
	frames := regexp.MustCompile(`(?s)\n\.r0\{.*\n@media\(prefers-reduced-motion:reduce\)\{g,\.box\{animation:none!important\}\}|</?g[^>]*>\n`)
	for name, events := range map[string][]sim.Event{"a run": aRun(), "a long one": long, "none": nil} {
		still, moving := drawn(t, drawings["run.svg"], events), drawn(t, drawings["run-moving.svg"], events)
		wellFormed(t, moving)
		if len(events) == 0 {
			continue
		}
		if bare := frames.ReplaceAllString(moving, ""); bare != still {
			t.Errorf("%s: without its motion it is not the still picture (-still +moving):\n%s", name, cmp.Diff(still, bare))
		}
		for _, found := range regexp.MustCompile(`animation:r\d+ ([0-9.]+)s`).FindAllStringSubmatch(moving, -1) {
			if seconds, err := strconv.ParseFloat(found[1], 64); err != nil || seconds > 44 {
				t.Fatalf("%s: it takes %s s", name, found[1])
			}
		}
	}
}
