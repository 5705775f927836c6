package viewer_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"evsim/internal/document"
	"evsim/internal/drive"
	"evsim/internal/states"
	"evsim/internal/trace"
	"evsim/internal/viewer"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// patience is how long a test may take on a busy machine.
const patience = 50 * time.Second

// patienceOf is patience, and more of it where much is measured.
func patienceOf(t testing.TB) time.Duration {
	if _, measured := t.(*testing.B); measured {
		return 20 * patience
	}
	return patience
}

// browser is a page in Chromium that keeps what goes wrong in it.
type browser struct{ *drive.Page }

func openBrowser(t testing.TB, flags ...chromedp.ExecAllocatorOption) browser {
	t.Helper()
	return browser{drive.Chromium{Patience: patienceOf(t), Flags: flags}.Open(t)}
}

func (b browser) do(t testing.TB, actions ...chromedp.Action) {
	t.Helper()
	b.Do(t, patienceOf(t)/2, actions...)
}

// documentOf is the runs of a scenario under some policies.
func documentOf(t testing.TB, file string, policies ...string) (*viewer.Document, [][]sim.Event) {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	s, diags := scenario.Parse(file, text)
	if diags.Failed() {
		t.Fatal(diags)
	}
	s.World.Limits.Callbacks = 2000
	return documentFrom(t, s, file, string(text), policies...)
}

func documentFrom(t testing.TB, s *scenario.Scenario, file, text string, policies ...string) (*viewer.Document, [][]sim.Event) {
	t.Helper()
	d := viewer.NewDocument(file, s.Titled(), text)
	var all [][]sim.Event
	for _, name := range policies {
		p, err := model.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if s.Lacks(p) != nil {
			continue
		}
		w := viewer.Recorder{Document: d, Next: &viewer.Run{Queues: p.Queues(), Lanes: document.Lanes(p)}}
		var r states.Recording
		w.Begin(trace.Run{Policy: p.Name, Versions: p.Versions, Process: p.Node != nil})
		w.End(s.Run(p, program.Options{Sink: both{w, &r}, Wants: states.Kinds}), "")
		all = append(all, r.Events)
	}
	return d, all
}

type both [2]sim.Sink

func (b both) Emit(e sim.Event) {
	b[0].Emit(e)
	b[1].Emit(e)
}

// open writes a report and opens it, at the stage.
func (b browser) open(t testing.TB, d *viewer.Document) {
	t.Helper()
	if len(d.Searches) == 0 {
		b.show(t, d, "#step")
		return
	}
	b.show(t, d, ".orders")
	b.do(t, chromedp.Click(".views button:last-child", chromedp.ByQuery), chromedp.WaitVisible("#step", chromedp.ByQuery))
}

// show writes a report and opens it.
func (b browser) show(t testing.TB, d *viewer.Document, until string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(report(t, d)), 0o666); err != nil {
		t.Fatal(err)
	}
	b.do(t, chromedp.Navigate("file://"+filepath.ToSlash(file)), chromedp.WaitVisible(until, chromedp.ByQuery))
}

// TestKeys steps through a report as a reader with a keyboard does: a callback a
// step, from the start on, without a click.
func TestKeys(t *testing.T) {
	b := openBrowser(t)
	d, _ := documentOf(t, "../../scenarios/seeds/seed3-05-timer1-timer2-promise3.yaml", "node10", "node22", "browser")
	b.open(t, d)
	var start, there, back, end, phase, other, logs string
	b.do(t,
		chromedp.Text("#step", &start),
		chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight),
		chromedp.Text("#step", &there), chromedp.Text("#phase", &phase),
		chromedp.KeyEvent(kb.ArrowLeft), chromedp.Text("#step", &back),
		chromedp.KeyEvent(kb.End), chromedp.Text("#step", &end),
		chromedp.KeyEvent("2"), chromedp.Text(`nav [aria-pressed="true"]`, &other),
		chromedp.Text(".differ", &logs),
	)
	got := []string{start, there, phase, back, end, other, logs}
	want := []string{"start", "3 of 6", "timers", "2 of 6", "end", "node22", "The logs differ from line 5 on: node10. Go there"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	b.Quiet(t)
}

// oneRun is a document with one of its runs, as JSON.
func oneRun(t testing.TB, d *viewer.Document, r int) string {
	t.Helper()
	one := *d
	one.Runs = d.Runs[r : r+1]
	text, err := json.Marshal(&one)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// stateInPage is what the page's own code says of one step.
type stateInPage struct {
	Phase  string           `json:"phase"`
	Stack  []int            `json:"stack"`
	Queues map[string][]int `json:"queues"`
	Logged int              `json:"logged"`
}

// TestStatesAreThoseOfGo holds the two makers of states against each other, at
// every step of every seed scenario, forwards and back.
func TestStatesAreThoseOfGo(t *testing.T) {
	b := openBrowser(t)
	b.do(t, chromedp.Navigate("about:blank"), chromedp.Evaluate(viewer.BuildForTest(t, `
		import { Run } from "./src/data"; import { Cursor } from "./src/states";
		globalThis.states = (doc) => doc.runs.map((head, r) => {
			const c = new Cursor(new Run(doc, head, r));
			const at = () => ({ phase: c.phase, stack: [...c.stack], logged: c.logged,
				queues: Object.fromEntries(c.queues.filter((q) => q.size).map((q) => [q.name, c.waiting(c.queues.indexOf(q), 1e9)])) });
			const out = [];
			for (let k = 0; k <= head.kind.length; k++) out.push(JSON.stringify(c.seek(k) && at()));
			for (let k = head.kind.length; k >= 0; k--) if (JSON.stringify(c.seek(k) && at()) !== out[k]) throw new Error("back at step " + k);
			return out.map((text) => JSON.parse(text));
		});`), nil))
	files, err := filepath.Glob("../../scenarios/seeds/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		d, all := documentOf(t, file, "node10", "node22", "browser")
		for r := range d.Runs {
			if len(all[r]) > 300 { // states are long where queues are
				continue
			}
			var got [][]stateInPage
			b.do(t, chromedp.Evaluate("states("+oneRun(t, d, r)+")", &got))
			if diff := cmp.Diff(statesInGo(all[r]), got[0]); diff != "" {
				t.Errorf("%s, %s (-Go +page):\n%s", file, d.Runs[r].Policy, diff)
			}
		}
	}
	b.Quiet(t)
}

func statesInGo(events []sim.Event) []stateInPage {
	c := states.New(events)
	var out []stateInPage
	for step := 0; step <= len(events); step++ {
		c.Seek(step)
		s := stateInPage{Phase: c.Phase(), Stack: []int{}, Queues: map[string][]int{}, Logged: len(c.Log())}
		for _, e := range c.Stack(nil) {
			s.Stack = append(s.Stack, int(e.Seq)-1)
		}
		for q, queue := range c.Queues() {
			for _, e := range c.Waiting(nil, q, len(events)) {
				name := trace.QueueName(queue)
				s.Queues[name] = append(s.Queues[name], int(e.Seq)-1)
			}
		}
		out = append(out, s)
	}
	return out
}
