// Package lab serves the page on which scenarios are written, run, explored and
// predicted. What is asked is answered by package answer: here it comes over
// HTTP, by the names of this server alone, so many requests at a time.
package lab

import (
	"context"
	"net/http"

	"evsim/internal/lab/answer"
)

// Config is what a lab is made of.
type Config struct {
	answer.Config
	Script, Style string   // of the page
	Report        string   // a report without its document, which the page fills in
	Names         []string // host names under which it is reached, beside localhost and addresses
	Frames        []string // origins of pages that may show it in a frame, such as https://course.example
	Apart         Apart    // answers what is asked about code; nil: there are scenarios alone

	Tell func(line string) // told what failed in the program itself; nil: nobody is
}

// Apart answers away from this process: code could take all of its memory.
type Apart interface {
	Answer(ctx context.Context, method, path string, body []byte) answer.Answer
}

// server answers requests.
type server struct {
	*answer.Answerer
	apart   Apart
	names   []string
	framers string // see framers
	tell    func(string)
	work    gate
	rest    *rest
}

// New is the lab as a handler.
func New(c Config) (http.Handler, error) {
	answers, err := answer.New(c.Config)
	if err != nil {
		return nil, err
	}
	framers, err := framers(c.Frames)
	if err != nil {
		return nil, err
	}
	tell := c.Tell
	if tell == nil {
		tell = func(string) {}
	}
	s := &server{Answerer: answers, apart: c.Apart, tell: tell, names: c.Names, framers: framers, work: newGate(c.AtOnce, c.Waiting, c.Wait), rest: newRest()}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.Handle("GET /lab.js", asset("text/javascript; charset=utf-8", []byte(c.Script)))
	mux.Handle("GET /lab.css", asset("text/css; charset=utf-8", []byte(c.Style)))
	mux.Handle("GET /report.html", asset("text/plain; charset=utf-8", []byte(c.Report))) // to be filled in, not to be opened
	schemas := answers.Schemas()                                                         // files, which a browser keeps
	for path, schema := range schemas {
		text, err := schema()
		if err != nil {
			return nil, err
		}
		mux.Handle("GET "+path, asset("application/schema+json", text))
	}
	for path, method := range answers.Routes() {
		switch {
		case schemas[path] != nil:
		case method == http.MethodPost:
			mux.Handle(method+" "+path, s.worked(s.body))
		default:
			mux.Handle(method+" "+path, s.worked(noBody))
		}
	}
	return s.guarded(answeringAll(mux)), nil
}
