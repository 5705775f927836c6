package lab_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"evsim/internal/lab"
	"evsim/internal/lab/answer"
	"evsim/scenario"
)

type (
	both    struct{ En, Zh string }
	example struct {
		ID      string
		Title   both
		Text    *both
		Source  string
		Predict bool

		About              *both
		Language, Scenario string
		Lesson             *struct {
			Hints, Then int
			Answer      bool
		}
	}
	shelves struct {
		Lessons []struct {
			ID          string
			Title, Text both
			Items       []example
		}
		Yours []example
		Notes []english
	}
)

func gallery(t *testing.T, c lab.Config) (out shelves) {
	t.Helper()
	body, _ := get(t, serve(t, c), "/api/gallery", http.StatusOK)
	if err := json.Unmarshal(body, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestGalleryHasAll has every lesson in its order, and every seed scenario
// once, each as its file is.
func TestGalleryHasAll(t *testing.T) {
	g := gallery(t, config())
	var have []string
	ids := map[string]bool{}
	for i, l := range g.Lessons {
		if ids[l.ID] || len(l.Items) == 0 {
			t.Errorf("lesson %q", l.ID)
		}
		ids[l.ID] = true
		inBothLanguages(t, l.ID, l.Title)
		inBothLanguages(t, l.ID, l.Text)
		for _, e := range l.Items {
			have = append(have, e.ID)
			if lesson := strings.HasPrefix(e.ID, "docs/lessons/"); lesson != (i < 19) {
				t.Errorf("%s is in lesson %d", e.ID, i+1)
			}
			checkExample(t, e)
		}
	}
	var want []string
	for _, pattern := range []string{"docs/lessons/*.yaml", "scenarios/seeds/*.yaml"} {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(len(files), err)
		}
		for _, file := range files {
			want = append(want, filepath.ToSlash(strings.TrimPrefix(file, "../../")))
		}
	}
	if !slices.Equal(have[:10], want[:10]) {
		t.Errorf("the course is %q", have[:10])
	}
	slices.Sort(have)
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("(-files +gallery):\n%s", diff)
	}
}

// inBothLanguages wants a text in English, and one in Chinese that is not the
// same.
func inBothLanguages(t *testing.T, of string, text both) {
	t.Helper()
	han := strings.ContainsFunc(text.Zh, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	if text.En == "" || text.Zh == "" || text.Zh != "process.nextTick" && !han {
		t.Errorf("%s: %+v", of, text)
	}
	if strings.ContainsFunc(text.En, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		t.Errorf("%s: %q", of, text.En)
	}
}

// checkExample holds an example against its file: whether there is something to
// put in order, its first policy says.
func checkExample(t *testing.T, e example) {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash("../../" + e.ID))
	if err != nil || !e.Predict && e.Source != string(text) {
		t.Errorf("%s is not its file: %v", e.ID, err)
	}
	if e.Predict {
		checkExercise(t, e, string(text))
	}
	inBothLanguages(t, e.ID, e.Title)
	if e.Text != nil {
		inBothLanguages(t, e.ID, *e.Text)
	} else if strings.HasPrefix(e.ID, "scenarios/") {
		t.Errorf("%s has no introduction", e.ID)
	}
	s, diags := scenario.Parse(e.ID, text)
	if s == nil {
		t.Fatal(diags)
	}
	if strings.HasPrefix(e.ID, "scenarios/") && e.Title.En != s.Name {
		t.Errorf("%s is called %q, and here %q", e.ID, s.Name, e.Title.En)
	}
	got := post[listed](t, serve(t, config()), "/api/lines", asked{"source": e.Source, "policy": "", "case": ""})
	if few := len(got.Lines) > 1 && len(got.Lines) <= 12; few != e.Predict {
		t.Errorf("%s: predict is %t, and it logs %d lines", e.ID, e.Predict, len(got.Lines))
	}
}

// checkExercise holds that an exercise shows its file without what tells it, and
// tells that when it is asked.
func checkExercise(t *testing.T, e example, text string) {
	t.Helper()
	if regexp.MustCompile(`(?m)^(expect|rules|cases|lesson):`).MatchString(e.Source) || e.Lesson == nil {
		t.Errorf("%s shows\n%s", e.ID, e.Source)
	}
	told := post[kept](t, serve(t, config()), "/api/lesson", asked{"id": e.ID, "answer": true, "then": true})
	for line := range strings.Lines(e.Source + told.Checks) {
		if !strings.Contains(text, line) {
			t.Errorf("%s: its file has no %q", e.ID, line)
		}
	}
	course := strings.HasPrefix(e.ID, "docs/")
	if !strings.Contains(told.Checks, "log:") && !strings.Contains(told.Checks, "outcomes:") && !strings.Contains(told.Checks, "rules:") || course != (len(told.Then) > 0) || course != (told.Answer != nil) {
		t.Errorf("%s tells %+v", e.ID, told)
	}
	for _, then := range told.Then {
		inBothLanguages(t, e.ID, then)
	}
}

// write makes files of a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func opened(t *testing.T, folder string) lab.Config {
	t.Helper()
	c := config()
	f, err := answer.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	c.Folder = f
	return c
}

// TestFolder shows the scenarios of a folder as they are now, and nothing that
// lies outside of it.
func TestFolder(t *testing.T) {
	outside, folder := t.TempDir(), t.TempDir()
	write(t, outside, map[string]string{"secret.yaml": "evsim: 1\nname: Secret\n", "sub/secret.yaml": "evsim: 1\nname: Secret\n"})
	write(t, folder, map[string]string{
		"race.yaml": race, "sub/broken.yaml": "name: [", "big.yaml": strings.Repeat("#", 300_000), "notes.txt": "x",
		".git/x.yaml": race, "node_modules/x.yaml": race, "a folder.yaml/y.yaml": race, ".draft.yaml": race,
	})
	wantNotes := []english{"big.yaml is left out: it has more than 262144 bytes"}
	if runtime.GOOS != "windows" {
		for from, to := range map[string]string{"link.yaml": outside + "/secret.yaml", "up.yaml": "../../../etc/passwd", "dir": outside + "/sub", "own.yaml": "race.yaml"} {
			if err := os.Symlink(to, filepath.Join(folder, from)); err != nil {
				t.Fatal(err)
			}
		}
		wantNotes = append(wantNotes, "link.yaml is left out: path escapes from parent", "up.yaml is left out: path escapes from parent")
	}
	c := opened(t, folder)
	g := gallery(t, c)
	titles := map[string]string{}
	for _, e := range g.Yours {
		titles[e.ID] = e.Title.En
	}
	want := map[string]string{"race.yaml": "A race", "sub/broken.yaml": "sub/broken.yaml", "a folder.yaml/y.yaml": "A race"}
	if runtime.GOOS != "windows" {
		want["own.yaml"] = "A race"
	}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !slices.Equal(g.Notes, wantNotes) {
		t.Errorf("%q", g.Notes)
	}
	write(t, folder, map[string]string{"race.yaml": strings.Replace(race, "A race", "Another", 1)})
	if g = gallery(t, c); !slices.ContainsFunc(g.Yours, func(e example) bool { return e.ID == "race.yaml" && e.Title.En == "Another" }) {
		t.Error("it shows what the file was")
	}
}

// TestLargeFolder shows so many files, and says that there are more.
func TestLargeFolder(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.yaml", "b.yaml", "c.yaml", "d.yaml"} {
		write(t, folder, map[string]string{name: race})
	}
	for name, limit := range map[string]func(*lab.Config){
		"files": func(c *lab.Config) { c.Files = 3 },
		"bytes": func(c *lab.Config) { c.FolderSize = 3*int64(len(race)) - 1 },
	} {
		c := opened(t, folder)
		limit(&c)
		if g := gallery(t, c); len(g.Yours) != 3 || len(g.Notes) != 1 || !strings.HasSuffix(string(g.Notes[0]), "the others are left out") {
			t.Errorf("%s: %d files, %q", name, len(g.Yours), g.Notes)
		}
	}
	if _, err := answer.OpenFolder(filepath.Join(folder, "none")); err == nil {
		t.Error("a folder that is not there opens")
	}
}
