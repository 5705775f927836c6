package sheet_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"evsim/internal/code"
	"evsim/internal/lab/answer"
	"evsim/internal/lab/sheet"
)

const race = `evsim: 1
name: {en: "A <race>", zh: 竞争}
about: {en: Which is **first**, zh: 谁先？}
policies: [node22, node26]
clock: {startup: 0ms..3ms, phase: 0ms..999us}
script: ./race.js
expect: [{log: [never]}]
lesson:
  hints: [a hint]
  answer: both
  then:
    - and then
`

// made is the sheet of a folder.
func made(t *testing.T, files map[string]string, inChinese bool) (page string, notes []string) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := answer.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	answers, err := answer.New(answer.Config{Limits: answer.Default(), Folder: f, Code: code.Text})
	if err != nil {
		t.Fatal(err)
	}
	lessons, all, err := answers.Solved(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := sheet.Write(&out, lessons, inChinese); err != nil {
		t.Fatal(err)
	}
	for _, note := range all {
		notes = append(notes, note.En)
	}
	return out.String(), notes
}

// TestSheet holds what stands before the solutions, and what stands behind.
func TestSheet(t *testing.T) {
	files := map[string]string{
		"1.yaml": race, "race.js": "setTimeout(() => console.log('timer'), 0);\nsetImmediate(() => console.log('<i>'));\n",
		"2.yaml": "evsim: 1\nname: Two\npolicies: [node10, node22]\nscript:\n  - setTimeout: 1\n    do: [{log: a}, {nextTick: , do: {log: b}}]\n  - setTimeout: 1\n    do: {log: c}\nclock: {startup: 0ms, phase: 0ms}\nlesson: {}\n",
		"3.yaml": "evsim: 1\nname: None\nscript: {log: a}\n",
	}
	page, notes := made(t, files, false)
	if len(notes) > 0 {
		t.Errorf("%q", notes)
	}
	exercises, solutions, ok := strings.Cut(page, `<section class="solutions">`)
	if !ok {
		t.Fatal("there are no solutions")
	}
	for _, want := range []string{"1. A &lt;race&gt;", "<strong>first</strong>", "setImmediate(() =&gt;", `<span class="box"></span><code>&lt;i&gt;</code>`, "2. Two"} {
		if !strings.Contains(exercises, want) {
			t.Errorf("the exercises lack %s:\n%s", want, exercises)
		}
	}
	for _, secret := range []string{"a hint", "both", "and then", "never", "→", "None"} {
		if strings.Contains(exercises, secret) {
			t.Errorf("the exercises tell %s", secret)
		}
	}
	plain := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(solutions, "")), " ")
	for _, want := range []string{"node22, node26 One of these orders: &lt;i&gt; → timer timer → &lt;i&gt;", "node10 a → c → b", "node22 a → b → c", "both", "a hint", "and then"} {
		if !strings.Contains(plain, want) {
			t.Errorf("the solutions lack %q:\n%s", want, plain)
		}
	}
	if page, _ = made(t, files, true); !strings.Contains(page, "1. 竞争") || !strings.Contains(page, "谁先？") || !strings.Contains(page, "其中一种顺序：") {
		t.Errorf("in Chinese:\n%s", page)
	}
}

// TestSheetTells says what it leaves out.
func TestSheetTells(t *testing.T) {
	_, notes := made(t, map[string]string{
		"1.yaml": "evsim: 1\nname: Bad code\nscript: ./x.js\nlesson: {}\n", "x.js": "console.log(",
		"2.yaml": "evsim: 1\nname: Lost\nscript: ./none.js\nlesson: {}\n",
	}, false)
	if all := strings.Join(notes, "\n"); !strings.Contains(all, "1.yaml: ") || !strings.Contains(all, "2.yaml is left out: ./none.js: ") {
		t.Errorf("%q", notes)
	}
}

// TestCourse is the sheet of the course: nineteen lessons, each with its orders.
func TestCourse(t *testing.T) {
	answers, err := answer.New(answer.Config{Limits: answer.Default(), Code: code.Text})
	if err != nil {
		t.Fatal(err)
	}
	lessons, notes, err := answers.Solved(context.Background())
	if err != nil || len(notes) > 0 || len(lessons) != 19 {
		t.Fatal(len(lessons), notes, err)
	}
	for _, l := range lessons {
		if len(l.Orders) == 0 || l.About.Zh == "" || l.Answer.En == "" || len(l.Then) != 1 {
			t.Errorf("%s: %+v", l.Title.En, l)
		}
	}
}
