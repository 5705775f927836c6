package articles_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path"
	"strings"
	"testing"

	"evsim/internal/articles"
)

// releases are the real runtimes of which the rows are asked, by the policies that
// stand for them. Nothing that can be installed stands for chrome69.
var releases = map[string][]string{
	"node10": {"node 10.24.1"}, "node11": {"node 11.15.0"}, "node12": {"node 12.22.12"}, "node15": {"node 18.20.8"},
	"node20": {"node 20.20.2"}, "node22": {"node 22.23.3", "node 24.21.0"}, "node26": {"node 26.10.0"},
	"browser": {"chromium"}, "firefox": {"firefox"}, "webkit": {"webkit"},
}

// TestRowsSeen holds that the scenario of each row was seen on every real runtime
// that the row speaks of.
func TestRowsSeen(t *testing.T) {
	seen := observed(t)
	for _, a := range articles.All() {
		for _, r := range a.Rows {
			if r.Scenario == "" {
				continue
			}
			for _, p := range spokenOf(t, r) {
				for _, real := range releases[p.Name] {
					if !seen[r.Scenario+" "+real] {
						t.Errorf("%s: nothing was recorded of %s on %s", r.ID, r.Scenario, real)
					}
				}
			}
		}
	}
}

// TestCodeSeen holds that the code of each row without a scenario was run on every
// Node that the row speaks of; package js holds those logs against its own.
func TestCodeSeen(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range records[struct{ Snippet, Runtime string }](t, "../../js/testdata/oracle/observed.jsonl") {
		seen[r.Snippet+" "+r.Runtime] = true
	}
	for _, a := range articles.All() {
		for _, r := range a.Rows {
			if r.Code == "" {
				continue
			}
			if _, err := os.Stat("../../" + r.Code); err != nil || path.Dir(r.Code) != "js/testdata/oracle" {
				t.Errorf("%s: %s: %v", r.ID, r.Code, err)
			}
			for policy, reals := range releases {
				for _, real := range reals {
					spoken := r.SpeaksOf(policy, strings.HasPrefix(policy, "node"))
					if spoken && !seen[strings.TrimSuffix(path.Base(r.Code), ".js")+" "+real] {
						t.Errorf("%s: nothing was recorded of %s on %s", r.ID, r.Code, real)
					}
				}
			}
		}
	}
}

// observed is what was recorded: a scenario, a blank, a browser or a release.
func observed(t *testing.T) map[string]bool {
	t.Helper()
	seen := map[string]bool{}
	type record struct {
		File, Runtime string
		Versions      []string
	}
	for _, r := range records[record](t, "../observe/evidence/testdata/observed.jsonl") {
		seen[r.File+" "+r.Runtime] = true
		for _, version := range r.Versions {
			seen[r.File+" "+r.Runtime+" "+version] = true
		}
	}
	return seen
}

// records are the lines of a file of JSON.
func records[T any](t *testing.T, file string) (all []T) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r T
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
