package viewer_test

import (
	"context"
	"fmt"
	"testing"

	"evsim/internal/drive"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// TestStepsAreLaidOutOnce holds what a step may cost by counts, which do not depend on
// the machine: cards are measured in one layout, to move, and the frame may need another;
// styles are found for these, and for what moves. The line that a step logs is in sight.
func TestStepsAreLaidOutOnce(t *testing.T) {
	const steps = 60
	for _, shape := range []string{"turns", "queues"} {
		t.Run(shape, func(t *testing.T) {
			b := openBrowser(t)
			b.open(t, documentOfLength(t, shape, 2000))
			before := b.counts(t)
			hidden := drive.Eval[int](t, b.Page, patience, fmt.Sprintf(`(async () => {
				const frame = () => new Promise(requestAnimationFrame);
				let hidden = 0;
				for (let i = 0; i < %d; i++) {
					document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
					await frame(); await frame();
					if (i %% 10 !== 9) continue;
					const line = document.querySelector(".logs li.current").getBoundingClientRect();
					const list = document.querySelector(".logs .list").getBoundingClientRect();
					if (line.top < list.top || line.bottom > list.bottom) hidden++;
				}
				return hidden;
			})()`, steps))
			if hidden > 0 {
				t.Errorf("the line of a step is out of sight %d times", hidden)
			}
			after := b.counts(t)
			for name, most := range map[string]float64{"LayoutCount": 3, "RecalcStyleCount": 5} {
				each := (after[name] - before[name]) / steps
				t.Logf("%s: %.2f a step", name, each)
				if each > most {
					t.Errorf("%s: %.2f a step, more than %v", name, each, most)
				}
			}
			b.Quiet(t)
		})
	}
}

// counts are what Chromium has done for the page so far.
func (b browser) counts(t testing.TB) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	b.do(t, performance.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		all, err := performance.GetMetrics().Do(ctx)
		for _, m := range all {
			out[m.Name] = m.Value
		}
		return err
	}))
	return out
}
