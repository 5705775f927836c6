package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"evsim/internal/drive"
)

// ready is what is made ready for the page: path, body and answer of each.
func (p *page) ready(t *testing.T) (out [][]string) {
	t.Helper()
	r, err := http.Get(p.host + readyFile)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	packed, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	for key, kept := range unpacked(t, packed) {
		_, rest, _ := strings.Cut(key, " ")
		path, body, _ := strings.Cut(rest, " ")
		out = append(out, []string{path, body, kept})
	}
	if len(out) < 60 {
		t.Errorf("only %d answers are ready", len(out))
	}
	return out
}

func unpacked(t *testing.T, packed []byte) (answers map[string]string) {
	t.Helper()
	in, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(in).Decode(&answers); err != nil {
		t.Fatal(err)
	}
	return answers
}

// TestReadyOfFolder makes what is ready of a packed folder.
func TestReadyOfFolder(t *testing.T) {
	files := map[string][]byte{}
	if err := shelve(files, course(t), io.Discard); err != nil {
		t.Fatal(err)
	}
	packed, err := ready(t.Context(), files["folder.json"])
	if err != nil {
		t.Fatal(err)
	}
	again, err := ready(t.Context(), files["folder.json"])
	if err != nil || !bytes.Equal(packed, again) {
		t.Errorf("made twice it is another, %v", err)
	}
	whole := 0
	for key, kept := range unpacked(t, packed) {
		if strings.HasPrefix(key, "POST /api/run ") && (strings.Contains(key, "Race in code") || strings.Contains(key, "name: Jobs")) {
			whole++
		}
		if strings.Contains(key+kept, "SECRET") {
			t.Errorf("%.200s tells what is not to be told", key)
		}
	}
	if whole != 2 {
		t.Errorf("%d runs of the folder are ready", whole)
	}
	if _, err := ready(t.Context(), []byte("{")); err == nil {
		t.Error("half a list is taken for a folder")
	}
}

// TestReadyBeforeTheProgram holds the programs back: the first text and each
// lesson, of the folder too, are checked and run all the same, and a lesson is
// predicted; a text that was changed waits for the program, and is run by it.
func TestReadyBeforeTheProgram(t *testing.T) {
	drive.Wanted(t)
	p := hosted(t)
	p.late = make(chan struct{})
	p.open(t)
	run := func(log string) {
		t.Helper()
		p.says(t, ".problems", "No problems.")
		p.press(t, "Run")
		p.says(t, ".summary", log)
	}
	run("start end promise timer")
	text, err := os.ReadFile("../../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	titles := regexp.MustCompile(`(?m)^## \d+\. (.*)$`).FindAllSubmatch(text, -1)
	if len(titles) < 19 {
		t.Fatal(len(titles))
	}
	for n, title := range titles {
		p.lesson(t, strconv.Itoa(n+1), string(title[1]))
		run("")
	}
	p.lesson(t, "22", "Race in code")
	run("immediate timer")
	p.lesson(t, "21", "Jobs")
	run("job timer")
	p.press(t, "Predict first")
	p.says(t, ".reorder", "timer")
	p.press(t, "New scenario")
	run("start end promise timer")
	p.do(t, replaced(changed)...)
	p.wait(t, `document.querySelector('.problems[aria-busy=true]')`)
	p.press(t, "Run")
	p.says(t, ".notice.busy", "Stop")
	close(p.late)
	p.says(t, ".problems", "No problems.")
	p.says(t, ".summary", "by the program")
	p.Quiet(t)
}

// changed is a text that nobody made ready.
const changed = "evsim: 1\nname: Changed\nscript: {log: by the program}\n"
