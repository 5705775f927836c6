package viewer_test

import (
	"os"
	"testing"

	"evsim/viewer"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestAccessibility asks axe-core about reports, light and dark, on a screen
// and on a telephone, with everything open that can be opened.
func TestAccessibility(t *testing.T) {
	b := openBrowser(t)
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not there: npm install in viewer")
	}
	pages := map[string]*viewer.Document{
		"one run":      reported(t, twoTimers, false, "node22"),
		"several runs": reported(t, twoTimers, false),
		"orders":       reported(t, aRace, true),
	}
	for name, d := range pages {
		for _, theme := range []string{"light", "dark"} {
			for _, width := range []int64{1300, 390} {
				b.do(t,
					emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}),
					emulation.SetDeviceMetricsOverride(width, 844, 1, width < 500))
				b.open(t, d)
				for _, at := range []string{"", "?", "d"} { // as it opens, with the keys shown, where logs part
					b.press(t, at)
					var found []string
					b.do(t, chromedp.Evaluate(string(axe), nil), chromedp.Evaluate(
						`axe.run().then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + " (" + v.impact + "): " + n.html)))`, &found, awaited))
					for _, f := range found {
						t.Errorf("%s, %s, %d pixels, after %q: %s", name, theme, width, at, f)
					}
				}
				var wide bool
				b.do(t, chromedp.Evaluate(`document.documentElement.scrollWidth > innerWidth`, &wide))
				if wide {
					t.Errorf("%s, %s: the page is wider than its %d pixels", name, theme, width)
				}
			}
		}
	}
	b.quiet(t)
}
