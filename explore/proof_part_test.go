package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// clients writes random scenarios for Node in which much has nothing to do with each
// other, and some has: by names, functions, timers, threads, order of ticks.
type clients struct {
	*rand.Rand
	lines, unknowns, promises int
	functions                 string
	kinds                     []func(depth int) string // what this scenario is written of: of few kinds, so that they meet
}

func clientScenario(r *rand.Rand, unknowns int) string {
	c := &clients{Rand: r, unknowns: unknowns}
	all := c.all()
	for range 3 {
		c.kinds = append(c.kinds, all[r.IntN(len(all))])
	}
	script := ""
	for range 3 + r.IntN(3) {
		script += "  - " + c.statement(0) + "\n"
	}
	phase := []string{"0ms", "0.25ms", "0.75ms"}[r.IntN(3)]
	head := fmt.Sprintf("evsim: 1\nname: clients\nclock: {startup: %s, phase: %s}\n", c.span(), phase)
	if c.functions != "" {
		head += "functions:\n" + c.functions
	}
	return head + "script:\n" + script
}

func (c *clients) span() string {
	low := c.IntN(5)
	if c.unknowns == 0 || c.IntN(3) == 0 {
		return fmt.Sprintf("%dus", 250*low)
	}
	c.unknowns--
	return fmt.Sprintf("%dus..%dus", 250*low, 250*(low+1+c.IntN(3)))
}

func (c *clients) log() string {
	c.lines++
	return fmt.Sprintf("{log: %c%d}", 'a'+c.lines%3, c.lines%10)
}

func (c *clients) body(depth int) string {
	out := c.log()
	if depth < 3 && c.IntN(2) == 0 {
		out += ", " + c.statement(depth+1)
	}
	return "[" + out + "]"
}

func (c *clients) io(do string) string {
	return fmt.Sprintf("{io: net, latency: %s, do: %s}", c.span(), do)
}

func (c *clients) statement(depth int) string { return c.kinds[c.IntN(len(c.kinds))](depth) }

// all is every kind of statement, those that are wanted more often more than once.
func (c *clients) all() []func(depth int) string {
	net := func(depth int) string { return c.io(c.body(depth)) }
	timer := func(depth int) string { return fmt.Sprintf("{setTimeout: %d, do: %s}", c.IntN(4), c.body(depth)) }
	pool := func(depth int) string {
		return fmt.Sprintf("{io: %s, latency: %s, do: %s}", []string{"file", "dns"}[c.IntN(2)], c.span(), c.body(depth))
	}
	return []func(int) string{
		net, net, net, timer, timer, pool, c.client, c.client,
		func(depth int) string {
			return fmt.Sprintf("{setInterval: %d, times: 2, do: %s}", 1+c.IntN(2), c.body(depth))
		},
		func(depth int) string { return fmt.Sprintf("{setImmediate: , do: %s}", c.body(depth)) },
		func(depth int) string { return fmt.Sprintf("{nextTick: , do: %s}", c.body(depth)) },
		func(depth int) string { return fmt.Sprintf("{then: resolved, do: %s}", c.body(depth)) },
		func(int) string {
			return fmt.Sprintf("{setTimeout: %d, do: [%s, {throw: oops}]}", 1+c.IntN(3), c.log())
		},
		func(depth int) string {
			if c.promises == 0 {
				return net(depth)
			}
			return fmt.Sprintf("{resolve: p%d}", c.IntN(c.promises))
		},
	}
}

// client writes a function that waits for I/O, and the call of it.
func (c *clients) client(depth int) string {
	n := c.promises
	c.promises++
	limit := ""
	if c.IntN(4) == 0 {
		limit = "    limit: 1\n"
	}
	body := fmt.Sprintf("      - promise: p%d\n      - %s\n      - await: {promise: p%d}\n      - %s\n", n, c.io(fmt.Sprintf("{resolve: p%d}", n)), n, c.log())
	if depth < 2 && c.IntN(2) == 0 {
		body += "      - " + c.statement(depth+1) + "\n"
	}
	c.functions += fmt.Sprintf("  f%d:\n    async: true\n%s    do:\n%s", n, limit, body)
	return fmt.Sprintf("{call: f%d}", n)
}

// TestPartsAgainstAGrid holds what is proved of parts against every point of a fine
// grid of the whole.
func TestPartsAgainstAGrid(t *testing.T) {
	var policies []model.Policy
	for _, p := range model.Policies() {
		if p.Node != nil {
			policies = append(policies, p)
		}
	}
	of := make(map[string]int)
	from, to := campaignSeeds(t, 120)
	for seed := from; seed < to; seed++ {
		r := rand.New(rand.NewPCG(seed, 77))
		p := policies[r.IntN(len(policies))]
		src := clientScenario(r, 2+r.IntN(2))
		rules := rulesFor(r, src, true)
		s := withRules(t, src, rules)
		if !slices.ContainsFunc(s.RunsOn(), func(q model.Policy) bool { return q.Name == p.Name }) {
			continue
		}
		logs := fewGridLogs(s, p)
		if logs == nil {
			continue
		}
		for i, rule := range rules {
			holds := !slices.ContainsFunc(logs, func(log []program.Line) bool { return !holdsIn(rule, log) })
			of[partAgainst(t, fmt.Sprintf("seed %d, %s: %q", seed, p.Name, rule), src, s, program.NewSetting(s, p), i, rule, holds)]++
		}
	}
	t.Log(of)
	if enough := int(to - from); of["proved"] < enough/2 || of["violated"] < enough/2 || of["cannot tell"] > enough/4 {
		t.Errorf("%v", of)
	}
}

// fewGridLogs is gridLogs of a scenario that has few; nil: it has many.
func fewGridLogs(s *scenario.Scenario, p model.Policy) (logs [][]program.Line) {
	for g := (&grid{}); len(logs) < 10_000; {
		g.asked = 0
		var run program.Observed
		program.NewSetting(s, p).Run(program.Options{Oracle: g, Sink: &run, Wants: sim.KindsOf(sim.EventLog)})
		if logs = append(logs, run.Log); !g.next() {
			return logs
		}
	}
	return nil
}

// partAgainst holds the verdict of a part, and that of all, against what is true.
func partAgainst(t *testing.T, head, src string, s *scenario.Scenario, in program.Setting, i int, rule string, holds bool) string {
	t.Helper()
	w := s.Rules[i].Watch()
	want := program.Violated
	if holds {
		want = program.Proved
	}
	for name, o := range map[string]explore.Options{"as usual": {}, "of the whole": {Whole: true, Searched: true}} {
		o.Paths = 20_000
		if proof := explore.Prove(context.Background(), in, o, w); proof.Verdict != want && proof.Verdict != program.Unproved {
			t.Fatalf("%s is %v (%s) %s, and on the grid %v\n%s", head, proof.Verdict, proof.Why, name, want, src)
		}
	}
	p, paths := explore.ProveOfPart(context.Background(), in, explore.Options{}, w)
	switch {
	case p == nil && paths > 0:
		return "cannot tell"
	case p == nil:
		return "no part"
	case p.Verdict != want:
		t.Fatalf("%s is %v by a part, and on the grid %v\n%s", head, p.Verdict, want, src)
	case p.Verdict == program.Violated && holdsIn(rule, p.Run.Log):
		t.Fatalf("%s: it holds in what is shown, %v\n%s", head, p.Run.Log, src)
	}
	return p.Verdict.String()
}

// TestPartsAreConstant proves a rule of one of many clients, as many paths as there
// may be of the others.
func TestPartsAreConstant(t *testing.T) {
	paths := make(map[int]bool)
	for _, n := range []int{3, 6, 12, 20} {
		var functions, script strings.Builder
		for i := range n {
			fmt.Fprintf(&functions, "  f%d:\n    async: true\n    do:\n", i)
			for j := range 3 {
				fmt.Fprintf(&functions, "      - promise: p%d_%d\n      - {io: net, latency: %dus..%dus, do: {resolve: p%d_%d}}\n      - await: {promise: p%d_%d}\n      - log: c%d_%d\n",
					i, j, 1000+97*i+13*j, 5000+131*i+17*j, i, j, i, j, i, j)
			}
			fmt.Fprintf(&script, "  - call: f%d\n", i)
		}
		s := withRules(t, "evsim: 1\nname: clients\nfunctions:\n"+functions.String()+"script:\n"+script.String(), []string{"c0_0 before c0_2", "c0_0 before c1_2"})
		for i, want := range []program.Verdict{program.Proved, program.Violated} {
			p, made := explore.ProveOfPart(context.Background(), program.NewSetting(s, model.MustLookup("node22")), explore.Options{}, s.Rules[i].Watch())
			if p == nil || p.Verdict != want {
				t.Fatalf("%d clients: %+v, want %v", n, p, want)
			}
			if i == 0 {
				paths[made] = true
			}
		}
	}
	if len(paths) != 1 {
		t.Errorf("numbers of paths %v, want one", paths)
	}
}
