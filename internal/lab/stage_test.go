package lab_test

import (
	"strings"
	"testing"

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
	b.wants(".stripes", "The code has changed since this run. Run again")
	b.do(chromedp.Focus(".viewer", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowRight))
	b.wants("#step", "2 of 4") // it is still there to be stepped through
	b.press("Run again")
	b.wants(".stripes", "Go to line 4")
	b.wants(".stripes", "setTimout is no verb")
	b.wants(".stripes", "Here is still the last run.")
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

// TestPageLessonLink: a link to a lesson opens it with the runtimes that it is about.
func TestPageLessonLink(t *testing.T) {
	b := open(t, visited(t), "#lesson=8", "")
	b.wants(".write h2", "Why Node 10 and 11 differ")
	b.checked()
	b.press("Run")
	b.wants(".viewer nav", "node10 node11 node22")
	b.wants(".differ", "The logs differ from line 2 on: node11, node22.")
	b.quiet()
}
