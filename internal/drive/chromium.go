// Package drive drives pages in browsers, for tests: it opens Chromium and
// Firefox, and keeps what goes wrong in a page.
package drive

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Wanted skips a test that starts a browser unless browsers are wanted.
func Wanted(t testing.TB) {
	t.Helper()
	if os.Getenv("EVSIM_BROWSERS") == "" {
		t.Skip("starts a browser: set EVSIM_BROWSERS=1")
	}
}

// Chromium is how Chromium is opened.
type Chromium struct {
	Width, Height int           // of the window, in pixels; 0: 1300 by 900
	Patience      time.Duration // how long the browser is there
	Flags         []chromedp.ExecAllocatorOption

	// Own reports whether a page may ask for an address; nil: it may ask for
	// files, and for what is in the page itself.
	Own func(url string) bool
}

// Page is a page in a Chromium with a fresh profile.
type Page struct {
	context.Context
	own  func(url string) bool
	mu   sync.Mutex
	said []string
}

// Open opens an empty page; it is closed at the end of the test.
func (c Chromium) Open(t testing.TB) *Page {
	t.Helper()
	Wanted(t)
	if c.Width == 0 {
		c.Width, c.Height = 1300, 900
	}
	if c.Own == nil {
		c.Own = func(url string) bool { return strings.HasPrefix(url, "file:") || strings.HasPrefix(url, "about:") }
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(c.Width, c.Height), chromedp.WSURLReadTimeout(c.Patience), chromedp.Flag("lang", "en"))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), append(options, c.Flags...)...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, c.Patience)
	t.Cleanup(cancel)
	p := &Page{Context: ctx, own: c.Own}
	chromedp.ListenTarget(ctx, p.hear)
	if err := chromedp.Run(ctx); err != nil { // the browser lives as long as the context that it starts with
		t.Fatal(err)
	}
	return p
}

// hear keeps what should not be.
func (p *Page) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.said = append(p.said, "exception: "+e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		for _, arg := range e.Args {
			p.said = append(p.said, fmt.Sprintf("console.%s: %s", e.Type, arg.Value))
		}
	case *log.EventEntryAdded: // what a policy forbids is said here, too
		p.said = append(p.said, "log: "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") && !p.own(url) {
			p.said = append(p.said, "request: "+url)
		}
	}
}

// Said is what went wrong so far: exceptions, what the console and the browser
// say, and requests that the page may not make.
func (p *Page) Said() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.said)
}

// Forget forgets what went wrong and begins with a text, which was wanted.
func (p *Page) Forget(wanted string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = slices.DeleteFunc(p.said, func(line string) bool { return strings.HasPrefix(line, wanted) })
}

// Quiet holds that nothing went wrong so far.
func (p *Page) Quiet(t testing.TB) {
	t.Helper()
	for _, line := range p.Said() {
		t.Error(line)
	}
}

// Do does something with the page, within a time.
func (p *Page) Do(t testing.TB, within time.Duration, actions ...chromedp.Action) {
	t.Helper()
	ctx, cancel := context.WithTimeout(p, within)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.Fatalf("%v; the page said %q", err, p.Said())
	}
}

// Asked is a question of the page. It is asked again where it did not get there: the
// browser tells of the context of a new page after it has told that the page is loaded,
// so a question behind a navigation may go to the page before, which is gone.
func Asked(question chromedp.Action) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for {
			err := question.Do(ctx)
			if err == nil || !strings.Contains(err.Error(), "Cannot find context with specified id") {
				return err
			}
			select {
			case <-ctx.Done():
				return err
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
}

// Awaited lets an evaluation wait for its promise.
func Awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// Eval is what an expression is in the page, or what its promise becomes.
func Eval[T any](t testing.TB, p *Page, within time.Duration, expression string) (out T) {
	t.Helper()
	p.Do(t, within, chromedp.Evaluate(expression, &out, Awaited))
	return out
}
