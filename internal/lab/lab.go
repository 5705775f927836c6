// Package lab serves the page on which scenarios are written, run, explored and
// predicted. It keeps nothing between requests: each brings the scenario that
// it is about, and is bounded in size, work, memory and time.
//
// What is asked and answered is JSON; the types of this package with json tags
// are what the page is written against. Lines and columns count from 1, columns
// in characters (code points), as the parser counts them.
package lab

import (
	"net/http"
	"runtime"
	"time"

	"evsim/scenario/schema"
	"evsim/scenario/syntax"
)

// Limits bound what one request may take, and how many there are at a time.
type Limits struct {
	Body     int64 // bytes of a request
	Answer   int   // bytes of an answer
	Policies int   // of one request

	Single   Work  // of one run
	Searched Work  // of each of the many runs of an exploration
	Events   int   // of one run that a document has
	Looked   int   // see record.Limits
	Orders   int   // of one policy that a document has
	Paths    int   // of one policy that are explored
	Memory   int64 // bytes of one exploration, about
	Lines    int   // of a log that is to be predicted

	Check, Run, Explore time.Duration // of real time, for one request

	AtOnce  int           // requests that are worked on
	Waiting int           // requests that wait for that
	Wait    time.Duration // how long one waits at most

	Files      int   // of the folder
	FileSize   int64 // of one of them
	FolderSize int64 // of all of them together
}

// Work bounds what one run does.
type Work struct{ Callbacks, Turns, Statements int64 }

// Default is the limits of a server that a few people use.
func Default() Limits {
	return Limits{
		Body: 256 << 10, Answer: 8 << 20, Policies: 16,
		Single: Work{100_000, 100_000, 1_000_000}, Searched: Work{10_000, 10_000, 20_000}, Events: 20_000, Looked: 300_000,
		Orders: 64, Paths: 100_000, Memory: 64 << 20, Lines: 200,
		Check: 2 * time.Second, Run: 4 * time.Second, Explore: 4 * time.Second,
		AtOnce: max(2, runtime.GOMAXPROCS(0)), Waiting: 64, Wait: 5 * time.Second,
		Files: 200, FileSize: 256 << 10, FolderSize: 4 << 20,
	}
}

// Config is what a lab is made of.
type Config struct {
	Limits
	Script, Style string   // of the page
	Names         []string // host names under which it is reached, beside localhost and addresses
	Folder        *Folder  // nil: none

	Tell func(line string) // told what failed in the program itself; nil: nobody is
}

// server answers requests.
type server struct {
	Limits
	names   []string
	tell    func(string)
	folder  *Folder
	lessons []lesson
	work    gate
}

// New is the lab as a handler.
func New(c Config) (http.Handler, error) {
	language, err := schema.Text(syntax.Grammar())
	if err != nil {
		return nil, err
	}
	lessons, err := lessons()
	if err != nil {
		return nil, err
	}
	tell := c.Tell
	if tell == nil {
		tell = func(string) {}
	}
	s := &server{tell: tell, Limits: c.Limits, names: c.Names, folder: c.Folder, lessons: lessons, work: newGate(c.AtOnce, c.Waiting, c.Wait)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", page)
	mux.Handle("GET /lab.js", asset("text/javascript; charset=utf-8", []byte(c.Script)))
	mux.Handle("GET /lab.css", asset("text/css; charset=utf-8", []byte(c.Style)))
	mux.Handle("GET /api/schema", asset("application/schema+json", language))
	mux.HandleFunc("GET /api/policies", s.policies)
	mux.HandleFunc("GET /api/gallery", s.gallery)
	mux.Handle("POST /api/check", worked(s, c.Check, (*server).check))
	mux.Handle("POST /api/run", worked(s, c.Run, (*server).run))
	mux.Handle("POST /api/explore", worked(s, c.Explore, (*server).explore))
	mux.Handle("POST /api/predict", worked(s, c.Explore, (*server).predict))
	mux.Handle("POST /api/lines", worked(s, c.Run, (*server).lines))
	return s.guarded(answeringAll(mux)), nil
}
