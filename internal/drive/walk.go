package drive

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Act is a part of a way through a page, the same in each browser.
type Act struct {
	Name  string   // of the state that it leads to
	Do    string   // an expression; empty: nothing
	Keys  []string // that are pressed then, by their names in KeyboardEvent
	Holds string   // an expression that comes to be true
}

// Walked is a page in some browser.
type Walked interface {
	// Holds is whether an expression is true.
	Holds(t testing.TB, expression string) bool
	// Hit presses a key.
	Hit(t testing.TB, key string)
}

// ReadActs reads a way from a file.
func ReadActs(t testing.TB, file string) (acts []Act) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &acts)
	}
	if err != nil || len(acts) == 0 {
		t.Fatalf("%s: %d acts, %v", file, len(acts), err)
	}
	return acts
}

// Walk goes a way, and calls there in each state. What does not hold in time
// ends it.
func Walk(t testing.TB, w Walked, acts []Act, within time.Duration, there func(name string)) {
	t.Helper()
	for _, act := range acts {
		if act.Do != "" {
			w.Holds(t, "(("+act.Do+"), true)")
		}
		for _, key := range act.Keys {
			w.Hit(t, key)
		}
		for end := time.Now().Add(within); !w.Holds(t, "(() => { try { return "+act.Holds+"; } catch { return false; } })()"); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: it does not come to be that %s", act.Name, act.Holds)
			}
		}
		there(act.Name)
	}
}

// walkTime is how long one thing may take in a page.
const walkTime = time.Minute

// Holds is whether an expression is true in the page.
func (p *Page) Holds(t testing.TB, expression string) bool {
	t.Helper()
	return Eval[bool](t, p, walkTime, "!!("+expression+")")
}

// Hit presses a key.
func (p *Page) Hit(t testing.TB, key string) {
	t.Helper()
	p.Do(t, walkTime, chromedp.KeyEvent(named(key, map[string]string{"ArrowRight": kb.ArrowRight, "Backspace": kb.Backspace, "Escape": kb.Escape, "End": kb.End})))
}

// Holds is whether an expression is true in the page.
func (m *Firefox) Holds(t testing.TB, expression string) (holds bool) {
	t.Helper()
	m.Eval(t, "content", "return !!("+expression+")", &holds)
	return holds
}

// Hit presses a key.
func (m *Firefox) Hit(t testing.TB, key string) {
	t.Helper()
	m.Press(t, named(key, map[string]string{"ArrowRight": KeyRight, "Backspace": "\uE003", "Escape": "\uE00C", "End": KeyEnd}))
}

func named(key string, names map[string]string) string {
	if code, ok := names[key]; ok {
		return code
	}
	return strings.ToLower(key)
}

// Open opens a page in Firefox as it is for a reader who was there before: what
// the page keeps is what settings, a script, leaves there. The page is so many
// pixels wide.
func (m *Firefox) Open(t testing.TB, address, settings string, width int) {
	t.Helper()
	m.Ask(t, "WebDriver:Navigate", map[string]any{"url": address}, nil)
	m.Eval(t, "content", "localStorage.clear(); "+settings, new(any))
	m.Ask(t, "WebDriver:SetWindowRect", map[string]any{"width": 1280, "height": 860}, nil)
	m.Eval(t, "chrome", `Services.console.reset(); gBrowser.selectedBrowser.style.maxWidth = "`+strconv.Itoa(width)+`px"`, new(any))
	m.Ask(t, "WebDriver:Navigate", map[string]any{"url": address}, nil)
}

// Complained is what Firefox says of pages of an origin since one was opened. Its
// advice on positions that follow a scroll is left out: editors number lines so.
func (m *Firefox) Complained(t testing.TB, origin string) (said []string) {
	t.Helper()
	m.Eval(t, "chrome", `return Services.console.getMessageArray().map((m) => m.toString()).filter((text) => text.includes(`+strconv.Quote(origin)+`) && !text.includes("scroll-linked positioning"))`, &said)
	return said
}
