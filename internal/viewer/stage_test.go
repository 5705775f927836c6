package viewer_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"evsim/internal/drive"
	"evsim/internal/viewer"
	"evsim/sim"
)

// pageStep is a step as the page's code has it.
type pageStep struct {
	Stop, Begins, Run int
	Says              string // why it comes
}

// TestStepsAreCallbacks holds the steps of the page against those of evsim step: one
// for each callback that begins, and what a callback does is seen in its own step,
// behind one inside it in a step of its own.
func TestStepsAreCallbacks(t *testing.T) {
	b := openBrowser(t)
	b.do(t, chromedp.Navigate("about:blank"), chromedp.Evaluate(viewer.BuildForTest(t, `
		import { Run } from "./src/data"; import { stepsOf } from "./src/steps"; import { Cursor } from "./src/states"; import { Cast } from "./src/cast"; import { because } from "./src/because"; import { wordsOf } from "./src/words";
		globalThis.steps = (doc) => {
			const run = new Run(doc, doc.runs[0], 0), s = stepsOf(run), c = new Cursor(run), cast = new Cast(run);
			return s.stops.map((stop, n) => ({ Stop: stop, Begins: s.begins[n], Run: s.runs[n], Says: because(c.seek(stop), cast, s, n, wordsOf("en")) + because(c, cast, s, n, wordsOf("zh")) }));
		};`), nil))
	var files []string
	for _, folder := range []string{"seeds", "browser"} {
		some, err := filepath.Glob("../../scenarios/" + folder + "/*.yaml")
		if err != nil || len(some) == 0 {
			t.Fatal(folder, len(some), err)
		}
		files = append(files, some...)
	}
	for _, file := range files {
		d, all := documentOf(t, file, "node10", "node26", "browser")
		for r := range d.Runs {
			if len(all[r]) > 2000 {
				continue
			}
			var got []pageStep
			b.do(t, chromedp.Evaluate("steps("+oneRun(t, d, r)+")", &got))
			checkSteps(t, file+", "+d.Runs[r].Policy, all[r], got)
		}
	}
	b.Quiet(t)
}

func checkSteps(t *testing.T, where string, events []sim.Event, steps []pageStep) {
	t.Helper()
	var callbacks, begun []int
	for i, e := range events {
		if e.Kind == sim.EventRun {
			callbacks = append(callbacks, i)
		}
	}
	for n, s := range steps {
		if s.Run >= 0 && s.Begins == s.Run {
			begun = append(begun, s.Run)
		}
		if n > 0 && s.Stop <= steps[n-1].Stop {
			t.Errorf("%s: step %d stands still at %d, behind one at %d", where, n, s.Stop, steps[n-1].Stop)
		}
		if words := strings.TrimSpace(s.Says); words == "" || strings.Contains(words, "“undefined”") || strings.Contains(words, "{0}") || strings.Contains(words, "{1}") {
			t.Errorf("%s, step %d: %q", where, n, words)
		}
	}
	if diff := cmp.Diff(callbacks, begun); diff != "" {
		t.Errorf("%s: callbacks begin, and steps (-events +page):\n%s", where, diff)
	}
	if steps[0].Stop != 0 || steps[len(steps)-1].Stop != len(events) {
		t.Errorf("%s: from %d to %d of %d", where, steps[0].Stop, steps[len(steps)-1].Stop, len(events))
	}
	at := 0
	for i, e := range events { // each line is in the step of the callback that logs it
		for steps[at].Stop <= i {
			at++
		}
		if e.Kind == sim.EventLog && e.Task != 0 && (steps[at].Run < 0 || events[steps[at].Run].Task != e.Task) {
			t.Errorf("%s: event %d logs %q outside of the steps of its callback", where, i, e.Text)
		}
	}
}

// lane is what a lane of the stage shows.
const lanesShown = `[...document.querySelectorAll(".lane")].map((l) => l.dataset.lane + ":" + [...l.querySelectorAll(".cardhead b")].map((c) => c.innerText).join(",")).join(" | ")`

// TestStageIsTrue follows a file, a timer, a tick and a job through two releases:
// where each waits at each step. libuv since 1.45 serves timers last.
func TestStageIsTrue(t *testing.T) {
	b := openBrowser(t)
	b.open(t, documentOfText(t, `evsim: 1
name: A file, a timer, a tick and a job
clock: {startup: 1ms, phase: 0ms}
files: {./a: {latency: 1ms}}
script:
  - setTimeout: 3
    do: {log: timer}
  - readFile: ./a
    do: {log: file}
  - setImmediate:
    do: {log: immediate}
  - then: resolved
    do: {log: job}
  - nextTick:
    do: {log: tick}
`))
	const empty = "pending: | poll: | check:"
	for _, step := range []struct{ key, stack, lanes, says string }{
		{kb.ArrowRight, "script", "outside:readFile ./a,setTimeout 3 | nextTick:nextTick | microtasks:then resolved | " + empty + "setImmediate | closing: | timers:", "The script itself runs first"},
		{kb.ArrowRight, "nextTick", "outside:readFile ./a,setTimeout 3 | nextTick: | microtasks:then resolved | " + empty + "setImmediate | closing: | timers:", "“script” has ended. Callbacks of nextTick run"},
		{kb.ArrowRight, "then resolved", "outside:readFile ./a,setTimeout 3 | nextTick: | microtasks: | " + empty + "setImmediate | closing: | timers:", "“tick” has ended. Microtasks run"},
		{kb.ArrowRight, "readFile ./a, back to the pool", "outside:readFile ./a,setTimeout 3 | nextTick: | microtasks: | " + empty + "setImmediate | closing: | timers:", "What “readFile ./a, back to the pool” waited for has happened"},
		{kb.ArrowRight, "setImmediate", "outside:readFile ./a,setTimeout 3 | nextTick: | microtasks: | " + empty + " | closing: | timers:", "The loop is in its check phase"},
	} {
		b.press(t, step.key)
		var lanes string
		b.do(t, chromedp.Evaluate(lanesShown, &lanes))
		if got := b.text(t, ".stackbox .cardhead b"); got != step.stack {
			t.Errorf("on the stack is %q, not %q", got, step.stack)
		}
		if diff := cmp.Diff(step.lanes, lanes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.stack, diff)
		}
		if got := b.text(t, ".reason"); !strings.HasPrefix(got, step.says) {
			t.Errorf("%s: %q, not %q", step.stack, got, step.says)
		}
	}
	b.Quiet(t)
}

// TestLanesInOrder holds the order of the lanes of runtimes that differ in it.
func TestLanesInOrder(t *testing.T) {
	b := openBrowser(t)
	b.open(t, reported(t, twoTimers, false, "node10", "node22", "browser"))
	for key, want := range map[string]string{"1": "timers pending poll check closing", "2": "pending poll check closing timers", "3": "timer of 0"} {
		b.press(t, key)
		var got string
		b.do(t, chromedp.Evaluate(`[...document.querySelectorAll(".loop .lane")].map((l) => l.dataset.lane).join(" ")`, &got))
		if got != want {
			t.Errorf("run %s: the lanes are %s, not %s", key, got, want)
		}
	}
	b.Quiet(t)
}

// TestOneScreen: at 1280 by 720 nothing of the stage is out of sight, with one run
// and with two beside each other; on a telephone nothing is wider than it.
func TestOneScreen(t *testing.T) {
	b := openBrowser(t)
	b.do(t, emulation.SetDeviceMetricsOverride(1280, 720, 1, false))
	b.open(t, reported(t, twoTimers, false))
	const beyond = `[...document.querySelectorAll(".stage, .lane, .stackbox, .why, .record, .deck, .source")].filter((e) => { const r = e.getBoundingClientRect(); return r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.height < 20; }).map((e) => e.className)`
	for _, key := range []string{kb.ArrowRight, "d", "c"} {
		b.press(t, key)
		var out []string
		b.do(t, chromedp.Evaluate(beyond, &out))
		if len(out) > 0 {
			t.Errorf("after %q these are out of sight: %q", key, out)
		}
	}
	b.do(t, emulation.SetDeviceMetricsOverride(390, 844, 2, true))
	var wide int64
	b.do(t, chromedp.Evaluate(`document.documentElement.scrollWidth`, &wide))
	if wide > 390 {
		t.Errorf("on a telephone the page is %d wide", wide)
	}
	b.Quiet(t)
}

// TestManyCards: a lane shows five cards, says how many more there are, and opens.
func TestManyCards(t *testing.T) {
	b := openBrowser(t)
	b.open(t, documentOfText(t, "evsim: 1\nname: Many\nscript:\n  repeat: 300\n  do:\n    - then: resolved\n      do: {log: x}\n"))
	b.press(t, kb.ArrowRight)
	cards := func(want int) {
		t.Helper()
		var n int
		b.do(t, chromedp.Evaluate(`document.querySelectorAll('[data-lane="microtasks"] .callcard').length`, &n))
		if n != want {
			t.Errorf("%d cards, not %d", n, want)
		}
	}
	cards(5)
	b.sees(t, `[data-lane="microtasks"] .more`, "and 295 more")
	b.do(t, chromedp.Click(`[data-lane="microtasks"] .more`))
	cards(120)
	b.sees(t, `[data-lane="microtasks"] .more`, "fewer (180 more)")
	b.do(t, clicked(`[data-lane="microtasks"] .more`))
	cards(5)
	b.Quiet(t)
}

// TestCardsMove: a step moves cards by animations that have begun when the key is
// done with, a key on the way ends them, a reader who wants no motion has none, and
// a step that follows another at once moves nothing.
func TestCardsMove(t *testing.T) {
	b := openBrowser(t)
	d := reported(t, twoTimers, false, "node22")
	const press = `(() => { document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })); return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(document.querySelector(".viewer").getAnimations({ subtree: true }).filter((a) => a.playState === "running").length)))); })()`
	for _, reduce := range []string{"no-preference", "reduce"} {
		b.do(t, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: reduce}}))
		b.open(t, d)
		var counts []int
		for range 3 {
			var n int
			b.do(t, chromedp.Sleep(150*time.Millisecond), chromedp.Evaluate(press, &n, drive.Awaited))
			counts = append(counts, n)
		}
		if moved := counts[0] > 0 && counts[1] > 0 && counts[2] > 0; moved != (reduce == "no-preference") {
			t.Errorf("%s: %v animations run after each step", reduce, counts)
		}
		b.sees(t, "#step", "3 of 6")
		b.do(t, chromedp.Evaluate(`document.querySelector(".stripes").animate([{ opacity: 0.9 }, { opacity: 1 }], { duration: 100, iterations: Infinity })`, nil)) // as a spinner is
		b.press(t, kb.ArrowRight)
		b.sees(t, "#step", "4 of 6")
	}
	b.do(t, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "no-preference"}}))
	b.open(t, d)
	var hurried struct{ Flying, Left, Run int }
	b.do(t, chromedp.Evaluate(`(async () => {
		const now = performance.now();
		performance.now = () => now; // however busy the machine is
		const press = () => { document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true })); return new Promise((done) => requestAnimationFrame(() => setTimeout(done))); };
		const copies = () => document.querySelectorAll(".ghosts .callcard").length;
		await press();
		const flying = copies();
		await press();
		return { flying, left: copies(), run: document.querySelector(".viewer").getAnimations({ subtree: true }).length };
	})()`, &hurried, drive.Awaited))
	b.sees(t, "#step", "2 of 6")
	if hurried.Flying == 0 {
		t.Error("no card flies from box to box, where nothing cuts it off")
	}
	if hurried.Left > 0 || hurried.Run > 0 {
		t.Errorf("after two steps at once %d copies are left, and %d animations run", hurried.Left, hurried.Run)
	}
	b.Quiet(t)
}

// TestSentences holds what is said where Node 10 and 22 part, in both languages:
// Node 10 runs a whole list of timers before microtasks (lib/timers.js listOnTimeout
// of 10 and 11).
func TestSentences(t *testing.T) {
	b := openBrowser(t)
	b.open(t, reported(t, twoTimers, false, "node10", "node22"))
	b.press(t, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	b.sees(t, ".reason", "“timer2” is in the same list, which this runtime finishes before it empties the microtasks.")
	b.sees(t, ".between h3", "Between callbacks emptied only after a whole list of timers or immediates")
	b.press(t, kb.ArrowRight)
	b.sees(t, ".reason", "The whole list has run. Only now does this runtime empty what waits between callbacks.")
	b.press(t, "2", kb.Home, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	b.sees(t, ".reason", "“timer1” has ended. Microtasks run before the loop goes on.")
	b.sees(t, ".between h3", "Between callbacks emptied after every callback")
	b.do(t, chromedp.Click(".topbar [lang]"))
	b.sees(t, ".reason", "“timer1” 已结束。循环继续之前，先运行微任务。")
	b.sees(t, ".between h3", "回调之间 每个回调之后清空")
	b.do(t, clicked(`.why summary`))
	var says string
	b.do(t, chromedp.Evaluate(`document.querySelector(".why .rule p").innerText`, &says))
	if !strings.Contains(says, "。") {
		t.Errorf("the rule is not in Chinese: %s", says)
	}
	b.Quiet(t)
}
