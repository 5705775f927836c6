package suites

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Record is what came of the suite's parts when they were last run.
type Record struct {
	Commit   string    // of the suite
	Policy   string    // that they ran under
	Folders  []Counts  // in the order of Folders
	Failures []Failure // by name
}

// Counts is what came of the tests below a folder.
type Counts struct {
	Folder  string
	Tests   int
	LeftOut int // tests of features that no modelled runtime has
	Passed  int
}

// Failure is a test that fails, and why.
type Failure struct{ Name, Why string }

// proposals are features that no modelled runtime has.
var proposals = []string{"await-dictionary"}

// Proposed reports whether a test is about a feature that no modelled runtime
// has.
func (t *Test) Proposed() bool {
	return slices.ContainsFunc(t.Features, func(f string) bool { return slices.Contains(proposals, f) })
}

//go:embed testdata/verdicts.json
var recorded []byte

// Recorded is the record of this project.
func Recorded() (Record, error) {
	var r Record
	err := json.Unmarshal(recorded, &r)
	return r, err
}

const noAtomics = "its helper evaluates the name of each intrinsic object, and a run ends at `Atomics`, which evsim does not have"

// reasons say why tests fail, by parts of their names.
var reasons = []struct{ part, why string }{
	{"/is-a-constructor.js", noAtomics},
	{"async-arrow-function/prototype.js", noAtomics},
	{"-realm", "a program has one realm: `node:vm` is not there"},
	{"unscopables-with", "the test needs a script whose `var` is a global; a file is run as a CommonJS module"},
	{"put-const", "the bundler refuses an assignment to a constant before anything runs"},
	{"await-BindingIdentifier-in-global", "the bundler takes `await` at the top of a file for top-level await"},
	{"instance-construct-throws", "async functions are lowered to functions that `new` takes"},
	{"instance-prototype-property", "async functions are lowered to functions whose `prototype` is there, and undefined"},
	{"get-prototype-abrupt-executor-not-callable", "the engine asks for the prototype of a class of its host before the class is called"},
	{"undefined-newtarget", "the engine does not tell a class of its host that it is called without `new`"},
	{"eval-var-scope-syntax-err", "the engine fails where eval stands in a default parameter of a generator; the run is abandoned"},
	{"async-generator/default-proto", "a generator function without a name does not hand its own `prototype` on"},
	{"cptn-decl", "async functions in the text of a direct eval are refused"},
}

// reason says why a test fails; "" where nobody knows.
func reason(name string) string {
	for _, r := range reasons {
		if strings.Contains(name, r.part) {
			return r.why
		}
	}
	return ""
}

// Document is the section of docs/conformance.md about the suite, between its
// marks.
func (r Record) Document() string {
	var b strings.Builder
	b.WriteString("| part | tests | of proposals | compared | pass | fail |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	var all Counts
	for _, c := range r.Folders {
		writeCounts(&b, strings.TrimPrefix(c.Folder, "test/"), c)
		all.Tests, all.LeftOut, all.Passed = all.Tests+c.Tests, all.LeftOut+c.LeftOut, all.Passed+c.Passed
	}
	writeCounts(&b, "all", all)
	b.WriteString("\n| test that fails | why |\n| --- | --- |\n")
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "| %s | %s |\n", strings.TrimPrefix(f.Name, "test/"), f.Why)
	}
	return b.String()
}

func writeCounts(b *strings.Builder, name string, c Counts) {
	compared := c.Tests - c.LeftOut
	fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d |\n", name, c.Tests, c.LeftOut, compared, c.Passed, compared-c.Passed)
}

func (r *Record) sort() {
	slices.SortFunc(r.Failures, func(a, b Failure) int { return cmp.Compare(a.Name, b.Name) })
}
