package lab_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// kind is what the switch of the editor says.
func (b *browser) kind() string {
	b.t.Helper()
	return b.text(".kinds label.on")
}

// TestPageCode writes programs: a switch begins one, a pasted one is taken for
// what it is, errors stand in place, and it runs as one types.
func TestPageCode(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.click(".kinds label:nth-of-type(2)")
	b.wants(".cm-content", "// My first script")
	b.checked()
	b.wants(".problems", "No problems.")
	b.press("Run")
	b.wants(".summary", "node26, browser start end promise timer")
	b.write("// Mine\nconsole.log('a'\nsetTimeout(() => console.log('b'))\n")
	b.wants(".problems", "line 3, column 1 error Expected \")\" but found \"setTimeout\"")
	b.wait(`document.querySelector(".cm-lint-marker-error")`)
	b.wants(".stripes", "Line 3: Expected \")\" but found \"setTimeout\"")
	b.write("// Mine\nconsole.log('a')\nsetTimeout(() => console.log('b'))\n")
	b.wants(".summary", "node26, browser a b") // nobody pressed a button
	b.wait(`document.querySelector(".stripes").textContent === ""`)
	if at := eval[bool](b, `!!document.activeElement.closest(".cm-editor")`); !at {
		t.Error("the run took the focus from who types")
	}
	b.write("interface A { b: number }\nconst a: A = {b: 1};\nconsole.log(a.b);\n")
	if got := b.kind(); got != "TypeScript" {
		t.Errorf("TypeScript is taken for %s", got)
	}
	b.wants(".problems", "No problems.")
	b.write(twoTimers)
	if got := b.kind(); got != "YAML" {
		t.Errorf("a scenario is taken for %s", got)
	}
	b.write(raceCode)
	if got := b.kind(); got != "JavaScript" {
		t.Errorf("a script is taken for %s", got)
	}
	b.wants(".chips", "firefox This scenario needs setImmediate")
	b.press("Find every order")
	b.wants(".found", "node26 2 orders are possible")
	b.quiet()
}

// TestPageCodeKept keeps a program with its language, and a link carries both.
func TestPageCodeKept(t *testing.T) {
	s := visited(t)
	b := open(t, s, "", "")
	b.write(raceCode)
	b.wants(".drafts", "Without a name ×")
	b.do(chromedp.Reload())
	b.wait(`document.querySelector(".lessons .link")`)
	if got, kind := b.source(), b.kind(); got != raceCode || kind != "JavaScript" {
		t.Errorf("after a reload the editor has, in %s,\n%s", kind, got)
	}
	b.press("Share")
	b.wait(`document.querySelector(".share input").value`)
	link := eval[string](b, `document.querySelector(".share input").value`)
	b.click(".kinds label:nth-of-type(1)") // a scenario begins beside it
	b.wants(".cm-content", "name: My first scenario")
	b.wants(".drafts", "Without a name ×")
	b.quiet()

	fragment := strings.TrimPrefix(link, s.URL+"/")
	if !strings.HasPrefix(fragment, "#code=") {
		t.Fatalf("the link is %s", link)
	}
	other := open(t, s, fragment, "")
	other.wants(".notice[role=status]", "Opened from a link.")
	other.wants(".kinds label.on", "JavaScript")
	if got := other.source(); got != raceCode {
		t.Errorf("the link carries\n%s", got)
	}
	other.press("Predict first")
	other.press("Put the lines into order instead")
	other.wants(".reorder", "immediate")
	other.quiet()
}

// TestPageLinkThatRuns opens a link of the documents, which is run at once: code,
// and a scenario that names its runtimes.
func TestPageLinkThatRuns(t *testing.T) {
	for kind, source := range map[string]string{"javascript": raceCode, "yaml": twoTimers + "policies: [node10, node22]\n"} {
		b := open(t, visited(t), carrying(t, source, kind), "")
		b.wants(".notice[role=status]", "Opened from a link.")
		b.wants(".result", map[string]string{"javascript": "immediate", "yaml": "node10"}[kind])
		if got := b.source(); got != source {
			t.Errorf("%s: the link carries\n%s", kind, got)
		}
		b.quiet()
	}
}

// carrying is a fragment that carries a text and asks for a run.
func carrying(t *testing.T, source, kind string) string {
	t.Helper()
	said, err := json.Marshal([]any{source, "", "", 2, kind})
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(said); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return "#code=" + base64.RawURLEncoding.EncodeToString(packed.Bytes())
}

// TestPageHostileCode ends what does not end, and goes on.
func TestPageHostileCode(t *testing.T) {
	b := open(t, visited(t), "", "")
	b.write("console.log('a');\nlet s = 'a';\n" + strings.Repeat("s += s;", 60))
	b.press("Run")
	b.wants("main > [role=alert]", "the code took more than the allowed 512 MB of memory")
	b.write("console.log('a');\nfor (;;) {}\n")
	b.press("Run")
	b.wants(".result [role=alert]", "would not end")
	b.write("console.log('b');\n")
	b.press("Run")
	b.wants(".summary", "b")
	b.Forget("log: Failed to load resource")
	b.quiet()
}
