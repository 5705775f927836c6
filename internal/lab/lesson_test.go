package lab_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"evsim/internal/code"
	"evsim/internal/lab"
	"evsim/internal/lab/answer"
)

// kept is what a lesson tells when it is asked.
type kept struct {
	Hints  []both
	Answer *both
	Checks string
	Then   []both
}

// taught is a teacher's folder. What has KEEP in it is kept until it is asked for.
var taught = map[string]string{
	"10-last.yaml": "evsim: 1\nname: Last\nscript: [{log: b}, {log: a}]\nlesson: {}\n",
	"2-timers.yaml": `# A lesson
evsim: 1
name: {en: Two timers, zh: 两个定时器}
about:
  en: |
    # Both wait

    Which is **first**? <b>x</b> ![p](https://example.org/p.png)
  zh: 谁先？
policies: [node10, node22]
# KEEP a comment on the order
expect:
  - log: [first, second] # KEEP why
rules:
  - first before second # KEEP
script:
  - setTimeout: 5
    do: {log: first}
  # this comment is shown
  - setTimeout: 5
    do: {log: second}
cases:
  - name: KEEP a case
    clock: {startup: 2ms}
    expect: [{log: [first, second]}]
lesson:
  hints:
    - {en: KEEP one, zh: KEEP 一}
    - KEEP two
  answer: KEEP the answer
  then:
    - KEEP a question
`,
	"3-code.yaml": "evsim: 1\nname: Code\npolicies: [node22]\nclock: {startup: 5ms, phase: 0ms}\nscript: ./code/app.js\nexpect: [{log: [timer, immediate]}] # KEEP\nlesson: {hints: [KEEP]}\n",
	"code/app.js": raceCode,
	"none.yaml":   "evsim: 1\nname: No lesson\nscript: {log: a}\nexpect: [{log: [a]}]\n",
	"bad.yaml":    "evsim: 1\nname: Bad\nscript: {lag: KEEP}\nlesson: {answer: KEEP}\n",
	"flow.yaml":   "{evsim: 1, name: Flow, script: {log: a}, lesson: {answer: KEEP}}\n",
	"lost.yaml":   "evsim: 1\nname: Lost\nscript: ./none.js\nlesson: {answer: KEEP}\n",
}

func teacher(t *testing.T) lab.Config {
	t.Helper()
	folder := t.TempDir()
	write(t, folder, taught)
	c := opened(t, folder)
	c.Code = code.Text
	return c
}

// TestLessonsOfAFolder holds what a folder's lessons show, and in which order.
func TestLessonsOfAFolder(t *testing.T) {
	c := teacher(t)
	body, _ := get(t, serve(t, c), "/api/gallery", http.StatusOK)
	if strings.Contains(string(body), "KEEP") {
		t.Errorf("the list tells what is kept: %s", body)
	}
	g := gallery(t, c)
	var ids []string
	for _, e := range g.Yours {
		ids = append(ids, e.ID)
	}
	if !slices.Equal(ids, []string{"2-timers.yaml", "3-code.yaml", "10-last.yaml", "none.yaml"}) {
		t.Fatalf("%q", ids)
	}
	timers, program, last, none := g.Yours[0], g.Yours[1], g.Yours[2], g.Yours[3]
	if timers.Title != (both{"Two timers", "两个定时器"}) || timers.About == nil || !strings.Contains(timers.About.En, "Which is <strong>first</strong>? <code>&lt;b&gt;</code>x<code>&lt;/b&gt;</code> p") || !strings.Contains(timers.About.Zh, "<p>谁先？</p>") {
		t.Errorf("%+v %+v", timers, timers.About)
	}
	if want := "# A lesson\nevsim: 1\nname: {en: Two timers, zh: 两个定时器}\npolicies: [node10, node22]\nscript:\n  - setTimeout: 5\n    do: {log: first}\n  # this comment is shown\n  - setTimeout: 5\n    do: {log: second}\n"; timers.Source != want {
		t.Errorf("shown is\n%s", timers.Source)
	}
	if l := timers.Lesson; l == nil || l.Hints != 2 || !l.Answer || l.Then != 1 || !timers.Predict {
		t.Errorf("%+v", l)
	}
	if program.Language != "javascript" || program.Source != raceCode || program.Scenario != "evsim: 1\nname: Code\npolicies: [node22]\nclock: {startup: 5ms, phase: 0ms}\nscript: ./code/app.js\n" {
		t.Errorf("%+v", program)
	}
	if last.Lesson == nil || last.About != nil || none.Lesson != nil || !strings.Contains(none.Source, "expect") {
		t.Errorf("%+v %+v", last, none)
	}
	want := []english{
		"bad.yaml is left out: line 3, column 10: evsim lint says what is wrong there",
		"flow.yaml is left out: a lesson has each key on a line of its own, without braces around them all",
		"lost.yaml is left out: ./none.js: no such file or directory",
	}
	if !slices.Equal(g.Notes, want) {
		t.Errorf("%q", g.Notes)
	}
}

// TestLessonTells holds that a lesson tells what it is asked for, and no more.
func TestLessonTells(t *testing.T) {
	s := serve(t, teacher(t))
	ask := func(q asked) kept {
		t.Helper()
		q["id"] = "2-timers.yaml"
		return post[kept](t, s, "/api/lesson", q)
	}
	for n, want := range [][]both{{}, {{"<p>KEEP one</p>\n", "<p>KEEP 一</p>\n"}}, {{"<p>KEEP one</p>\n", "<p>KEEP 一</p>\n"}, {"<p>KEEP two</p>\n", "<p>KEEP two</p>\n"}}} {
		if got := ask(asked{"hints": n}); !slices.Equal(got.Hints, want) || got.Answer != nil || got.Checks != "" || len(got.Then) > 0 {
			t.Errorf("%d hints: %+v", n, got)
		}
	}
	if got := ask(asked{"hints": 99}); len(got.Hints) != 2 {
		t.Errorf("%+v", got)
	}
	if got := ask(asked{"hints": -1}); len(got.Hints) != 0 {
		t.Errorf("%+v", got)
	}
	if got := ask(asked{"then": true}); len(got.Then) != 1 || got.Answer != nil || got.Checks != "" {
		t.Errorf("%+v", got)
	}
	got := ask(asked{"answer": true})
	if got.Answer == nil || got.Answer.En != "<p>KEEP the answer</p>\n" || len(got.Then)+len(got.Hints) > 0 {
		t.Errorf("%+v", got)
	}
	if want := "# KEEP a comment on the order\nexpect:\n  - log: [first, second] # KEEP why\nrules:\n  - first before second # KEEP\ncases:\n"; !strings.HasPrefix(got.Checks, want) || strings.Contains(got.Checks, "lesson:") {
		t.Errorf("it checks\n%s", got.Checks)
	}
}

// TestLessonRefuses: only lessons are told, whatever else lies in the folder.
func TestLessonRefuses(t *testing.T) {
	s := serve(t, teacher(t))
	for _, id := range []string{"", "none.yaml", "code/app.js", "../2-timers.yaml", "/etc/passwd", "bad.yaml", "./2-timers.yaml", "x.yaml", ".git/x.yaml", "2-timers.yaml/"} {
		q, err := json.Marshal(asked{"id": id, "answer": true, "hints": 9, "then": true})
		if err != nil {
			t.Fatal(err)
		}
		if body := postText(t, s, "/api/lesson", string(q), http.StatusNotFound); strings.Contains(string(body), "KEEP") || !strings.Contains(string(body), "there is no lesson") {
			t.Errorf("%q: %s", id, body)
		}
	}
	alone := serve(t, config())
	postText(t, alone, "/api/lesson", `{"id":"2-timers.yaml"}`, http.StatusNotFound)
	if got := post[kept](t, alone, "/api/lesson", asked{"id": "docs/lessons/09-a-race.yaml", "answer": true, "then": true}); len(got.Then) != 1 || got.Answer == nil || !strings.Contains(got.Checks, "a slow start") {
		t.Errorf("%+v", got)
	}
}

// TestPredictTellsAsAsked: what was not asked for is not in the answer.
func TestPredictTellsAsAsked(t *testing.T) {
	s := serve(t, config())
	source := "evsim: 1\nname: x\nscript:\n  - setTimeout: 1\n    do: {log: late}\n  - then: resolved\n    do: {log: job}\n  - log: script\n"
	ask := func(hints int) judged {
		return post[judged](t, s, "/api/predict", asked{"source": source, "policy": "node22", "lines": []string{"script", "late", "job"}, "hints": hints})
	}
	for hints := range 5 {
		got := ask(hints)
		if got.Possible || got.Stand != 1 || got.Length != 3 {
			t.Errorf("%+v", got)
		}
		if first := got.First; (first != nil) != (hints >= 1) || first != nil && (first.Line != 1 || (len(first.Could) > 0) != (hints >= 3) || (len(first.Claims) > 0) != (hints >= 3)) {
			t.Errorf("%d hints: %+v", hints, first)
		}
		if (len(got.Rules) > 0) != (hints >= 2) || (len(got.Nearest) > 0) != (hints >= 4) {
			t.Errorf("%d hints: %+v", hints, got)
		}
	}
}

// TestCodeInAWorld runs code in the world of a scenario: the loop starts late
// enough there for the timer.
func TestCodeInAWorld(t *testing.T) {
	c := config()
	c.Code = code.Text
	s := serve(t, c)
	of := asked{"source": raceCode, "language": "javascript", "policy": "node22", "lines": []string{"timer", "immediate"}}
	if got := post[judged](t, s, "/api/predict", of); got.Orders != 2 {
		t.Errorf("alone: %+v", got)
	}
	of["scenario"] = "evsim: 1\nname: Code\nclock: {startup: 5ms, phase: 0ms}\nscript: ./app.js\n"
	if got := post[judged](t, s, "/api/predict", of); !got.Possible || got.Orders != 1 {
		t.Errorf("in a world: %+v", got)
	}
	for scenario, says := range map[string]string{"evsim: 1\nname: x\nscript: {log: a}\n": "runs no code", "evsim: 2\n": "the scenario around the code"} {
		text, err := json.Marshal(asked{"source": raceCode, "language": "javascript", "scenario": scenario})
		if err != nil {
			t.Fatal(err)
		}
		if body := postText(t, s, "/api/run", string(text), http.StatusBadRequest); !strings.Contains(string(body), says) {
			t.Errorf("%s", body)
		}
	}
}

// TestPacked holds that a packed folder is the folder, and that its list tells
// nothing that is kept.
func TestPacked(t *testing.T) {
	c := teacher(t)
	files, notes, err := answer.Pack(c.Folder.(*answer.Folder), c.Limits)
	if err != nil || len(notes) != 3 || len(files) != 4 {
		t.Fatal(len(files), notes, err)
	}
	list := files[answer.PackedFile]
	if strings.Contains(string(list), "KEEP") {
		t.Errorf("the list tells what is kept: %s", list)
	}
	packed, err := answer.Unpack(list)
	if err != nil {
		t.Fatal(err)
	}
	there, here := serve(t, c), config()
	here.Folder = packed
	unpacked := serve(t, here)
	for _, path := range []string{"/api/gallery"} {
		a, _ := get(t, there, path, http.StatusOK)
		b, _ := get(t, unpacked, path, http.StatusOK)
		if string(a) != string(b) {
			t.Errorf("%s: %s\n%s", path, a, b)
		}
	}
	const all = `{"id":"2-timers.yaml","hints":9,"answer":true,"then":true}`
	if body := postText(t, unpacked, "/api/lesson", all, http.StatusNotFound); !strings.Contains(string(body), "its file was not loaded") {
		t.Errorf("%s", body)
	}
	if err := packed.Give("2-timers.yaml", files[packed.Files["2-timers.yaml"]]); err != nil {
		t.Fatal(err)
	}
	if a, b := postText(t, there, "/api/lesson", all, http.StatusOK), postText(t, unpacked, "/api/lesson", all, http.StatusOK); string(a) != string(b) {
		t.Errorf("%s\n%s", a, b)
	}
	if _, err := answer.Unpack([]byte("{")); err == nil {
		t.Error("what is no list is one")
	}
	if packed.Give("x", []byte("{")) == nil {
		t.Error("what is no lesson is one")
	}
}
