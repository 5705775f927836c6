package lab

import (
	"errors"
	"io"
	"mime"
	"net/http"

	"evsim/internal/lab/answer"
)

// worked is the handler of a request that is worked on: what it brings is read,
// it waits for its turn, its work ends when its time is over or nobody waits
// for the answer any more.
func (s *server) worked(read func(http.ResponseWriter, *http.Request) ([]byte, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := read(w, r)
		if err != nil {
			write(w, answer.Failed(err))
			return
		}
		write(w, s.inTurn(r, body))
	})
}

// inTurn answers when its turn has come. Who is slow to take the answer keeps
// nobody from working meanwhile.
func (s *server) inTurn(r *http.Request, body []byte) answer.Answer {
	s.rest.begin()
	defer s.rest.end()
	if !s.Light(r.URL.Path, body) {
		leave, err := s.work.enter(r.Context())
		if err != nil {
			return answer.Failed(err)
		}
		defer leave()
	}
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	if s.apart != nil && answer.OfCode(body) {
		return s.apart.Answer(r.Context(), method, r.URL.Path, body)
	}
	return s.Answer(r.Context(), method, r.URL.Path, body)
}

// write writes an answer.
func write(w http.ResponseWriter, a answer.Answer) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	if after := a.RetryAfter(); after != "" {
		h.Set("Retry-After", after)
	}
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body) // whoever does not listen any more misses nothing
}

// noBody is what a request brings that brings nothing.
func noBody(http.ResponseWriter, *http.Request) ([]byte, error) { return nil, nil }

// body reads what a request brings.
func (s *server) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return nil, answer.Refuse(http.StatusUnsupportedMediaType, "send it with Content-Type: application/json", "the request is not JSON")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.Body))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, answer.TooLarge(s.Body)
	case err != nil:
		return nil, answer.Refuse(http.StatusBadRequest, "", "the request is incomplete: %s", err)
	}
	return body, nil
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
			allow := status.header.Get("Allow")
			w.Header().Set("Allow", allow)
			write(w, answer.NotAllowed(r.URL.Path, r.Method, allow))
			return
		}
		write(w, answer.NotFound(r.URL.Path))
	})
}

// statusOf is a ResponseWriter that keeps the status alone.
type statusOf struct {
	header http.Header
	code   int
}

func (s *statusOf) Header() http.Header         { return s.header }
func (s *statusOf) WriteHeader(code int)        { s.code = code }
func (s *statusOf) Write(b []byte) (int, error) { return len(b), nil }
