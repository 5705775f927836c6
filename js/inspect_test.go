package js

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"evsim/internal/observe/nodes"
	"evsim/model"
	"evsim/program"
)

var record = flag.Bool("record", false, "ask the installed releases of Node what they print, and write it to testdata")

// printers are the releases that were asked.
var printers = []string{"10.24.1", "11.15.0", "12.22.12", "18.20.8", "20.20.2", "22.23.3", "24.21.0", "26.10.0"}

// printed is what a release printed for an expression.
type printed struct {
	Release string
	Shows   map[string]string // by expression
}

// expressions are those of a file of testdata that a release knows.
func expressions(t *testing.T, file, release string) (all []string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	major, _, _ := strings.Cut(release, ".")
	for line := range strings.Lines(string(text)) {
		since, expression, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok || since == "#" {
			continue
		}
		if from, err := strconv.Atoi(since); err != nil {
			t.Fatalf("%q begins with no release", line)
		} else if have, _ := strconv.Atoi(major); have >= from {
			all = append(all, expression)
		}
	}
	return all
}

const printMark = "\u2014 next \u2014"

// printer is a program that prints expressions, with a line between two.
func printer(list []string) string {
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "try { console.log(%s); } catch (e) { console.log('threw ' + e); }\nconsole.log(%q);\n", e, printMark)
	}
	return b.String()
}

// shown is what each of the expressions printed.
func shown(list []string, output string) map[string]string {
	parts := strings.Split(output, printMark+"\n")
	all := make(map[string]string, len(list))
	for i, e := range list {
		if i < len(parts) {
			all[e] = strings.TrimSuffix(parts[i], "\n")
		}
	}
	return all
}

// TestInspect holds what console.log prints against what releases of Node
// printed.
func TestInspect(t *testing.T) { eachRelease(t, "inspect", printer, nil) }

// eachRelease holds the output of the expressions of a file against what each
// release printed. Those of differs are known to be said otherwise: one that is
// not any more is an error, too.
func eachRelease(t *testing.T, name string, printer func([]string) string, differs map[string]string) {
	t.Helper()
	if *record {
		recordPrinted(t, name, printer)
	}
	same := make(map[string]bool)
	for _, p := range recorded[printed](t, "testdata/"+name+".jsonl") {
		t.Run(p.Release, func(t *testing.T) {
			list := expressions(t, name, p.Release)
			p.hold(t, list, printer(list), differs, same)
		})
	}
	for e := range differs {
		if same[e] {
			t.Errorf("%s is shown as every release shows it: take it off the list", e)
		}
	}
}

// recorded is the lines of a file of JSON.
func recorded[T any](t *testing.T, file string) (all []T) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := json.NewDecoder(f); ; {
		var one T
		switch err := lines.Decode(&one); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatal(err)
		}
		all = append(all, one)
	}
}

// hold compares what one release printed with what a run prints; same takes
// those of differs that are alike everywhere.
func (p *printed) hold(t *testing.T, list []string, text string, differs map[string]string, same map[string]bool) {
	t.Helper()
	policy, err := model.Lookup("node@" + p.Release)
	if err != nil {
		t.Fatal(err)
	}
	l, stop := runUnder(t, load(t, "app.js", text), policy, nil, program.Options{})
	got := shown(list, strings.Join(l.lines, "\n")+"\n")
	if stop.Error.String() != "" {
		t.Errorf("ended by %s", stop.Error.String())
	}
	for _, e := range list {
		want, known := p.Shows[e]
		_, listed := differs[e]
		switch was, asked := same[e]; {
		case !known:
			t.Errorf("%s was not recorded", e)
		case listed:
			same[e] = (was || !asked) && got[e] == want
		case got[e] != want:
			t.Errorf("%s\nis shown as\n%s\nand node %s shows\n%s", e, got[e], p.Release, want)
		}
	}
}

func recordPrinted(t *testing.T, name string, printer func([]string) string) {
	t.Helper()
	var out bytes.Buffer
	for _, release := range printers {
		binary, err := nodes.Path(release)
		if err != nil {
			t.Fatal(err)
		}
		list := expressions(t, name, release)
		file := filepath.Join(t.TempDir(), "app.js")
		if err := os.WriteFile(file, []byte(printer(list)), 0o666); err != nil {
			t.Fatal(err)
		}
		output, err := exec.Command(binary, file).Output()
		if err != nil {
			t.Fatalf("node %s: %v", release, err)
		}
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(printed{release, shown(list, string(output))}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("testdata/"+name+".jsonl", out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
