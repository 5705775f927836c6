package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const ciExamples = "../../docs/examples/ci"

// The examples for CI systems stand in docs/ci.md as they are.
func TestDocumentShowsExamplesForCI(t *testing.T) {
	page := textOf(t, "../../docs/ci.md")
	for _, file := range ciFiles(t) {
		if !strings.Contains(page, fence+"yaml\n"+textOf(t, file)+fence+"\n") {
			t.Errorf("docs/ci.md does not show %s as it is", file)
		}
	}
}

// What the examples and the hooks have evsim do, it does: on scenarios that are
// in order everything passes.
func TestExamplesForCIRun(t *testing.T) {
	command := regexp.MustCompile(`(?m)^\s*(?:- (?:run: )?|entry: )(evsim .*)$`)
	var commands []string
	for _, file := range ciFiles(t) {
		for _, found := range command.FindAllStringSubmatch(textOf(t, file), -1) {
			line := found[1]
			if strings.Contains(file, "pre-commit") {
				line += " scenarios/race.yaml"
			}
			commands = append(commands, line)
		}
	}
	for _, found := range command.FindAllStringSubmatch(textOf(t, "../../.pre-commit-hooks.yaml"), -1) {
		commands = append(commands, found[1]+" scenarios/race.yaml")
	}
	if len(commands) != 12 {
		t.Errorf("%d commands: %q", len(commands), commands)
	}
	race := textOf(t, "../../scenarios/seeds/seed0-05-timeout-immediate-main.yaml")
	t.Chdir(t.TempDir())
	if err := os.Mkdir("scenarios", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("scenarios/race.yaml", []byte(race), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, line := range commands {
		var out bytes.Buffer
		if code := newApp(strings.NewReader(""), &out, &out).execute(t.Context(), words(t, line)[1:]); code != done {
			t.Errorf("%s: exit code %d\n%s", line, code, &out)
		}
	}
	for _, report := range []string{"results.xml", "coverage.html"} {
		if textOf(t, report) == "" {
			t.Errorf("%s is empty", report)
		}
	}
}

// The hooks that the example names are those that there are.
func TestHooksAreNamed(t *testing.T) {
	id := regexp.MustCompile(`(?m)^\s*- id: (.*)$`)
	var named, there []string
	for _, found := range id.FindAllStringSubmatch(textOf(t, ciExamples+"/pre-commit.yaml"), -1) {
		named = append(named, found[1])
	}
	for _, found := range id.FindAllStringSubmatch(textOf(t, "../../.pre-commit-hooks.yaml"), -1) {
		there = append(there, found[1])
	}
	if len(there) == 0 || !slices.Equal(named, there) {
		t.Errorf("there are the hooks %q, and the example has %q", there, named)
	}
}

func ciFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(ciExamples + "/*.yaml")
	if err != nil || len(files) != 6 {
		t.Fatal(files, err)
	}
	return files
}

func textOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
