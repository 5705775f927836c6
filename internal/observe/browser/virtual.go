package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Chromium tells the time to a tenth of a millisecond and blurs it (HR-TIME,
// coarsen time). Its virtual clock moves to when timers are due, which are
// whole milliseconds.
const wholeMilliseconds = `{
  const blurred = performance.now.bind(performance), start = blurred();
  performance.now = () => Math.round(blurred() - start);
}
`

// inScript runs a script as the page's own, so that what it throws is reported
// to the page.
const inScript = `{
  const script = document.createElement('script');
  script.textContent = %s;
  document.head.append(script);
}
`

// RunVirtual runs each page once, in Chromium, under its virtual clock, and
// returns their logs. Nothing takes time there: when no task can run the clock
// moves to the next timer (DevTools protocol, Emulation.setVirtualTimePolicy).
// So a page must not wait for time to pass while its script runs; one that does
// never ends, and is an error after the browser's patience. A page has what
// its Rest is, and not more, of virtual time.
func (b Browser) RunVirtual(ctx context.Context, pages []Page) (logs [][]string, err error) {
	if b.Name != "chromium" {
		return nil, fmt.Errorf("%s has no virtual clock: only Node and Chromium have", b.Name)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(b.Path), chromedp.NoSandbox)
	ctx, cancel := chromedp.NewExecAllocator(ctx, options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {})) // of events that it does not know
	defer cancel()
	v := virtual{expired: make(chan struct{}, 1)}
	chromedp.ListenTarget(ctx, v.listen)
	if err := chromedp.Run(ctx); err != nil { // it starts the browser
		return nil, fmt.Errorf("%s: %w", b.Path, err)
	}
	if _, err := v.run(ctx, blank, b.patience()); err != nil {
		return nil, fmt.Errorf("under the virtual clock: %w", err)
	}
	for _, page := range pages {
		log, err := v.run(ctx, page, b.patience())
		if err != nil {
			return nil, fmt.Errorf("under the virtual clock: %w", err)
		}
		logs = append(logs, log)
	}
	return logs, nil
}

// blank is the first page of a browser's life, in which a first mutation was
// seen to be told before promise jobs that were queued earlier. No other has
// that, nor has any in real time.
var blank = Page{Script: "const lines = [];", Rest: time.Millisecond}

func (b Browser) patience() time.Duration {
	if b.Patience == 0 {
		return defaultPatience
	}
	return b.Patience
}

// virtual is Chromium under its virtual clock.
type virtual struct{ expired chan struct{} }

func (v *virtual) listen(event any) {
	if _, ok := event.(*emulation.EventVirtualTimeBudgetExpired); ok {
		select {
		case v.expired <- struct{}{}:
		default:
		}
	}
}

// run runs a page in a document of its own: the clock stands still until the
// script has run.
func (v *virtual) run(ctx context.Context, page Page, patience time.Duration) (log []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = chromedp.Run(ctx,
		chromedp.Navigate("about:blank"),
		chromedp.ActionFunc(func(ctx context.Context) error { return v.move(ctx, emulation.VirtualTimePolicyPause, 0) }),
		chromedp.ActionFunc(func(ctx context.Context) error {
			text, err := json.Marshal(page.Script)
			if err == nil {
				_, _, err = runtime.Evaluate(wholeMilliseconds + fmt.Sprintf(inScript, text)).Do(ctx)
			}
			return err
		}),
		chromedp.ActionFunc(func(ctx context.Context) error { return v.move(ctx, emulation.VirtualTimePolicyAdvance, page.Rest) }),
		chromedp.ActionFunc(v.wait),
		chromedp.ActionFunc(func(ctx context.Context) error {
			lines, thrown, err := runtime.Evaluate("JSON.stringify(lines)").Do(ctx)
			if thrown != nil {
				err = errors.Join(err, thrown)
			}
			if err != nil {
				return err
			}
			return readLines([]byte(lines.Value), &log)
		}),
	)
	return log, err
}

// readLines reads a list of lines that is the text of a string.
func readLines(quoted []byte, log *[]string) error {
	var text string
	if err := json.Unmarshal(quoted, &text); err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), log)
}

func (v *virtual) move(ctx context.Context, policy emulation.VirtualTimePolicy, budget time.Duration) error {
	set := emulation.SetVirtualTimePolicy(policy)
	if budget > 0 {
		set = set.WithBudget(float64(budget.Milliseconds()))
	}
	_, err := set.Do(ctx)
	return err
}

// wait waits until the budget of virtual time is used up.
func (v *virtual) wait(ctx context.Context) error {
	select {
	case <-v.expired:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("virtual time does not go on: %w", ctx.Err())
	}
}
