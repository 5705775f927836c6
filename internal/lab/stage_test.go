package lab_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPageStage goes through the states of the stage: before a run, after one, with
// other code, with code that is wrong, without an answer, and while one is awaited.
func TestPageStage(t *testing.T) {
	s := visited(t)
	b := open(t, s, "", "")
	b.wants(".empty", "After a run the stage stands here")
	b.write(twoTimers)
	b.checked()
	b.press("Run it")
	b.wants("#step", "1 of 4") // the first step is taken at once
	b.wants(".reason", "The script itself runs first")
	b.wants(`.viewer [data-lane="outside"]`, "setTimeout 0")
	b.do(chromedp.KeyEvent(kb.ArrowLeft)) // the keys are the stage's, too
	b.wants("#step", "start")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.wants("#step", "1 of 4")

	b.write(strings.Replace(twoTimers, "setTimeout", "setTimout", 1))
	b.wants(".stripes", "Line 4: setTimout is not a verb")
	b.wants(".stripes", "Go to line 4 Here is still the last run.")
	b.do(chromedp.Focus(".viewer", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowRight))
	b.wants("#step", "2 of 4") // it is still there to be stepped through
	b.press("Run")
	b.wants(".stripes", "Line 4: setTimout is not a verb")
	b.press("Go to line 4")
	b.wait(`document.activeElement.closest(".editor")`)
	b.do(chromedp.Focus(".viewer", chromedp.ByQuery))
	b.press("Edit")
	b.wait(`document.activeElement.closest(".editor")`)

	b.write(strings.Replace(twoTimers, "timer 2", "another", 1)) // runs by itself, since it is right
	b.wait(`document.querySelector(".timeline") && document.querySelector("#step").textContent === "1 of 4" && document.querySelector(".stripes").textContent === ""`)

	s.spoil.Store(503)
	b.press("Run")
	b.wants(".stripes", "The server is busy.")
	s.spoil.Store(0)
	eval[bool](b, `(window.fetchNow = window.fetch, window.fetch = (_, init) => new Promise((_, fail) => init.signal.addEventListener("abort", () => fail(init.signal.reason))), true)`)
	b.press("Run")
	b.wants(".stripes", "The run is being made.")
	b.press("Stop")
	b.wait(`!document.querySelector(".stripes .busy")`)
	eval[bool](b, `(window.fetch = window.fetchNow, true)`)
	b.Forget("log: Failed to load resource")
	b.press("Run")
	b.wait(`document.querySelector("#step").textContent === "1 of 4" && document.querySelector(".stripes").textContent === ""`)
	b.quiet()
}

// TestPageStageFits: after a run the whole stage is in sight, on a small screen, too.
func TestPageStageFits(t *testing.T) {
	b := open(t, visited(t), "", "", chromedp.EmulateViewport(1280, 720))
	b.write(twoTimers)
	b.checked()
	b.press("Run")
	b.wants("#step", "1 of 4")
	b.wait(`(() => { const r = document.querySelector(".viewer").getBoundingClientRect(); return Math.abs(r.top) < 2 && r.bottom <= innerHeight + 2 && document.querySelector(".deck").getBoundingClientRect().bottom <= innerHeight + 2; })()`)
	b.quiet()
}

// TestPageOneText: the editor stands on the stage after a run, and its lines are those
// that run; who writes in it goes on, and its place at the desk is kept.
func TestPageOneText(t *testing.T) {
	b := open(t, visited(t), "", "", chromedp.EmulateViewport(1280, 720))
	b.write(twoTimers)
	b.do(chromedp.Focus(".cm-content", chromedp.ByQuery))
	b.enter(input.ModifierCtrl)
	b.wants("#step", "1 of 4")
	b.wait(`document.querySelectorAll(".cm-editor").length === 1 && document.querySelector(".viewer .source .cm-editor") && !document.querySelector(".viewer .source .list")`)
	b.do(chromedp.KeyEvent(kb.ArrowRight)) // the keys are the stage's
	const run = `[...document.querySelectorAll(".cm-line[data-line]")].map((l) => l.dataset.line + (l.matches(".current") ? " runs" : "") + (l.matches(".onstack") ? " stack" : "")).join(", ")`
	b.is(run, "4 stack, 7 runs, 9")
	if signs := eval[int](b, `document.querySelectorAll(".cm-signs .shape").length`); signs != 2 {
		b.t.Errorf("%d lines have a sign that something waits, want 2", signs)
	}

	b.do(chromedp.Evaluate(`document.querySelector(".cm-content").focus()`, nil), chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText("wrong\n"))
	b.wants(".stripes", "Line 1:")
	b.is(`[...document.querySelectorAll(".cm-line")].map((l, i) => l.matches(".current") ? i + 1 + " was " + l.dataset.line : "").join("")`, "8 was 7") // the mark goes with its line
	b.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText("# one\n# two\n"))
	b.wait(`document.querySelector("#step").textContent === "1 of 4" && document.querySelector(".stripes").textContent === ""`) // it ran again by itself
	b.wait(`document.activeElement.closest(".viewer .editor")`)
	b.do(input.InsertText("# three\n"))
	if got, want := b.source(), "# one\n# two\n# three\n"+twoTimers; got != want {
		b.t.Errorf("the editor has %q, want %q", got, want)
	}
	for range 2 { // where completions have come meanwhile, the first closes them
		if eval[bool](b, `!document.activeElement.matches(".viewer")`) {
			b.do(chromedp.KeyEvent(kb.Escape))
		}
	}
	b.wait(`document.activeElement.matches(".viewer")`)
	b.wait(`document.querySelector("#step").textContent === "1 of 4" && document.querySelector(".stripes").textContent === ""`)
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.wants("#step", "2 of 4")
	b.press("One task, then all microtasks")
	b.wait(`document.querySelector(".desk .cm-editor") && document.querySelectorAll(".cm-editor").length === 1 && !document.querySelector(".cm-line[data-line]")`)
	b.press("Find every order")
	b.wants(".found", "1 order")
	b.wait(`document.querySelector(".desk .cm-editor")`) // the picture of the orders has no code
	b.press("Stage")
	b.wait(`document.querySelector(".viewer .source .cm-editor")`)
	b.quiet()
}

// TestPageLessonLink: a link to a lesson opens it with the runtimes that it is about.
func TestPageLessonLink(t *testing.T) {
	b := open(t, visited(t), "#lesson=8", "")
	b.wants(".write h2", "Why Node 10 and 11 differ")
	b.checked()
	b.press("Run")
	b.wants(".viewer nav", "node10 node11 node22")
	b.wants(".differ", "The logs differ from line 2 on: node11, node22.")

	chosen := `[...document.querySelectorAll(".chip.on")].map((c) => c.innerText.trim()).join(" ")`
	b.do(chromedp.Evaluate(`location.hash = "#lesson=9"`, nil))
	b.wants(".write h2", "A race, and what decides it")
	b.is(chosen, "node22")
	b.checked()
	b.do(chromedp.Click(`//label[contains(@class, "chip")][contains(., "node26")]`, chromedp.BySearch))
	b.is(chosen, "node22 node26")
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.site.URL+"/")) // what one chose for a text stays
	b.wants(".write h2", "A race, and what decides it")
	b.is(chosen, "node22 node26")
	b.press("Why Node 10 and 11 differ")
	b.is(chosen, "node10 node11 node22")
	for range 2 { // a link works again after one went elsewhere
		b.do(chromedp.Evaluate(`location.hash = "#lesson=9"`, nil))
		b.wants(".write h2", "A race, and what decides it")
		b.press("Why Node 10 and 11 differ")
		b.wants(".write h2", "Why Node 10 and 11 differ")
	}
	b.do(chromedp.Evaluate(`location.hash = "#lesson=9"`, nil))
	b.wants(".write h2", "A race, and what decides it")
	b.do(chromedp.Evaluate(`new MutationObserver((_, o) => { // and as soon as the other stands there
		if (!document.querySelector(".write h2").textContent.includes("Why Node 10")) return;
		o.disconnect();
		location.hash = "#lesson=9";
	}).observe(document.body, { subtree: true, childList: true, characterData: true }) ?? true`, nil))
	b.press("Why Node 10 and 11 differ")
	b.wants(".write h2", "A race, and what decides it")
	b.press("New scenario") // names none: what one wanted last
	b.is(chosen, "node22 node26")
	b.quiet()
}
