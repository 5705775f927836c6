package lab_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// newcomer is a reader who looks at the page and has read nothing: what they do is
// counted.
type newcomer struct {
	*browser
	acts int
	name string // of what they look for
}

// points clicks with the mouse on what has a text, where it is seen.
func (n *newcomer) points(text string) {
	n.t.Helper()
	n.acts++
	n.do(chromedp.Click(`//*[self::button or self::summary][normalize-space(.)="`+text+`" or normalize-space(.)="▶ `+text+`"]`, chromedp.BySearch, chromedp.NodeVisible))
	n.looks()
}

// hits presses a key, without a click before it.
func (n *newcomer) hits(key string) {
	n.t.Helper()
	n.acts++
	n.do(chromedp.KeyEvent(key))
	n.looks()
}

// looks keeps a picture of the page.
func (n *newcomer) looks() {
	n.t.Helper()
	n.keeps(n.name + "-" + strconv.Itoa(n.acts))
}

// keeps writes a picture of the page into the folder that EVSIM_SHOTS names.
func (b *browser) keeps(name string) {
	b.t.Helper()
	folder := os.Getenv("EVSIM_SHOTS")
	if folder == "" {
		return
	}
	var picture []byte
	b.do(chromedp.CaptureScreenshot(&picture))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o666); err != nil {
		b.t.Fatal(err)
	}
}

// paths are what a first-year student looks for, and how they find it; docs/show.md
// has them with the same counts.
var paths = []struct {
	name string
	acts int
	walk func(n *newcomer)
}{
	{"Why does a promise come before a timer?", 4, func(n *newcomer) {
		n.points("One task, then all microtasks")
		n.checked()
		n.points("Run")
		n.wants("#step", "1 of")
		n.hits(kb.ArrowRight)
		n.wants(".reason", "Microtasks run before the loop goes on")
		n.hits(kb.ArrowRight)
	}},
	{"What does lesson 4 log?", 4, func(n *newcomer) {
		n.points("Node's ticks go before promise jobs")
		n.checked()
		n.points("Predict first")
		n.wants(".reorder", "tick of the job")
		n.points("Check")
		n.wants(".verdict", "Not yet.")
		n.points("A hint: where to look")
		n.wants(".verdict", "Look at line")
	}},
	{"How do Node 10 and Node 11 differ?", 4, func(n *newcomer) {
		n.points("Why Node 10 and 11 differ")
		n.checked()
		n.points("Run")
		n.wants(".summary", "node10 timer 1 timer 2 job of timer 1")
		n.wants(".differ", "The logs differ from line 2 on")
		n.hits("c")
		n.wait(`document.querySelectorAll(".viewer .stage").length === 2`)
		n.hits("d")
	}},
	{"Which orders does the race have?", 2, func(n *newcomer) {
		n.points("A race, and what decides it")
		n.checked()
		n.points("Find every order")
		n.wants(".found", "node22 2 orders are possible")
		n.wants(".rest", "when the loop starts")
	}},
}

// TestPageNewcomer goes each of these ways with the mouse and keys, on a small
// screen.
func TestPageNewcomer(t *testing.T) {
	text, err := os.ReadFile("../../docs/show.md")
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, visited(t), "", "", chromedp.EmulateViewport(1280, 720))
	for i, path := range paths {
		n := &newcomer{browser: b, name: "way-" + strconv.Itoa(i+1)}
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(b.site.URL+"/"))
		b.wait(`document.querySelector(".lessons .link")`)
		path.walk(n)
		if n.acts != path.acts {
			t.Errorf("%s: %d clicks and keys, and %d were counted", path.name, n.acts, path.acts)
		}
		if row := "| " + path.name + " | " + strconv.Itoa(path.acts) + " | "; !strings.Contains(string(text), row) {
			t.Errorf("docs/show.md has no row %s", row)
		}
	}
	b.quiet()
}
