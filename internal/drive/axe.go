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

// Judge holds that nothing is wrong with the page as it is now.
func (a Axe) Judge(t testing.TB, p *Page, where string) {
	t.Helper()
	if !Eval[bool](t, p, axeTime, `"axe" in globalThis`) {
		p.Do(t, axeTime, chromedp.Evaluate(a.text, nil))
	}
	for _, found := range Eval[[]string](t, p, axeTime, fmt.Sprintf(`axe.run(%s).then((r) => r.violations.flatMap((v) => v.nodes.slice(0, 5).map((n) => v.id + " (" + v.impact + "): " + n.html + " " + n.failureSummary)))`, a.options)) {
		t.Errorf("%s: %s", where, found)
	}
}
