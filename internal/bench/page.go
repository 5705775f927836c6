package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
)

// workload is a table of the page.
type workload struct {
	title, about string
	unit         float64 // nanoseconds in what is shown
	column       string  // the unit's name
	subjects     []subject
	against      string // the subject that the others are divided by
}

type subject struct{ key, name string }

var timerSubjects = []string{"node22", "node10", "browser", "firefox", "agenda", "heap", "container"}

// timers is a workload that a bare queue of events could do too, without the
// subjects that would take too long.
func timers(title, about, key string, without ...string) workload {
	w := workload{title: title, about: about, unit: 1, column: "ns a callback", against: key + "/heap"}
	for _, name := range timerSubjects {
		if slices.Contains(without, name) {
			continue
		}
		w.subjects = append(w.subjects, subject{key + "/" + name, subjectNames[name]})
	}
	w.subjects = append(w.subjects, subject{"fake-timers " + key, "@sinonjs/fake-timers 15.5"}, subject{"simpy " + key, "SimPy 3"})
	return w
}

var subjectNames = map[string]string{
	"node22": "evsim, node22", "node10": "evsim, node10", "browser": "evsim, browser", "firefox": "evsim, firefox",
	"agenda": "evsim's agenda alone", "heap": "bare 4-ary heap in Go", "container": "bare heap, container/heap",
}

// chains is a workload that Node itself can do.
func chains(title, about, key string) workload {
	return workload{title, about, 1, "ns a callback", []subject{
		{key + "/node22", "evsim, node22"}, {key + "/node10", "evsim, node10"}, {key + "/browser", "evsim, browser"},
		{key + "/bare", "a bare queue and the same script"}, {"node " + key, "Node 24 itself"},
	}, "node " + key}
}

func workloads() []workload {
	return []workload{
		timers("One-shot timers", "1,000,000 timers with random delays of 1 to 10,000 ms, set up front and run dry.", "OneShot"),
		timers("1,000 timers pending", "Each timer sets another as it fires, with random delays of 1 to 10,000 ms.", "Hold/1000"),
		timers("10,000 timers pending", "", "Hold/10000"),
		timers("100,000 timers pending", "", "Hold/100000"),
		timers("1,000,000 timers pending", "", "Hold/1000000", "node10", "firefox", "container"),
		timers("Intervals", "1,000 intervals of 1 to 10 s over a virtual hour.", "Intervals"),
		chains("setImmediate", "Each callback sets the next; each is a turn of the loop.", "Immediate"),
		chains("promise.then", "Each callback makes a resolved promise and calls its `then`: two promises and a job a link.", "Then"),
		chains("process.nextTick", "Each callback queues the next.", "Tick"),
		chains("Rounds", "10,000 timers that each set the next, an immediate, a tick and two promise jobs.", "Rounds"),
		{"Running a scenario", "10,000,000 statements through `repeat` and callbacks, and 1,000,000 lines into a file; whole processes.", 1, "ns each", []subject{
			{"statements", "a statement"}, {"lines", "a line that is logged"},
		}, ""},
		{"Loading a scenario", "A file of 20,000 statements.", 1e6, "ms", []subject{
			{"Parse/scenario", "parsed and checked"}, {"Parse/yaml", "decoded to nodes by yaml.v3"},
		}, "Parse/yaml"},
		{"Starting", "A scenario of ten statements; whole processes. With cgo the system's dynamic loader has its share.", 1e6, "ms", []subject{
			{"process evsim", "evsim run"}, {"process evsim-cgo", "evsim run, built with cgo"}, {"process parse", "a Go program that only parses it"}, {"process node", "Node 24, a script that says hello"},
		}, "process parse"},
	}
}

// page is docs/performance.md.
func (b *bench) page() string {
	var p strings.Builder
	p.WriteString(`# Performance

This page is written by one command, on one machine, in one go (` + "`go run ./internal/bench -h`" + ` says where it looks for the peers):

    go run ./internal/bench -node PATH -fake-timers FOLDER -python PATH

`)
	fmt.Fprintf(&p, "Measured with %s on %s, %d cores%s. Subjects are measured in turns, each in\nprocesses of its own, in %d rounds (fake-timers and SimPy in every other one); a round counts as the median of its processes.\nA number is processor time, the system's share included: the median of the rounds, then the least and the most. Ratios are\nthose of the medians, then the least and the most of any round of the one beside any round of the other: measured again,\nthe ratio should lie between these two. A goal is met, or not met, only if all of that range says so; where the ratio\nmay fall on either side, the page says that it is open. Instructions are those that a\nsimulated processor counts (valgrind), and hardly change from machine to machine; bytes are those that are alive for each\nthat is pending, at the start of the measurement.\n",
		runtime.Version(), processor(), runtime.NumCPU(), caches(), b.rounds)
	if b.load != "" {
		fmt.Fprintf(&p, "The load of the machine was %s as it began.\n", b.load)
	}
	p.WriteString("Subjects of evsim run the whole loop of the runtime on a script of Go functions; a bare heap only orders events,\nand so does the agenda alone, in which the runtimes keep their timers.\n")
	p.WriteString("Tests hold what the figures rest on, in counts: no allocation for a callback, bytes for a pending timer, and\ncomparisons for a timer (`model/facts_test.go`).\n")
	p.WriteString("\nWhat a scenario of your own takes, `evsim run --stats` says, and `--profile cpu=FILE` shows where.\n")
	b.writeGoals(&p)
	for _, w := range workloads() {
		b.writeWorkload(&p, w)
	}
	b.writeProofs(&p)
	return p.String()
}

// machineLoad is how many programs wanted to run in the minute before.
func machineLoad() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	load, _, _ := strings.Cut(string(text), " ")
	return load
}

// caches is the sizes of the first processor's caches, where the system tells.
func caches() string {
	var sizes []string
	for i := range 8 {
		at := fmt.Sprintf("/sys/devices/system/cpu/cpu0/cache/index%d/", i)
		level, err := os.ReadFile(at + "level")
		size, err2 := os.ReadFile(at + "size")
		kind, err3 := os.ReadFile(at + "type")
		if err == nil && err2 == nil && err3 == nil && strings.TrimSpace(string(kind)) != "Instruction" {
			sizes = append(sizes, "L"+strings.TrimSpace(string(level))+" "+strings.TrimSpace(string(size)))
		}
	}
	if sizes == nil {
		return ""
	}
	return " (" + strings.Join(sizes, ", ") + ")"
}

// processor is the name that the system gives to its processor.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
			}
		}
	}
	return runtime.GOARCH
}

func (b *bench) writeWorkload(p *strings.Builder, w workload) {
	fmt.Fprintf(p, "\n## %s\n\n", w.title)
	if w.about != "" {
		p.WriteString(w.about + "\n\n")
	}
	fmt.Fprintf(p, "| subject | %s | least | most | ratio | | instructions | bytes |\n| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |\n", w.column)
	for _, s := range w.subjects {
		if len(b.found[s.key]) == 0 {
			continue
		}
		median, least, most := spread(b.found[s.key])
		ratio, between := "", ""
		if x, low, high, ok := b.found.ratio(s.key, w.against); ok {
			ratio = figure(x)
			if s.key != w.against {
				between = figure(low) + " to " + figure(high)
			}
		}
		fmt.Fprintf(p, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", s.name, figure(median/w.unit), figure(least/w.unit), figure(most/w.unit),
			ratio, between, b.count(instructionsOf+s.key), b.count(bytesOf+s.key))
	}
}

// count is the median of what was counted of a subject; "" if nothing was.
func (b *bench) count(key string) string {
	if len(b.found[key]) == 0 {
		return ""
	}
	median, _, _ := spread(b.found[key])
	return figure(math.Round(median))
}

// goal is a ratio, or nanoseconds where there is nothing to divide by, that
// evsim is to stay at or below.
type goal struct {
	text     string
	key, by  string
	most     float64
	exponent bool // the ratio's growth with a thousand times as many
}

func goals() []goal {
	var list []goal
	list = append(list,
		goal{"one-shot timers: at most 1.3 of the bare heap", "OneShot/node22", "OneShot/heap", 1.3, false},
		goal{"one-shot timers: 10 times as fast as fake-timers", "OneShot/node22", "fake-timers OneShot", 1. / 10, false},
	)
	for _, pending := range []string{"1000", "100000", "1000000"} {
		hold := "Hold/" + pending
		list = append(list,
			goal{pending + " pending: at most the bare heap", hold + "/node22", hold + "/heap", 1, false},
			goal{pending + " pending, the agenda alone: the same", hold + "/agenda", hold + "/heap", 1, false})
	}
	return append(list,
		goal{"from 1000 to 1000000 pending: exponent of at most 0.35", "Hold/1000000/node22", "Hold/1000/node22", 0.35, true},
		goal{"setImmediate: 25 ns", "Immediate/node22", "", 25, false},
		goal{"setImmediate: 20 times as fast as Node", "Immediate/node22", "node Immediate", 1. / 20, false},
		goal{"promise.then: at most Node", "Then/node22", "node Then", 1, false},
		goal{"nextTick: at most 3 of a bare queue that calls the same script", "Tick/node22", "Tick/bare", 3, false},
		goal{"rounds: 125 ns", "Rounds/node22", "", 125, false},
		goal{"rounds: 5 times as fast as Node", "Rounds/node22", "node Rounds", 1. / 5, false},
		goal{"intervals: at most the bare heap", "Intervals/node22", "Intervals/heap", 1, false},
		goal{"intervals, the agenda alone: the same", "Intervals/agenda", "Intervals/heap", 1, false},
		goal{"intervals: 10 times as fast as fake-timers", "Intervals/node22", "fake-timers Intervals", 1. / 10, false},
		goal{"a statement: 100 ns", "statements", "", 100, false},
		goal{"a line: 500 ns", "lines", "", 500, false},
		goal{"loading: at most 1.5 of yaml.v3 alone", "Parse/scenario", "Parse/yaml", 1.5, false},
		goal{"starting: at most 2 of a program that only parses", "process evsim", "process parse", 2, false},
		goal{"starting: 5 times as fast as Node", "process evsim", "process node", 1. / 5, false},
	)
}

// limits say of subjects what it is that stands between them and their goals.
var limits = map[string]string{
	"Hold/1000/node22": "A thousand events of a bare heap lie in the nearest cache, ten comparisons from first to last. " +
		"Here nearly every timer is a turn of its own: about 1,950 instructions, 400 of them in the phases around it. " +
		"They are spread thin; the largest part, putting a list into the wheel twice, is 110. The agenda alone, which is all that a heap does, takes less than half of the heap's time.",
	"Immediate/node22": "A callback is a turn of the loop with all its phases, 515 instructions, ten calls deep. At 25 ns they would have some 70 cycles.",
	"Tick/node22":      "A tick is some 205 instructions: its name, its limits, the checkpoint and the call.",
	"Rounds/node22":    "Three callbacks of five are ticks and jobs, for which a bare queue that calls the same script takes a seventh of Node's time and more. Node is measured warm, when it takes half of what it does at first.",
	"Then/node22":      "A job here has a name, a place, rules that it cites and limits that it keeps to: some 600 instructions. Node's is compiled code, measured warm.",
	"process evsim":    "Of its ten million instructions six and a half are what packages do before main, in every command (GODEBUG=inittrace=1 lists them): 2.2 the engine of JavaScript (regular expressions of a profiler, tables of Unicode, of languages and of their collation), 1.9 the reader of Markdown (regular expressions, names of characters), 0.6 the bundler, 0.5 the terminal, 0.3 the protocols of the web. Go does so in each program that they are linked into, so only other libraries would avoid it. Tables of evsim's own take 0.3, the command itself takes 0.4, and the rest is Go's runtime.",
	"Intervals/node22": "What is said of 1,000 pending timers holds here too; and an interval reads the clock before its callback, as Node does.",
}

func (b *bench) writeGoals(p *strings.Builder) {
	p.WriteString("\n## Goals\n\n| goal | measured | | at most | |\n| --- | ---: | --- | ---: | --- |\n")
	var missed []string
	for _, g := range goals() {
		measured, least, most, ok := b.measured(g)
		if !ok {
			continue
		}
		verdict := "open"
		switch {
		case most <= g.most:
			verdict = "met"
		case least > g.most:
			verdict = "not met"
		}
		if verdict != "met" {
			missed = append(missed, g.key)
		}
		fmt.Fprintf(p, "| %s | %s | %s to %s | %s | %s |\n", g.text, figure(measured), figure(least), figure(most), figure(g.most), verdict)
	}
	writeLimits(p, slices.Compact(missed))
}

func writeLimits(p *strings.Builder, missed []string) {
	for i, key := range missed {
		if i == 0 {
			p.WriteString("\nWhat stands in the way of those that are not met, or open:\n\n")
		}
		if why, ok := limits[key]; ok {
			fmt.Fprintf(p, "- %s: %s\n", key, why)
		}
	}
}

// measured is what a goal is held against, and the least and the most that it
// may be.
func (b *bench) measured(g goal) (x, least, most float64, ok bool) {
	if g.by == "" {
		if len(b.found[g.key]) == 0 {
			return 0, 0, 0, false
		}
		x, least, most = spread(b.found[g.key])
		return x, least, most, true
	}
	x, least, most, ok = b.found.ratio(g.key, g.by)
	if g.exponent {
		for _, ratio := range []*float64{&x, &least, &most} {
			*ratio = math.Log(*ratio) / math.Log(1000)
		}
	}
	return x, least, most, ok
}
