package book_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser is Chromium at the book, which it opens from a folder.
type browser struct {
	context.Context
	*testing.T
	folder string
	said   []string
}

func open(t *testing.T) *browser {
	t.Helper()
	if os.Getenv("EVSIM_BROWSERS") == "" {
		t.Skip("starts Chromium: set EVSIM_BROWSERS=1")
	}
	b := &browser{T: t, folder: t.TempDir()}
	for name, text := range own(t) {
		file := filepath.Join(b.folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(1300, 900), chromedp.WSURLReadTimeout(time.Minute))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	b.Context, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	chromedp.ListenTarget(b, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.said = append(b.said, e.ExceptionDetails.Error())
		case *log.EventEntryAdded: // what the policy forbids is said here
			b.said = append(b.said, e.Entry.Text)
		}
	})
	b.do(log.Enable())
	return b
}

// Deadline is the browser's, not the test's.
func (b *browser) Deadline() (time.Time, bool) { return b.Context.Deadline() }

func (b *browser) do(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.Context, actions...); err != nil {
		b.Fatalf("%v; the page said %q", err, b.said)
	}
}

func (b *browser) visit(page string) {
	b.Helper()
	b.do(chromedp.Navigate("file://"+filepath.ToSlash(filepath.Join(b.folder, page))), chromedp.WaitEnabled("#book-search", chromedp.ByQuery))
}

// found types words into the search, and gives where the first results lead to
// once the status has a text.
func (b *browser) found(words, status string) []string {
	b.Helper()
	var to []string
	b.do(chromedp.Evaluate(`document.querySelector("#book-search").value = ""`, nil), chromedp.SendKeys("#book-search", words, chromedp.ByQuery),
		chromedp.Poll(fmt.Sprintf(`document.querySelector("#book-found").textContent.includes(%q)`, status), nil, chromedp.WithPollingTimeout(20*time.Second)),
		chromedp.Evaluate(`[...document.querySelectorAll("#book-results a")].slice(0, 3).map((a) => a.getAttribute("href"))`, &to))
	return to
}

func (b *browser) quiet() {
	b.Helper()
	if len(b.said) > 0 {
		b.Errorf("the page said %q", b.said)
	}
}

// TestSearch searches pages that lie on a disk, by keyboard.
func TestSearch(t *testing.T) {
	b := open(t)
	b.visit("index.html")
	if to := b.found("job.native", "found"); len(to) == 0 || to[0] != "docs/rules.html#job.native" {
		t.Errorf("the rule is found at %q", to)
	}
	if to := b.found("swordfish", "Nothing"); len(to) != 0 {
		t.Errorf("nothing is found at %q", to)
	}
	if to := b.found("Find each order, on many machines", ""); len(to) > 0 && !strings.Contains(strings.Join(to, " "), "explore") {
		t.Errorf("found at %q", to)
	}
	var at, marked string
	b.found("shard merge", "found")
	b.do(chromedp.Evaluate(`document.querySelector("#book-results mark").textContent`, &marked), chromedp.KeyEvent(kb.ArrowDown))
	if _, err := chromedp.RunResponse(b.Context, chromedp.KeyEvent(kb.Enter)); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Location(&at))
	if !strings.Contains(at, "/docs/") || !strings.Contains("shard merge", strings.ToLower(marked)) {
		t.Errorf("the arrow and Enter lead to %s, with %q marked", at, marked)
	}
	b.visit("docs/rules.zh-CN.html")
	if to := b.found("微任务", "找到"); len(to) == 0 || !strings.HasPrefix(to[0], "../") || !strings.Contains(to[0], "zh-CN") {
		t.Errorf("in Chinese, found at %q", to)
	}
	var left []int
	b.visit("docs/articles.html")
	b.do(chromedp.SendKeys(".filter input", "outdated browsers", chromedp.ByQuery),
		chromedp.Evaluate(`(() => { const rows = [...document.querySelector(".filter + .wide").querySelectorAll("tbody tr")]; return [rows.filter((r) => !r.hidden).length, rows.length]; })()`, &left))
	if left[0] == 0 || left[0] >= left[1] {
		t.Errorf("the filter leaves %d of %d rows", left[0], left[1])
	}
	b.quiet()
}

// TestAccessibility asks axe-core about pages, light and dark, on a screen and on
// a telephone, and holds that none is wider than its window.
func TestAccessibility(t *testing.T) {
	axe, err := os.ReadFile("../../viewer/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not there: npm install in internal/viewer")
	}
	b := open(t)
	for _, page := range []string{"index.html", "docs/index.html", "docs/rules.zh-CN.html", "docs/lessons.html", "docs/scenario.html", "docs/lessons/09-a-race.yaml.html"} {
		for theme, widths := range map[string][]int64{"light": {1300}, "dark": {1300, 390}} {
			for _, width := range widths {
				b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}),
					emulation.SetDeviceMetricsOverride(width, 844, 1, width < 500))
				b.visit(page)
				b.found("timer", "")
				var found []string
				var wide bool
				// It may not load the style sheet as data; and the corner of a table whose rows
				// have names may be empty.
				b.do(chromedp.Evaluate(string(axe), nil), chromedp.Evaluate(
					`axe.run({ preload: false, rules: { "empty-table-header": { enabled: false } } }).then(r => r.violations.flatMap(v => v.nodes.slice(0, 5).map(n => v.id + " (" + v.impact + "): " + n.html)))`, &found,
					func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }),
					chromedp.Evaluate(`document.documentElement.scrollWidth > innerWidth`, &wide))
				for _, f := range found {
					t.Errorf("%s, %s, %d pixels: %s", page, theme, width, f)
				}
				if wide {
					t.Errorf("%s, %d pixels: the page is wider", page, width)
				}
			}
		}
	}
	b.quiet()
}
