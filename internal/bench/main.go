// Command bench measures evsim and its peers, and writes docs/performance.md:
//
//	go run ./internal/bench -node PATH -fake-timers FOLDER -python PATH
//
// A peer that is not there is left out. Everything is measured in rounds, one
// subject after the other, so that a busy minute of the machine falls on all.
//
//	go run ./internal/bench -agree OLD NEW
//
// says which ratios of two such pages lie outside the spread that the other page
// states.
//
//	go run ./internal/bench -proofs
//
// measures the proofs beside those of Spin alone, and leaves the rest of the page as it is.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"evsim/internal/replace"
)

func main() {
	var b bench
	out := flag.String("o", filepath.Join("docs", "performance.md"), "write the page to this `FILE`")
	flag.IntVar(&b.rounds, "rounds", 5, "measure `N` times")
	flag.StringVar(&b.node, "node", "node", "the `PATH` of Node 24")
	flag.StringVar(&b.fakeTimers, "fake-timers", "", "a `FOLDER` where npm has installed @sinonjs/fake-timers 15.5")
	flag.StringVar(&b.valgrind, "valgrind", "valgrind", "the `PATH` of valgrind, which counts instructions")
	flag.StringVar(&b.python, "python", "python3", "the `PATH` of a Python that has SimPy 3")
	flag.StringVar(&b.spin, "spin", "spin", "the `PATH` of Spin 6, which needs gcc")
	proofs := flag.Bool("proofs", false, "measure the proofs beside those of Spin alone, and write their table into the page")
	old := flag.String("agree", "", "measure nothing; compare the page in this `FILE` with the one that follows")
	flag.Parse()
	do := func() error { return b.run(*out) }
	switch {
	case *old != "":
		do = func() error { return agree(os.Stdout, *old, flag.Arg(0)) }
	case *proofs:
		do = func() error { return b.proofsOnly(*out) }
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
	valgrind, spin           string          // "" if it is not there
	dir                      string          // for what is built
	load                     string          // of the machine as it began; "" where the system does not tell
	round                    results         // of this round
	found                    results         // of each round, the median
	given                    map[string]bool // proofs that were given up
}

// measuring makes room for what is built, and looks who is there.
func (b *bench) measuring(do func() error) error {
	dir, err := os.MkdirTemp("", "evsim-bench")
	if err != nil {
		return fmt.Errorf("no room to build in: %w", err)
	}
	defer os.RemoveAll(dir)
	b.dir, b.load, b.found, b.given = dir, machineLoad(), results{}, make(map[string]bool)
	if b.version(b.valgrind, "--version") == "" {
		b.valgrind = ""
	}
	if b.version(b.spin, "-V") == "" || b.version("gcc", "--version") == "" {
		b.spin = ""
	}
	return do()
}

func (b *bench) run(out string) error { return b.measuring(func() error { return b.all(out) }) }

// all measures everything.
func (b *bench) all(out string) error {
	if err := b.build(); err != nil {
		return err
	}
	for round := range b.rounds {
		b.round = results{}
		for _, step := range b.steps(round) {
			fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, b.rounds, step.name)
			if err := step.run(); err != nil {
				return fmt.Errorf("%s: %w", step.name, err)
			}
		}
		b.found.addMedians(b.round)
	}
	if err := replace.Write(out, []byte(b.page())); err != nil {
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
