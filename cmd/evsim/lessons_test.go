package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/scenario"
	"evsim/scenario/script"
)

// TestLessons holds the answers of the course against what happens, and that
// the course has every exercise.
func TestLessons(t *testing.T) {
	var out bytes.Buffer
	if code := newApp(strings.NewReader(""), &out, &out).execute(t.Context(), []string{"test", "../../docs/lessons"}); code != done {
		t.Errorf("exit code %d:\n%s", code, &out)
	}
	course, err := os.ReadFile("../../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../docs/lessons/*.yaml")
	if err != nil || len(files) != 19 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		if link := "(lessons/" + filepath.Base(file) + ")"; !bytes.Contains(course, []byte(link)) {
			t.Errorf("the course has no %s", link)
		}
	}
}

// TestLessonsSayWhatTheCourseSays holds the answers and further questions of the
// exercises against those of the course, in both languages.
func TestLessonsSayWhatTheCourseSays(t *testing.T) {
	files, err := filepath.Glob("../../docs/lessons/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		then string
		in   func(script.Spoken) string
	}{
		"lessons.md":       {"Then: ", func(s script.Spoken) string { return s.En }},
		"lessons.zh-CN.md": {"接着：", func(s script.Spoken) string { return s.Zh }},
	} {
		course, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		sections := strings.Split(string(course), "\n## ")[1:]
		if len(sections) != len(files) {
			t.Fatalf("%s has %d lessons, and there are %d files", name, len(sections), len(files))
		}
		for i, section := range sections {
			_, answer, _ := strings.Cut(section, "</summary>\n\n")
			answer, rest, _ := strings.Cut(answer, "\n\n</details>")
			_, then, ok := strings.Cut(rest, "\n\n"+c.then)
			then, _, _ = strings.Cut(then, "\n\n")
			lesson := lessonIn(t, files[i])
			if !ok || len(lesson.Then) != 1 {
				t.Fatalf("%s, lesson %d: no further question, or %d", name, i+1, len(lesson.Then))
			}
			for said, want := range map[string]string{c.in(lesson.Answer): answer, c.in(lesson.Then[0]): then} {
				if unspaced(said) != unspaced(want) {
					t.Errorf("%s says %q, and %s %q", name, want, files[i], said)
				}
			}
		}
	}
}

func lessonIn(t *testing.T, file string) *script.Lesson {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := scenario.Parse(file, text)
	if s == nil || s.Lesson == nil {
		t.Fatalf("%s is no lesson", file)
	}
	return s.Lesson
}

// unspaced is a text without spaces and line breaks, of which Chinese has none.
func unspaced(text string) string { return strings.Join(strings.Fields(text), "") }
