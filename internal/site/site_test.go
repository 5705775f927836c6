package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"evsim/internal/code"
	"evsim/internal/drive"
	"evsim/internal/lab"
	"evsim/internal/lab/answer"
	"evsim/scenarios"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// TestFiles holds what a folder of files has, and that two builds are equal.
func TestFiles(t *testing.T) {
	if os.Getenv("EVSIM_BROWSERS") == "" {
		t.Skip("it builds the program for browsers, which takes a minute the first time: set EVSIM_BROWSERS=1")
	}
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	for _, out := range []string{a, b} {
		if err := write(t.Context(), out, "", io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	var kept struct {
		Version string
		Files   []string
	}
	text, err := os.ReadFile(filepath.Join(a, "lab", "files.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	if want := []string{"./", "early.js", "engine.wasm.gz", "index.html", "lab.css", "lab.js", "ready.json.gz", "report.html", "wasm_exec.js", "worker.js"}; !cmp.Equal(want, kept.Files) {
		t.Errorf("kept for a time without a network: %q", kept.Files)
	}
	entries, err := os.ReadDir(filepath.Join(a, "lab"))
	if err != nil || len(entries) != 13 {
		t.Errorf("%d files, %v", len(entries), err)
	}
	if first, second := contents(t, a), contents(t, b); !cmp.Equal(first, second) || len(first["index.html"]) == 0 {
		t.Errorf("two builds differ: %d files and %d", len(first), len(second))
	}
	if err := write(t.Context(), a, "", io.Discard); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("a folder that is there: %v", err)
	}
	if err := write(t.Context(), "", "", io.Discard); err == nil {
		t.Error("no folder is taken for one")
	}
}

// contents is every file below a folder.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	tree := os.DirFS(folder)
	err := fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// patience is how long the browser is there, on a busy machine.
const patience = 3 * time.Minute

// page is a page of files in a browser. Its host can be gone.
type page struct {
	*drive.Page
	host   string
	folder string // of the lessons that it shows
	gone   atomic.Bool
	worker string        // the script of the workers that ask asks
	late   chan struct{} // closed when the programs may come; nil: they come at once

	mu    sync.Mutex
	asked []string // paths
}

// was reports whether a path was asked for that ends so.
func (p *page) was(path string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.asked, func(asked string) bool { return strings.HasSuffix(asked, path) })
}

func openPage(t *testing.T) *page {
	t.Helper()
	drive.Wanted(t)
	p := hosted(t)
	p.open(t)
	return p
}

// open opens the page in Chromium.
func (p *page) open(t *testing.T) {
	t.Helper()
	own := func(url string) bool { return strings.HasPrefix(url, strings.TrimSuffix(p.host, "lab/")) }
	p.Page = drive.Chromium{Patience: patience, Own: own}.Open(t)
	p.do(t, chromedp.Navigate(p.host), chromedp.WaitVisible(".gallery button, nav button", chromedp.ByQuery))
}

// rooms are the folders of all tests, and madeOnce makes in one of them the site
// that they open, with its course: most of its time goes into the programs.
var (
	rooms    string
	madeOnce = sync.OnceValue(func() error {
		folder := filepath.Join(rooms, "course")
		if err := os.Mkdir(folder, 0o777); err != nil {
			return err
		}
		if err := writeCourse(folder); err != nil {
			return err
		}
		return write(context.Background(), filepath.Join(rooms, "site"), folder, io.Discard)
	})
)

func TestMain(m *testing.M) {
	var err error
	if rooms, err = os.MkdirTemp("", "evsim-site-test"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(rooms)
	os.Exit(code)
}

// hosted is a page of files that no browser has opened yet.
func hosted(t *testing.T) *page {
	t.Helper()
	if err := madeOnce(); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(rooms, "site")
	p := &page{folder: filepath.Join(rooms, "course"), worker: "worker.js"}
	files := http.FileServer(http.Dir(out))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.gone.Load() {
			panic(http.ErrAbortHandler)
		}
		p.mu.Lock()
		p.asked = append(p.asked, r.URL.Path)
		p.mu.Unlock()
		if p.late != nil && strings.HasSuffix(r.URL.Path, ".wasm.gz") {
			select {
			case <-p.late:
			case <-r.Context().Done():
			}
		}
		if strings.HasSuffix(r.URL.Path, "/"+unhurried) {
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprintf(w, `const now = performance.now.bind(performance); performance.now = () => now() / %d; importScripts("worker.js");`, slower)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)
	p.host = host.URL + "/lab/"
	return p
}

func (p *page) do(t *testing.T, actions ...chromedp.Action) {
	t.Helper()
	p.Do(t, patience, actions...)
}

// ask asks the page's own engine, by a worker of its own, as the page does.
func (p *page) ask(t *testing.T, method, path, body string) (status int, answer string) {
	t.Helper()
	var out []any
	script := fmt.Sprintf(`(async () => {
		globalThis.tested ??= {};
		const file = %q;
		if (!tested[file]) { tested[file] = new Worker(%q); tested[file].postMessage({ file, module: undefined, folder: "folder.json" }); }
		const worker = tested[file];
		const answered = new Promise((resolve) => { worker.onmessage = (e) => { if (e.data.id) resolve(e.data); }; });
		worker.postMessage({ id: 1, method: %q, path: %q, body: %s });
		const { status, body } = await answered;
		return [status, body];
	})()`, programOf(body), p.worker, method, path, quoted(t, body))
	p.do(t, chromedp.Evaluate(script, &out, drive.Awaited))
	return int(out[0].(float64)), out[1].(string)
}

// unhurried is the script of a worker whose clock is so many times slower, so that
// no answer hangs on how busy the machine is.
const (
	unhurried = "unhurried.js"
	slower    = 50
)

// programOf is the program that the page asks.
func programOf(body string) string {
	if answer.OfCode([]byte(body)) {
		return "code.wasm.gz"
	}
	return "engine.wasm.gz"
}

func quoted(t *testing.T, text string) string {
	t.Helper()
	out, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// asked is the requests of both homes: path and body.
func asked(t *testing.T) (out [][]string) {
	t.Helper()
	seeds := []string{"seed0-05-timeout-immediate-main", "seed3-05-timer1-timer2-promise3", "seed1-11-loop2-tick-tick", "seed0-02-closing"}
	for _, name := range seeds {
		text, err := scenarios.Seeds.ReadFile("seeds/" + name + ".yaml")
		if err != nil {
			continue
		}
		source := quoted(t, string(text))
		out = append(out,
			[]string{"/api/check", `{"source":` + source + `}`},
			[]string{"/api/run", `{"source":` + source + `,"policies":["node10","node22","browser"],"case":"","seed":7}`},
			[]string{"/api/explore", `{"source":` + source + `,"policies":["node22","firefox"],"case":""}`},
			[]string{"/api/lines", `{"source":` + source + `,"policy":"node22","case":""}`},
			[]string{"/api/picture", `{"source":` + source + `,"policies":["node22"],"moving":true}`},
			[]string{"/api/choose", `{"source":` + source + `,"policy":"node22","ticked":[true,false,true,false]}`},
			[]string{"/api/predict", `{"source":` + source + `,"policy":"node22","case":"","lines":["timeout","immediate"]}`})
	}
	for _, code := range []string{
		`{"language":"javascript","source":"setTimeout(() => console.log('timer'), 0); setImmediate(() => console.log('immediate'))"`,
		`{"language":"typescript","source":"const a: string = await Promise.resolve('𝄞'); console.log(a); for (let i = 0; i < 3; i++) process.nextTick(console.log, {i})"`,
		`{"language":"javascript","source":"import x from './x'; x()"`,
		`{"language":"javascript","source":"const f = () => { f() }; f()"`,
		`{"language":"javascript","source":"let n = 0; const f = () => { if (n++ < 50) process.nextTick(f) }; f()"`,
	} {
		out = append(out, []string{"/api/check", code + "}"}, []string{"/api/run", code + `,"policies":["node10","node22"],"seed":7}`},
			[]string{"/api/explore", code + `,"policies":["node22","node26"]}`}, []string{"/api/lines", code + `,"policy":"node22"}`},
			[]string{"/api/predict", code + `,"policy":"node22","lines":["timer","immediate"]}`})
	}
	return append(out,
		[]string{"/api/check", `{"source":"evsim: 1\nscript:\n  - setTimeot: 5\n"}`},
		[]string{"/api/lesson", `{"id":"21-jobs.yaml","hints":1,"answer":true,"then":true}`}, []string{"/api/lesson", `{"id":"21-jobs.yaml"}`},
		[]string{"/api/lesson", `{"id":"docs/lessons/09-a-race.yaml","hints":9,"answer":true,"then":true}`}, []string{"/api/lesson", `{"id":"22-race.yaml","answer":true}`},
		[]string{"/api/lesson", `{"id":"none"}`}, []string{"/api/lesson", `{"id":"race.js","answer":true}`},
		[]string{"/api/predict", `{"language":"javascript","source":"setTimeout(() => console.log('timer')); setImmediate(() => console.log('immediate'))","scenario":"evsim: 1\nname: x\nclock: {startup: 5ms, phase: 0ms}\nscript: ./x.js\n","policy":"node22","lines":["timer","immediate"]}`},
		[]string{"/api/predict", `{"source":"evsim: 1\nname: x\nscript: [{then: resolved, do: {log: b}}, {log: a}]\n","policy":"node22","lines":["b","a"],"hints":3}`},
		[]string{"/api/run", `{"source":"no"}`}, []string{"/api/run", `{`}, []string{"/api/none", `{}`}, []string{"/api/gallery", ""}, []string{"/api/policies", ""})
}

// TestBothHomes asks a server and the page the same, and wants the same bytes.
func TestBothHomes(t *testing.T) {
	p := openPage(t)
	p.worker = unhurried
	limits := answer.Default()
	limits.AtOnce = 1
	limits.Check, limits.Run, limits.Explore = limits.Check*slower, limits.Run*slower, limits.Explore*slower
	handler, err := lab.New(lab.Config{Config: answer.Config{Limits: limits, Code: code.Text, Folder: opened(t, p.folder)}})
	if err != nil {
		t.Fatal(err)
	}
	requests := append(asked(t), p.ready(t)...)
	if len(requests) < 20 {
		t.Fatalf("only %d requests: the seeds are gone", len(requests))
	}
	good := 0
	for _, q := range requests {
		path, body, method := q[0], q[1], http.MethodPost
		if body == "" {
			method = http.MethodGet
		}
		r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		want, err := io.ReadAll(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(path, "/api/schema") { // the server sends the file as it stands, in lines
			if want, err = json.Marshal(json.RawMessage(want)); err != nil {
				t.Fatal(err)
			}
		}
		status, got := p.ask(t, method, path, body)
		if diff := cmp.Diff(string(want), got); status != w.Code || diff != "" {
			t.Errorf("%s %.80s: %d and not %d (-server +page):\n%.2000s", path, body, status, w.Code, diff)
		}
		if status == http.StatusOK {
			good++
		}
		if len(q) > 2 && q[2] != got {
			t.Errorf("%s %.80s: what is ready is another answer:\n%.2000s", path, body, cmp.Diff(q[2], got))
		}
	}
	if good < 15 {
		t.Errorf("only %d of %d requests were answered well", good, len(requests))
	}
}

// endless is a scenario of so much work that only its limits end it.
const endless = `evsim: 1
name: Endless
policies: [node22]
clock: {startup: 0ms..3ms}
files: {latency: 1ms..900ms}
script:
  - repeat: 14
    do:
      - readFile: a
        do: {log: read}
`

// TestEndsWork holds that work ends by its time where nothing interrupts it.
func TestEndsWork(t *testing.T) {
	p := openPage(t)
	begin := time.Now()
	status, answer := p.ask(t, http.MethodPost, "/api/explore", `{"source":`+quoted(t, endless)+`,"policies":["node22"],"case":""}`)
	if status != http.StatusOK || strings.Contains(answer, `"complete":true`) || time.Since(begin) > time.Minute {
		t.Errorf("after %v: %d %.300s", time.Since(begin), status, answer)
	}
}
