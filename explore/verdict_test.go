package explore_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

var verdictSeeds = flag.Uint64("verdicts", 150, "how many random scenarios verdicts are held against samples for")

// ruled writes a random small scenario with rules of which many do not hold.
type ruled struct {
	*rand.Rand
	strings.Builder
	lines int
	node  bool
}

func (r *ruled) span() string {
	low := r.IntN(4)
	if r.IntN(2) == 0 {
		return fmt.Sprintf("%dms", low)
	}
	return fmt.Sprintf("%dms..%dms", low, low+r.IntN(4))
}

func (r *ruled) log() string {
	r.lines++
	return fmt.Sprintf("{log: l%d}", r.lines-1)
}

// statement writes one at the given depth.
func (r *ruled) statement(indent string, deep int) {
	kinds := []string{"setTimeout: %d", "setTimeout: %d", "then: resolved"}
	if r.node {
		kinds = append(kinds, "setImmediate:", "io: net", "io: file", "nextTick:")
	} else {
		kinds = append(kinds, "fetch: /a", "requestAnimationFrame:")
	}
	kind := kinds[r.IntN(len(kinds))]
	if strings.Contains(kind, "%d") {
		kind = fmt.Sprintf(kind, r.IntN(5))
	}
	fmt.Fprintf(r, "%s- %s\n", indent, kind)
	if strings.HasPrefix(kind, "io") || strings.HasPrefix(kind, "fetch") {
		fmt.Fprintf(r, "%s  latency: %s\n", indent, r.span())
	}
	fmt.Fprintf(r, "%s  do:\n%s    - %s\n", indent, indent, r.log())
	if deep > 0 && r.IntN(3) == 0 {
		r.statement(indent+"    ", deep-1)
	}
}

func (r *ruled) line() string { return fmt.Sprintf("l%d", r.IntN(r.lines)) }

func (r *ruled) write() string {
	policy := []string{"node10", "node12", "node22", "node26", "browser", "firefox", "webkit"}[r.IntN(7)]
	r.node = strings.HasPrefix(policy, "node")
	fmt.Fprintf(r, "evsim: 1\nname: Random rules\npolicies: %s\n", policy)
	switch r.IntN(4) {
	case 0:
		r.WriteString("clock: {startup: 0ms, phase: 0ms}\n")
	case 1:
		r.WriteString("clock: {startup: 0ms..2ms}\n")
	case 2:
		r.WriteString("costs: {callback: 0us..700us}\n")
	}
	r.WriteString("script:\n")
	for range 2 + r.IntN(3) {
		r.statement("  ", 1)
	}
	r.WriteString("rules:\n")
	seen := map[string]bool{}
	for _, rule := range append(rulesFor(r.Rand, r.String(), true), fmt.Sprintf("%s at %dms", r.line(), r.IntN(8)), r.line()+" before "+r.line()) {
		if !seen[rule] {
			seen[rule] = true
			fmt.Fprintf(r, "  - '%s'\n", rule)
		}
	}
	return r.String()
}

// brute holds a rule against a log, by itself.
func brute(rule string, log []program.Line) bool {
	words := strings.Fields(rule)
	var a, b []int
	for i, line := range log {
		if line.Text == words[0] {
			a = append(a, i)
		}
		if line.Text == words[len(words)-1] {
			b = append(b, i)
		}
	}
	switch words[1] {
	case "before":
		return len(b) == 0 || len(a) > 0 && a[0] <= b[0]
	case "adjacent":
		for _, i := range a {
			if i+1 >= len(log) || log[i+1].Text != words[2] {
				return false
			}
		}
		return true
	case "once":
		return len(a) == 1
	case "never":
		return len(a) == 0
	}
	for _, i := range a {
		if fmt.Sprintf("%vms", float64(log[i].At)/float64(clock.Millisecond)) != words[2] {
			return false
		}
	}
	return len(a) > 0
}

// samples are logs of runs that draw what is open, every other one in the world
// that leaves nothing out.
func samples(s, free *scenario.Scenario, p model.Policy) (logs [][]program.Line) {
	for n := range uint64(200) {
		var o program.Observed
		of := s
		if n%2 == 1 {
			of = free
		}
		of.Run(p, program.Options{Seed: n, Oracle: clock.NewSampler(n), Sink: &o, Wants: sim.KindsOf(sim.EventLog)})
		logs = append(logs, o.Log)
	}
	return logs
}

// against is a sample that a rule does not hold in; nil: there is none. A rule
// about a time speaks of the world as it is written.
func against(rule string, logs [][]program.Line) []program.Line {
	for n, log := range logs {
		if !holdsIn(rule, log) && !(isTimed(rule) && n%2 == 1) {
			return append([]program.Line{}, log...)
		}
	}
	return nil
}

func isTimed(rule string) bool {
	return strings.Contains(rule, " at ") || strings.Contains(rule, " within ")
}

// replays reports whether the run that a failure names has its log.
func replays(s *scenario.Scenario, p model.Policy, f *program.Failure) bool {
	var oracle clock.Oracle
	switch w, found := f.Origin.(explore.Witness); {
	case found:
		oracle = w.Oracle()
	case f.Seed > 0:
		oracle = clock.NewSampler(f.Seed)
	}
	var o program.Observed
	s.Run(p, program.Options{Seed: f.Seed, Oracle: oracle, Sink: &o, Wants: sim.KindsOf(sim.EventLog)})
	return slices.EqualFunc(o.Log, f.Got, func(a, b program.Line) bool { return a.Text == b.Text })
}

// formOf is what makes a rule of its form.
func formOf(rule string) string {
	for _, form := range []string{"for each", "at most", "exactly one", "eventually", "never after", "within", "before", "adjacent", " or ", "once", "never", "at"} {
		if strings.Contains(rule, form) {
			return form
		}
	}
	return rule
}

// TestVerdictsAgainstSamples holds the verdicts of random rules over random
// scenarios against runs that draw what is open: what is proved holds in each,
// also with a start-up and a phase that the file leaves out; and what is
// violated is violated in the run that is shown.
func TestVerdictsAgainstSamples(t *testing.T) {
	count, forms := map[program.Verdict]int{}, map[string]int{}
	for seed := range seeds(*verdictSeeds) {
		r := ruled{Rand: rand.New(rand.NewPCG(seed, 1))}
		src := r.write()
		s, diags := scenario.Parse("random.yaml", []byte(src))
		if s == nil {
			t.Fatalf("seed %d: %v\n%s", seed, diags, src)
		}
		p, err := model.Lookup(s.Policies[0])
		if err != nil {
			t.Fatal(err)
		}
		free, err := s.Free(s.World.Assumed())
		if err != nil {
			t.Fatal(err)
		}
		logs := samples(s, free, p)
		o := explore.Options{}
		if seed%3 == 0 {
			o.Paths = 1 + r.IntN(20) // too few, for most
		}
		for _, c := range s.Verify([]model.Policy{p}, explore.Runs(context.Background(), o)) {
			verdict, failure := c.Result()
			count[verdict]++
			forms[formOf(c.What)]++
			if log := against(c.What, logs); verdict == program.Proved && log != nil {
				t.Fatalf("seed %d: %q is proved, and a sample logs %v\n%s", seed, c.What, log, src)
			}
			if verdict == program.Violated && !isTimed(c.What) && holdsIn(c.What, failure.Got) {
				t.Fatalf("seed %d: %q is violated, and holds in %v\n%s", seed, c.What, failure.Got, src)
			}
			if verdict == program.Violated && !replays(s, p, failure) || c.Other != nil && !replays(free, p, c.Other) {
				t.Fatalf("seed %d: %q: what is shown of the failure logs something else\n%s", seed, c.What, src)
			}
			if c.Other != nil && !isTimed(c.What) && holdsIn(c.What, c.Other.Got) {
				t.Fatalf("seed %d: %q rests on the clock, and holds in %v\n%s", seed, c.What, c.Other.Got, src)
			}
		}
	}
	if count[program.Proved] == 0 || count[program.Violated] == 0 || count[program.Unproved] == 0 {
		t.Errorf("verdicts: %v: each is wanted", count)
	}
	if len(forms) < 11 {
		t.Errorf("forms of rules: %v", forms)
	}
	t.Log(count, forms)
}
