package lab_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/internal/code"
	"evsim/internal/lab/answer"
)

// ready is what is made ready of a folder, and who answers otherwise.
func ready(t *testing.T, folder string) (*answer.Answerer, map[string]string) {
	t.Helper()
	f, err := answer.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	a, err := answer.New(answer.Config{Limits: answer.Default(), Code: code.Text, Folder: f})
	if err != nil {
		t.Fatal(err)
	}
	answers, err := a.Ready(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a, answers
}

// TestReady holds what is made ready against what is answered otherwise, and that
// it is there for the course, for the first text, and for a folder, code too.
func TestReady(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"1.yaml":   "evsim: 1\nname: Mine\npolicies: [node10, node12, node15, node20, node22]\nscript: {log: \"<MINE>\"}\nlesson: {answer: SECRET}\nexpect:\n  - log: [SECRET]\n",
		"2.yaml":   "evsim: 1\nname: Code\nscript: ./code.js\nlesson: {answer: SECRET}\n",
		"3.yaml":   "evsim: 1\nscript: {lo: BROKEN}\n",
		"4.yaml":   "evsim: 1\nname: Of pages\nscript:\n  - requestAnimationFrame:\n    do: {log: FRAME}\n",
		"code.js":  "console.log('CODE');\n",
		"none.txt": "OTHER",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, answers := ready(t, folder)
	for key, kept := range answers {
		method, rest, _ := strings.Cut(key, " ")
		path, body, _ := strings.Cut(rest, " ")
		if got := a.Answer(t.Context(), method, path, []byte(body)); got.Status != 200 || string(got.Body) != kept {
			t.Errorf("%.120s: it answers %d %.300s\nand not %.300s", key, got.Status, got.Body, kept)
		}
		if strings.Contains(key+kept, "SECRET") || strings.Contains(key, "OTHER") {
			t.Errorf("%.200s tells what is not to be told", key)
		}
	}
	has := func(path string, parts ...string) (n int) {
		for key := range answers {
			found := strings.HasPrefix(key, path+" ")
			for _, part := range parts {
				found = found && strings.Contains(key, part)
			}
			if found {
				n++
			}
		}
		return n
	}
	for _, wanted := range []struct {
		n     int
		path  string
		parts []string
	}{
		{1, "GET /api/gallery", nil}, {1, "GET /api/schema", nil}, {1, "GET /api/schema/zh", nil}, {1, "GET /api/policies", nil},
		{24, "POST /api/check", nil}, {23, "POST /api/run", nil}, {22, "POST /api/lines", nil},
		{1, "POST /api/run", []string{"My first scenario", `"policies":["node26","browser"],"case":"","seed":0}`}},
		{1, "POST /api/run", []string{"<MINE>", `"language":"yaml","scenario":"","policies":["node12","node15","node20","node22"]`}},
		{1, "POST /api/run", []string{"FRAME", `"policies":["browser"]`}},
		{1, "POST /api/run", []string{"CODE", `"language":"javascript","scenario":"evsim: 1\nname: Code\n`}},
		{1, "POST /api/check", []string{"BROKEN"}}, {0, "POST /api/run", []string{"BROKEN"}},
	} {
		if n := has(wanted.path, wanted.parts...); n != wanted.n {
			t.Errorf("%d of %s %q, and not %d", n, wanted.path, wanted.parts, wanted.n)
		}
	}
}

// TestReadyIsBounded: a folder may be large, what is made ready of it is not; and
// what ends the making is an error, not half of it.
func TestReadyIsBounded(t *testing.T) {
	folder := t.TempDir()
	for i := range 20 {
		text := fmt.Sprintf("evsim: 1\nname: Long %d\npolicies: [node22]\nscript:\n  - repeat: 1000\n    do: {log: \"%s ${n}\"}\n", i, strings.Repeat("x", 200))
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%02d.yaml", i)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, answers := ready(t, folder)
	size := 0
	for key, kept := range answers {
		size += len(key) + len(kept)
	}
	if text, err := json.Marshal(answers); err != nil || size > 2<<20 || size < 1<<20 || len(text) < size {
		t.Errorf("%d bytes of %d answers, %v", size, len(answers), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if answers, err := a.Ready(ctx); err == nil {
		t.Errorf("%d answers, though nobody waits any more", len(answers))
	}
}
