package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"
)

// errTime is why a run ended that took too long.
type errTime struct{ most time.Duration }

func (e errTime) Error() string { return fmt.Sprintf("it took longer than the %v that it may", e.most) }

// worked is the handler of a request that is worked on: what it brings is read,
// it waits for its turn, its work ends when its time is over or nobody waits
// for the answer any more.
func worked[Q, A any](s *server, most time.Duration, do func(*server, context.Context, *Q) (A, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q Q
		if err := s.decode(w, r, &q); err != nil {
			fail(w, err)
			return
		}
		text, err := s.answer(r.Context(), most, func(ctx context.Context) (any, error) { return do(s, ctx, &q) })
		if err != nil {
			fail(w, err)
			return
		}
		writeJSON(w, text)
	})
}

// answer does the work when its turn has come, and encodes what comes of it.
func (s *server) answer(ctx context.Context, most time.Duration, do func(context.Context) (any, error)) ([]byte, error) {
	leave, err := s.work.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	ctx, cancel := within(ctx, most)
	defer cancel()
	answer, err := do(ctx)
	if err != nil {
		return nil, err
	}
	return s.encode(answer)
}

func (s *server) encode(answer any) ([]byte, error) {
	text, err := json.Marshal(answer)
	switch {
	case err != nil:
		return nil, fmt.Errorf("encode the answer: %w", err)
	case len(text) > s.Answer:
		return nil, refuse(http.StatusInsufficientStorage, "choose fewer runtimes, or let the script do less", "the answer has more than the %d bytes that it may", s.Answer)
	}
	return text, nil
}

func writeJSON(w http.ResponseWriter, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(text) // whoever does not listen any more misses nothing
}

// fail writes an error.
func fail(w http.ResponseWriter, err error) {
	var r *refusal
	if !errors.As(err, &r) {
		r = refuse(http.StatusServiceUnavailable, "", "%s", err)
	}
	r.write(w)
}

// decode reads what a request brings.
func (s *server) decode(w http.ResponseWriter, r *http.Request, to any) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "send it with Content-Type: application/json", "the request is not JSON")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.Body))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return refuse(http.StatusRequestEntityTooLarge, "make the scenario shorter", "the request has more than the %d bytes that it may", s.Body)
	case err != nil:
		return refuse(http.StatusBadRequest, "", "the request did not come whole: %s", err)
	}
	return parse(body, to)
}

// parse reads one JSON value that has no fields but those known.
func parse(body []byte, to any) error {
	in := json.NewDecoder(bytes.NewReader(body))
	in.DisallowUnknownFields()
	if err := in.Decode(to); err != nil {
		return refuse(http.StatusBadRequest, "", "the request cannot be read: %s", shortened(err.Error()))
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return refuse(http.StatusBadRequest, "", "the request goes on after its value")
	}
	return nil
}
