package docs_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"evsim/docs"
)

var update = flag.Bool("update", false, "write the addresses at the end of rules.md anew")

// place is where a rule is written down: a line of a release's source, or a
// part of a standard. testdata/places.json has those that rows name.
type place struct {
	Project  string // whose source it is; "" for a standard
	Release  string // its version, or a commit
	File     string
	Function string
	Line     int
	Text     string // what that line says: the identifier

	Name string // of a standard: its name, edition and clause
	URL  string
}

// named is the place as rows name it.
func (p place) named() string {
	if p.Project == "" {
		return p.Name
	}
	release := p.Release
	if len(release) == 40 { // a commit
		release = release[:7]
	}
	return strings.Join([]string{p.Project, release, p.File, p.Function}, " ")
}

// repositories are the addresses of files in releases.
var repositories = map[string]func(release string) string{
	"Chromium": func(release string) string { return "chromium/chromium/blob/" + release },
	"Firefox": func(release string) string {
		return "mozilla-firefox/firefox/blob/FIREFOX_" + strings.ReplaceAll(release, ".", "_") + "_RELEASE"
	},
	"Linux":  func(release string) string { return "gregkh/linux/blob/v" + release },
	"Node":   func(release string) string { return "nodejs/node/blob/v" + release },
	"WebKit": func(release string) string { return "WebKit/WebKit/blob/webkitgtk-" + release },
	"libuv":  func(release string) string { return "libuv/libuv/blob/v" + release },
}

func (p place) address() (string, error) {
	if p.Project == "" {
		return p.URL, nil
	}
	repository := repositories[p.Project]
	if repository == nil || p.Line <= 0 || p.Text == "" {
		return "", fmt.Errorf("%s: no such project, no line, or no text", p.named())
	}
	return fmt.Sprintf("https://github.com/%s/%s#L%d", repository(p.Release), p.File, p.Line), nil
}

func places(t *testing.T) (all []place) {
	t.Helper()
	text, err := os.ReadFile("testdata/places.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestPlaces holds that rows name the places of the list and no others, each
// with its address.
func TestPlaces(t *testing.T) {
	listed := map[string]string{}
	for _, p := range places(t) {
		url, err := p.address()
		if _, twice := listed[p.named()]; err != nil || twice {
			t.Errorf("testdata/places.json: %q stands twice, or is wrong: %v", p.named(), err)
		}
		listed[p.named()] = url
	}
	named := map[string]bool{}
	for _, r := range docs.Rules() {
		for _, part := range r.Named() {
			named[part] = true
			if listed[part] == "" {
				t.Errorf("%s: testdata/places.json does not have %q", r.ID, part)
			}
		}
	}
	for name := range listed {
		if !named[name] {
			t.Errorf("testdata/places.json: no rule names %q", name)
		}
	}
	writeAddresses(t, listed)
}

// writeAddresses holds that rules.md ends in the addresses, in order.
func writeAddresses(t *testing.T, listed map[string]string) {
	var ends strings.Builder
	var names []string
	for name := range listed {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&ends, "[%s]: %s\n", name, listed[name])
	}
	text, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	before, _, _ := strings.Cut(string(text), "\n\n[")
	want := before + "\n\n" + ends.String()
	if string(text) == want {
		return
	}
	if !*update {
		t.Error("rules.md does not end in the addresses of testdata/places.json: go test ./docs -run TestPlaces -update")
	} else if err := os.WriteFile("rules.md", []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}
