package lab_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const twoTimers = `evsim: 1
name: Two timers
script:
  - setTimeout: 0
    do:
      - log: timer 1
      - then: resolved
        do: {log: promise}
  - setTimeout: 0
    do: {log: timer 2}
`

// TestPageWriteAndRun writes a scenario with an error, mends it with completion,
// runs it, and steps through it, with keys alone.
func TestPageWriteAndRun(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.write(strings.Replace(twoTimers, "setTimeout", "setTimout", 1))
	b.wants(".problems", "line 4, column 5 error setTimout is not a verb")
	b.wants(".problems", "did you mean setTimeout?")
	b.wait(`document.querySelector(".cm-lint-marker-error")`)
	b.click(".problems .link") // the cursor goes there
	b.do(chromedp.KeyEvent(strings.Repeat(kb.Delete, len("setTimout"))), chromedp.KeyEvent("setTi"))
	b.wait(`document.querySelector(".cm-tooltip-autocomplete [aria-selected]")`)
	b.wants(".cm-tooltip-autocomplete [aria-selected]", "setTimeout")
	b.do(chromedp.Sleep(200 * time.Millisecond)) // a list that has just come is not taken from yet
	b.enter(0)
	b.wants(".cm-content", "setTimeout: 0 do: - log: timer 1")
	b.checked()
	b.wants(".problems", "No problems.")
	b.enter(input.ModifierCtrl)
	b.wants(".summary", "node26, browser timer 1 promise timer 2")
	b.quiet()
}

// TestPageCompare runs one scenario on two runtimes that differ.
func TestPageCompare(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.write(twoTimers)
	eval[bool](b, `[...document.querySelectorAll(".chip")].filter((c) => /node10|browser/.test(c.textContent)).forEach((c) => c.click()) ?? true`)
	b.press("Run")
	b.wants(".summary", "node10 timer 1 timer 2 promise")
	b.wants(".summary", "node26 timer 1 promise timer 2")
	b.wants("#step", "1 of 4")
	for _, step := range []struct{ key, want string }{{kb.ArrowRight, "2 of 4"}, {"d", "3 of 4"}, {kb.ArrowLeft, "2 of 4"}, {" ", "2 of 4"}} { // without a click
		b.do(chromedp.KeyEvent(step.key))
		b.wants("#step", step.want)
	}
	b.do(chromedp.KeyEvent(" "))
	b.do(chromedp.KeyEvent("2"))
	b.wants(`.viewer nav [aria-pressed="true"]`, "node26")
	b.quiet()
}

// TestPageExplore looks for every order of a race, and at one of them.
func TestPageExplore(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.press("A race, and what decides it")
	b.checked()
	b.press("Find every order")
	b.wants(".found", "node22 2 orders are possible")
	b.wants(".orders", "2 orders are possible on node22")
	b.wants(".rest li:nth-child(2)", "when the loop starts after")
	b.click(".ways label:nth-of-type(2) input")
	b.wants(".rest h2", "1 of 2 orders are left")
	b.click(".rest header button")
	b.wants(".rest h2", "All 2 orders")
	b.click(".rest li:nth-child(2) button")
	b.wants(".stagehead h2", "node22 #2")
	b.do(chromedp.KeyEvent("o"))
	b.wants(".rest h2", "All 2 orders")
	b.quiet()
}

// TestPagePredict puts lines into an order, with keys, with buttons and by
// dragging, and hears what is right about it.
func TestPagePredict(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.press("One task, then all microtasks")
	b.checked()
	if got := b.source(); strings.Contains(got, "[start, end") {
		t.Errorf("the lesson tells its answer:\n%s", got)
	}
	b.press("Predict first")
	b.wants(".reorder", "1 end ⠿ 2 job 1 ⠿ 3 job 2 ⠿ 4 start ⠿ 5 timer ⠿")
	b.press("Check")
	b.wants(".verdict", "Not yet. 1 of 5 lines stand in the right place.")
	for _, hint := range []struct{ button, selector, says string }{
		{"A hint: where to look", ".verdict", "Look at line 1"},
		{"A second hint: the rule", ".verdict .rule", "run.whole"},
		{"A third hint: one pair", ".verdict", "Line 1: you put “end”; here comes “start”."},
		{"Show the order", ".verdict .nearest", "1 start 2 end 3 job 1 4 job 2 5 timer"},
	} {
		if said := b.text(".verdict"); strings.Contains(said, hint.says) {
			t.Errorf("%q is said before it was asked for: %s", hint.says, said)
		}
		b.press(hint.button)
		b.wants(hint.selector, hint.says)
	}
	b.do(chromedp.Focus(".reorder", chromedp.ByQuery), chromedp.KeyEvent(kb.Home+kb.ArrowDown+kb.ArrowDown+kb.ArrowDown))
	for range 2 {
		b.do(chromedp.KeyEvent(kb.ArrowUp, chromedp.KeyModifiers(input.ModifierAlt)))
	}
	b.wants(".ordering [role=status]", "start: now 2 of 5")
	b.press("Move up")
	b.wants(".reorder", "1 start ⠿ 2 end ⠿ 3 job 1 ⠿ 4 job 2 ⠿ 5 timer ⠿")
	b.press("Check")
	b.wants(".verdict", "Right. This is the order.")
	b.wants(".gallery .done", "✓4")
	b.press("Next: A microtask may queue another")
	b.wants(".lesson h2", "A microtask may queue another")
	b.do(chromedp.Reload())
	b.wants(".gallery .done", "✓4") // it is kept
	b.press("One task, then all microtasks")
	b.checked()
	b.press("Predict first")
	b.wants(".reorder", "1 end ⠿ 2 job 1 ⠿ 3 job 2 ⠿ 4 start ⠿ 5 timer ⠿")
	b.press("Check")
	b.wants(".verdict", "Not yet.")
	drag(b, 5, 1)
	b.wants(".reorder", "1 timer ⠿ 2 end ⠿ 3 job 1 ⠿ 4 job 2 ⠿ 5 start ⠿")
	if eval[bool](b, `!!document.querySelector(".verdict")`) {
		t.Error("the verdict on another order is still there")
	}
	b.quiet()
}

// drag takes a line of the prediction to the place of another.
func drag(b *browser, from, to int) {
	b.t.Helper()
	at := func(n int) (x, y float64) {
		box := eval[[]float64](b, `(() => { const r = document.querySelectorAll(".reorder li")[`+string(rune('0'+n-1))+`].getBoundingClientRect(); return [r.left + 40, r.top + r.height / 2]; })()`)
		return box[0], box[1]
	}
	eval[bool](b, `(document.querySelector(".reorder").scrollIntoView({ block: "center" }), true)`)
	x, y := at(from)
	_, end := at(to)
	b.do(chromedp.MouseEvent(input.MousePressed, x, y, chromedp.ButtonLeft))
	for i := 1; i <= 8; i++ {
		b.do(chromedp.MouseEvent(input.MouseMoved, x, y+(end-y)*float64(i)/8, chromedp.ButtonLeft))
	}
	b.do(chromedp.MouseEvent(input.MouseReleased, x, end, chromedp.ButtonLeft))
}

// TestPagePredictARace holds that every possible order of a race is right.
func TestPagePredictARace(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.press("A race, and what decides it")
	b.checked()
	b.press("Predict first")
	b.wants(".predict h3", "Which of these can happen?")
	b.press("Check")
	b.wants(".verdict", "stand right.")
	if said := b.text(".choices"); strings.Contains(said, "cannot be") {
		t.Errorf("the answer is told before it is asked for: %s", said)
	}
	b.press("Show which cannot be, and why")
	b.wants(".choices", "This cannot be: “")
	eval[bool](b, `([...document.querySelectorAll(".choices li")].filter((l) => l.querySelector(".can")).forEach((l) => l.querySelector("input").click()), true)`)
	b.press("Check")
	b.wants(".verdict", "Right. In all, 2 orders are possible.")
	b.press("Put the lines into order instead")
	for _, move := range []string{"Move down", "Move up"} {
		b.press("Check")
		b.wants(".verdict", "Right: this is one of 2 possible orders.")
		b.press(move)
	}
	b.press("Check")
	b.press("See every order and when it happens")
	b.wants(".rest", "when the loop starts")
	b.quiet()
}

// TestPageShare opens a link in a browser that has never seen the lab, and links
// that are damaged.
func TestPageShare(t *testing.T) {
	s := visited(t)
	b := open(t, s, "", "")
	b.write(twoTimers + "expect:\n  - log: [timer 1, promise, timer 2]\n")
	b.press("Share")
	b.click(`.share [type="checkbox"]`)
	b.do(chromedp.Sleep(300 * time.Millisecond))
	link := eval[string](b, `document.querySelector(".share input").value`)
	fragment := strings.TrimPrefix(link, s.URL+"/")
	if len(fragment) > 400 || fragment == link {
		t.Fatalf("the link is %s", link)
	}
	b.quiet()

	other := open(t, s, fragment, "")
	other.wants(".notice[role=status]", "Opened from a link.")
	other.wants(".predict", "timer 1") // who opens it predicts first
	if got := other.source(); got != twoTimers+"expect:answer\n" {
		t.Errorf("the link carries, with its answer to be seen or not,\n%s", got)
	}
	other.press("Show the answers")
	other.wants(".cm-content", "- log: [timer 1, promise, timer 2]")
	if at := eval[string](other, "location.href"); at != s.URL+"/" {
		t.Errorf("the page stays at %s: a reload would open the link again", at)
	}
	eval[bool](other, `(location.hash = `+"`"+fragment[:len(fragment)-30]+"`"+`) && true`)
	other.wants("[role=alert]", "This link is damaged")
	if got := other.source(); !strings.HasPrefix(got, twoTimers) {
		t.Errorf("a damaged link brings\n%s", got)
	}
	other.quiet()
}

// TestPageWorkIsKept reloads the page, and opens examples over unsaved work.
func TestPageWorkIsKept(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.write(twoTimers)
	b.do(chromedp.Reload())
	b.wait(`document.querySelector(".lessons .link")`)
	if got := b.source(); got != twoTimers {
		t.Errorf("after a reload the editor has\n%s", got)
	}
	b.press("A race, and what decides it")
	b.write("evsim: 1\nname: Changed\nscript: []\n")
	b.wants(".drafts", "Changed × Two timers ×")
	b.press("Two timers")
	b.wants(".cm-content", "name: Two timers")
	if got := b.source(); got != twoTimers {
		t.Errorf("the draft is\n%s", got)
	}
	b.press("A race, and what decides it")
	b.wants(".cm-content", "name: Changed")
	b.press("Back to the original")
	b.wants(".cm-content", "name: A race")
	b.press("Undo")
	b.wants(".cm-content", "name: Changed")
	b.press("Back to the original")
	b.wants(".cm-content", "name: A race")
	b.click(".drafts .bin")
	b.wants(".drafts", "The draft is deleted. Undo")
	b.press("Undo")
	b.wants(".drafts", "Two timers ×")
	b.quiet()
}

// TestPageNothingIsKept runs the page where the browser has no storage.
func TestPageNothingIsKept(t *testing.T) {
	b := open(t, visited(t), "", `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });`)
	b.write(twoTimers)
	b.wants("[role=alert]", "This browser does not keep your work")
	b.press("Run")
	b.wants(".summary", "timer 1 promise timer 2")
	b.quiet()
}

// TestPageEndless runs a script that never ends.
func TestPageEndless(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.write("evsim: 1\nname: Ticks for ever\npolicies: [node22]\nscript:\n  - call: again\n  - setTimeout: 0\n    do: {log: never}\nfunctions:\n  again:\n    do:\n      - nextTick:\n        do: {call: again}\n")
	eval[bool](b, `[...document.querySelectorAll(".chip")].filter((c) => /browser/.test(c.textContent)).forEach((c) => c.querySelector("input:not(:disabled):checked")?.click()) ?? true`)
	b.press("Run")
	b.wants(".result [role=alert]", "node26 would not end: it was stopped at the limit of")
	b.quiet()
}

// TestPageRefusals holds that whatever the server does not do is told in words.
func TestPageRefusals(t *testing.T) {
	s := visited(t)
	b := open(t, s, "", "")
	for status, says := range map[int]string{
		http.StatusTooManyRequests:       "The server is busy. Try again in 3 s.",
		http.StatusServiceUnavailable:    "The server is busy. Try again in 3 s.",
		http.StatusRequestEntityTooLarge: "This scenario is too large for the lab",
		http.StatusForbidden:             "The server refused: this is why",
		http.StatusInternalServerError:   "The server failed: this is why",
	} {
		s.spoil.Store(int64(status))
		b.press("Run")
		b.wants("main > [role=alert]", says)
		b.press("Find every order")
		b.wants("main > [role=alert]", says)
	}
	s.spoil.Store(0)
	b.press("Run")
	b.wants(".summary", "start end promise timer")
	b.Forget("log: Failed to load resource")
	b.quiet()
	s.CloseClientConnections()
	s.Listener.Close()
	b.press("Run")
	b.wants(".stripes [role=alert]", "The server does not answer.") // on the stage, which keeps the last run
}

// TestPageLeaveTheEditor holds that the keyboard gets out of the editor.
func TestPageLeaveTheEditor(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.click(".cm-content")
	before := b.source()
	b.do(chromedp.KeyEvent(kb.Tab))
	if b.source() == before {
		t.Error("Tab does not indent")
	}
	b.do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Tab))
	if eval[bool](b, `!!document.activeElement.closest(".cm-editor")`) {
		t.Error("Escape and Tab do not leave the editor")
	}
	b.quiet()
}
