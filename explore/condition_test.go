package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"evsim/clock"
	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// TestConditionsInWords holds what a condition says in words against what it
// says as a formula.
func TestConditionsInWords(t *testing.T) {
	const timerAndImmediate = "script: [{setTimeout: 0, do: {log: t}}, {setImmediate: , do: {log: i}}]"
	for _, c := range []struct{ policy, src, formula, words string }{
		{"node22", "clock: {startup: 0ms..3ms, phase: 0ms..1ms}\n" + timerAndImmediate,
			"phase + startup less than 1ms", "the loop starts within the millisecond of the clock in which the process started"},
		{"node22", "clock: {startup: 0ms..3ms, phase: 0ms..1ms}\n" + timerAndImmediate,
			"phase + startup at least 1ms", "the loop starts after the millisecond of the clock in which the process started"},
		{"node22", "clock: {startup: 0ms..3ms}\n" + timerAndImmediate,
			"startup less than 1ms", "the loop takes less than 1ms to start"},
		{"node22", "clock: {startup: 0.5ms, phase: 0ms..1ms}\n" + timerAndImmediate,
			"phase at least 0.5ms", "the process starts at least 0.5ms into a millisecond of the clock"},
		{"node22", "clock: {startup: 0ms..3ms, phase: 0ms..1ms}\nscript: [{setTimeout: 2, do: {log: t}}, {setImmediate: , do: {log: i}}]",
			"phase + startup at least 2ms", "the loop starts at least 2 milliseconds after the millisecond of the clock in which the process started"},
		{"node22", "clock: {startup: 0ms..3ms, phase: 0ms..1ms}\nscript: [{setTimeout: 2, do: {log: t}}, {setImmediate: , do: {log: i}}]",
			"phase + startup less than 2ms", "the loop starts at most one millisecond after the millisecond of the clock in which the process started"},
		{"node22", "clock: {startup: 0ms..3ms, phase: 0ms..1ms, skew: {offset: 0.25ms}}\n" + timerAndImmediate,
			"phase + startup less than 0.75ms, or phase + startup less than 1.75ms and phase at least 0.75ms",
			"the loop starts less than 0.75ms after the last whole millisecond before the process started; or the process starts at least 0.75ms into a millisecond of the clock, and the loop starts less than 1.75ms after the last whole millisecond before the process started"},
		{"node22", "script: [{io: net, latency: 1ms..2ms, do: {log: a}},\n {io: net, latency: 1ms..3ms, do: {log: b}}]",
			"latency (line 3) at most latency (line 4)", "the operation of line 4 is over after the operation of line 3 is over, or at the same instant"},
		{"node22", "clock: {startup: 0ms..3ms}\nscript: [{setImmediate: , do: {log: i}}, {io: file, latency: 0ms..3ms, do: {log: f}}]",
			"startup less than latency", "the loop starts before the operation of line 4 is over"},
		{"node22", "script: [{io: net, latency: 1ms..2ms, do: {log: a}},\n {io: net, latency: 1ms..3ms, do: {log: b}},\n {io: net, latency: 1ms..3ms, do: {log: c}}]",
			"latency (line 3) at most latency (line 5) and latency (line 5) at most latency (line 4)",
			"in this order, or at the same instant: the operation of line 3 is over, the operation of line 5 is over, the operation of line 4 is over"},
		{"node22", "files: {./a: {latency: 0ms..2ms}, ./b: {latency: 1ms}}\nscript: [{readFile: ./a, latency: 0ms..2ms, do: {log: a}}, {io: crypto, latency: 1ms, do: {log: b}}]",
			"latency (line 4) + latency (line 4) no. 2 + latency (line 4) no. 3 + latency (line 4) no. 4 at least 1ms",
			"the operation of line 4, no. 4, is over at least 1ms after the process starts"},
		{"browser", "network: {a: {latency: 1ms..5ms}}\nscript: [{fetch: a, do: {log: a}}, {setTimeout: 3, do: {log: t}}]",
			"latency more than 3ms", "the answer from a takes more than 3ms"},
		{"browser", "users: [{at: 1ms..5ms, click: b}]\nscript: [{listen: b, do: {log: click}}, {setTimeout: 3, do: {log: t}}]",
			"user event more than 3ms", "the user acts (line 3) more than 3ms after the process starts"},
		{"browser", "display: {phase: 0ms..10ms}\nscript: [{requestAnimationFrame: , do: {log: f}}, {setTimeout: 3, do: {log: t}}]",
			"phase at most 3ms and phase more than 0ms", "the first frame is due more than 0ms and at most 3ms after the process starts"},
		{"node22", "costs: {log: 0ms..2ms}\nscript: [{setTimeout: 1, do: {log: t}}, {log: a}, {setImmediate: , do: {log: i}}]",
			"log at least 1ms", "logging line no. 1 takes at least 1ms"},
	} {
		s, diagnostics := scenario.Parse("words.yaml", []byte("evsim: 1\nname: words\n"+c.src))
		if s == nil {
			t.Fatal(diagnostics)
		}
		p, err := model.Lookup(c.policy)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		r := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{})
		for i := range r.Orders {
			found = append(found, r.When(i).Formula+": "+r.When(i).Words.String())
		}
		if want := c.formula + ": " + c.words; !strings.Contains(strings.Join(found, "\n"), want) {
			t.Errorf("%s\nfound %s\nwant  %s", c.src, strings.Join(found, "\n      "), want)
		}
	}
}

// TestConditionsHoldOnAGrid runs every point of a fine grid, and every free
// choice in each: an order is among those of a point exactly where its
// condition holds, and is the only one where others are not possible.
func TestConditionsHoldOnAGrid(t *testing.T) {
	policies, judged := model.Policies(), 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := policies[r.IntN(len(policies))]
		src := gridScenario(r, p)
		s, diagnostics := scenario.Parse("grid.yaml", []byte(src))
		if s == nil {
			t.Fatalf("%v\n%s", diagnostics, src)
		}
		points := make(map[string]map[string]bool) // the orders of each
		for g := (&namedGrid{}); ; {
			g.asked, g.values = 0, nil
			log := lines{}
			s.Run(p, program.Options{Oracle: g, Sink: &log, Wants: sim.KindsOf(sim.EventLog)})
			point := strings.Join(explore.Witness{Values: g.values}.Describe(s), "; ")
			if points[point] == nil {
				points[point] = make(map[string]bool)
			}
			points[point][joined(log)] = true
			if !g.next() {
				break
			}
		}
		result := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{})
		for i, o := range result.Orders {
			c := result.When(i)
			if c.Formula == "" {
				continue
			}
			for point, here := range points {
				values := strings.Split(point, "; ")
				judged++
				possible, alone := holds(t, c.Formula, values), c.Others == "" || !holds(t, c.Others, values)
				if !c.Exact && possible && !here[joined(o.Log)] && !alone {
					continue // it is possible with other lengths of what is left out
				}
				if here[joined(o.Log)] != possible || possible && alone && len(here) > 1 || possible && c.Exact && (len(here) == 1) != alone {
					t.Fatalf("seed %d, %s:\n%s\nat %s there are %q\n%q when %s, others when %s", seed, p.Name, src, point, sorted(here), joined(o.Log), c.Formula, c.Others)
				}
			}
		}
	}
	if judged < 10_000 {
		t.Errorf("only %d points and conditions were looked at", judged)
	}
}

// namedGrid is a grid that knows which unknown each value is of.
type namedGrid struct {
	grid
	values []explore.Value
}

func (g *namedGrid) Add(t clock.Instant, d clock.Range) clock.Instant {
	end := g.grid.Add(t, d)
	if d.Known() {
		return end
	}
	length, _ := g.Sub(end, t)
	g.values = append(g.values, explore.Value{Of: d.Of, Length: length})
	return end
}

// holds reads a formula and says whether the named values fulfil it.
func holds(t *testing.T, formula string, named []string) bool {
	t.Helper()
	for region := range strings.SplitSeq(formula, ", or ") {
		if region == "always" || holdsRegion(t, region, named) {
			return true
		}
	}
	return false
}

func holdsRegion(t *testing.T, formula string, named []string) bool {
	t.Helper()
	values := make(map[string]time.Duration)
	for _, text := range named {
		at := strings.LastIndexByte(text, ' ')
		values[text[:at]] = milliseconds(t, text[at+1:])
	}
	sum := func(text string) (total time.Duration) {
		for term := range strings.SplitSeq(strings.ReplaceAll(text, " - ", " + -"), " + ") {
			if value, ok := values[term]; ok {
				total += value
			} else {
				total += milliseconds(t, term)
			}
		}
		return total
	}
	for part := range strings.SplitSeq(formula, " and ") {
		ok := false
		for word, judge := range map[string]func(a, b time.Duration) bool{
			" at most ":   func(a, b time.Duration) bool { return a <= b },
			" less than ": func(a, b time.Duration) bool { return a < b },
			" at least ":  func(a, b time.Duration) bool { return a >= b },
			" more than ": func(a, b time.Duration) bool { return a > b },
		} {
			if a, b, found := strings.Cut(part, word); found {
				ok = judge(sum(a), sum(b))
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

func milliseconds(t *testing.T, text string) time.Duration {
	t.Helper()
	ms, err := strconv.ParseFloat(strings.TrimSuffix(text, "ms"), 64)
	if err != nil {
		t.Fatal(fmt.Errorf("%q is no value: %w", text, err))
	}
	return time.Duration(ms * float64(time.Millisecond))
}
