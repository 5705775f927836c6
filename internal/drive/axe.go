package drive

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Axe is axe-core, which judges whether everybody can use a page.
type Axe struct {
	text    string
	options string
}

// ReadAxe reads axe-core, or skips the test where it is not installed. The
// options are those of axe.run, as JavaScript.
func ReadAxe(t testing.TB, file, options string) Axe {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skip("axe-core is not there: npm install in internal/viewer")
	}
	return Axe{string(text), options}
}

// axeTime is how long axe-core may look at a page.
const axeTime = 2 * time.Minute

// judged is what axe-core finds, as a list of sentences. It takes its time, and fails
// where an element goes meanwhile that it has found something of: so it begins when
// the page has been still for a while, and again if the page changed under it.
const judged = `(async () => {
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  const still = () => new Promise((done) => {
    let timer;
    const wait = () => { clearTimeout(timer); timer = setTimeout(() => { seen.disconnect(); done(); }, 300); };
    const seen = new MutationObserver(wait);
    seen.observe(document, all);
    wait();
  });
  for (let left = 3; ; left--) {
    await still();
    let changed = false;
    const seen = new MutationObserver(() => { changed = true; });
    seen.observe(document, all);
    try {
      const found = await axe.run(%s);
      return found.violations.flatMap((v) => v.nodes.slice(0, 5).map((n) => v.id + " (" + v.impact + "): " + n.html + " " + n.failureSummary));
    } catch (why) {
      if (!changed || left === 0) throw why;
    } finally {
      seen.disconnect();
    }
  }
})()`

// Judge holds that nothing is wrong with the page as it is now.
func (a Axe) Judge(t testing.TB, p *Page, where string) {
	t.Helper()
	if !Eval[bool](t, p, axeTime, `"axe" in globalThis`) {
		p.Do(t, axeTime, chromedp.Evaluate(a.text, nil))
	}
	for _, found := range Eval[[]string](t, p, axeTime, fmt.Sprintf(judged, a.options)) {
		t.Errorf("%s: %s", where, found)
	}
}
