package js

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/internal/observe/nodes"
	"evsim/model"
	"evsim/program"
)

// ran is what a release of Node printed for a program in testdata/programs, whose
// order hangs on nothing but the program.
type ran struct{ Program, Release, Output string }

const ranFile = "testdata/programs/printed.jsonl"

// TestPrograms holds what programs print against what releases of Node printed.
func TestPrograms(t *testing.T) {
	if *record {
		recordRuns(t)
	}
	holdPrograms(t, ranFile, func(release string) string { return "node@" + release })
}

// TestProgramsInWebKit holds it against what the shell of WebKit's engine printed:
// jsc, where print stands for console.log.
func TestProgramsInWebKit(t *testing.T) {
	holdPrograms(t, "testdata/programs/printed-webkit.jsonl", func(string) string { return "webkit" })
}

func holdPrograms(t *testing.T, file string, policy func(release string) string) {
	t.Helper()
	programs := make(map[string]*Program)
	for _, r := range recorded[ran](t, file) {
		t.Run(r.Program+"/"+r.Release, func(t *testing.T) {
			p := programs[r.Program]
			if p == nil {
				text, err := os.ReadFile("testdata/programs/" + r.Program)
				if err != nil {
					t.Fatal(err)
				}
				p = load(t, r.Program, string(text))
				programs[r.Program] = p
			}
			w := p.world.Clone()
			w.Clock.Startup = clock.Exactly(2 * clock.Millisecond)
			l, stop := runUnder(t, p, model.MustLookup(policy(r.Release)), &w, program.Options{})
			if got := strings.Join(l.lines, "\n") + "\n"; got != r.Output {
				t.Errorf("printed\n%s(%s)\nand %s %s printed\n%s", got, stop.Error.String(), policy(r.Release), r.Release, r.Output)
			}
		})
	}
}

// more are releases besides those that every program is run on: for what came with them.
var more = map[string][]string{
	"assert.js":              {"10.24.1", "14.21.3", "24.21.0"},
	"await-odd.js":           {"10.24.1", "11.15.0", "14.21.3", "24.21.0"},
	"yield-star-missing.js":  {"10.24.1", "11.15.0", "14.21.3", "24.21.0"},
	"assert-rejects.js":      {"10.24.1", "14.21.3", "16.20.2", "24.21.0"},
	"context-carried.js":     {"24.21.0"},
	"context-entered.js":     {"15.14.0", "24.0.0", "24.21.0"},
	"context-errors.js":      {"14.21.3", "15.14.0", "24.21.0"},
	"context-rejections.js":  {"14.21.3", "15.14.0", "24.21.0"},
	"context-two.js":         {"14.17.6", "14.18.0", "15.14.0", "16.8.0", "16.9.0", "24.0.0", "24.1.0"},
	"base64.js":              {"16.20.2"},
	"inspect-options.js":     {"10.24.1", "14.21.3", "16.20.2"},
	"warnings-microtask.js":  {"11.15.0"},
	"warnings-listeners.js":  {"10.24.1", "14.21.3"},
	"warnings-refused.js":    {"10.24.1", "14.21.3"},
	"warnings-rejections.js": {"10.24.1", "14.21.3"},
	"weak-keys.js":           {"18.18.0"},
	"errors-origin.js":       {"10.24.1", "11.15.0", "14.21.3", "16.20.2", "24.21.0"},
	"names.js":               {"10.3.0", "10.4.0", "10.24.1", "11.15.0", "14.21.3", "15.14.0", "16.5.0", "16.6.0", "16.8.0", "16.9.0", "16.20.2", "17.0.0", "20.3.1", "21.7.3", "23.0.0", "24.21.0", "25.0.0"},
}

// What programs run on that need what came with Node 16, or with 18.
var (
	since16 = []string{"16.20.2", "18.20.8", "20.20.2", "22.23.3", "26.10.0"}
	since18 = []string{"18.20.8", "20.20.2", "22.23.3", "26.10.0"}
)

// only are the releases that a program runs on: others end at a rejection, or have not what it is about.
var only = map[string][]string{
	"ports-arguments.js":      since16,
	"ports-close.js":          since16,
	"ports-late.js":           since16,
	"ports-messages.js":       since16,
	"ports-order.js":          since16,
	"ports-random-1.js":       since16,
	"ports-random-2.js":       since16,
	"ports-random-3.js":       since16,
	"ports-random-4.js":       since16,
	"ports-throws.js":         since16,
	"ports-turns.js":          since16,
	"targets-nodes.js":        since16,
	"abort-any.js":            {"20.20.2", "22.0.0", "22.10.0", "26.10.0"},
	"clone-transfer.js":       {"18.20.8", "24.21.0"},
	"emitter-captures.js":     {"11.15.0", "12.22.12", "14.21.3", "16.20.2", "24.21.0"},
	"event-details.js":        {"16.20.2", "20.20.2", "26.10.0"},
	"exception-monitor.js":    {"12.22.12", "16.20.2", "24.21.0"},
	"module-never.mjs":        {"16.20.2", "20.20.2", "22.12.0", "24.21.0"},
	"module-rejects.mjs":      {"16.20.2", "20.20.2", "24.21.0"},
	"promise-names.js":        {"10.24.1", "14.21.3", "18.20.8", "26.10.0"},
	"timers-inherit.js":       {"10.24.1", "12.22.12", "20.20.2", "26.10.0"},
	"targets.js":              since18,
	"timers-refused.js":       since16,
	"warnings-stack.js":       {"10.24.1", "12.22.12", "14.21.3"},
	"warnings-unhandled.js":   {"10.24.1", "12.22.12", "14.21.3"},
	"abort-timeout.js":        since18,
	"abort-timeout-throws.js": since18,
	"class-members.js":        since18,
	"clone-kinds.js":          since18,
	"module-names.mjs":        since18,
	"module-strict.mjs":       since18,
}

func recordRuns(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.*js")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for _, file := range files {
		releases := only[filepath.Base(file)]
		if releases == nil {
			releases = append(more[filepath.Base(file)], "12.22.12", "18.20.8", "20.20.2", "22.23.3", "26.10.0")
		}
		for _, release := range releases {
			binary, err := nodes.Path(release)
			if err != nil {
				t.Fatal(err)
			}
			output, err := exec.Command(binary, file).Output()
			if err != nil {
				t.Fatalf("node %s %s: %v", release, file, err)
			}
			if err := encoder.Encode(ran{filepath.Base(file), release, string(output)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(ranFile, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
