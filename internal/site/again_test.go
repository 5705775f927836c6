package main

import (
	"context"
	"testing"

	"evsim/internal/drive"

	devtools "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// watched keeps what stood over the editor, one after the other, and how many
// workers were started. It holds the page's own waits back until seen.free is set,
// so that nothing here hangs on how busy the machine is.
const watched = `
globalThis.seen = { titles: [], workers: 0, free: false };
const wait = setTimeout;
globalThis.setTimeout = (f, ms, ...rest) => ms >= 100 && !seen.free ? 0 : wait(f, ms, ...rest);
globalThis.Worker = class extends Worker { constructor(...all) { super(...all); seen.workers++; } };
new MutationObserver(() => {
	const title = document.querySelector(".write h2")?.textContent;
	if (title && title !== seen.titles.at(-1)) seen.titles.push(title);
}).observe(document, { subtree: true, childList: true, characterData: true });
`

// TestOpenedAgain opens a lesson where the browser keeps the files: the page comes
// without the service worker, it is drawn with the lesson at once, and no program
// takes the processor from its first run. A text that was changed starts one.
func TestOpenedAgain(t *testing.T) {
	p := openPage(t)
	p.do(t, chromedp.Evaluate(`navigator.serviceWorker.ready.then(() => 0)`, nil, drive.Awaited))
	p.gone.Store(true)
	p.do(t, chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := devtools.AddScriptToEvaluateOnNewDocument(watched).Do(ctx)
		return err
	}), chromedp.Navigate("about:blank"), chromedp.Navigate(p.host+"#lesson=8"))
	p.says(t, ".problems", "No problems.")
	p.press(t, "Run")
	p.says(t, ".summary", "")
	if titles := drive.Eval[[]string](t, p.Page, patience, `seen.titles`); len(titles) != 1 || titles[0] != "Why Node 10 and 11 differ" {
		t.Errorf("over the editor stood %q", titles)
	}
	if n := drive.Eval[int](t, p.Page, patience, `seen.workers`); n != 0 {
		t.Errorf("%d workers were started for what is ready", n)
	}
	if begun := drive.Eval[float64](t, p.Page, patience, `performance.getEntriesByType("navigation")[0].workerStart`); begun != 0 {
		t.Errorf("the page waited for the service worker, after %v ms", begun)
	}
	p.do(t, append([]chromedp.Action{chromedp.Evaluate(`seen.free = true; 0`, nil)}, replaced(changed)...)...)
	p.wait(t, `seen.workers === 1`)
	p.says(t, ".problems", "No problems.")
	p.Quiet(t)
}
