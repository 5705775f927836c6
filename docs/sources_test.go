package docs_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"evsim/docs"
)

// named are sources that have a place in the web: files, clauses, standards.
var named = regexp.MustCompile(`\w+/[\w*]+\.(js|cc|cpp|c|h)\b|§|^(HTML|DOM|Fetch), `)

// TestSources holds that the parts of a source are its text, that whatever
// names a file, a clause or an algorithm has an address, and that addresses are
// well formed.
func TestSources(t *testing.T) {
	linked := 0
	for _, r := range docs.Rules() {
		text, any := "", false
		for _, part := range r.Sources() {
			text += part.Text
			if part.URL == "" {
				continue
			}
			any = true
			at, err := url.Parse(part.URL)
			if err != nil || at.Scheme != "https" || at.Host == "" || strings.ContainsAny(part.URL, " *") {
				t.Errorf("%s: %q has the address %q: %v", r.ID, part.Text, part.URL, err)
			}
		}
		if text != r.Source {
			t.Errorf("%s: the parts of %q are %q", r.ID, r.Source, text)
		}
		if !any && named.MatchString(r.Source) {
			t.Errorf("%s: nothing of %q has an address", r.ID, r.Source)
		}
		for _, part := range r.Sources() {
			if part.URL == "" && named.MatchString(strings.TrimSpace(part.Text)) {
				t.Errorf("%s: %q of %q has no address", r.ID, part.Text, r.Source)
			}
		}
		if any {
			linked++
		}
	}
	if linked < 100 {
		t.Errorf("%d rules have an address", linked)
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
	// src/unix/core.c https://github.com/libuv/libuv/blob/v1.44.2/src/unix/core.c
	// src/unix/async.c https://github.com/libuv/libuv/blob/v1.x/src/unix/async.c
	// fs/eventpoll.c https://github.com/torvalds/linux/blob/master/fs/eventpoll.c
	// §27.2.1.3.2 https://tc39.es/ecma262/#sec-promise-resolve-functions
	// §27.2.2.2 https://tc39.es/ecma262/#sec-newpromiseresolvethenablejob
}
