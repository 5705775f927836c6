// Command bench measures evsim and its peers, keeps what it measured, and writes
// docs/performance.md from all that is kept:
//
//	go run ./internal/bench -node PATH -fake-timers FOLDER -python PATH
//
// A peer that is not there is left out. Everything is measured in rounds, one
// subject after the other, so that a busy minute of the machine falls on all.
//
//	go run ./internal/bench -only chains,proofs
//
// measures parts of it.
//
//	go run ./internal/bench -page
//
// measures nothing, and writes the page: after a record was removed, because what it
// measured is no longer so.
//
//	go run ./internal/bench -agree FILE
//
// says which ratios of a record lie outside the ranges that the others give.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"evsim/internal/replace"
)

func main() {
	var b bench
	folder := flag.String("records", filepath.Join("internal", "bench", "records"), "keep measurements in this `FOLDER`")
	out := flag.String("o", filepath.Join("docs", "performance.md"), "write the page to this `FILE`")
	flag.IntVar(&b.rounds, "rounds", 2, "measure `N` times")
	flag.StringVar(&b.node, "node", "node", "the `PATH` of Node 24")
	flag.StringVar(&b.fakeTimers, "fake-timers", "", "a `FOLDER` where npm has installed @sinonjs/fake-timers 15.5")
	flag.StringVar(&b.valgrind, "valgrind", "valgrind", "the `PATH` of valgrind, which counts instructions")
	flag.StringVar(&b.python, "python", "python3", "the `PATH` of a Python that has SimPy 3")
	flag.StringVar(&b.spin, "spin", "spin", "the `PATH` of Spin 6, which needs gcc")
	only := flag.String("only", strings.Join(parts, ","), "measure these `PARTS`")
	page := flag.Bool("page", false, "measure nothing; write the page")
	file := flag.String("agree", "", "measure nothing; compare the record in this `FILE` with the others")
	flag.Parse()
	do := func() error { return b.run(*only, *folder, *out) }
	switch {
	case *file != "":
		do = func() error { return agree(os.Stdout, *folder, *file) }
	case *page:
		do = func() error { return writePage(*folder, *out) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is where the subjects are, and what was measured.
type bench struct {
	rounds                   int
	node, fakeTimers, python string
	valgrind, spin           string // "" if it is not there
	dir                      string // for what is built
	found                    results
	given                    map[string]bool // proofs that were given up
}

// run measures, keeps the record, says how it agrees with the others, and writes the page.
func (b *bench) run(only, folder, page string) error {
	chosen := strings.Split(only, ",")
	for _, part := range chosen {
		if !slices.Contains(parts, part) {
			return fmt.Errorf("%q is none of %s", part, strings.Join(parts, ", "))
		}
	}
	made, err := b.measure(chosen)
	if err != nil {
		return err
	}
	file, err := made.keep(folder)
	if err != nil {
		return err
	}
	fmt.Printf("%s is written\n", file)
	if err := writePage(folder, page); err != nil {
		return err
	}
	if err := agree(os.Stdout, folder, file); !errors.Is(err, errNothingToCompare) {
		return err
	}
	return nil
}

// measure is a record of these parts.
func (b *bench) measure(chosen []string) (record, error) {
	dir, err := os.MkdirTemp("", "evsim-bench")
	if err != nil {
		return record{}, fmt.Errorf("no room to build in: %w", err)
	}
	defer os.RemoveAll(dir)
	b.dir, b.found, b.given = dir, results{}, make(map[string]bool)
	if b.version(b.valgrind, "--version") == "" {
		b.valgrind = ""
	}
	if b.version(b.spin, "-V") == "" || b.version("gcc", "--version") == "" {
		b.spin = ""
	}
	made := record{when: time.Now(), machine: machine(), tools: b.tools(), load: machineLoad(), numbers: b.found}
	if err := b.build(); err != nil {
		return record{}, err
	}
	for round := range b.rounds {
		for _, step := range b.steps(round) {
			if !slices.Contains(chosen, step.part) {
				continue
			}
			fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, b.rounds, step.part)
			if err := step.run(); err != nil {
				return record{}, fmt.Errorf("%s: %w", step.part, err)
			}
		}
	}
	if len(b.found) == 0 {
		return record{}, fmt.Errorf("this machine has nothing that measures %s", strings.Join(chosen, ", "))
	}
	made.load += " to " + machineLoad()
	return made, nil
}

// tools are the versions of what measures, and of what is measured.
func (b *bench) tools() string {
	found := []string{runtime.Version()}
	if version := b.version(b.node, "--version"); version != "" {
		found = append(found, "Node "+version)
	}
	if version := b.spinVersion(); version != "" {
		found = append(found, version)
	}
	return strings.Join(found, ", ")
}

// writePage writes what a folder of records says.
func writePage(folder, page string) error {
	all, err := readRecords(folder)
	if err != nil {
		return err
	}
	if err := replace.Write(page, []byte(all.page())); err != nil {
		return fmt.Errorf("the page: %w", err)
	}
	return nil
}

// build builds what is run more than once.
func (b *bench) build() error {
	for _, args := range [][]string{
		{"test", "-c", "-o", b.in("model.test"), "./model"},
		{"test", "-c", "-o", b.in("syntax.test"), "./scenario/syntax"},
		{"build", "-o", b.in("evsim-cgo"), "./cmd/evsim"},
		{"build", "-o", b.in("evsim"), "./cmd/evsim"},
		{"build", "-o", b.in("parse"), "./internal/bench/parse"},
	} {
		c := exec.Command("go", args...)
		if args[2] == b.in("evsim") { // as the README installs it
			c.Env = append(os.Environ(), "CGO_ENABLED=0")
		}
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("go %s: %w\n%s", args[0], err, out)
		}
	}
	return b.writeInputs()
}

func (b *bench) in(name string) string { return filepath.Join(b.dir, name) }
