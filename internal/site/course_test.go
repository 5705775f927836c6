package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"evsim/internal/drive"
	"evsim/internal/lab/answer"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// course is a folder of two lessons.
func course(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := writeCourse(folder); err != nil {
		t.Fatal(err)
	}
	return folder
}

func writeCourse(folder string) error {
	for name, text := range map[string]string{
		"21-jobs.yaml": "evsim: 1\nname: Jobs\nabout: A **job** and a timer.\npolicies: [node22]\nscript:\n  - setTimeout: 0\n    do: {log: timer}\n  - then: resolved\n    do: {log: job}\nexpect:\n  - log: [job, timer] # SECRET\nlesson:\n  hints: [SECRET one, SECRET two]\n  answer: SECRET answer\n  then: [SECRET question]\n",
		"22-race.yaml": "evsim: 1\nname: Race in code\npolicies: [node22]\nclock: {startup: 0ms..3ms, phase: 0ms..999us}\nscript: ./race.js\nlesson: {answer: SECRET race}\n",
		"race.js":      "setTimeout(() => console.log('timer'), 0);\nsetImmediate(() => console.log('immediate'));\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func opened(t *testing.T, folder string) *answer.Folder {
	t.Helper()
	f, err := answer.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// TestShelve holds that what lessons keep lies in files of their own.
func TestShelve(t *testing.T) {
	files := map[string][]byte{}
	if err := shelve(files, course(t), io.Discard); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if secret := strings.HasPrefix(name, "lessons/"); secret != strings.Contains(string(text), "SECRET") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if len(files) != 3 {
		t.Errorf("%d files", len(files))
	}
	if err := shelve(files, filepath.Join(t.TempDir(), "none"), io.Discard); err == nil {
		t.Error("a folder that is not there is shelved")
	}
}

// TestShelveOfStrangers: what is said of files that are left out is one line each
// that commands nobody, and nothing is read that lies outside of the folder.
func TestShelveOfStrangers(t *testing.T) {
	folder, outside := course(t), filepath.Join(t.TempDir(), "outside.yaml")
	if err := os.WriteFile(outside, []byte("evsim: 1\nname: OUTSIDE\nscript: {log: a}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"l.yaml": outside, "loop.yaml": "loop.yaml", "up": filepath.Dir(outside)} {
		if err := os.Symlink(to, filepath.Join(folder, name)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "a\n::error::pwned\x1b[2J.yaml"), []byte("evsim: 1\nlesson: {hints: [\n"), 0o600); err != nil {
		t.Skip("no such names here: ", err)
	}
	files, said := map[string][]byte{}, strings.Builder{}
	if err := shelve(files, folder, &said); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if strings.Contains(name+string(text), "OUTSIDE") {
			t.Errorf("%s has what is outside", name)
		}
	}
	lines := strings.Split(strings.TrimSuffix(said.String(), "\n"), "\n")
	if len(lines) != 3 || strings.Contains(said.String(), "\x1b") {
		t.Errorf("it says %q", lines)
	}
	for _, line := range lines {
		if !strings.HasPrefix(line, "site: ") || !strings.Contains(line, " is left out: ") {
			t.Errorf("it says %q", line)
		}
	}
}

// press clicks the button or the summary that has a text.
func (p *page) press(t *testing.T, text string) {
	t.Helper()
	at := `[...document.querySelectorAll("button, summary")].find((b) => !b.disabled && b.textContent.replace(/^[^\p{L}]+/u, "") === ` + quoted(t, text) + `)`
	p.wait(t, `(() => { const b = `+at+`; b?.click(); return b; })()`) // in one go: what is found may be gone in a moment
}

// wait waits until an expression holds in the page.
func (p *page) wait(t *testing.T, expression string) {
	t.Helper()
	p.do(t, drive.Asked(chromedp.Poll("!!("+expression+")", nil, chromedp.WithPollingTimeout(patience), chromedp.WithPollingInterval(50*time.Millisecond))))
}

// says waits until what a selector finds has a text in it.
func (p *page) says(t *testing.T, selector, part string) {
	t.Helper()
	p.wait(t, fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.innerText.replace(/\s+/g, " ").includes(%q))`, selector, part))
}

func (p *page) lesson(t *testing.T, name, title string) {
	t.Helper()
	p.do(t, chromedp.Evaluate(`void (location.hash = "#lesson=`+name+`")`, nil))
	p.says(t, ".lesson h2", title)
}

// write puts a text in the place of what the editor has, as pasting does.
func (p *page) write(t *testing.T, text string) {
	t.Helper()
	p.do(t, replaced(text)...)
	p.says(t, ".problems", "No problems.")
}

// replaced puts a text in the place of what the editor has.
func replaced(text string) []chromedp.Action {
	return []chromedp.Action{chromedp.Click(".cm-content", chromedp.ByQuery), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), input.InsertText(text)}
}

// TestOffline uses the page of files as a class does: all ten lessons, a
// prediction, the orders of a race, code of one's own, a program that does not
// end, lessons of a folder; and again once its host is gone.
func TestOffline(t *testing.T) {
	p := openPage(t)
	run := func() {
		t.Helper()
		p.press(t, "Run")
		p.says(t, ".summary", "start end promise timer")
	}
	p.do(t, chromedp.WaitEnabled(".acts .main", chromedp.ByQuery), chromedp.Click(".acts .main", chromedp.ByQuery), chromedp.WaitVisible(".summary code", chromedp.ByQuery))
	p.do(t, chromedp.Evaluate(`navigator.serviceWorker.ready.then(() => 0)`, nil, drive.Awaited))
	p.learns(t)
	p.programs(t)
	if p.was("/lessons/1.json") {
		t.Error("what a lesson keeps was loaded before anybody asked")
	}
	p.lesson(t, "21-jobs", "Jobs")
	p.press(t, "Hint 1 of 2")
	p.says(t, ".told", "SECRET one")

	p.gone.Store(true)
	p.do(t, chromedp.Navigate(p.host), chromedp.WaitVisible(".gallery button, nav button", chromedp.ByQuery))
	p.press(t, "New scenario")
	run()
	p.lesson(t, "8", "Why Node 10 and 11 differ")
	p.lesson(t, "21", "Jobs")
	p.press(t, "Show the answers")
	p.says(t, ".answers", "SECRET answer")
	p.Quiet(t)
}

// learns opens each of the first ten lessons by its link and runs it, and
// predicts and explores the race among them.
func (p *page) learns(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile("../../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	titles := regexp.MustCompile(`(?m)^## \d+\. (.*)$`).FindAllSubmatch(text, 10)
	if len(titles) < 10 {
		t.Fatal(len(titles))
	}
	for n, title := range titles {
		p.lesson(t, strconv.Itoa(n+1), string(title[1]))
		p.says(t, ".problems", "No problems.")
		p.press(t, "Run")
		p.wait(t, `document.querySelector(".summary code")`)
		if n+1 != 9 {
			continue
		}
		p.press(t, "Find every order")
		p.says(t, ".found", "2 orders are possible")
		p.press(t, "Predict first")
		p.press(t, "Put the lines into order instead")
		p.says(t, ".reorder", "timer")
		p.press(t, "Check")
		p.says(t, ".verdict", "Right: this is one of 2 possible orders.")
	}
}

// programs runs and explores code, in the world of a lesson and in none, and ends
// what would not end.
func (p *page) programs(t *testing.T) {
	t.Helper()
	p.lesson(t, "22", "Race in code")
	p.says(t, ".kinds label.on", "JavaScript")
	p.says(t, ".problems", "No problems.")
	p.press(t, "Find every order")
	p.says(t, ".found", "2 orders are possible")
	p.press(t, "New scenario")
	p.do(t, chromedp.Click(".kinds label:nth-of-type(2)", chromedp.ByQuery))
	p.says(t, ".cm-content", "// My first script")
	p.says(t, ".problems", "No problems.")
	p.press(t, "Run")
	p.says(t, ".summary", "start end promise timer")
	p.write(t, "// Never ends\nconsole.log('a');\nfor (;;) {}\n")
	p.press(t, "Run")
	p.says(t, "main [role=alert]", "would not end")
}
