package viewer_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"evsim/internal/document"
	"evsim/internal/drive"
	"evsim/internal/viewer"
	"evsim/program"
	"evsim/scenario"
)

const (
	twoTimers = "../../scenarios/seeds/seed3-05-timer1-timer2-promise3.yaml"
	aRace     = "../../scenarios/seeds/seed0-05-timeout-immediate-main.yaml"
)

// reported is the document that evsim report makes of a file: its runs under
// some policies, or all that it is for; explored, every order.
func reported(t testing.TB, file string, explored bool, policies ...string) *viewer.Document {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := scenario.Parse(file, text)
	if s == nil || diags.Failed() {
		t.Fatal(diags)
	}
	limits := document.Report
	limits.Paths = 1000
	r := document.New(file, s, text, limits)
	for _, p := range s.RunsOn() {
		if s.Lacks(p) != nil || len(policies) > 0 && !slices.Contains(policies, p.Name) {
			continue
		}
		plan := document.Plan{Setting: program.NewSetting(s, p), Text: text, Command: document.Command{File: file, Policy: p.Name}}
		if explored {
			r.Orders(t.Context(), &plan)
			r.Decide(t.Context())
		} else {
			r.Run(t.Context(), &plan, nil)
		}
	}
	r.Cite()
	return r.Document
}

// text is what an element shows.
func (b browser) text(t testing.TB, selector string) (text string) {
	t.Helper()
	b.do(t, chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q)?.innerText ?? "none"`, selector), &text))
	return text
}

// content is the text of an element of a picture.
func (b browser) content(t testing.TB, selector string) (text string) {
	t.Helper()
	b.do(t, chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).textContent`, selector), &text))
	return text
}

// becomes waits until an element shows what is wanted, and returns what it shows in the end: pages
// draw before the next frame, which a busy machine gives late.
func (b browser) becomes(t testing.TB, selector, want string) (text string) {
	t.Helper()
	for end := time.Now().Add(patience / 8); ; time.Sleep(20 * time.Millisecond) {
		if text = b.text(t, selector); text == want || time.Now().After(end) {
			return text
		}
	}
}

// clicked clicks an element as soon as the page has it, wherever it lies: lists draw their lines
// before the next frame.
func clicked(selector string) chromedp.Action {
	return chromedp.Tasks{
		chromedp.WaitReady(selector, chromedp.ByQuery),
		chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).click()`, selector), nil),
	}
}

// sees holds what an element shows.
func (b browser) sees(t testing.TB, selector, want string) {
	t.Helper()
	if got := b.becomes(t, selector, want); got != want {
		t.Errorf("%s shows %q, not %q", selector, got, want)
	}
}

// press presses keys.
func (b browser) press(t testing.TB, keys ...string) {
	t.Helper()
	for _, key := range keys {
		b.do(t, chromedp.KeyEvent(key))
	}
}

// TestSteps goes through a report in every way that there is.
func TestSteps(t *testing.T) {
	b := openBrowser(t)
	b.open(t, reported(t, twoTimers, false, "node10", "node22"))
	b.sees(t, "#step", "start")
	shifted := chromedp.KeyModifiers(8)
	for _, way := range []struct {
		name string
		do   chromedp.Action
		want string
	}{
		{"a callback on", chromedp.KeyEvent(kb.ArrowRight), "1 of 6"},
		{"a callback on", chromedp.KeyEvent(kb.ArrowRight), "2 of 6"},
		{"a callback back", chromedp.KeyEvent(kb.ArrowLeft), "1 of 6"},
		{"to the first difference", chromedp.KeyEvent("d"), "4 of 6"},
		{"the button forward", chromedp.Click(`[aria-label="Forward"]`), "5 of 6"},
		{"the button back", chromedp.Click(`[aria-label="Back"]`), "4 of 6"},
		{"to the end", chromedp.Click(`[aria-label="To the end"]`), "end"},
		{"to the start", chromedp.Click(`[aria-label="To the start"]`), "start"},
		{"a line of the log", chromedp.Click(`.logs li[aria-posinset="4"] .text`), "3 of 6"},
		{"a line of the log down", chromedp.Tasks{chromedp.Focus(".logs .list"), chromedp.KeyEvent(kb.ArrowDown)}, "4 of 6"},
		{"the difference", chromedp.Click(".differ button"), "4 of 6"},
		{"the time line by key", chromedp.Tasks{chromedp.Focus("canvas"), chromedp.KeyEvent(kb.ArrowRight)}, "5 of 6"},
		{"to a number", typed("17"), "event 17 of 52"},
		{"to a text", typed("log timer2"), "event 34 of 52"},
		{"an event back", chromedp.KeyEvent(kb.ArrowLeft, shifted), "event 33 of 52"},
		{"all events", chromedp.KeyEvent("e"), "event 33 of 52"},
		{"an event of the list", clicked(`.events li[aria-posinset="30"]`), "event 30 of 52"},
		{"an event down", chromedp.Tasks{chromedp.Focus(".events .list"), chromedp.KeyEvent(kb.ArrowDown)}, "event 31 of 52"},
		{"an event up", chromedp.KeyEvent(kb.ArrowUp), "event 30 of 52"},
		{"a statement", clicked(`.source li[aria-posinset="25"]`), "event 9 of 52"},
		{"a statement down", chromedp.Tasks{chromedp.Focus(".source .list"), chromedp.KeyEvent(kb.ArrowDown)}, "event 15 of 52"},
		{"a cause", chromedp.Tasks{clicked(".why summary"), clicked(`.chain li:last-child button`)}, "event 2 of 52"},
		{"by callbacks again", chosen("callbacks"), "start"},
		{"another run", chromedp.Tasks{chromedp.KeyEvent("d"), chromedp.KeyEvent("2")}, "4 of 6"},
	} {
		ctx, cancel := context.WithTimeout(b, patience/4)
		if err := chromedp.Run(ctx, way.do); err != nil {
			t.Errorf("%s: %v", way.name, err)
		}
		cancel()
		if got := b.becomes(t, "#step", way.want); got != way.want {
			t.Errorf("%s: %s, not %s", way.name, got, way.want)
		}
	}
	b.sees(t, `nav [aria-pressed="true"]`, "node22")
	var missed string
	b.do(t, typed("no such event"), chromedp.Evaluate(`document.querySelector(".goto input").ariaInvalid`, &missed))
	if missed != "true" {
		t.Error("a text that no event has is found")
	}
	b.Quiet(t)
}

// chosen chooses what a step is.
func chosen(unit string) chromedp.Action {
	return chromedp.Evaluate(`(() => { const s = document.querySelector(".controls select"); s.value = "`+unit+`"; s.dispatchEvent(new Event("change", { bubbles: true })); s.blur(); })()`, nil)
}

// typed types into the field that goes somewhere, and leaves it.
func typed(text string) chromedp.Action {
	return chromedp.Tasks{
		chromedp.KeyEvent("g"), // which the driver also types, though the page takes the key
		chromedp.Evaluate(`document.activeElement.value = ""`, nil),
		chromedp.KeyEvent(text), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Escape),
	}
}

// until waits in the page until an expression holds.
func (b browser) until(t testing.TB, holds string) {
	t.Helper()
	b.do(t, chromedp.Evaluate(`new Promise((done) => { const look = () => (`+holds+`) ? done() : setTimeout(look, 20); look(); })`, nil, drive.Awaited))
}

// TestPlay plays a run to its end, fast, and holds it on the way.
func TestPlay(t *testing.T) {
	b := openBrowser(t)
	b.open(t, reported(t, twoTimers, false, "node22"))
	b.press(t, "+", "+", " ")
	b.until(t, `document.querySelector("#step").innerText !== "start"`)
	b.press(t, " ")
	b.until(t, `document.querySelector(".play").ariaLabel === "Play"`)
	held := b.text(t, "#step")
	b.do(t, chromedp.Evaluate(`new Promise((done) => setTimeout(() => done(), 400))`, nil, drive.Awaited))
	b.sees(t, "#step", held)
	b.press(t, " ")
	b.until(t, `document.querySelector(".play").ariaLabel === "Play"`)
	b.sees(t, "#step", "end")
	b.Quiet(t)
}

// TestWhyIsShown holds what is said of one step: a sentence, rules with links,
// and the chain of causes.
func TestWhyIsShown(t *testing.T) {
	b := openBrowser(t)
	b.open(t, reported(t, twoTimers, false, "node10"))
	b.press(t, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	b.sees(t, ".reason", "The 1 ms of “timer1” are over, and the loop is in its timers phase.")
	b.do(t, clicked(`.why summary`))
	var links, causes []string
	b.do(t, chromedp.Evaluate(`[...document.querySelectorAll(".why .rule a")].map((a) => a.href)`, &links),
		chromedp.Evaluate(`[...document.querySelectorAll(".chain button")].map((b) => b.innerText)`, &causes))
	if len(links) == 0 || !strings.HasPrefix(links[0], "https://") {
		t.Errorf("the links are %q", links)
	}
	if diff := cmp.Diff([]string{"setTimeout 0, line 14", "script"}, causes); diff != "" {
		t.Errorf("causes (-want +got):\n%s", diff)
	}
	b.sees(t, ".why h3:last-of-type", "Why “promise3” comes before “timer1”")
	b.Quiet(t)
}

// TestOrdersAreLikely reads how likely an order is where lengths have distributions.
func TestOrdersAreLikely(t *testing.T) {
	b := openBrowser(t)
	document := reported(t, "../../docs/examples/likely.yaml", true)
	b.show(t, document, ".orders")
	var text string
	b.do(t, chromedp.Text(".rest li:nth-child(1) .when", &text))
	if want := "likely " + document.Runs[0].Likely + "; when "; document.Runs[0].Likely == "" || !strings.HasPrefix(text, want) {
		t.Errorf("%q does not begin with %q", text, want)
	}
	b.Quiet(t)
}

// TestOrdersAreAPicture looks at the orders of a race, answers what is open, takes
// the answer back, and watches an order.
func TestOrdersAreAPicture(t *testing.T) {
	b := openBrowser(t)
	b.show(t, reported(t, aRace, true, "node22"), ".orders")
	b.sees(t, ".orders h2", "2 orders are possible on node22")
	b.sees(t, ".ask h2", "immediate ? timeout")
	b.sees(t, ".rest li:nth-child(1) .when", "when the loop starts within the millisecond of the clock in which the process started phase + startup less than 1ms")
	b.sees(t, ".rest li:nth-child(2) .when", "when the loop starts after the millisecond of the clock in which the process started phase + startup at least 1ms")
	for _, answer := range []struct{ click, left, badge string }{
		{`.ways label:nth-of-type(1) input`, "1 of 2 orders are left", "immediate first"},
		{`.ways label:nth-of-type(2) input`, "1 of 2 orders are left", "timeout first"},
		{`.rest header button`, "All 2 orders", "?"},
	} {
		b.do(t, chromedp.Click(answer.click, chromedp.ByQuery))
		b.sees(t, ".rest h2", answer.left)
		if got := b.content(t, ".badge text"); got != answer.badge {
			t.Errorf("the picture says %q, not %q", got, answer.badge)
		}
	}
	b.do(t, chromedp.Click(".rest li:nth-child(2) button", chromedp.ByQuery))
	b.sees(t, ".stagehead h2", "node22 #2")
	b.press(t, "o")
	b.sees(t, ".rest h2", "All 2 orders")
	b.press(t, "o")
	b.press(t, "d")
	b.sees(t, ".logs li.current", "≠\ntimeout")
	b.press(t, "c")
	b.sees(t, ".logs li.current", "≠\ntimeout\nimmediate")
	b.Quiet(t)
}

// TestEveryStepSaysWhy asks the page's code for the reason of each step of
// every seed scenario, in each language.
func TestEveryStepSaysWhy(t *testing.T) {
	b := openBrowser(t)
	b.do(t, chromedp.Navigate("about:blank"), chromedp.Evaluate(viewer.BuildForTest(t, `
		import { Run } from "./src/data"; import { Cursor } from "./src/states"; import { Origins, reason, rulesOf } from "./src/reason"; import { wordsOf } from "./src/words";
		globalThis.said = (doc) => {
			const known = new Set(doc.rules.map((rule) => rule.id));
			const wrong = [];
			doc.runs.forEach((head, r) => {
				const run = new Run(doc, head, r), cursor = new Cursor(run), origins = new Origins(run);
				for (let k = 0; k <= run.length; k++) {
					cursor.seek(k);
					for (const language of ["en", "zh"]) {
						const text = reason(cursor, origins, wordsOf(language));
						if (!text || /undefined|NaN|\{\d|“”/.test(text)) wrong.push(head.policy + " step " + k + ": " + text);
					}
					const rules = rulesOf(cursor);
					if (k > 0 && rules.length === 0 && run.kind(k - 1) !== "drop") wrong.push(head.policy + " step " + k + ", " + run.kind(k - 1) + ": no rule");
					for (const id of rules) if (!known.has(id)) wrong.push(head.policy + " step " + k + ": the rule " + id + " is not in the document");
				}
			});
			return wrong.slice(0, 5);
		};`), nil))
	files, err := filepath.Glob("../../scenarios/seeds/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		d := reported(t, file, false)
		for r := range d.Runs {
			if len(d.Runs[r].Kind) > 6000 { // one that starves says the same again and again
				continue
			}
			var wrong []string
			b.do(t, chromedp.Evaluate("said("+oneRun(t, d, r)+")", &wrong))
			for _, w := range wrong {
				t.Errorf("%s: %s", file, w)
			}
		}
	}
	b.Quiet(t)
}
