package viewer_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestLongTextsWrap: a title without spaces, of any length, makes the page long
// and not wide.
func TestLongTextsWrap(t *testing.T) {
	b := openBrowser(t)
	for _, width := range []int64{1300, 390} {
		d := reported(t, twoTimers, false, "node22", "browser")
		d.Title = strings.Repeat("m", 20_000)
		d.Runs[0].Case = d.Title
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
