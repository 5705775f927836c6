package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
