package viewer_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/internal/trace"
	"evsim/internal/viewer"
	"evsim/sim"

	"github.com/google/go-cmp/cmp"
)

func someEvents() []sim.Event {
	at := func(us int) clock.Instant { return clock.Instant(us) * clock.Instant(clock.Microsecond) }
	return []sim.Event{
		{Kind: sim.EventPhase, Phase: "main"},
		{Kind: sim.EventRun, Phase: "main", Task: 1, Text: "script"},
		{Kind: sim.EventEnqueue, At: at(500), Phase: "timers", Task: 7, Cause: 1, Text: "setTimeout 5", Pos: sim.Pos{Line: 4, Col: 5}, List: 5 * clock.Millisecond, Due: at(5500)},
		{Kind: sim.EventEnqueue, At: at(500), Phase: "microtasks", Task: 2, Cause: 1, Text: "</script>\u2028", Due: clock.Never},
		{Kind: sim.EventEnd, At: at(500), Phase: "main", Task: 1},
		{Kind: sim.EventTurn, At: at(700), Turn: 1, Phase: "main"},
		{Kind: sim.EventStop, At: at(700), Turn: 1, Phase: "exit", Text: "ended"},
	}
}

func someDocument(events []sim.Event) *viewer.Document {
	d := viewer.NewDocument("a.yaml", "A <title>", "evsim: 1\n")
	w := viewer.Recorder{Document: d, Next: &viewer.Run{Command: "evsim run a.yaml", Queues: []sim.Place{"timers"}}}
	w.Begin(trace.Run{Policy: "node22", Versions: "21.7", Process: true})
	for _, e := range events {
		w.Emit(e)
	}
	w.End(sim.Stop{Reason: sim.Died, Code: 7, Error: "boom"}, "")
	return d
}

// unpacked is the events of a document's first run.
func unpacked(d *viewer.Document) []sim.Event {
	r := d.Runs[0]
	var out []sim.Event
	var last sim.Event
	enqueued := 0
	for i := range r.Kind {
		e := sim.Event{Kind: sim.EventKind(r.Kind[i]), At: last.At.Add(clock.Span(r.At[i])), Turn: last.Turn + r.Turn[i]}
		e.Task = sim.TaskID(int64(last.Task) + r.Task[i])
		e.Cause = sim.TaskID(int64(e.Task) - r.Cause[i])
		e.Phase, e.Text = sim.Place(d.Texts[r.Phase[i]]), d.Texts[r.Label[i]]
		e.Pos = sim.Pos{Line: d.Places[r.Place[i]][0], Col: d.Places[r.Place[i]][1]}
		if e.Kind == sim.EventEnqueue {
			e.List = clock.Span(r.List[enqueued])
			e.Due = clock.Never
			if due := r.Due[enqueued]; due >= 0 {
				e.Due = e.At.Add(clock.Span(due))
			}
			enqueued++
		}
		out, last = append(out, e), e
	}
	return out
}

func TestNothingIsLostInColumns(t *testing.T) {
	if diff := cmp.Diff(someEvents(), unpacked(someDocument(someEvents()))); diff != "" {
		t.Errorf("(-given +kept):\n%s", diff)
	}
}

func TestLateEventsAreCounted(t *testing.T) {
	d := someDocument(make([]sim.Event, viewer.MaxEvents+3))
	if r := d.Runs[0]; len(r.Kind) != viewer.MaxEvents || r.LeftOut != 3 {
		t.Errorf("%d kept, %d left out", len(r.Kind), r.LeftOut)
	}
}

// A rule that decides an event is kept once, at that event, and cited.
func TestRulesStandAtTheirEvents(t *testing.T) {
	d := viewer.NewDocument("a.yaml", "A", "")
	w := viewer.Recorder{Document: d, Next: &viewer.Run{General: map[string]sim.Rule{"run": "b"}}}
	w.Begin(trace.Run{})
	for _, rules := range []string{"", "xyxx", "", "xx", "z"} {
		for _, rule := range rules {
			w.Decide(sim.Rule(rule))
		}
		w.Emit(sim.Event{})
	}
	for _, id := range []string{"a", "b", "x", "z"} {
		d.Cite(viewer.Rule{ID: id})
	}
	var got []string
	at := 0
	for i, rule := range d.Runs[0].RuledBy {
		at += d.Runs[0].Ruled[i]
		got = append(got, fmt.Sprint(at, d.Texts[rule]))
	}
	for _, r := range d.Rules {
		got = append(got, r.ID)
	}
	if diff := cmp.Diff([]string{"1x", "1y", "3x", "4z", "b", "x", "z"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func report(t testing.TB, d *viewer.Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := viewer.WriteReport(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var packedDocument = regexp.MustCompile(`<script id="document" type="application/octet-stream">([^<]*)</script>`)

// TestReport holds that a page has its document, and nothing that ends its
// scripts early or asks for another file.
func TestReport(t *testing.T) {
	d := someDocument(someEvents())
	page := report(t, d)
	if page != report(t, d) {
		t.Error("equal documents give pages that differ")
	}
	if n := strings.Count(page, "</script>"); n != 2 {
		t.Errorf("%d scripts end, want 2", n)
	}
	if !strings.Contains(page, "<title>A &lt;title&gt;</title>") || !strings.Contains(page, "default-src 'none'") {
		t.Errorf("the head is\n%.600s", page)
	}
	if at := regexp.MustCompile(`(src|href)\s*=\s*["']|@import|url\(`).FindString(page[:strings.Index(page, "<script id")]); at != "" {
		t.Errorf("the page asks for something: %s", at)
	}
	raw, err := base64.StdEncoding.DecodeString(packedDocument.FindStringSubmatch(page)[1])
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(raw)))
	if err != nil {
		t.Fatal(err)
	}
	var back viewer.Document
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(someEvents(), unpacked(&back)); diff != "" {
		t.Errorf("(-given +in the page):\n%s", diff)
	}
	if got := back.Runs[0]; got.Reason != "died" || got.Code != 7 || got.Error.En != "boom" {
		t.Errorf("the run ended with %q, %d, %q", got.Reason, got.Code, got.Error)
	}
}
