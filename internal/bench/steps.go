package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// parts are what can be measured alone: all that a ratio divides is in one of them,
// but for the growth from 1,000 timers to 1,000,000.
var parts = slices.Concat([]string{"chains"}, timerWorkloads, []string{"instructions", "loading", "processes", "proofs"})

var timerWorkloads = []string{"OneShot", "Intervals", "Hold/1000", "Hold/10000", "Hold/100000", "Hold/1000000"}

// step is what is measured in one go.
type step struct {
	part string
	run  func() error
}

// steps lists what this machine can measure in a round. What is compared is
// measured side by side, because a machine may be busy in one minute and not in
// the next; and every subject in processes of its own, because where a process
// has its memory makes a difference that stays as long as it runs.
func (b *bench) steps(round int) []step {
	node := b.version(b.node, "--version") != ""
	python := b.version(b.python, "-c", "import simpy; print(simpy.__version__)") != ""
	steps := []step{{"chains", b.chains(node, round)}}
	for _, workload := range timerWorkloads {
		each := []func() error{b.timers(round, workload)}
		if workload != "Hold/1000000" {
			if node && b.fakeTimers != "" {
				each = append(each, b.peer("fake-timers", b.node, "fake-timers.js", b.fakeTimers, workload))
			}
			if python {
				each = append(each, b.peer("simpy", b.python, "events.py", workload))
			}
		}
		steps = append(steps, step{workload, b.turns(turnsOf(workload), each...)})
	}
	if b.valgrind != "" && round == 0 {
		steps = append(steps, step{"instructions", b.instructions})
	}
	return append(steps,
		step{"loading", b.turns(often, b.subjects(round, "Parse", "2x"))},
		step{"processes", func() error { return b.processes(node) }},
		step{"proofs", b.proofs})
}

// timers measures a workload of timers, each subject in a process.
func (b *bench) timers(round int, workload string) func() error {
	if strings.HasPrefix(workload, "Hold/") {
		return b.subjects(round, workload, "1x", "-callbacks", "1000000")
	}
	return b.subjects(round, workload, "1x")
}

// often is how many times a round measures what is over in a moment, of evsim and
// of peers: so that it meets a moment in which the machine does nothing else.
const often = 3

// turnsOf is how many times a round measures a workload of timers.
func turnsOf(workload string) int {
	if workload == "Hold/1000000" { // a minute each time
		return 1
	}
	return often
}

// chains are those of Node and of evsim, in turns.
func (b *bench) chains(node bool, round int) func() error {
	var each []func() error
	if node {
		each = append(each, b.peer("node", b.node, "chains.js"))
	}
	for _, kind := range []string{"Immediate", "Then", "Tick", "Rounds"} {
		each = append(each, b.subjects(round, kind, "3000000x"))
	}
	return b.turns(often, each...)
}

// turns does some things in turns, this many times.
func (b *bench) turns(times int, each ...func() error) func() error {
	return func() error {
		for range times {
			for _, do := range each {
				if err := do(); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// subjects measures the subjects of a Go benchmark that the tables show, each in
// a process: every other round from the last to the first.
func (b *bench) subjects(round int, benchmark, times string, flags ...string) func() error {
	var keys []string
	for _, w := range workloads() {
		for _, s := range w.subjects {
			if s.key == benchmark || strings.HasPrefix(s.key, benchmark+"/") {
				keys = append(keys, s.key)
			}
		}
	}
	if round%2 == 1 {
		slices.Reverse(keys)
	}
	return func() error {
		for _, key := range keys {
			out, err := exec.Command(b.in(binaryOf(benchmark)), append(b.only(key, times), flags...)...).Output()
			if err != nil {
				return fmt.Errorf("%s: %w\n%s", key, err, out)
			}
			if err := b.found.addBenchmarks(string(out)); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
		return nil
	}
}

func binaryOf(benchmark string) string {
	if benchmark == "Parse" {
		return "syntax.test"
	}
	return "model.test"
}

// only are the flags of a test binary that runs one subject of a benchmark.
func (b *bench) only(key, times string) []string {
	return []string{"-test.run", "^$", "-test.bench", "^Benchmark" + strings.ReplaceAll(key, "/", "$/^") + "$", "-test.benchtime", times}
}

// version is what a program says of itself; nothing when it is not there.
func (b *bench) version(program string, args ...string) string {
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// counted are the subjects whose instructions are counted, as patterns of
// benchmarks.
var counted = []string{
	"Hold/1000/node22", "Hold/1000/node10", "Hold/1000/browser", "Hold/1000/firefox", "Hold/1000/agenda", "Hold/1000/heap", "Hold/1000/container",
	"Immediate/node22", "Immediate/node10", "Then/node22", "Then/node10", "Then/browser", "Tick/bare", "Tick/node22", "Tick/node10", "Rounds/node22", "Rounds/node10",
}

// instructions counts what a callback takes, as the difference of two runs of
// different length. The count is the same whatever else the machine does.
func (b *bench) instructions() error {
	const short, long = 50_000, 150_000
	for _, subject := range counted {
		var total [2]float64
		for i, n := range [...]int{short, long} {
			flags := b.only(subject, fmt.Sprintf("%dx", n))
			if strings.HasPrefix(subject, "Hold") {
				flags = append(b.only(subject, "1x"), "-callbacks", strconv.Itoa(n))
			}
			cmd := exec.Command(b.valgrind, append([]string{"--tool=callgrind", "--callgrind-out-file=" + os.DevNull, b.in("model.test")}, flags...)...)
			cmd.Env = append(os.Environ(), "GODEBUG=asyncpreemptoff=1", "GOMAXPROCS=1", "GOGC=off") // valgrind ends at signals of the scheduler
			out, err := cmd.CombinedOutput()
			if err != nil {
				return fmt.Errorf("%s: %w\n%s", subject, err, out)
			}
			_, rest, _ := strings.Cut(string(out), "Collected : ")
			if _, err := fmt.Sscan(rest, &total[i]); err != nil {
				return fmt.Errorf("%s: valgrind tells no instructions\n%s", subject, out)
			}
		}
		b.found.add(instructionsOf+subject, (total[1]-total[0])/(long-short))
	}
	return nil
}

// peer runs one of the scripts in peers, which print a name and a number a line.
func (b *bench) peer(name, program, script string, args ...string) func() error {
	return func() error {
		cmd := exec.Command(program, append([]string{filepath.Join("internal", "bench", "peers", script)}, args...)...)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(out)) {
			what, number, _ := strings.Cut(strings.TrimSpace(line), " ")
			ns, err := strconv.ParseFloat(number, 64)
			if err != nil {
				return fmt.Errorf("it printed %q", line)
			}
			b.found.add(name+" "+what, ns)
		}
		return nil
	}
}

// What evsim is run on.
const (
	statements = 10_000_000
	lines      = 1_000_000
)

func (b *bench) writeInputs() error {
	limits := "limits: {callbacks: 100000000, turns: 100000000}\n"
	for name, text := range map[string]string{
		"ten.yaml": "evsim: 1\nname: ten statements\nscript:\n  - setTimeout: 0\n    do: {log: timer}\n  - setImmediate:\n    do: {log: immediate}\n" +
			"  - then: resolved\n    do: {log: job}\n  - nextTick:\n    do: {log: tick}\n  - log: start\n  - log: end\n",
		"statements.yaml": "evsim: 1\nname: statements\n" + limits + "script:\n  - repeat: 200000\n    do:\n" +
			"      - nextTick:\n        do:\n          - repeat: 48\n            do:\n              - busy: 0ms\n          - mark: m\n",
		"lines.yaml": "evsim: 1\nname: lines\n" + limits + "script:\n  - repeat: 1000\n    do:\n" +
			"      - nextTick:\n        do:\n          - repeat: 1000\n            do:\n              - log: line ${n}\n",
		"hello.js": "console.log('hello')\n",
	} {
		if err := os.WriteFile(b.in(name), []byte(text), 0o644); err != nil {
			return fmt.Errorf("an input: %w", err)
		}
	}
	return nil
}

// processes measures whole processes. Those that are short take turns.
func (b *bench) processes(node bool) error {
	run := func(program, file string) []string {
		return []string{b.in(program), "run", b.in(file), "--policy", "node22", "--format", "log"}
	}
	starts := map[string][]string{
		"process evsim":     run("evsim", "ten.yaml"),
		"process evsim-cgo": run("evsim-cgo", "ten.yaml"),
		"process parse":     {b.in("parse"), b.in("ten.yaml")},
	}
	if node {
		starts["process node"] = []string{b.node, b.in("hello.js")}
	}
	for range 20 {
		for name, args := range starts {
			ns, err := b.process(args)
			if err != nil {
				return err
			}
			b.found.add(name, ns)
		}
	}
	for name, per := range map[string]float64{"statements": statements, "lines": lines} {
		ns, err := b.process(run("evsim", name+".yaml"))
		if err != nil {
			return err
		}
		b.found.add(name, ns/per)
	}
	return nil
}

// process is the processor time of a program, its output going to a file, in
// nanoseconds.
func (b *bench) process(args []string) (ns float64, err error) {
	var complaint bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	out, err := os.Create(b.in("out"))
	if err != nil {
		return 0, fmt.Errorf("no file for the output: %w", err)
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, &complaint
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, complaint.Bytes())
	}
	return float64((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Nanoseconds()), nil
}
