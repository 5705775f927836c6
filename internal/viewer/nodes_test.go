package viewer_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"evsim/internal/document"
	"evsim/internal/viewer"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// mostNodes is how many elements a page may have, however long its runs are.
const mostNodes = 1000

// delays is a program whose timers stand in very many lists, each of its own
// delay.
func delays(n int) string {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: Many delays\nscript:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - setTimeout: %d\n    do: {log: \"timer %d\"}\n", i+1, i)
	}
	return b.String()
}

// longOrders is a race after very many lines.
const longOrders = `evsim: 1
name: A race after many lines
clock: {phase: 0ms..1ms, startup: 0ms..3ms}
script:
  - repeat: 5000
    do: {log: "line ${n}"}
  - setTimeout: 0
    do: {log: timeout}
  - setImmediate:
    do: {log: immediate}
`

// TestNodesAreBounded opens long runs, looks at them at some steps, and counts
// what is in the page: only what is in sight is.
func TestNodesAreBounded(t *testing.T) {
	b := openBrowser(t)
	b.do(t, performance.Enable())
	for name, d := range map[string]*viewer.Document{
		"turns":       documentOfLength(t, "turns", 100_000),
		"queues":      documentOfLength(t, "queues", 100_000),
		"delays":      documentOfText(t, delays(1000)),
		"long orders": ordersOfText(t, longOrders),
	} {
		b.open(t, d)
		n, most := len(d.Runs[0].Kind), 0
		for _, step := range []int{0, n / 100, n / 3, n / 2, n} {
			b.do(t, typed(fmt.Sprint(step)))
			b.sees(t, "#step", fmt.Sprintf("event %d of %d", step, n))
			var nodes int
			b.do(t, chromedp.Evaluate(`document.querySelectorAll("*").length`, &nodes))
			most = max(most, nodes)
			if nodes > mostNodes {
				t.Errorf("%s, step %d of %d: %d elements", name, step, n, nodes)
			}
		}
		t.Logf("%s: %d events, a page of %d KB, at most %d elements, %.1f MB of heap", name, n, len(report(t, d))/1000, most, b.heap(t)/1e6)
	}
	b.Quiet(t)
}

// heap is how many bytes the objects of the page take, after what is left of
// others has been collected.
func (b browser) heap(t testing.TB) (bytes float64) {
	t.Helper()
	b.do(t, heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) error {
		metrics, err := performance.GetMetrics().Do(ctx)
		for _, m := range metrics {
			if m.Name == "JSHeapUsedSize" {
				bytes = m.Value
			}
		}
		return err
	}))
	return bytes
}

func documentOfText(t testing.TB, text string) *viewer.Document {
	t.Helper()
	s, diags := scenario.Parse("x.yaml", []byte(text))
	if diags.Failed() {
		t.Fatal(diags)
	}
	d, _ := documentFrom(t, s, "x.yaml", text, "node22")
	return d
}

func ordersOfText(t testing.TB, text string) *viewer.Document {
	t.Helper()
	s, diags := scenario.Parse("x.yaml", []byte(text))
	if diags.Failed() {
		t.Fatal(diags)
	}
	limits := document.Report
	limits.Paths = 1000
	r := document.New("x.yaml", s, []byte(text), limits)
	p, err := model.Lookup("node22")
	if err != nil {
		t.Fatal(err)
	}
	r.Orders(t.Context(), &document.Plan{Setting: program.NewSetting(s, p), Text: []byte(text), Command: document.Command{File: "x.yaml", Policy: p.Name}})
	r.Cite()
	return r.Document
}
