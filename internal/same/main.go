// Command same says whether two builds of evsim print the same bytes, and end
// with the same exit codes: for every scenario, command and format, before and
// after a change that is to change nothing.
//
//	go build -o before ./cmd/evsim     (in the tree before)
//	go build -o after ./cmd/evsim
//	go run ./internal/same before after scenarios docs/lessons
//
// It prints each call whose output differs, with the first line that does, and
// ends with 1 if there is one.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: same BEFORE AFTER FOLDER...")
		os.Exit(2)
	}
	different, all, err := compare(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "same:", err)
		os.Exit(2)
	}
	for _, d := range different {
		fmt.Println(d)
	}
	fmt.Printf("%d of %d calls differ\n", len(different), all)
	if len(different) > 0 {
		os.Exit(1)
	}
}

// compare makes every call with both builds. What differs comes in the order of
// the calls.
func compare(before, after string, folders []string) (different []string, all int, err error) {
	before, err = filepath.Abs(before)
	if err != nil {
		return nil, 0, fmt.Errorf("the build before: %w", err)
	}
	after, err = filepath.Abs(after)
	if err != nil {
		return nil, 0, fmt.Errorf("the build after: %w", err)
	}
	files, err := scenarios(folders)
	if err != nil {
		return nil, 0, err
	}
	list := calls(files)
	found := make([]string, len(list))
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		wait.Go(func() {
			for i := range next {
				if old, now := outcome(before, list[i]), outcome(after, list[i]); !bytes.Equal(old, now) {
					found[i] = "evsim " + strings.Join(list[i], " ") + "\n" + firstDifference(old, now)
				}
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wait.Wait()
	return slices.DeleteFunc(found, func(d string) bool { return d == "" }), len(list), nil
}

// scenarios are the files of folders, in the order of their names.
func scenarios(folders []string) (files []string, err error) {
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".yaml" {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("the folder %s: %w", folder, err)
		}
	}
	slices.Sort(files)
	return files, nil
}

// each is what every scenario is given to; FILE stands for it. Searches have a
// limit that ends them at the same place on every machine.
var each = [][]string{
	{"run", "FILE"},
	{"run", "--format", "log", "FILE"},
	{"run", "--format", "ndjson", "FILE"},
	{"run", "--format", "ndjson", "--seed", "7", "FILE"},
	{"explore", "--budget", "paths=3000", "FILE"},
	{"explore", "--budget", "paths=3000", "--format", "ndjson", "FILE"},
	{"explore", "--budget", "paths=1000", "--unknown", "startup,phase", "FILE"},
	{"test", "--no-time", "FILE"},
	{"test", "--no-time", "--format", "json", "FILE"},
	{"test", "--no-time", "--format", "tap", "FILE"},
	{"test", "--no-time", "--format", "junit", "FILE"},
	{"test", "--no-time", "--format", "github", "FILE"},
	{"check", "FILE"},
	{"lint", "FILE"},
	{"fmt", "-d", "FILE"},
	{"export", "--to", "node", "FILE"},
	{"export", "--to", "browser", "FILE"},
	{"trace", "--format", "marble", "FILE"},
	{"trace", "--format", "mermaid", "FILE"},
	{"trace", "--format", "svg", "FILE"},
	{"trace", "--format", "perfetto", "FILE"},
	{"report", "FILE"},
	{"why", "FILE", "A", "B"},
	{"why", "--format", "json", "FILE", "A", "B"},
}

// once is what is called without a scenario.
var once = [][]string{
	{"policies"}, {"policies", "-v"}, {"policies", "--format", "json"}, {"schema"}, {"test", "--list", "scenarios"}, {"test", "--coverage", "--no-time", "scenarios"},
}

// commands are those whose help is compared.
var commands = []string{
	"check", "diff", "explore", "export", "fmt", "init", "lab", "lint", "observe", "policies", "report", "review",
	"run", "schema", "step", "test", "trace", "version", "why",
}

func calls(files []string) (list [][]string) {
	list = append(list, once...)
	for _, command := range commands {
		list = append(list, []string{command, "--help"})
	}
	for _, file := range files {
		first, last := ends(file)
		for _, call := range each {
			list = append(list, replaced(call, map[string]string{"FILE": file, "A": first, "B": last}))
		}
	}
	return list
}

func replaced(call []string, words map[string]string) []string {
	out := slices.Clone(call)
	for i, word := range out {
		if to, ok := words[word]; ok {
			out[i] = to
		}
	}
	return out
}

// ends are the first and the last text that a file logs, as far as a glance can
// tell: what `why` is asked about.
func ends(file string) (first, last string) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "a", "b"
	}
	for line := range strings.Lines(string(text)) {
		_, logged, ok := strings.Cut(line, "log: ")
		if ok {
			last = strings.Trim(logged, " \n}'\"")
			first = cmp.Or(first, last)
		}
	}
	return cmp.Or(first, "a"), cmp.Or(last, "b")
}

// outcome is what a call prints and how it ends.
func outcome(program string, call []string) []byte {
	cmd := exec.Command(program, call...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "CI=", "GITHUB_ACTIONS=")
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err := cmd.Run()
	return fmt.Appendf(nil, "%s\n-- standard error\n%s\n-- ended: %v\n", out.Bytes(), complaints.Bytes(), err)
}

// longest is how much of a line is shown.
const longest = 200

func firstDifference(old, now []byte) string {
	a, b := strings.Split(string(old), "\n"), strings.Split(string(now), "\n")
	for i := range max(len(a), len(b)) {
		x, y := line(a, i), line(b, i)
		if x != y {
			return fmt.Sprintf("  line %d\n  before: %s\n  after:  %s", i+1, x, y)
		}
	}
	return fmt.Sprintf("  %x and %x", sha256.Sum256(old), sha256.Sum256(now))
}

func line(lines []string, i int) string {
	if i >= len(lines) {
		return "(nothing)"
	}
	if len(lines[i]) > longest {
		return lines[i][:longest] + fmt.Sprintf("... (%x)", sha256.Sum256([]byte(lines[i])))
	}
	return lines[i]
}
