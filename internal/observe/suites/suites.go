// Package suites runs the tests that the authors of ECMA-262 keep for engines,
// test262, on the simulated loop, as far as they are about promises, jobs and
// functions that await. The suite is no part of this project: its folder is
// given.
package suites

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Folders are the parts of the suite that are about the order of jobs.
func Folders() []string {
	return []string{
		"test/built-ins/AsyncFromSyncIteratorPrototype",
		"test/built-ins/AsyncFunction",
		"test/built-ins/AsyncGeneratorFunction",
		"test/built-ins/AsyncGeneratorPrototype",
		"test/built-ins/AsyncIteratorPrototype",
		"test/built-ins/Promise",
		"test/language/expressions/async-arrow-function",
		"test/language/expressions/async-function",
		"test/language/expressions/async-generator",
		"test/language/expressions/await",
		"test/language/statements/async-function",
		"test/language/statements/async-generator",
		"test/language/statements/for-await-of",
	}
}

// Test is one file of the suite, with what its head says of it (INTERPRETING.md
// of test262).
type Test struct {
	Name     string // by the suite's folder, with slashes
	Text     string
	Flags    []string
	Includes []string
	Features []string
	Phase    string // of a negative test: parse, resolution or runtime; else ""
	Error    string // the name of the error that a negative test ends by
}

func (t *Test) has(flag string) bool { return slices.Contains(t.Flags, flag) }

// Suite is the suite's folder.
type Suite struct {
	root    string
	helpers map[string]string // files of the folder harness
}

// Open takes a folder that has the suite.
func Open(root string) (*Suite, error) {
	s := &Suite{root: root, helpers: make(map[string]string)}
	for _, name := range []string{"assert.js", "sta.js", "doneprintHandle.js"} {
		if _, err := s.helper(name); err != nil {
			return nil, fmt.Errorf("%s has no test262: %w", root, err)
		}
	}
	return s, nil
}

func (s *Suite) helper(name string) (string, error) {
	if text, ok := s.helpers[name]; ok {
		return text, nil
	}
	text, err := os.ReadFile(filepath.Join(s.root, "harness", filepath.FromSlash(name)))
	if err != nil {
		return "", err
	}
	s.helpers[name] = string(text)
	return string(text), nil
}

// Tests reads the tests below a folder of the suite, in the order of their
// names.
func (s *Suite) Tests(folder string) (all []Test, err error) {
	err = fs.WalkDir(os.DirFS(s.root), folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".js" || strings.Contains(path.Base(name), "_FIXTURE") {
			return err
		}
		text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		test, err := parse(name, string(text))
		if err != nil {
			return err
		}
		all = append(all, test)
		return nil
	})
	return all, err
}

// parse reads the head of a test: YAML of the few forms that the suite has.
func parse(name, text string) (Test, error) {
	t := Test{Name: name, Text: text}
	_, head, opened := strings.Cut(text, "/*---")
	head, _, closed := strings.Cut(head, "---*/")
	if !opened || !closed {
		return t, fmt.Errorf("%s has no head", name)
	}
	lines := strings.Split(strings.ReplaceAll(head, "\r", "\n"), "\n")
	for i, line := range lines {
		key, value, ok := strings.Cut(line, ":")
		if !ok || key != strings.TrimSpace(key) {
			continue
		}
		switch value = strings.TrimSpace(value); key {
		case "flags":
			t.Flags = list(value, lines[i+1:])
		case "includes":
			t.Includes = list(value, lines[i+1:])
		case "features":
			t.Features = list(value, lines[i+1:])
		case "negative":
			for _, inner := range lines[i+1:] {
				if !strings.HasPrefix(inner, " ") {
					break
				}
				key, value, _ := strings.Cut(strings.TrimSpace(inner), ":")
				switch key {
				case "phase":
					t.Phase = strings.TrimSpace(value)
				case "type":
					t.Error = strings.TrimSpace(value)
				}
			}
		}
	}
	return t, nil
}

// list is a list in one line or more: [a, b], or one item a line behind a dash.
func list(value string, below []string) (items []string) {
	if strings.HasPrefix(value, "[") {
		for !strings.Contains(value, "]") && len(below) > 0 {
			value, below = value+" "+below[0], below[1:]
		}
		value, _, _ = strings.Cut(value[1:], "]")
		for item := range strings.SplitSeq(value, ",") {
			if item = strings.TrimSpace(item); item != "" {
				items = append(items, item)
			}
		}
		return items
	}
	for _, line := range below {
		item, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if !ok {
			break
		}
		items = append(items, strings.TrimSpace(item))
	}
	return items
}
