package lab

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// refusal is an answer that is an error: what is wrong in one sentence, and
// what to do about it.
type refusal struct {
	status int
	Says   string `json:"error"`
	Hint   string `json:"hint"`
}

func (r *refusal) Error() string { return r.Says }

func refuse(status int, hint, format string, args ...any) *refusal {
	return &refusal{status, fmt.Sprintf(format, args...), hint}
}

// retryAfter is how many seconds a client is asked to wait.
const retryAfter = "2"

func (r *refusal) write(w http.ResponseWriter) {
	text, err := json.Marshal(r)
	if err != nil {
		panic("lab: a refusal is two texts: " + err.Error())
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	if r.status == http.StatusServiceUnavailable {
		h.Set("Retry-After", retryAfter)
	}
	w.WriteHeader(r.status)
	_, _ = w.Write(text) // whoever does not listen any more misses nothing
}

// answeringAll gives the mux's own errors the form that all errors have.
func answeringAll(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		status := statusOf{header: http.Header{}}
		h.ServeHTTP(&status, r)
		if status.code == http.StatusMethodNotAllowed {
			w.Header().Set("Allow", status.header.Get("Allow"))
			refuse(status.code, "it takes "+status.header.Get("Allow"), "%s does not take %s", shortened(r.URL.Path), shortened(r.Method)).write(w)
			return
		}
		refuse(http.StatusNotFound, "", "there is no %s here", shortened(r.URL.Path)).write(w)
	})
}

// shortened is a text from outside, for a message.
func shortened(text string) string {
	const most = 100
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}

// statusOf is a ResponseWriter that keeps the status alone.
type statusOf struct {
	header http.Header
	code   int
}

func (s *statusOf) Header() http.Header         { return s.header }
func (s *statusOf) WriteHeader(code int)        { s.code = code }
func (s *statusOf) Write(b []byte) (int, error) { return len(b), nil }
