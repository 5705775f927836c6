// Package answer answers what the lab's page asks. An answer follows from the
// request alone, and from the folder where there is one: nothing is kept from
// one to the next, so the same answers come from a server and from a worker of
// the page itself. Each request is bounded in size, work, memory and time.
//
// What is asked and answered is JSON; the types of this package with json tags
// are what the page is written against. Lines and columns count from 1, columns
// in characters (code points), as the parser counts them.
package answer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"evsim/internal/say"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
	"evsim/scenario/schema"
	"evsim/scenario/syntax"
)

// Config is what answers are made with.
type Config struct {
	Limits
	Folder Shelf  // nil: none
	Code   Reader // nil: there are scenarios alone
}

// Reader reads code that stands alone, as a scenario; the name says by its ending
// what it is. The scenario is nil where the diagnostics say why.
type Reader func(name string, text []byte) (*scenario.Scenario, diagnostic.List, error)

// Answerer answers requests.
type Answerer struct {
	Limits
	folder  Shelf
	ofCode  Reader
	schemas map[string]Schema
	routes  map[string]route
}

// Answer is what comes of a request: a status of HTTP, and JSON.
type Answer struct {
	Status int
	Body   []byte
}

// RetryAfter is how many seconds to wait before one asks again; "" is no answer
// to that.
func (a Answer) RetryAfter() string {
	if a.Status == statusServiceUnavailable {
		return "2"
	}
	return ""
}

// New is what answers within limits.
func New(c Config) (*Answerer, error) {
	a := &Answerer{Limits: c.Limits, folder: c.Folder, ofCode: c.Code, schemas: schemas()}
	a.routes = map[string]route{
		"/api/policies": {get, c.Check, a.told((*Answerer).policies)},
		"/api/gallery":  {get, c.Check, a.told((*Answerer).gallery)},
		"/api/lesson":   {post, c.Check, asked(a, (*Answerer).lesson)},
		"/api/check":    {post, c.Check, asked(a, (*Answerer).check)},
		"/api/run":      {post, c.Run, asked(a, (*Answerer).run)},
		"/api/explore":  {post, c.Explore, asked(a, (*Answerer).explore)},
		"/api/predict":  {post, c.Explore, asked(a, (*Answerer).predict)},
		"/api/lines":    {post, c.Explore, asked(a, (*Answerer).lines)},
		"/api/picture":  {post, c.Run, asked(a, (*Answerer).picture)},
		"/api/choose":   {post, c.Explore, asked(a, (*Answerer).choose)},
	}
	for path, text := range a.schemas {
		a.routes[path] = route{get, c.Check, a.told(func(*Answerer) (any, error) {
			text, err := text()
			return json.RawMessage(text), err
		})}
	}
	return a, nil
}

const get, post = "GET", "POST"

// route is one thing that can be asked.
type route struct {
	method string
	most   time.Duration
	do     func(ctx context.Context, body []byte) (any, error)
}

// Routes are the paths that can be asked for, with the method of each.
func (a *Answerer) Routes() map[string]string {
	out := make(map[string]string, len(a.routes))
	for path, r := range a.routes {
		out[path] = r.method
	}
	return out
}

// Answer answers one request. Its work ends when its time is over, or ctx is.
func (a *Answerer) Answer(ctx context.Context, method, path string, body []byte) Answer {
	r, known := a.routes[path]
	switch {
	case !known:
		return NotFound(path)
	case method != r.method:
		return NotAllowed(path, method, allowed[r.method])
	case int64(len(body)) > a.Body:
		return TooLarge(a.Body).Answer()
	}
	ctx, cancel := within(ctx, r.most)
	defer cancel()
	answer, err := r.do(ctx, body)
	if err != nil {
		return Failed(err)
	}
	text, err := a.encode(answer)
	if err != nil {
		return Failed(err)
	}
	return Answer{statusOK, text}
}

// allowed are the methods that a server takes, where one is.
var allowed = map[string]string{get: "GET, HEAD", post: post}

// NotFound says that nothing is at a path.
func NotFound(path string) Answer {
	return Refuse(statusNotFound, "", "there is no %s here", Shortened(path)).Answer()
}

// NotAllowed says which methods a path takes.
func NotAllowed(path, method, takes string) Answer {
	return Refuse(statusMethodNotAllowed, say.Of("it takes %s", takes), "%s does not take %s", Shortened(path), Shortened(method)).Answer()
}

// TooLarge says that a request has too many bytes.
func TooLarge(most int64) *Refusal {
	return Refuse(statusTooLarge, "make the scenario shorter", "the request has more than the allowed %d bytes", most)
}

// Light reports whether an answer takes no work: what is asked is always the
// same, or cannot be read.
func (a *Answerer) Light(path string, body []byte) bool {
	switch path {
	case "/api/schema", "/api/schema/zh", "/api/policies":
		return true
	case "/api/gallery", "/api/lesson":
		return false
	}
	var q struct {
		wanted
		Policy string   `json:"policy"`
		Lines  []string `json:"lines"`
	}
	return parse(body, &q) != nil
}

// asked is what answers a request that brings something.
func asked[Q, A any](a *Answerer, do func(*Answerer, context.Context, *Q) (A, error)) func(context.Context, []byte) (any, error) {
	return func(ctx context.Context, body []byte) (any, error) {
		var q Q
		if err := parse(body, &q); err != nil {
			return nil, err
		}
		return do(a, ctx, &q)
	}
}

// told is what answers one that brings nothing.
func (a *Answerer) told(do func(*Answerer) (any, error)) func(context.Context, []byte) (any, error) {
	return func(context.Context, []byte) (any, error) { return do(a) }
}

// Schema is the JSON Schema of scenarios, with descriptions in one language. It is made
// when it is first asked for.
type Schema func() ([]byte, error)

// schemas is one for the whole process: the language does not change.
var schemas = sync.OnceValue(func() map[string]Schema {
	of := func(reader *say.Language) Schema {
		return sync.OnceValues(func() ([]byte, error) { return schema.Text(syntax.Grammar(), reader) })
	}
	return map[string]Schema{"/api/schema": of(nil), "/api/schema/zh": of(say.Chinese())}
})

// Schemas are the schemas by the paths that ask for them. The English one is that of
// the published file.
func (a *Answerer) Schemas() map[string]Schema { return a.schemas }

func (a *Answerer) encode(answer any) ([]byte, error) {
	text, err := json.Marshal(answer)
	switch {
	case err != nil:
		return nil, fmt.Errorf("encode the answer: %w", err)
	case len(text) > a.Limits.Answer:
		return nil, Refuse(statusInsufficientStorage, "choose fewer runtimes, or let the script do less", "the answer has more than the allowed %d bytes", a.Limits.Answer)
	}
	return text, nil
}

// parse reads one JSON value that has no fields but those known.
func parse(body []byte, to any) error {
	in := json.NewDecoder(bytes.NewReader(body))
	in.DisallowUnknownFields()
	if err := in.Decode(to); err != nil {
		return Refuse(statusBadRequest, "", "the request cannot be read: %s", Shortened(err.Error()))
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return Refuse(statusBadRequest, "", "the request goes on after its value")
	}
	return nil
}
