package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// followed writes the files of docs/teach.md as it says.
func followed(t *testing.T) (folder string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/teach.md")
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	blocks := regexp.MustCompile("(?s)```(?:yaml|js)\n(?:#|//) (course/[\\w.-]+)(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) != 4 {
		t.Fatalf("docs/teach.md has %d files", len(blocks))
	}
	if err := os.Mkdir(filepath.Join(folder, "course"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		comment := "# "
		if strings.HasSuffix(b[1], ".js") {
			comment = "// "
		}
		if err := os.WriteFile(filepath.Join(folder, b[1]), []byte(comment+b[1]+b[2]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestTeach follows docs/teach.md: its lessons are right, and in form.
func TestTeach(t *testing.T) {
	t.Chdir(followed(t))
	for _, args := range [][]string{{"test", "course"}, {"lint", "course"}, {"fmt", "-l", "course"}} {
		var out bytes.Buffer
		if code := newApp(strings.NewReader(""), &out, &out).execute(t.Context(), args); code != done {
			t.Errorf("%q: exit code %d:\n%s", args, code, &out)
		}
		if args[0] != "test" && out.Len() > 0 && !strings.Contains(out.String(), "no mistakes") {
			t.Errorf("%q says\n%s", args, &out)
		}
	}
}
