package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

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
	"process evsim":    "Of its 8.8 million instructions 6.5 are what packages of others do before main, in every command (GODEBUG=inittrace=1 lists them): 2.2 the engine of JavaScript (regular expressions of a profiler, tables of Unicode, of languages and of their collation), 2.2 the reader of Markdown (regular expressions, names of characters), 0.6 the bundler, 0.6 the terminal, 0.4 the protocols of the web, 0.5 Go's own and the reader of YAML. Go does so in each program that they are linked into, so only other libraries would avoid it; of readers of Markdown three others were counted, at 1.3 to 1.6, none of which has both releases and all of CommonMark. Tables of evsim's own take 0.3, and the rest is Go's runtime and the command.",
	"Intervals/node22": "What is said of 1,000 pending timers holds here too; and an interval reads the clock before its callback, as Node does.",
}

func (rs records) writeGoals(p *strings.Builder) {
	p.WriteString("\n## Goals\n\n| goal | at most |")
	rules := "| --- | ---: |"
	for at := range rs.machines() {
		fmt.Fprintf(p, " %s | |", letter(at))
		rules += " ---: | --- |"
	}
	p.WriteString(" another machine |\n" + rules + " --- |\n")
	var missed []string
	times, ratios := rs.usualTime(), rs.usualRatio()
	for _, g := range goals() {
		usual := ratios
		if g.by == "" {
			usual = times
		}
		measured := rs.measured(g)
		if len(slices.Concat(measured...)) == 0 {
			continue
		}
		fmt.Fprintf(p, "| %s | %s |", g.text, figure(g.most))
		for _, list := range measured {
			shown, verdict := "", ""
			if len(list) > 0 {
				median, _, _ := middle(list)
				shown, verdict = figure(g.shown(median)), g.verdict(list, usual)
			}
			if verdict != met && !slices.Contains(missed, g.key) { // several goals have one subject
				missed = append(missed, g.key)
			}
			fmt.Fprintf(p, " %s | %s |", shown, verdict)
		}
		between := ""
		if low, high, ok := expected(measured, usual); ok {
			between = figure(g.shown(low)) + " to " + figure(g.shown(high))
		}
		fmt.Fprintf(p, " %s |\n", between)
	}
	writeLimits(p, missed)
}

// What is said of a goal on a machine.
const (
	met    = "met"
	notMet = "not met"
	open   = "open"
)

// verdict is what the measurements of one machine say of a goal.
func (g goal) verdict(measured []float64, usual deviations) string {
	low, high, ok := expected([][]float64{measured}, usual)
	switch {
	case !ok:
		return open
	case g.shown(high) <= g.most:
		return met
	case g.shown(low) > g.most:
		return notMet
	}
	return open
}

func writeLimits(p *strings.Builder, missed []string) {
	for i, key := range missed {
		if i == 0 {
			p.WriteString("\nWhat stands in the way of goals that are not met everywhere:\n\n")
		}
		if why, ok := limits[key]; ok {
			fmt.Fprintf(p, "- %s: %s\n", key, why)
		}
	}
}

// measured is what a goal is held against, by machine.
func (rs records) measured(g goal) [][]float64 {
	return rs.byMachine(func(r record) (float64, bool) {
		if g.by == "" {
			return r.value(g.key)
		}
		return r.ratio(g.key, g.by)
	})
}

// shown is what the page shows of what was measured.
func (g goal) shown(x float64) float64 {
	if g.exponent {
		return math.Log(x) / math.Log(1000)
	}
	return x
}
