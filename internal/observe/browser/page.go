// Package browser runs exported pages in real browsers: Chromium, Firefox and
// WebKitGTK's MiniBrowser. A server on this machine hands them out, one after
// the other in the same window, and takes their logs.
package browser

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Page is a scenario to be run.
type Page struct {
	Script  string        // what the page runs
	Rest    time.Duration // how long after its start nothing more can come
	Lines   int           // how many lines its log is expected to have, for which it waits longer
	Answers []Answer      // to what it fetches
}

// Answer is what the server does when a page fetches an address.
type Answer struct {
	URL   string
	After time.Duration
	Fails bool // with a network error
}

// The places of the script in an exported page.
const (
	scriptBegins = "<pre></pre>\n<script>\n"
	scriptEnds   = "</script>\n"
)

// Script is the script of an exported page, which is run by itself: while a
// page is loaded, browsers have other rules.
func Script(page string) (string, error) {
	_, script, begins := strings.Cut(page, scriptBegins)
	script, ends := strings.CutSuffix(script, scriptEnds)
	if !begins || !ends {
		return "", errors.New("this is no exported page")
	}
	return script, nil
}

//go:embed harness.html
var harness string

// How long a page is left alone after it was loaded, how long its log must not
// have grown when it is reported, and how much longer than its rest it waits for
// lines that are expected.
const (
	settle  = 400 * time.Millisecond
	quiet   = 150 * time.Millisecond
	overdue = 5 * time.Second
)

// Log is what one run of a page logged.
type Log struct {
	Lines []string
	State State
}

// State says what is known of a page that has reported.
type State uint8

// The states.
const (
	Rested    State = iota // it was at rest, and had the lines that were expected
	Short                  // it was at rest, and had fewer lines for a long time
	Unsettled              // it ran before it was loaded, or was not visible: browsers have other rules then
	Hung                   // it never reported
)

var stateNames = [...]string{"at rest", "short", "not loaded or not visible", "hung"}

// String is the state in a few words.
func (s State) String() string { return stateNames[s] }

// html is the page that runs a job.
func (p Page) html(job int, elsewhere string) (string, error) {
	answers := map[string]string{}
	for i, a := range p.Answers {
		answers[a.URL] = fmt.Sprintf("/answer?job=%d&answer=%d", job, i)
		if a.Fails {
			// The answer of another origin that does not allow the page's is a network
			// error (Fetch, "CORS check"). A connection that breaks would be tried again,
			// and for a redirection out of HTTP Firefox fires progress before the error.
			answers[a.URL] = elsewhere + answers[a.URL]
		}
	}
	what, err := json.Marshal(map[string]any{
		"job": job, "settle": settle.Milliseconds(), "rest": p.Rest.Milliseconds(), "quiet": quiet.Milliseconds(),
		"lines": p.Lines, "patience": overdue.Milliseconds(), "answers": answers,
	})
	if err != nil {
		return "", err
	}
	return strings.Replace(harness, "/*job*/null", string(what), 1), nil
}
