package viewer_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"evsim/internal/drive"
	"evsim/internal/viewer"
	"evsim/scenario"

	cdpio "github.com/chromedp/cdproto/io"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// shapes are programs whose runs have many events: by turns, and by what waits
// in one queue.
var shapes = map[string]string{
	"turns": `evsim: 1
name: An interval with jobs and ticks
limits: {callbacks: 1000000, turns: 1000000, time: 1000s}
script:
  setInterval: 1
  times: %d
  do:
    - log: round ${n}
    - then: resolved
      do: {log: "job ${n}"}
    - nextTick:
      do:
        - setImmediate:
          do: {log: "immediate ${n}"}
`,
	"queues": `evsim: 1
name: A script that schedules much
limits: {callbacks: 1000000, turns: 1000000, time: 1000s}
script:
  repeat: %d
  do:
    - setTimeout: 5
      do: {log: "timer ${n}"}
    - then: resolved
      do: {log: "job ${n}"}
    - nextTick:
      do: {log: "tick ${n}"}
`,
}

// frame is the time from one frame to the next, 60 times a second, and a step
// that comes after a pause moves its cards.
const frame, pause = 17, 500 // ms

// BenchmarkSteps walks through runs of some length, forwards and back, a callback
// for each frame, and reports what a step costs Chromium's main thread: script,
// style, layout and paint, by the thread's own clock, so that what else the
// machine does is not counted. A frame has 16.7 ms.
func BenchmarkSteps(b *testing.B) {
	for _, shape := range []string{"turns", "queues"} {
		for _, events := range []int{10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", shape, events), func(b *testing.B) { measure(b, shape, events, 10_000, frame) })
		}
		b.Run(shape+"/moving", func(b *testing.B) { measure(b, shape, 10_000, 1000, pause) })
	}
}

func measure(b *testing.B, shape string, events, steps, pace int) {
	d := documentOfLength(b, shape, events)
	b.Logf("%d events", len(d.Runs[0].Kind))
	c := openBrowser(b, chromedp.Flag("disable-frame-rate-limit", true), chromedp.Flag("disable-gpu-vsync", true), chromedp.Flag("enable-precise-memory-info", true))
	began := time.Now()
	c.open(b, d)
	opened := time.Since(began)
	var heap float64
	c.do(b, chromedp.Evaluate(`performance.memory.usedJSHeapSize`, &heap))
	for b.Loop() {
		costs := c.walk(b, min(callbacksOf(d), steps), pace)
		slices.Sort(costs)
		at := func(share float64) float64 { return costs[int(share*float64(len(costs)-1))] }
		b.ReportMetric(at(0.5), "ms/step-median")
		b.ReportMetric(at(0.99), "ms/step-p99")
		b.ReportMetric(at(0.999), "ms/step-p99.9")
		b.ReportMetric(at(1), "ms/step-worst")
	}
	b.ReportMetric(opened.Seconds()*1000, "ms/open")
	b.ReportMetric(heap/1e6, "MB/heap")
	b.ReportMetric(0, "ns/op")
	c.Quiet(b)
}

// callbacksOf is how many callbacks the run of a document has: so many steps.
func callbacksOf(d *viewer.Document) (n int) {
	for _, kind := range d.Runs[0].Kind {
		if d.Kinds[kind] == "run" {
			n++
		}
	}
	return n
}

// documentOfLength is a run of about so many events.
func documentOfLength(t testing.TB, shape string, events int) *viewer.Document {
	t.Helper()
	per := 0
	for rounds := 100; ; rounds = events / per {
		text := fmt.Sprintf(shapes[shape], rounds)
		s, diags := scenario.Parse(shape+".yaml", []byte(text))
		if diags.Failed() {
			t.Fatal(diags)
		}
		d, _ := documentFrom(t, s, shape+".yaml", text, "node22")
		if per > 0 {
			return d
		}
		per = len(d.Runs[0].Kind) / rounds
	}
}

// walker is the page's part of a walk: a step for each frame, which a mark
// names in the trace. The page's clock goes by so much with each frame, however
// long a busy machine takes for it.
const walker = `(async (steps, pace) => {
	let now = performance.now();
	performance.now = () => now;
	const frame = () => new Promise((done) => requestAnimationFrame(() => { now += pace; done(); }));
	const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
	press("Home");
	for (let i = 0; i < 60; i++) { await frame(); press("ArrowRight"); }
	press("Home");
	await frame(); await frame();
	for (const key of ["ArrowRight", "ArrowLeft"]) {
		for (let i = 0; i < steps; i++) { await frame(); performance.mark("step"); press(key); }
		await frame(); performance.mark("rest"); await new Promise((done) => setTimeout(done, 200));
	}
	delete performance.now;
})(%d, %d)`

// entry is a line of Chromium's trace.
type entry struct {
	Name string  `json:"name"`
	Ph   string  `json:"ph"`
	Pid  int     `json:"pid"`
	Tid  int     `json:"tid"`
	At   float64 `json:"ts"`   // microseconds
	Dur  float64 `json:"dur"`  // of real time
	TDur float64 `json:"tdur"` // of the thread's own
}

// walk steps so far and back, and returns what each step cost, in milliseconds.
func (c browser) walk(t testing.TB, steps, pace int) []float64 {
	t.Helper()
	complete := make(chan cdpio.StreamHandle, 1)
	chromedp.ListenTarget(c, func(event any) {
		if e, ok := event.(*tracing.EventTracingComplete); ok {
			complete <- e.Stream
		}
	})
	c.do(t,
		tracing.Start().WithTransferMode(tracing.TransferModeReturnAsStream).WithTraceConfig(&tracing.TraceConfig{
			RecordMode: tracing.RecordModeRecordAsMuchAsPossible, IncludedCategories: []string{"toplevel", "blink.user_timing"}, ExcludedCategories: []string{"*"},
		}),
		chromedp.Evaluate(fmt.Sprintf(walker, steps, pace), nil, drive.Awaited),
		tracing.End(),
	)
	var text strings.Builder
	c.do(t, chromedp.ActionFunc(func(ctx context.Context) error { return readAll(ctx, <-complete, &text) }))
	var recorded struct {
		Events []entry `json:"traceEvents"`
	}
	if err := json.Unmarshal([]byte(text.String()), &recorded); err != nil {
		t.Fatal(err)
	}
	return perStep(recorded.Events)
}

// readAll reads a stream of the browser's to its end.
func readAll(ctx context.Context, handle cdpio.StreamHandle, to *strings.Builder) error {
	for {
		data, end, err := cdpio.Read(handle).Do(ctx)
		if err != nil {
			return err
		}
		to.WriteString(data)
		if end {
			return cdpio.Close(handle).Do(ctx)
		}
	}
}

// perStep adds up what the thread that has the marks did from each to the next:
// its tasks, each counted for the last mark that was set by its end. So a step
// has the frame that it is in, and what is left to do after that.
func perStep(trace []entry) []float64 {
	var marks, tasks []entry
	for _, e := range trace {
		if e.Name == "step" || e.Name == "rest" {
			marks = append(marks, e)
		}
	}
	for _, e := range trace {
		if e.Ph == "X" && strings.HasSuffix(e.Name, "RunTask") && len(marks) > 0 && e.Pid == marks[0].Pid && e.Tid == marks[0].Tid {
			tasks = append(tasks, e)
		}
	}
	byTime := func(a, b entry) int { return cmp.Compare(a.At, b.At) }
	slices.SortFunc(marks, byTime)
	slices.SortFunc(tasks, byTime)
	costs := make([]float64, len(marks))
	at := -1
	for _, task := range tasks {
		for at+1 < len(marks) && marks[at+1].At <= task.At+task.Dur {
			at++
		}
		if at >= 0 {
			costs[at] += task.TDur / 1000
		}
	}
	var steps []float64
	for i, m := range marks {
		if m.Name == "step" {
			steps = append(steps, costs[i])
		}
	}
	return steps
}
