package lab_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"evsim/internal/drive"
	"evsim/internal/lab"
	"evsim/internal/lab/answer"
	"evsim/internal/lab/apart"
	"evsim/internal/viewer"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// patience is how long a test may take on a busy machine, and what it waits for
// in the page.
const (
	patience = 5 * time.Minute
	soon     = 30 * time.Second
)

// site is a lab that is served, whose answers a test may spoil.
type site struct {
	*httptest.Server
	spoil atomic.Int64 // the status of the next answers of /api/run and /api/explore; 0: what the lab says

	mu    sync.Mutex
	asked []string // paths
}

func visited(t testing.TB) *site {
	t.Helper()
	return visitedAs(t, lab.Config{}, func(h http.Handler) http.Handler { return h })
}

// visitedAs is visited for a lab that has more; what it sends goes through around.
func visitedAs(t testing.TB, c lab.Config, around func(http.Handler) http.Handler) *site {
	t.Helper()
	workers, err := apart.New(answer.Default())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(workers.Close)
	workers.Grace = 20 * time.Second // on a busy machine too, memory is what ends a program that takes it all
	c.Limits, c.Apart, c.Script, c.Style, c.Report = answer.Default(), workers, viewer.LabScript(), viewer.LabStyle(), viewer.EmptyReport()
	h, err := lab.New(c)
	if err != nil {
		t.Fatal(err)
	}
	h = around(h)
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.URL.Path)
		s.mu.Unlock()
		status := int(s.spoil.Load())
		if status == 0 || r.URL.Path != "/api/run" && r.URL.Path != "/api/explore" {
			h.ServeHTTP(reporting{w}, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Retry-After", "3")
		w.WriteHeader(status)
		fmt.Fprint(w, `{"error":{"en":"this is why","zh":"原因在此"},"hint":{"en":"","zh":""}}`)
	}))
	t.Cleanup(s.Close)
	return s
}

// reporting makes the page's policy tell the server what it forbids.
type reporting struct{ http.ResponseWriter }

func (r reporting) WriteHeader(status int) {
	if policy := r.Header().Get("Content-Security-Policy"); policy != "" {
		r.Header().Set("Content-Security-Policy", policy+"; report-uri /forbidden")
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r reporting) Write(text []byte) (int, error) {
	if r.Header().Get("Content-Security-Policy") != "" && !strings.Contains(r.Header().Get("Content-Security-Policy"), "report-uri") {
		r.WriteHeader(http.StatusOK)
	}
	return r.ResponseWriter.Write(text)
}

// was reports whether a path was asked for.
func (s *site) was(path string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, asked := range s.asked {
		if asked == path {
			return true
		}
	}
	return false
}

// browser is a Chromium with a fresh profile, at the lab.
type browser struct {
	*drive.Page
	t    *testing.T
	site *site
}

// open opens the lab at a fragment; before runs in the page first.
func open(t *testing.T, s *site, fragment, before string, actions ...chromedp.Action) *browser {
	t.Helper()
	own := func(url string) bool { return strings.HasPrefix(url, s.URL+"/") }
	b := &browser{Page: drive.Chromium{Width: 1400, Height: 1000, Patience: patience, Own: own}.Open(t), t: t, site: s}
	b.do(actions...)
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`addEventListener("securitypolicyviolation", (e) => console.error("forbidden: " + e.violatedDirective + " " + e.blockedURI + " " + (e.target.outerHTML ?? "")));` + before).Do(ctx)
		return err
	}))
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}), chromedp.Navigate(s.URL+"/"+fragment))
	b.wait(`document.querySelector(".chip") && document.querySelector(".problems .good, .problems .bad, .problems li")`)
	return b
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	b.Do(b.t, patience, actions...)
}

// eval is what an expression is in the page.
func eval[T any](b *browser, expression string) T {
	b.t.Helper()
	return drive.Eval[T](b.t, b.Page, patience, expression)
}

// wait waits until an expression holds in the page.
func (b *browser) wait(expression string) {
	b.t.Helper()
	for end := time.Now().Add(soon); !eval[bool](b, "!!("+expression+")"); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatalf("waited for %s; the page says %s", expression, eval[string](b, "document.body.innerText"))
		}
	}
}

// is holds that an expression becomes a text, soon.
func (b *browser) is(expression, want string) {
	b.t.Helper()
	got := eval[string](b, expression)
	for end := time.Now().Add(soon); got != want && time.Now().Before(end); got = eval[string](b, expression) {
		time.Sleep(50 * time.Millisecond)
	}
	if got != want {
		b.t.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// click clicks what a selector finds, as a mouse does.
func (b *browser) click(selector string) {
	b.t.Helper()
	b.wait(fmt.Sprintf("document.querySelector(%q)", selector))
	b.do(chromedp.Click(selector, chromedp.ByQuery))
}

// press clicks the button that has a text.
func (b *browser) press(text string) {
	b.t.Helper()
	quoted, _ := json.Marshal(text)
	at := `[...document.querySelectorAll("button, summary")].find((b) => !b.disabled && b.textContent.replace(/^[^\p{L}]+/u, "") === ` + string(quoted) + `)`
	b.wait(`(() => { const b = ` + at + `; b?.click(); return b; })()`) // in one go: what is found may be gone in a moment
}

// enter presses Enter, and nothing that a keyboard would not send besides.
func (b *browser) enter(m input.Modifier) {
	b.t.Helper()
	for _, kind := range []input.KeyType{input.KeyRawDown, input.KeyUp} {
		b.do(input.DispatchKeyEvent(kind).WithKey("Enter").WithCode("Enter").WithWindowsVirtualKeyCode(13).WithModifiers(m))
	}
}

// text is what stands in what a selector finds, once that is there.
func (b *browser) text(selector string) string {
	b.t.Helper()
	at := fmt.Sprintf("document.querySelector(%q)", selector)
	b.wait(at)
	return strings.Join(strings.Fields(eval[string](b, at+"?.innerText ?? ''")), " ")
}

// wants holds that a text has a part, soon.
func (b *browser) wants(selector, part string) {
	b.t.Helper()
	got := b.text(selector)
	for end := time.Now().Add(soon); !strings.Contains(got, part) && time.Now().Before(end); got = b.text(selector) {
		time.Sleep(50 * time.Millisecond)
	}
	if !strings.Contains(got, part) {
		b.t.Errorf("%s says %q, want %q in it", selector, got, part)
	}
}

// write puts a text in the place of what the editor has, as pasting does.
func (b *browser) write(text string) {
	b.t.Helper()
	b.click(".cm-content")
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText(text))
	b.checked()
}

// checked waits until the server has said what it makes of the text.
func (b *browser) checked() {
	b.t.Helper()
	b.do(chromedp.Sleep(400 * time.Millisecond)) // the page waits for the next key as long
	b.wait(`!document.querySelector(".problems[aria-busy=true]")`)
}

// source is what the editor has.
func (b *browser) source() string {
	b.t.Helper()
	return eval[string](b, `[...document.querySelectorAll(".cm-line")].map((l) => l.textContent).join("\n")`)
}

// quiet holds that nothing went wrong so far.
func (b *browser) quiet() {
	b.t.Helper()
	b.Quiet(b.t)
	if b.site.was("/forbidden") {
		b.t.Error("the policy forbade something")
	}
}
