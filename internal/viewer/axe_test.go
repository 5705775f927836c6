package viewer_test

import (
	"fmt"
	"testing"

	"evsim/internal/drive"
	"evsim/internal/viewer"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestAccessibility asks axe-core about reports, light and dark, on a screen
// and on a telephone, with everything open that can be opened.
func TestAccessibility(t *testing.T) {
	for name, d := range map[string]*viewer.Document{
		"one run":      reported(t, twoTimers, false, "node22"),
		"several runs": reported(t, twoTimers, false),
		"orders":       reported(t, aRace, true),
	} {
		t.Run(name, func(t *testing.T) {
			b := browser{drive.Chromium{Patience: 5 * patience}.Open(t)} // axe-core takes long
			for _, theme := range []string{"light", "dark"} {
				for _, width := range []int64{1300, 390} {
					b.do(t,
						emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}),
						emulation.SetDeviceMetricsOverride(width, 844, 1, width < 500))
					if len(d.Searches) > 0 {
						b.show(t, d, ".orders")
						b.accessible(t, fmt.Sprintf("orders, %s, %d pixels", theme, width), "")
					}
					b.open(t, d)
					b.accessible(t, fmt.Sprintf("%s, %d pixels", theme, width), "", "?", "d")
				}
			}
			b.Quiet(t)
		})
	}
}

// accessible asks axe-core about the page after each of some keys; "" is none.
func (b browser) accessible(t *testing.T, where string, keys ...string) {
	t.Helper()
	axe := drive.ReadAxe(t, "node_modules/axe-core/axe.min.js", "{}")
	for _, key := range keys {
		b.press(t, key)
		axe.Judge(t, b.Page, fmt.Sprintf("%s, after %q", where, key))
	}
	var wide bool
	b.do(t, chromedp.Evaluate(`document.documentElement.scrollWidth > innerWidth`, &wide))
	if wide {
		t.Errorf("%s: the page is wider", where)
	}
}
