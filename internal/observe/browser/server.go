package browser

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// maxReport bounds one log, in bytes.
const maxReport = 4 << 20

// server hands out jobs and takes their logs. Job number n is the run n/len of
// page n%len, so that the runs of a page are spread over time.
type server struct {
	pages    []Page
	jobs     int
	patience time.Duration

	elsewhere string // where another origin serves the same

	mu       sync.Mutex
	logs     []Log // by job
	next     int   // the first job that has not reported
	asked    int   // jobs that were handed out: up to this one
	progress chan struct{}
}

func newServer(pages []Page, times int) *server {
	jobs := len(pages) * times
	return &server{pages: pages, jobs: jobs, logs: make([]Log, jobs), progress: make(chan struct{}, 1)}
}

// ServeHTTP answers a page (http.Handler).
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Path == "/" {
		s.handOut(w)
		return
	}
	job, err := strconv.Atoi(r.FormValue("job"))
	if err != nil || job < 0 || job >= s.jobs {
		http.NotFound(w, r)
		return
	}
	page := &s.pages[job%len(s.pages)]
	switch r.URL.Path {
	case "/scenario.js":
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		io.WriteString(w, page.Script)
	case "/answer":
		page.answer(w, r)
	case "/report":
		s.report(w, r, job)
	default:
		http.NotFound(w, r)
	}
}

// handOut serves the first job that has not reported, or a page that says that
// all have.
func (s *server) handOut(w http.ResponseWriter) {
	job, more := s.current()
	s.mu.Lock()
	s.asked = job + 1
	s.mu.Unlock()
	if !more {
		io.WriteString(w, "<!doctype html><title>evsim</title>done")
		return
	}
	text, err := s.pages[job%len(s.pages)].html(job, s.elsewhere)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, text)
}

func (s *server) current() (job int, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.next, s.next < s.jobs
}

// shown reports whether a browser has fetched a job.
func (s *server) shown(job int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked > job
}

// giveUp leaves the current job without a log.
func (s *server) giveUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.logs[s.next].State = Hung
	s.next++
}

func (p *Page) answer(w http.ResponseWriter, r *http.Request) {
	i, err := strconv.Atoi(r.FormValue("answer"))
	if err != nil || i < 0 || i >= len(p.Answers) {
		http.NotFound(w, r)
		return
	}
	select {
	case <-time.After(p.Answers[i].After):
	case <-r.Context().Done():
	}
	w.Header().Set("Content-Type", "text/plain")
	io.WriteString(w, "answer") // a request of which no byte comes is never in the state of loading
}

// told is what a page says of itself.
type told struct {
	Lines    []string `json:"lines"`
	Loaded   bool     `json:"loaded"`   // when its script began
	Visible  bool     `json:"visible"`  // then, and when it reports
	Complete bool     `json:"complete"` // it has the lines that were expected
}

func (t *told) log() Log {
	switch {
	case !t.Loaded || !t.Visible:
		return Log{t.Lines, Unsettled}
	case !t.Complete:
		return Log{t.Lines, Short}
	}
	return Log{t.Lines, Rested}
}

// report keeps a log. Only that of the current job counts: a page that was
// given up may still report.
func (s *server) report(w http.ResponseWriter, r *http.Request, job int) {
	told := told{Lines: []string{}}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxReport)).Decode(&told); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if job != s.next {
		return
	}
	s.logs[job] = told.log()
	s.next++
	select {
	case s.progress <- struct{}{}:
	default:
	}
}

// byPage is the logs of each page's runs.
func (s *server) byPage() [][]Log {
	out := make([][]Log, len(s.pages))
	for job, log := range s.logs {
		out[job%len(s.pages)] = append(out[job%len(s.pages)], log)
	}
	return out
}
