package suites

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"evsim/model"
)

var update = flag.Bool("update", false, "write the record of the suite, and its section of docs/conformance.md, anew")

const (
	document = "../../../docs/conformance.md"
	opening  = "<!-- generated: test262 -->\n"
	closing  = "<!-- end -->"
)

// TestDocument holds the section of docs/conformance.md against the record, and
// the record against what it has to be.
func TestDocument(t *testing.T) {
	r, err := Recorded()
	if err != nil {
		t.Fatal(err)
	}
	failed, compared := 0, 0
	for i, c := range r.Folders {
		if c.Folder != Folders()[i] || c.Tests == 0 || c.Passed > c.Tests-c.LeftOut {
			t.Errorf("the record of %s cannot be: %+v", Folders()[i], c)
		}
		failed, compared = failed+c.Tests-c.LeftOut-c.Passed, compared+c.Tests-c.LeftOut
	}
	if len(r.Folders) != len(Folders()) || failed != len(r.Failures) {
		t.Errorf("%d of %d folders; %d tests fail, and %d are named", len(r.Folders), len(Folders()), failed, len(r.Failures))
	}
	if failed*100 > compared {
		t.Errorf("%d of %d tests fail: more than 1 %%", failed, compared)
	}
	for _, f := range r.Failures {
		if f.Why == "" || f.Why != reason(f.Name) {
			t.Errorf("%s fails for no reason that is given", f.Name)
		}
	}
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), opening)
	table, after, ended := strings.Cut(rest, closing)
	if !ok || !ended {
		t.Fatalf("%s has no section of test262", document)
	}
	if table == r.Document() {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the record says; write it by -update", document)
	}
	if err := os.WriteFile(document, []byte(before+opening+r.Document()+closing+after), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestSuite runs the suite itself, if its folder is given, and holds what comes
// of it against the record; -update records it.
func TestSuite(t *testing.T) {
	root := os.Getenv("EVSIM_TEST262")
	if root == "" {
		t.Skip("EVSIM_TEST262 names no folder with the suite")
	}
	s, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Recorded()
	if err != nil {
		t.Fatal(err)
	}
	if only := os.Getenv("EVSIM_TEST262_ONLY"); only != "" { // a part of the names
		runSome(t, s, only, want.Policy)
		return
	}
	got := Record{Commit: want.Commit, Policy: want.Policy}
	if commit := os.Getenv("EVSIM_TEST262_COMMIT"); commit != "" {
		got.Commit = commit
	}
	for _, folder := range Folders() {
		c := Counts{Folder: folder}
		for _, test := range tests(t, s, folder) {
			c.Tests++
			if test.Proposed() {
				c.LeftOut++
				continue
			}
			if r := s.Run(test, model.MustLookup(want.Policy)); r.Passed {
				c.Passed++
			} else {
				t.Logf("%s: %s", r.Name, r.Why)
				got.Failures = append(got.Failures, Failure{r.Name, reason(r.Name)})
			}
		}
		got.Folders = append(got.Folders, c)
	}
	got.sort()
	if *update {
		text, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/verdicts.json", append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !reflect.DeepEqual(got, want) {
		t.Errorf("the record is another:\n%+v\nwant\n%+v", got, want)
	}
}

func tests(t *testing.T, s *Suite, folder string) []Test {
	t.Helper()
	all, err := s.Tests(folder)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// runSome runs the tests whose names have a part, and names those that fail.
func runSome(t *testing.T, s *Suite, part, policy string) {
	t.Helper()
	for _, folder := range Folders() {
		for _, test := range tests(t, s, folder) {
			if !strings.Contains(test.Name, part) {
				continue
			}
			if r := s.Run(test, model.MustLookup(policy)); !r.Passed {
				t.Errorf("%s: %s", r.Name, r.Why)
			}
		}
	}
}
