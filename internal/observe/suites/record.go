package suites

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// Record is what came of all tests of a suite.
type Record struct {
	Suite   string // the version of the suite
	Policy  string
	Results []Result // in the order of their names
}

// Write writes a record: a head, and for each folder its tests, one a line, with
// a reason behind those that failed.
func (r *Record) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "suite %s\npolicy %s\n", r.Suite, r.Policy)
	folder := ""
	for _, one := range r.Results {
		if dir := path.Dir(one.Name); dir != folder {
			folder = dir
			fmt.Fprintf(b, "in %s\n", folder)
		}
		if one.Passed {
			fmt.Fprintf(b, "pass %s\n", path.Base(one.Name))
		} else {
			fmt.Fprintf(b, "fail %s: %s\n", path.Base(one.Name), oneLine(one.Why))
		}
	}
	return b.Flush()
}

// oneLine is a reason without what would not fit in a line of a record.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 160 {
		text = strings.ToValidUTF8(text[:160], "") + "..."
	}
	return text
}

// Read reads what Write wrote.
func Read(from io.Reader) (*Record, error) {
	r, folder, n := new(Record), "", 0
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		n++
		kind, rest, ok := strings.Cut(lines.Text(), " ")
		if !ok || rest == "" {
			return nil, fmt.Errorf("line %d: %q says nothing", n, lines.Text())
		}
		switch kind {
		case "suite":
			r.Suite = rest
		case "policy":
			r.Policy = rest
		case "in":
			folder = rest
		case "pass":
			r.Results = append(r.Results, Result{Name: path.Join(folder, rest), Passed: true})
		case "fail":
			name, why, _ := strings.Cut(rest, ": ")
			r.Results = append(r.Results, Result{Name: path.Join(folder, name), Why: why})
		default:
			return nil, fmt.Errorf("line %d: %q is no verdict", n, kind)
		}
	}
	return r, lines.Err()
}

// Reason says why tests fail whose names begin so.
type Reason struct{ Prefix, Why string }

// Document is the tables of docs/conformance.md: how many tests of each folder
// pass, and which do not, with the reason.
func (r *Record) Document(folders []string, reasons []Reason) string {
	var b strings.Builder
	fmt.Fprintf(&b, "test262 of %s, policy %s:\n\n| folder | tests | pass | fail |\n| --- | ---: | ---: | ---: |\n", r.Suite, r.Policy)
	all, passed := 0, 0
	for _, folder := range folders {
		n, ok := 0, 0
		for _, one := range r.Results {
			if strings.HasPrefix(one.Name, folder+"/") {
				n++
				if one.Passed {
					ok++
				}
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", strings.TrimPrefix(folder, "test/"), n, ok, n-ok)
		all, passed = all+n, passed+ok
	}
	fmt.Fprintf(&b, "| all | %d | %d | %d |\n", all, passed, all-passed)
	fmt.Fprintf(&b, "\n%.1f %% pass. Those that fail:\n\n| tests | why |\n| --- | --- |\n", 100*float64(passed)/float64(max(1, all)))
	for _, reason := range reasons {
		var names []string
		for _, one := range r.Results {
			if !one.Passed && reasonOf(one.Name, reasons) == reason.Why && strings.HasPrefix(one.Name, reason.Prefix) {
				names = append(names, "`"+strings.TrimPrefix(one.Name, "test/")+"`")
			}
		}
		if len(names) > 0 {
			fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(names, " "), reason.Why)
		}
	}
	return b.String()
}

// Unexplained are the tests that fail and have no reason.
func (r *Record) Unexplained(reasons []Reason) (names []string) {
	for _, one := range r.Results {
		if !one.Passed && reasonOf(one.Name, reasons) == "" {
			names = append(names, one.Name)
		}
	}
	return names
}

// reasonOf is the reason with the longest prefix of a name.
func reasonOf(name string, reasons []Reason) string {
	found := slices.MaxFunc(append(reasons, Reason{}), func(a, b Reason) int { return score(name, a) - score(name, b) })
	if score(name, found) <= 0 {
		return ""
	}
	return found.Why
}

func score(name string, r Reason) int {
	if !strings.HasPrefix(name, r.Prefix) {
		return -1
	}
	return len(r.Prefix)
}
