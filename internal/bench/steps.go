package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// step is what is measured in one go.
type step struct {
	name string
	run  func() error
}

// steps lists what this machine can measure. What is compared stands side by
// side, because a machine may be busy in one minute and not in the next.
func (b *bench) steps(round int) []step {
	node := b.version(b.node, "--version") != ""
	python := b.version(b.python, "-c", "import simpy; print(simpy.__version__)") != ""
	var steps []step
	for _, s := range []struct {
		step
		there bool
	}{
		{step{"Node", b.peer("node", b.node, "chains.js", strconv.Itoa(often))}, node},
		{step{"chains", b.benchmarks("model.test", "Immediate|Then|Tick|Rounds", "3000000x", often)}, true},
		{step{"timers", b.benchmarks("model.test", "OneShot", "1x", 1)}, true},
		{step{"intervals", b.benchmarks("model.test", "Intervals", "1x", often)}, true},
		{step{"fake-timers", b.peer("fake-timers", b.node, "fake-timers.js", b.fakeTimers, strconv.Itoa(often))}, node && b.fakeTimers != ""},
		{step{"timers that set others", b.benchmarks("model.test", "Hold", "1000000x", 1)}, true},
		{step{"instructions", b.instructions}, b.valgrind != "" && round == 0},
		{step{"SimPy", b.peer("simpy", b.python, "events.py")}, python},
		{step{"loading", b.benchmarks("syntax.test", "Parse", "3x", 1)}, true},
		{step{"processes", func() error { return b.processes(node) }}, true},
	} {
		if s.there {
			steps = append(steps, s.step)
		}
	}
	return steps
}

// version is what a program says of itself; nothing when it is not there.
func (b *bench) version(program string, args ...string) string {
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// often is how many times a round measures what is over in a moment, of evsim and
// of peers, which are told: so that it meets a moment in which the machine does nothing else.
const often = 5

// benchmarks runs Go benchmarks and takes their processor times.
func (b *bench) benchmarks(binary, pattern, times string, count int) func() error {
	return func() error {
		out, err := exec.Command(b.in(binary), "-test.run", "^$", "-test.bench", "^Benchmark("+pattern+")$", "-test.benchtime", times, "-test.count", strconv.Itoa(count)).Output()
		if err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		return b.found.addBenchmarks(string(out))
	}
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
			cmd := exec.Command(b.valgrind, "--tool=callgrind", "--callgrind-out-file="+os.DevNull,
				b.in("model.test"), "-test.run", "^$", "-test.bench", "^Benchmark"+strings.ReplaceAll(subject, "/", "$/^")+"$", "-test.benchtime", fmt.Sprintf("%dx", n))
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
	const runs = 20
	took := make(map[string]float64)
	for range runs {
		for name, args := range starts {
			ns, err := b.process(args)
			if err != nil {
				return err
			}
			took[name] += ns
		}
	}
	for name, ns := range took {
		b.found.add(name, ns/runs)
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
