package viewer_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"evsim/internal/say"
)

// TestLongTextsWrap: a title without spaces, of any length, makes the page long
// and not wide.
func TestLongTextsWrap(t *testing.T) {
	b := openBrowser(t)
	for _, width := range []int64{1300, 390} {
		d := reported(t, twoTimers, false, "node22", "browser")
		d.Runs[0].Case = strings.Repeat("m", 20_000)
		d.Title = say.Both{En: d.Runs[0].Case, Zh: d.Runs[0].Case}
		b.do(t, emulation.SetDeviceMetricsOverride(width, 844, 1, width < 500))
		b.open(t, d)
		var wide int64
		b.do(t, chromedp.Evaluate("document.documentElement.scrollWidth", &wide))
		if wide > width {
			t.Errorf("the page is %d pixels wide, of %d", wide, width)
		}
	}
	b.Quiet(t)
}
