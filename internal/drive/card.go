package drive

import (
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// cards is how long it takes in a page of the lab until something moves, in
// milliseconds of real time, looked at in each frame.
const cards = `globalThis.cards ??= {
  until: async (holds) => { while (!holds()) await new Promise(requestAnimationFrame); },
  can: () => cards.until(() => document.querySelector(".acts .main:not(:disabled)")).then(() => performance.now()),
  async run() {
    const old = document.querySelector(".viewer");
    const begin = performance.now();
    document.querySelector(".acts .main").click();
    await cards.until(() => {
      const stage = document.querySelector(".viewer");
      return stage && stage !== old && document.getAnimations().some((a) => a.effect.target?.matches("[data-card]"));
    });
    return performance.now() - begin;
  },
}`

// Runnable waits until what a page of the lab has opened can be run, and tells how
// long that is after the page was asked for.
func Runnable(t testing.TB, p *Page, within time.Duration, opened string) time.Duration {
	t.Helper()
	p.Do(t, within, chromedp.Poll(`document.querySelector(".write h2")?.textContent === "`+opened+`"`, nil, chromedp.WithPollingTimeout(within)), chromedp.Evaluate(cards+`; 0`, nil))
	return milliseconds(Eval[float64](t, p, within, `cards.can()`))
}

// FirstCard presses Run and tells how long it is until the first card moves.
func FirstCard(t testing.TB, p *Page, within time.Duration) time.Duration {
	t.Helper()
	return milliseconds(Eval[float64](t, p, within, `cards.run()`))
}

// Age is how long ago a page was asked for.
func Age(t testing.TB, p *Page, within time.Duration) time.Duration {
	t.Helper()
	return milliseconds(Eval[float64](t, p, within, `performance.now()`))
}

// Median presses Run so many times, with a moment of rest before each, and tells
// how long it is in the median until the first card moves.
func Median(t testing.TB, p *Page, within time.Duration, times int) time.Duration {
	t.Helper()
	all := make([]time.Duration, times)
	for i := range all {
		p.Do(t, within, chromedp.Sleep(rest))
		all[i] = FirstCard(t, p, within)
	}
	slices.Sort(all)
	return all[times/2]
}

// rest is longer than any card moves.
const rest = 900 * time.Millisecond

func milliseconds(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }
