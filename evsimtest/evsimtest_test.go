package evsimtest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evsim/evsimtest"
)

// TestScenarios is what a user writes.
func TestScenarios(t *testing.T) { evsimtest.Run(t, "testdata/good") }

// The folder that TestFixture runs on, and with which options.
const (
	fixture        = "EVSIMTEST_FOLDER"
	fixtureOptions = "EVSIMTEST_OPTIONS"
)

// TestFixture is run by the tests below, in a process of its own: it is meant to
// fail.
func TestFixture(t *testing.T) {
	dir := os.Getenv(fixture)
	if dir == "" {
		t.Skip("it is run by other tests, on a folder of theirs")
	}
	switch os.Getenv(fixtureOptions) {
	case "":
		evsimtest.Run(t, dir)
	case "sampled":
		evsimtest.Run(t, dir, evsimtest.Budget(time.Minute), evsimtest.AllowSampled())
	case "no time":
		evsimtest.Run(t, dir, evsimtest.Budget(time.Nanosecond))
	}
}

// The files of the fixtures.
const (
	good = "evsim: 1\nname: good\npolicies: [node20, node22]\nscript:\n  - nextTick:\n    do: {log: tick}\n  - log: main\nexpect:\n  - log: [main, tick]\n"
	bad  = "evsim: 1\nname: bad\npolicies: [node22]\nscript:\n  - nextTick:\n    do: {log: tick}\n  - log: main\nrules:\n  - tick before main\n"
	some = "evsim: 1\nname: some\npolicies: [node20, node22]\nscript:\n  - log: main\nexpect:\n  - policy: node22\n    log: [main]\n"
	none = "evsim: 1\nname: none\npolicies: [node22]\nscript:\n  - log: main\n"
	typo = "evsim: 1\nname: typo\nscript:\n  - lgo: main\n"

	// The order hangs on when the loop starts, which the file does not say.
	assumes = "evsim: 1\nname: assumes\npolicies: [node22]\nscript:\n  - setTimeout: 0\n    do: {log: timeout}\n  - setImmediate:\n    do: {log: immediate}\nrules:\n  - immediate before timeout\n"
	// The jitter of the clock is drawn and not explored.
	jitters = "evsim: 1\nname: jitters\npolicies: [node22]\nclock: {startup: 0ms, phase: 0ms, skew: {jitter: 1ms}}\nscript:\n  - setTimeout: 5\n    do: {log: timeout}\n  - log: main\nrules:\n  - main before timeout\n"
	// The order hangs on a range.
	ranges = "evsim: 1\nname: ranges\npolicies: [node22]\nclock: {startup: 0ms..2ms, phase: 0ms}\nscript:\n  - setTimeout: 0\n    do: {log: timeout}\n  - setImmediate:\n    do: {log: immediate}\nexpect:\n  - log: [immediate, timeout]\n"
)

func TestFailures(t *testing.T) {
	for name, test := range map[string]struct {
		files   map[string]string
		options string
		passes  bool
		says    []string
	}{
		"all holds":         {map[string]string{"a.yaml": good, "deep/b.yml": good, "other.yaml": "a: 1\n", ".hidden/c.yaml": bad}, "", true, []string{"--- PASS: TestFixture/a.yaml/node20", "--- PASS: TestFixture/deep/b.yml/node22", "other.yaml"}},
		"one does not hold": {map[string]string{"a.yaml": good, "b.yaml": bad}, "", false, []string{"--- PASS: TestFixture/a.yaml/node22", "--- FAIL: TestFixture/b.yaml/node22", `b.yaml:9:5: tick before main: "main" is logged before "tick"`, "see it: evsim run", "--policy node22"}},
		"another order":     {map[string]string{"a.yaml": ranges}, "", false, []string{`expected "immediate", logged "timeout"`, "startup 1ms", "--replay"}},
		"not of all policies": {map[string]string{"a.yaml": some}, "", true, []string{
			"--- SKIP: TestFixture/a.yaml/node20", "nothing is expected of node20", "--- PASS: TestFixture/a.yaml/node22"}},
		"nothing is expected":          {map[string]string{"a.yaml": none}, "", false, []string{"--- FAIL: TestFixture/a.yaml", "nothing is expected here"}},
		"no scenario":                  {map[string]string{"a.yaml": typo, "b.yaml": good}, "", false, []string{"--- FAIL: TestFixture/a.yaml", "a.yaml:4:5: error: `lgo` is not a verb", "did you mean `log`?", "--- PASS: TestFixture/b.yaml"}},
		"an empty folder":              {nil, "", false, []string{"no scenario in"}},
		"it rests on what is left out": {map[string]string{"a.yaml": assumes}, "", false, []string{"OPEN", "it depends on `clock.startup: 0ms`", "--unknown startup,phase"}},
		"the same, allowed":            {map[string]string{"a.yaml": assumes}, "sampled", false, []string{"it depends on `clock.startup: 0ms`"}},
		"sampled":                      {map[string]string{"a.yaml": jitters}, "", false, []string{"OPEN", "the clock's jitter is drawn at random and cannot be explored"}},
		"sampled, allowed":             {map[string]string{"a.yaml": jitters}, "sampled", true, []string{"OPEN", "the clock's jitter is drawn at random and cannot be explored"}},
		"no time":                      {map[string]string{"a.yaml": good}, "no time", false, []string{"OPEN", "the limit of 1ns was reached"}},
		"violated, though allowed":     {map[string]string{"a.yaml": ranges}, "sampled", false, []string{`expected "immediate", logged "timeout"`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for file, text := range test.files {
				at := filepath.Join(dir, filepath.FromSlash(file))
				if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			holds(t, dir, test.options, test.passes, test.says)
		})
	}
}

func TestNoFolder(t *testing.T) {
	holds(t, filepath.Join(t.TempDir(), "missing"), "", false, []string{"missing: no such file or directory"})
}

// holds runs TestFixture on a folder, and wants that it passes or not, and says
// all of these.
func holds(t *testing.T, dir, options string, passes bool, says []string) {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary, "-test.run=^TestFixture$", "-test.v")
	cmd.Env = append(os.Environ(), fixture+"="+dir, fixtureOptions+"="+options)
	out, err := cmd.CombinedOutput()
	if (err == nil) != passes {
		t.Errorf("it passes: %t, want %t", err == nil, passes)
	}
	for _, want := range says {
		if !strings.Contains(string(out), want) {
			t.Errorf("it does not say %q", want)
		}
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}
