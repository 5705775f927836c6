package syntax

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/scenario/diagnostic"
)

// Each file in testdata/bad begins with what must be said of it, one comment
// line for each diagnostic:
//
//	# want LINE:COLUMN: part of the message => part of the hint
//
// Nothing else may be said.
func TestBad(t *testing.T) {
	files := glob(t, "testdata/bad/*.yaml")
	if len(files) < 70 {
		t.Fatalf("%d files in testdata/bad", len(files))
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			src := read(t, file)
			s, diags := Parse(file, src)
			if s != nil {
				t.Error("there is a Scenario in spite of errors")
			}
			wants := wanted(src)
			for i := range max(len(diags), len(wants)) {
				switch {
				case i >= len(wants):
					t.Errorf("too much:\n%s", diags[i].Render(src))
				case i >= len(diags):
					t.Errorf("nobody says: %s", wants[i])
				case !wants[i].fits(diags[i]):
					t.Errorf("want %s\ngot\n%s", wants[i], diags[i].Render(src))
				}
			}
		})
	}
}

type want struct{ place, message, hint string }

func wanted(src []byte) []want {
	var wants []want
	for _, line := range strings.Split(string(src), "\n") {
		rest, ok := strings.CutPrefix(strings.TrimSuffix(line, "\r"), "# want ")
		if !ok {
			return wants
		}
		place, rest, _ := strings.Cut(rest, ": ")
		message, hint, _ := strings.Cut(rest, " => ")
		wants = append(wants, want{place, message, hint})
	}
	return wants
}

func (w want) fits(d diagnostic.Diagnostic) bool {
	return w.place == fmt.Sprintf("%d:%d", d.Pos.Line, d.Pos.Col) &&
		strings.Contains(d.Message.String(), w.message) && strings.Contains(d.Hint.String(), w.hint)
}

func (w want) String() string { return w.place + ": " + w.message + " => " + w.hint }

func glob(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return src
}
