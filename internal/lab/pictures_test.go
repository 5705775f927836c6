package lab_test

import (
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// pictures are those of the documents: what is done on the page, and what is to be
// seen of it.
var pictures = map[string]func(b *browser){
	"lab.png": func(b *browser) {
		b.press("Why Node 10 and 11 differ")
		b.checked()
		b.press("Run")
		b.wants("#step", "1 of")
	},
	"lab-predict.png": func(b *browser) {
		b.press("One task, then all microtasks")
		b.checked()
		b.press("Predict first")
		b.wants(".reorder", "timer")
		b.press("Check")
		b.press("A hint: where to look")
		b.wants(".verdict", "Look at line 1")
		b.press("A second hint: the rule")
		b.wants(".verdict .rule", "run.whole")
		eval[bool](b, `(document.querySelector(".result").scrollIntoView(), true)`)
	},
}

// TestPictures writes the pictures of the documents anew, if EVSIM_PICTURES is set.
func TestPictures(t *testing.T) {
	if os.Getenv("EVSIM_PICTURES") == "" {
		t.Skip("writes docs/img: set EVSIM_PICTURES=1")
	}
	for name, show := range pictures {
		b := open(t, visited(t), "", "", chromedp.EmulateViewport(1360, 860))
		show(b)
		var picture []byte
		b.do(chromedp.Evaluate(`document.activeElement?.blur() ?? true`, nil), chromedp.CaptureScreenshot(&picture))
		if err := os.WriteFile("../../docs/img/"+name, picture, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
