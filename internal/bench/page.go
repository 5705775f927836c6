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
	fmt.Fprintf(&p, "Measured on %s, with %s.\n", rs.distinct(func(r record) string { return r.machine }), rs.distinct(func(r record) string { return r.tools }))
	p.WriteString(`A measurement runs what is compared in turns, each subject in processes of its own, and keeps the processor time of each
process, the system's share included. The least of them counts, since what else a machine does only adds to it. The page shows the median of
the measurements, then the least and the most. A ratio divides two subjects of one measurement; its median is followed by the range in which
a further measurement is expected 99 times of 100, as far as those that were made tell: Student's range of prediction, of logarithms. The
deviation of all ratios counts in each as four measurements more would, since few say little of their own deviation. A goal is met,
or not met, only if all of that range says so; where the ratio may fall on either side, the page says that it is open. The machine
did much else meanwhile (the last table), which is what makes the ranges wide. Instructions are those that a
simulated processor counts (valgrind), and hardly change from machine to machine; bytes are those that are alive for each
that is pending, at the start of the measurement.
Subjects of evsim run the whole loop of the runtime on a script of Go functions; a bare heap only orders events,
and so does the agenda alone, in which the runtimes keep their timers.
Tests hold what the figures rest on, in counts: no allocation for a callback, bytes for a pending timer, and
comparisons for a timer (` + "`model/facts_test.go`" + `).

What a scenario of your own takes, ` + "`evsim run --stats`" + ` says, and ` + "`--profile cpu=FILE`" + ` shows where.
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

// writeRecords lists what the page is made of, and says how far it agrees with itself.
func (rs records) writeRecords(p *strings.Builder) {
	p.WriteString("\n## Measurements\n\n")
	if c := rs.apart(); c.all > 0 {
		fmt.Fprintf(p, "Each measurement beside the ranges that the others give: of %d ratios %d lie outside. `go run ./internal/bench -agree FILE` compares one.\n\n", c.all, c.outside)
	}
	p.WriteString("| file | load, as it began and as it ended | subjects |\n| --- | --- | ---: |\n")
	for _, r := range rs {
		subjects := 0
		for key := range r.numbers {
			if !strings.HasPrefix(key, bytesOf) && !strings.HasPrefix(key, statesOf) {
				subjects++
			}
		}
		fmt.Fprintf(p, "| %s | %s | %d |\n", r.file, r.load, subjects)
	}
}

func (rs records) writeWorkload(p *strings.Builder, w workload, usual float64) {
	fmt.Fprintf(p, "\n## %s\n\n", w.title)
	if w.about != "" {
		p.WriteString(w.about + "\n\n")
	}
	fmt.Fprintf(p, "| subject | %s | least | most | ratio | | instructions | bytes |\n| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: |\n", w.column)
	for _, s := range w.subjects {
		values := rs.values(s.key)
		if len(values) == 0 {
			continue
		}
		median, least, most := middle(values)
		ratio, between := "", ""
		if ratios := rs.ratios(s.key, w.against); len(ratios) > 0 {
			x, _, _ := middle(ratios)
			ratio = figure(x)
			if low, high, ok := expected(ratios, usual); ok && s.key != w.against {
				between = figure(low) + " to " + figure(high)
			}
		}
		fmt.Fprintf(p, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", s.name, figure(median/w.unit), figure(least/w.unit), figure(most/w.unit),
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
