package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"evsim/internal/bench/interleave"
	"evsim/internal/cputime"
	"evsim/internal/replace"
)

// proved are the programs of which a rule is proved, by evsim and by Spin.
var proved = []interleave.Program{{Parts: 10, Waits: 1}, {Parts: 14, Waits: 1}, {Parts: 4, Waits: 3}, {Parts: 8, Waits: 3}, {Parts: 20, Waits: 3}}

// provers are who proves it.
var provers = []struct{ key, name string }{
	{"own", "Spin, each callback a step of its part"},
	{"loop", "Spin, a loop that runs callbacks"},
	{"part", "evsim"},
	{"whole", "evsim, of the whole program"},
}

// What a proof may take.
const (
	proofSeconds = 40
	spinMegabyte = 2048
)

const (
	statesOf   = "states "
	proofTitle = "Proofs beside Spin"
)

func proofKey(p interleave.Program, prover string) string {
	return fmt.Sprintf("proof %d/%d/%s", p.Parts, p.Waits, prover)
}

// proofs measures the proofs, Spin's where it is there.
func (b *bench) proofs() error {
	for _, p := range proved {
		for _, by := range provers {
			key := proofKey(p, by.key)
			if b.given[key] || strings.HasPrefix(by.name, "Spin") && b.spin == "" {
				continue
			}
			states, ns, err := b.proof(p, by.key)
			switch {
			case errors.Is(err, errUnproved):
				b.given[key] = true
				continue
			case err != nil:
				return fmt.Errorf("%s: %w", key, err)
			}
			b.found.add(key, ns)
			b.found.add(statesOf+key, float64(states))
		}
	}
	return nil
}

var errUnproved = errors.New("it takes too long, or too much memory")

// proof is what one proof takes: states, or paths, and nanoseconds of processor time.
func (b *bench) proof(p interleave.Program, by string) (states int, ns float64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), proofSeconds*time.Second)
	defer cancel()
	if by == "own" || by == "loop" {
		return b.spinProof(ctx, p.Promela(by == "loop"))
	}
	var watch cputime.Stopwatch
	watch.Start()
	found, err := p.Prove(ctx, by == "whole")
	watch.Stop()
	if err == nil && !found.Proved {
		err = errUnproved
	}
	return found.Paths, watch.Per(1), err
}

// spinProof has Spin make a checker, and runs it: with partial-order reduction, which
// it has by itself.
func (b *bench) spinProof(ctx context.Context, promela string) (states int, ns float64, err error) {
	dir, err := os.MkdirTemp(b.dir, "spin")
	if err != nil {
		return 0, 0, fmt.Errorf("no room for a model: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := replace.Write(filepath.Join(dir, "model.pml"), []byte(promela)); err != nil {
		return 0, 0, fmt.Errorf("a model: %w", err)
	}
	for _, args := range [][]string{
		{b.spin, "-a", "model.pml"},
		{"gcc", "-O2", "-DSAFETY", "-DVECTORSZ=4096", "-DMEMLIM=" + strconv.Itoa(spinMegabyte), "-o", "pan", "pan.c"},
	} {
		c := exec.Command(args[0], args[1:]...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			return 0, 0, fmt.Errorf("%s: %w\n%s", args[0], err, out)
		}
	}
	var out bytes.Buffer
	pan := exec.CommandContext(ctx, filepath.Join(dir, "pan"), "-m1000000")
	pan.Dir, pan.Stdout, pan.Stderr = dir, &out, &out
	err = pan.Run()
	switch {
	case ctx.Err() != nil:
		return 0, 0, errUnproved
	case err != nil:
		return 0, 0, fmt.Errorf("the checker: %w\n%s", err, out.Bytes())
	}
	states, err = statesIn(out.String())
	return states, float64((pan.ProcessState.UserTime() + pan.ProcessState.SystemTime()).Nanoseconds()), err
}

// statesIn reads how many states a checker has stored. One that has found an error or
// has not seen all has proved nothing.
func statesIn(out string) (states int, err error) {
	_, after, found := strings.Cut(out, "errors: ")
	count, _, _ := strings.Cut(after, "\n")
	switch {
	case strings.Contains(out, "Search not completed"), strings.Contains(out, "max search depth too small"):
		return 0, errUnproved
	case !found || strings.TrimSpace(count) != "0":
		return 0, fmt.Errorf("the checker finds %q errors", count)
	}
	for line := range strings.Lines(out) {
		if number, ok := strings.CutSuffix(strings.TrimSpace(line), " states, stored"); ok {
			if states, err = strconv.Atoi(number); err == nil {
				return states, nil
			}
		}
	}
	return 0, fmt.Errorf("the checker tells no states\n%s", out)
}

// writeProofs writes the table, if anything of it was measured.
func (rs records) writeProofs(p *strings.Builder) {
	if len(rs.having("proof ")) == 0 {
		return
	}
	fmt.Fprintf(p, `
## %s

Parts overlap in every order, and of two of them a rule is proved: completions, whose callbacks have a promise job each
(at most one of the two is between its callback and its job), and clients of three awaits (at most two are between their first
and their last). Both have the same orders of callbacks. Spin's model has nothing else: evsim's has time, promises and the phases of
the loop besides. Spin runs as it does by itself, with partial-order reduction, and stores states; of
evsim all paths are counted, each a run or a part of one from a state to the next, so there are at least as many as states. Most are
saved by proving the rule of the part of the program that it sees, after some hundred runs of the whole; a proof of the whole alone
takes more. Processor time is that of Spin's
checker once it is built, of which some 70 ms are its table of states, and that of evsim once the scenario is read. No line: not proved in %d s of real time,
or in %d MB of Spin's. The models are written by `+"`internal/bench/interleave`"+`.

| program | proved by | states or paths | of Spin's least | ms | least | most |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
`, proofTitle, proofSeconds, spinMegabyte)
	for _, program := range proved {
		for _, by := range provers {
			key := proofKey(program, by.key)
			times, counts := rs.values(key), rs.values(statesOf+key)
			if len(times) == 0 || len(counts) == 0 {
				continue
			}
			median, least, most := middle(times)
			ratio := ""
			if ratios := rs.ratios(statesOf+key, statesOf+proofKey(program, "own")); len(ratios) > 0 {
				x, _, _ := middle(ratios)
				ratio = figure(x)
			}
			fmt.Fprintf(p, "| %s | %s | %s | %s | %s | %s | %s |\n", programName(program), by.name, whole(counts), ratio, figure(median/1e6), figure(least/1e6), figure(most/1e6))
		}
	}
}

// whole is the median of some whole numbers.
func whole(counts []float64) string {
	median, _, _ := middle(counts)
	if median < 100 {
		return strconv.Itoa(int(median))
	}
	return figure(median)
}

func programName(p interleave.Program) string {
	if p.Waits == 1 {
		return fmt.Sprintf("%d completions", p.Parts)
	}
	return fmt.Sprintf("%d clients of %d awaits", p.Parts, p.Waits)
}

// spinVersion is what Spin says it is; nothing when it is not there.
func (b *bench) spinVersion() string {
	if b.spin == "" {
		return ""
	}
	version, _, _ := strings.Cut(b.version(b.spin, "-V"), " --")
	return version
}
