package main

import (
	"fmt"
	"math"
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

// page is docs/performance.md, as the records say it.
func (rs records) page() string {
	var p strings.Builder
	p.WriteString(`# Performance

This page is written from the measurements that are kept in ` + "`internal/bench/records`" + `, each a file. This command makes one more and writes
the page anew (` + "`go run ./internal/bench -h`" + ` says where it looks for the peers):

    go run ./internal/bench -node PATH -fake-timers FOLDER -python PATH

`)
	rs.writeMachines(&p)
	p.WriteString(`A measurement runs its subjects in turns, each in processes of its own. It keeps the processor time of each process, the system's
share included, and of these times the least, because other work on the machine only adds to it. The tables show the median for each
machine, then the least and the most of all.

A ratio divides two subjects of one measurement. The range behind it is where a further measurement is expected 99 times of 100, on another
machine too: Student's range of prediction for logarithms. All ratios together say how far measurements of one machine usually lie apart, and how far machines
do. That counts as much as ten measurements, or machines, of the ratio itself.

A goal is met, or not met, on a machine only if the whole range says so in which a further measurement on that machine is expected. Otherwise it
is open. The last column is the range for another machine.

Instructions are counted by a simulated processor (valgrind) and hardly differ between machines. Bytes are those in use for each
pending timer when the measurement begins. Subjects of evsim run the whole loop of the runtime on a script of Go functions. A bare heap only
orders events, and so does the agenda alone, in which the runtimes keep their timers. Tests hold the counts behind the figures: no
allocation for a callback, bytes for a pending timer, comparisons for a timer (` + "`model/facts_test.go`" + `).

` + "`evsim run --stats`" + ` tells what a scenario of your own takes, and ` + "`--profile cpu=FILE`" + ` where.
`)
	rs.writeGoals(&p)
	usual := rs.usualRatio()
	for _, w := range workloads() {
		rs.writeWorkload(&p, w, usual)
	}
	rs.writeProofs(&p)
	rs.writeRecords(&p)
	return p.String()
}

// letter names a machine in tables.
func letter(at int) string { return string(rune('A' + at%26)) }

// writeMachines lists the machines, and with what they measured.
func (rs records) writeMachines(p *strings.Builder) {
	fmt.Fprintf(p, "Measured with %s, on these machines:\n\n", rs.distinct(func(r record) string { return r.tools }))
	for at, name := range rs.machines() {
		count := 0
		for _, r := range rs {
			if r.machine == name {
				count++
			}
		}
		fmt.Fprintf(p, "- %s: %s; measurements: %d\n", letter(at), name, count)
	}
	p.WriteString("\n")
}

// columns are the heads of the columns of the machines, and what stands below them.
func (rs records) columns(unit string) (heads, rules string) {
	for at := range rs.machines() {
		heads += fmt.Sprintf(" %s: %s |", letter(at), unit)
		rules += " ---: |"
	}
	return heads, rules
}

// medians are a table's cells of the machines, and the median of them, as shown shows them.
func medians(numbers [][]float64, shown func(float64) string) (cells string, all float64) {
	var each []float64
	for _, list := range numbers {
		cells += " "
		if len(list) > 0 {
			median, _, _ := middle(list)
			each = append(each, median)
			cells += shown(median)
		}
		cells += " |"
	}
	all, _, _ = middle(each)
	return cells, all
}

// writeRecords lists what the page is made of, and says how far it agrees with itself.
func (rs records) writeRecords(p *strings.Builder) {
	p.WriteString("\n## Measurements\n\n")
	if c := rs.apart(); c.all > 0 {
		fmt.Fprintf(p, "Each measurement beside the ranges that the others give: of %d ratios %d lie outside. `go run ./internal/bench -agree FILE` compares one.\n\n", c.all, c.outside)
	}
	p.WriteString("| file | machine | load at the start and at the end | subjects |\n| --- | --- | --- | ---: |\n")
	for _, r := range rs {
		subjects := 0
		for key := range r.numbers {
			if !strings.HasPrefix(key, bytesOf) && !strings.HasPrefix(key, statesOf) {
				subjects++
			}
		}
		fmt.Fprintf(p, "| %s | %s | %s | %d |\n", r.file, letter(slices.Index(rs.machines(), r.machine)), r.load, subjects)
	}
}

func (rs records) writeWorkload(p *strings.Builder, w workload, usual deviations) {
	fmt.Fprintf(p, "\n## %s\n\n", w.title)
	if w.about != "" {
		p.WriteString(w.about + "\n\n")
	}
	heads, rules := rs.columns(w.column)
	fmt.Fprintf(p, "| subject |%s least | most | ratio | | instructions | bytes |\n| --- |%s ---: | ---: | ---: | --- | ---: | ---: |\n", heads, rules)
	for _, s := range w.subjects {
		times := rs.byMachine(func(r record) (float64, bool) { return r.value(s.key) })
		values := slices.Concat(times...)
		if len(values) == 0 {
			continue
		}
		_, least, most := middle(values)
		cells, _ := medians(times, func(x float64) string { return figure(x / w.unit) })
		ratio, between := "", ""
		if ratios := rs.byMachine(func(r record) (float64, bool) { return r.ratio(s.key, w.against) }); len(slices.Concat(ratios...)) > 0 {
			_, x := medians(ratios, figure)
			ratio = figure(x)
			if low, high, ok := expected(ratios, usual); ok && s.key != w.against {
				between = figure(low) + " to " + figure(high)
			}
		}
		fmt.Fprintf(p, "| %s |%s %s | %s | %s | %s | %s | %s |\n", s.name, cells, figure(least/w.unit), figure(most/w.unit),
			ratio, between, rs.count(instructionsOf+s.key), rs.count(bytesOf+s.key))
	}
}

// count is the median of what was counted of a subject; "" if nothing was.
func (rs records) count(key string) string {
	values := rs.values(key)
	if len(values) == 0 {
		return ""
	}
	median, _, _ := middle(values)
	return figure(math.Round(median))
}
