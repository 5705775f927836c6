package layout_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"evsim/scenario"
	"evsim/scenario/layout"
	"evsim/sim"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func files(t testing.TB, folders ...string) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".yaml" {
				found[path], err = os.ReadFile(path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// check holds what formatting a file gives against what it promises, and
// returns it; nil for a file that cannot be formatted.
func check(t *testing.T, file string, src []byte) (once []byte) {
	t.Helper()
	once, diags := layout.Source(file, src)
	if once == nil {
		for _, d := range diags {
			if strings.Contains(d.Hint.String(), "an error of evsim") {
				t.Errorf("%v\n%q", diags, src)
			}
		}
		if len(diags) == 0 {
			t.Errorf("no text, and nothing is said of it\n%q", src)
		}
		return nil
	}
	twice, diags := layout.Source(file, once)
	if !bytes.Equal(once, twice) {
		t.Errorf("formatted again:\n%s\nformatted:\n%s\n%v\nof %q", twice, once, diags, src)
	}
	before, complaints := scenario.Parse(file, src)
	after, again := scenario.Parse(file, once)
	if diff := cmp.Diff(before, after, cmpopts.IgnoreTypes(sim.Pos{}, []sim.Pos{}), cmpopts.EquateEmpty(), cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(scenario.Scenario{})); diff != "" {
		t.Errorf("what it means is not the same (-before +after)\n%s\n%v\n%v\n%q\n%s", diff, complaints, again, src, once)
	}
	// A character that looks like a sign or a space of YAML is blamed for the
	// errors of the lines beside it, and the layout changes which those are.
	same := len(complaints) == len(again)
	if strings.ContainsFunc(string(src), func(r rune) bool { return r > unicode.MaxASCII }) {
		same = complaints.Failed() == again.Failed()
	}
	if !same {
		t.Errorf("other complaints: before\n%v\nafter\n%v", complaints, again)
	}
	for line := range strings.Lines(string(once)) {
		if strings.Contains(line, "\r") {
			t.Errorf("a carriage return in %q", line)
		}
	}
	return once
}

func TestEveryFile(t *testing.T) {
	all := files(t, "../../scenarios", "../syntax/testdata", "../../docs/examples", "../../cmd/evsim")
	if len(all) < 500 {
		t.Fatalf("%d files", len(all))
	}
	for file, src := range all {
		check(t, file, src)
	}
}

func FuzzSource(f *testing.F) {
	for _, src := range files(f, "../../scenarios/language", "../syntax/testdata", "../../docs/examples") {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) { check(t, "x.yaml", src) })
}

func ExampleSource() {
	out, diags := layout.Source("race.yaml", []byte("evsim: 1\nname: 'A race'\nscript:\n- setTimeout:   0   # in a millisecond\n  do: {log:  \"timeout\" }\n"))
	fmt.Printf("%s%d complaints\n", out, len(diags))
	// Output:
	// evsim: 1
	// name: A race
	// script:
	//   - setTimeout: 0 # in a millisecond
	//     do: {log: timeout}
	// 0 complaints
}
