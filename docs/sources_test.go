package docs_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"evsim/docs"
)

// TestSources holds that the parts of a source are its text, that each source
// names a place, and that addresses are well formed.
func TestSources(t *testing.T) {
	for _, r := range docs.Rules() {
		text := ""
		for _, part := range r.Sources() {
			text += part.Text
			if part.URL == "" {
				continue
			}
			at, err := url.Parse(part.URL)
			if err != nil || at.Scheme != "https" || at.Host == "" || strings.ContainsAny(part.URL, " *") {
				t.Errorf("%s: %q has the address %q: %v", r.ID, part.Text, part.URL, err)
			}
		}
		if text != r.Source || strings.ContainsAny(text, "[]") {
			t.Errorf("%s: the parts of %q are %q", r.ID, r.Source, text)
		}
		if len(r.Places()) == 0 {
			t.Errorf("%s: the source %q names no place: put its name in brackets, and the place into testdata/places.json", r.ID, text)
		}
	}
}

// lone are words with which a sentence begins that needs the one before.
var lone = regexp.MustCompile(`^(It|That|This|These|Those|They|When an? \w+ of it|In the others)\b`)

// TestSentences holds that what a rule says can be read alone.
func TestSentences(t *testing.T) {
	for _, r := range docs.Rules() {
		if lone.MatchString(r.Says) || !strings.HasSuffix(r.Says, ".") && !r.Question() {
			t.Errorf("%s: %q", r.ID, r.Says)
		}
		if strings.HasPrefix(r.Source, "the same") {
			t.Errorf("%s: the source is %q", r.ID, r.Source)
		}
	}
}

func ExampleRule_Sources() {
	for _, id := range []string{"node.pending-again", "node.eventfd", "job.thenable"} {
		r, _ := docs.Lookup(id)
		for _, part := range r.Sources() {
			if part.URL != "" {
				fmt.Println(part.Text, part.URL)
			}
		}
	}
	// Output:
	// libuv 1.44.2 src/unix/core.c uv_run https://github.com/libuv/libuv/blob/v1.44.2/src/unix/core.c#L382
	// libuv 1.52.1 src/unix/async.c uv__async_start https://github.com/libuv/libuv/blob/v1.52.1/src/unix/async.c#L258
	// libuv 1.49.1 src/unix/linux.c uv__io_poll https://github.com/libuv/libuv/blob/v1.49.1/src/unix/linux.c#L1349
	// Linux 6.12.107 fs/eventpoll.c ep_deliver_event https://github.com/gregkh/linux/blob/v6.12.107/fs/eventpoll.c#L1995
	// ECMA-262 2025, Promise Resolve Functions https://tc39.es/ecma262/2025/#sec-promise-resolve-functions
	// ECMA-262 2025, NewPromiseResolveThenableJob https://tc39.es/ecma262/2025/#sec-newpromiseresolvethenablejob
}
