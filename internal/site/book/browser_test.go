package book_test

import (
	"evsim/internal/drive"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long the browser is there, on a busy machine.
const patience = 4 * time.Minute

// browser is Chromium at the book, which it opens from a folder.
type browser struct {
	*drive.Page
	t      *testing.T
	folder string
}

func open(t *testing.T) *browser {
	t.Helper()
	drive.Wanted(t)
	b := &browser{t: t, folder: t.TempDir()}
	for name, text := range own(t) {
		file := filepath.Join(b.folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b.Page = drive.Chromium{Patience: patience}.Open(t)
	return b
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	b.Do(b.t, patience, actions...)
}

func (b *browser) visit(page string) {
	b.t.Helper()
	b.do(chromedp.Navigate("file://"+filepath.ToSlash(filepath.Join(b.folder, page))), chromedp.WaitEnabled("#book-search", chromedp.ByQuery))
}

// found types words into the search, and gives where the first results lead to
// once the status has a text.
func (b *browser) found(words, status string) []string {
	b.t.Helper()
	var to []string
	b.do(chromedp.Evaluate(`document.querySelector("#book-search").value = ""`, nil), chromedp.SendKeys("#book-search", words, chromedp.ByQuery),
		chromedp.Poll(fmt.Sprintf(`document.querySelector("#book-found").textContent.includes(%q)`, status), nil, chromedp.WithPollingTimeout(20*time.Second)),
		chromedp.Evaluate(`[...document.querySelectorAll("#book-results a")].slice(0, 3).map((a) => a.getAttribute("href"))`, &to))
	return to
}

func (b *browser) quiet() {
	b.t.Helper()
	b.Quiet(b.t)
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

// TestLabLink unpacks what a page's link to the lab carries, as the lab does.
func TestLabLink(t *testing.T) {
	b := open(t)
	const name = "scenarios/seeds/seed0-04-two-timers-promise.yaml"
	b.visit(name + ".html")
	var said string
	b.do(chromedp.Evaluate(`(async () => {
		const code = document.querySelector("#book-text a[href*='#code=']").hash.slice("#code=".length);
		const bytes = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
		return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text())[0];
	})()`, &said, drive.Awaited))
	if said != read(t, name) {
		t.Errorf("the lab would get %.80q", said)
	}
	b.quiet()
}

// TestAccessibility asks axe-core about pages, light and dark, on a screen and on
// a telephone, and holds that none is wider than its window.
func TestAccessibility(t *testing.T) {
	// It may not load the style sheet as data; and the corner of a table whose rows
	// have names may be empty.
	axe := drive.ReadAxe(t, "../../viewer/node_modules/axe-core/axe.min.js", `{ preload: false, rules: { "empty-table-header": { enabled: false } } }`)
	b := open(t)
	for _, page := range []string{"index.html", "docs/index.html", "docs/rules.zh-CN.html", "docs/lessons.html", "docs/scenario.html", "docs/lessons/09-a-race.yaml.html"} {
		for theme, widths := range map[string][]int64{"light": {1300}, "dark": {1300, 390}} {
			for _, width := range widths {
				b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}),
					emulation.SetDeviceMetricsOverride(width, 844, 1, width < 500))
				b.visit(page)
				b.found("timer", "")
				axe.Judge(t, b.Page, fmt.Sprintf("%s, %s, %d pixels", page, theme, width))
				var wide bool
				b.do(chromedp.Evaluate(`document.documentElement.scrollWidth > innerWidth`, &wide))
				if wide {
					t.Errorf("%s, %d pixels: the page is wider", page, width)
				}
			}
		}
	}
	b.quiet()
}
