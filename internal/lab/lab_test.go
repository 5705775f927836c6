package lab_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"evsim/internal/lab"
	"evsim/internal/lab/answer"
)

// config is a lab whose limits on time are never reached, on any machine: what
// would not end ends by others.
func config() lab.Config {
	c := lab.Config{Config: answer.Config{Limits: answer.Default()}, Script: "// script", Style: "/* style */"}
	c.Check, c.Run, c.Explore = time.Minute, time.Minute, time.Minute
	return c
}

// serve is a server of a lab, without limits on clients.
func serve(t testing.TB, c lab.Config) *httptest.Server {
	t.Helper()
	h, err := lab.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// get and post ask a server and want an answer of a status.
func get(t testing.TB, s *httptest.Server, path string, status int) ([]byte, http.Header) {
	t.Helper()
	r, err := s.Client().Get(s.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	return answered(t, r, status), r.Header
}

func answered(t testing.TB, r *http.Response, status int) []byte {
	t.Helper()
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if r.StatusCode != status {
		t.Fatalf("status %d, want %d: %s", r.StatusCode, status, body)
	}
	return body
}

func postText(t testing.TB, s *httptest.Server, path, body string, status int) []byte {
	t.Helper()
	r, err := s.Client().Post(s.URL+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return answered(t, r, status)
}

// asked is what a page sends.
type asked map[string]any

// post asks and reads the answer.
func post[A any](t testing.TB, s *httptest.Server, path string, q asked) (out A) {
	t.Helper()
	body, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	in := json.NewDecoder(bytes.NewReader(postText(t, s, path, string(body), http.StatusOK)))
	in.DisallowUnknownFields()
	if err := in.Decode(&out); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return out
}

// english is what a text is in English; it is there in Chinese too, or nowhere.
type english string

func (e *english) UnmarshalJSON(text []byte) error {
	var in struct{ En, Zh *string }
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	if in.En == nil || in.Zh == nil || (*in.En == "") != (*in.Zh == "") {
		return fmt.Errorf("%s is not a text in both languages", text)
	}
	*e = english(*in.En)
	return nil
}

// The answers as a page reads them.
type (
	problem struct {
		Line, Col, EndLine, EndCol int
		Severity                   string
		Message, Hint              english
	}
	checked struct {
		Problems []problem
		Name     english
		Policies []struct {
			Name      string
			Supported bool
			Lacks     string
		}
		Cases []string
	}
	run struct {
		Policy, Case, Command, Reason string
		Condition, Why                english
		Order, LeftOut                int
		Limit                         bool
	}
	recorded struct {
		Problems []problem
		Notes    []english
		Document *json.RawMessage
		Found    []struct {
			Policy                  string
			Orders, Shown           int
			Complete, Deterministic bool
			Says                    english
		}
	}
	claim struct {
		Rule string
		Text english
	}
	judged struct {
		Problems           []problem
		Notes              []english
		Policy             string
		Possible, Complete bool
		Orders             int
		Score              float64
		Stand, Length      int
		First              *struct {
			Line   int
			Said   string
			Could  []string
			Claims []claim
		}
		Nearest []string
		Rules   []struct {
			ID, Says, Zh string
			Sources      []any
		}
	}
	listed struct {
		Problems []problem
		Notes    []english
		Policy   string
		Lines    []string
		Choices  [][]string
	}
	refused struct{ Error, Hint english }
)

// runs are the runs of a document.
func runs(t *testing.T, r recorded) []run {
	t.Helper()
	var d struct{ Runs []run }
	if r.Document == nil {
		t.Fatalf("no document: %+v", r)
	}
	if err := json.Unmarshal(*r.Document, &d); err != nil {
		t.Fatal(err)
	}
	return d.Runs
}

// race is a scenario of two orders, with a case.
const race = `evsim: 1
name: A race
policies: [node22, node26]
clock: {startup: 0ms..3ms, phase: 0ms..1ms}
script:
  - setTimeout: 0
    do: {log: timer}
  - setImmediate:
    do: {log: immediate}
cases:
  - name: a slow start
    clock: {startup: 2ms, phase: 0ms}
`
