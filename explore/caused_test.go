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
)

// TestCauses says of rules whether causes decide them: `yes` they do, `open` the rule
// holds and it takes a search, `no` it is violated, though A stands above B.
func TestCauses(t *testing.T) {
	const yes, open, no = "yes", "open", "no"
	f := func(keys, do string) string { return "functions: {f: {" + keys + "do: [" + do + "]}}\n" }
	tests := []struct{ name, head, script, rule, want string }{
		{"one body", "", "{log: a}; {log: b}", "a before b", yes},
		{"one body the other way", "", "{log: b}; {log: a}", "a before b", no},
		{"a callback behind it", "", "{log: a}; {io: net, do: {setTimeout: 1, do: {log: b}}}", "a before b", yes},
		{"a callback before it", "", "{nextTick: , do: {log: b}}; {log: a}", "a before b", open},
		{"a callback that need not come later", "", "{io: net, latency: 0ms..2ms, do: {log: a}}; {io: net, latency: 1ms, do: {log: b}}", "a before b", no},
		{"no B that is reached", "functions: {f: {do: {log: b}}}\n", "{log: c}; {setTimeout: 1, do: {log: a}}; {setTimeout: 2, do: {call: f}}", "a before b", open},
		{"no A that is reached", "", "{try: {throw: x}, catch: [], finally: {log: b}}; {io: net, latency: never, do: {log: a}}", "a before b", no},
		{"B in two places", "", "{io: net, do: {log: b}}; {io: net, do: [{log: a}, {log: b}]}", "a before b", no},
		{"A in two places", "", "{setTimeout: 1, do: [{log: a}, {log: b}]}; {setTimeout: 1, do: [{log: a}, {log: b}]}", "a before b", yes},
		{"one line before itself", "", "{log: a}", "a before a", open},
		{"a line with a hole may be B", "", "{setTimeout: 1, do: {log: 'b${n}'}}; {setTimeout: 2, do: {log: a}}", "a before b1", no},
		{"a line with a hole that cannot be B", "", "{log: 'x${n}'}; {log: a}; {log: b1}", "a before b1", yes},
		{"a line that is nothing but a hole", "", "{log: '${n}'}; {log: a}; {log: b}", "a before b", open},
		{"a line with a hole is not surely A", "", "{log: 'a${n}'}; {log: b}", "a1 before b", open},
		{"a line with a hole is another", "", "{log: 'a${n}'}; {log: b}", "a2 before b", no},
		{"each number", "", "{log: a1}; {log: b1}; {io: net, do: [{log: a2}, {nextTick: , do: {log: b2}}]}", "for each n: a${n} before b${n}", yes},
		{"one number of two", "", "{log: a1}; {log: b1}; {log: b2}; {log: a2}", "for each n: a${n} before b${n}", no},
		{"a number that a hole makes", "", "{log: a1}; {repeat: 2, do: {log: 'b${n}'}}", "for each n: a${n} before b${n}", no},

		{"behind what throws", "", "{try: [{throw: x}, {log: a}], catch: [{log: c}]}; {log: b}", "a before b", no},
		{"first of all that may throw", "", "{try: [{log: a}, {throw: x}], catch: {log: c}}; {log: b}", "a before b", yes},
		{"the catch of what logs first", "", "{try: [{log: a}, {throw: x}], catch: {log: b}}", "a before b", yes},
		{"the catch of what logs too late", "", "{try: [{log: c}, {throw: x}, {log: a}], catch: {log: b}}", "a before b", no},
		{"both ways out of a try", f("", "{log: c}"), "{try: [{call: f}, {log: a}], catch: {log: a}}; {log: b}", "a before b", yes},
		{"a finally", "", "{try: {throw: x}, catch: [], finally: {log: a}}; {log: b}", "a before b", yes},
		{"the finally of what does not log", "", "{try: {throw: x}, catch: [], finally: {log: b}}; {log: a}", "a before b", no},
		{"a finally that logs, of which the catch is first", "", "{try: {throw: x}, catch: {log: b}, finally: {log: a}}", "a before b", no},
		{"a try without a catch", "", "{on: uncaughtException, do: {log: c}}; {setTimeout: 1, do: {log: b}}; {try: [{throw: x}, {log: a}], finally: {log: d}}", "a before b", no},
		{"a listener of what is thrown", "", "{on: uncaughtException, do: {log: b}}; {throw: x}; {log: a}", "a before b", no},
		{"a listener that comes after it", "", "{log: a}; {on: exit, do: {log: b}}; {exit: 0}", "a before b", yes},
		{"a listener that is there before it", "", "{on: exit, do: {log: b}}; {exit: 0}; {log: a}", "a before b", no},

		{"a loop", "", "{repeat: 2, do: {log: a}}; {log: b}", "a before b", yes},
		{"a loop of no rounds", "", "{repeat: 0, do: {log: a}}; {log: b}", "a before b", no},
		{"the next round of a loop", "", "{repeat: 2, do: [{log: b}, {log: a}]}", "a before b", no},
		{"the same round of a loop", "", "{repeat: 2, do: [{log: a}, {log: b}]}", "a before b", yes},
		{"rounds of for await", "main: esm\n", "{for await: [], do: {log: a}}; {log: b}", "a before b", no},

		{"a function that is called before", f("", "{log: a}"), "{call: f}; {log: b}", "a before b", yes},
		{"a function that returns before", f("", "{try: [{log: c}, {return: }], catch: []}, {log: a}"), "{call: f}; {log: b}", "a before b", no},
		{"a return behind it", f("", "{log: a}, {return: value}"), "{call: f}; {log: b}", "a before b", yes},
		{"a function with several callers", f("", "{log: b}"), "{setTimeout: 1, do: {call: f}}; {setTimeout: 3, do: [{log: a}, {call: f}]}", "a before b", no},
		{"all callers behind it", f("", "{log: b}"), "{log: a}; {setTimeout: 1, do: {call: f}}; {setTimeout: 3, do: {call: f}}", "a before b", yes},
		{"a function that calls itself", f("", "{log: b}, {setTimeout: 1, do: {call: f}}"), "{log: a}; {call: f}; {setTimeout: 3, do: {exit: 0}}", "a before b", yes},
		{"a function that calls itself before it logs", f("limit: 2, ", "{call: f}, {log: a}, {log: b}"), "{call: f}", "a before b", yes},
		{"a function with a limit", f("limit: 1, ", "{call: f}, {log: b}, {log: a}"), "{call: f}", "a before b", no},
		{"a function of which the inner call does nothing", "functions: {f: {limit: 1, do: [{call: g}, {log: a}]}, g: {do: {call: f}}}\n", "{call: f}; {log: c}", "a before c", open},
		{"a call that does nothing, of two", "functions: {f: {limit: 1, do: [{call: g}, {log: a}]}, g: {do: [{call: f}, {log: b}]}}\n", "{call: f}", "a before b", no},
		{"a function that calls itself without end", "functions: {f: {do: [{call: f}, {log: a}]}}\n", "{try: {call: f}, catch: []}; {log: b}", "a before b", no},
		{"an async function up to its first await", f("async: true, ", "{log: a}, {await: resolved}"), "{call: f}; {log: b}", "a before b", yes},
		{"an async function behind an await", f("async: true, ", "{await: resolved}, {log: a}"), "{call: f}; {log: b}", "a before b", no},
		{"an async function that throws before", "functions: {f: {async: true, do: [{then: p, do: []}, {log: a}]}, g: {do: {promise: p}}}\n", "{call: f}; {log: b}; {setTimeout: 1, do: {call: g}}", "a before b", no},
		{"an async function that is awaited", "functions: {f: {async: true, do: [{await: resolved}, {log: a}]}, g: {async: true, do: [{await: {call: f}}, {log: b}]}}\n", "{call: g}", "a before b", yes},
		{"an async function that is awaited and returns before", "functions: {f: {async: true, do: [{await: resolved}, {try: {return: }, catch: []}, {log: a}]}, g: {async: true, do: [{await: {call: f}}, {log: b}]}}\n", "{call: g}", "a before b", no},
		{"an async function with a limit that logs first", "functions: {f: {async: true, limit: 1, do: [{log: a}, {await: resolved}]}, g: {do: [{call: f}, {log: b}]}}\n", "{call: g}; {call: g}", "a before b", yes},
		{"an async function with a limit that is awaited twice", "functions: {f: {async: true, limit: 1, do: [{await: resolved}, {await: resolved}, {log: a}]}, g: {async: true, do: [{await: {call: f}}, {log: b}]}}\n", "{call: g}; {call: g}", "a before b", no},
		{"a generator that is awaited", "functions: {f: {async: true, generator: true, do: [{log: a}]}, g: {async: true, do: [{await: {call: f}}, {log: b}]}}\n", "{call: g}", "a before b", no},
		{"behind an await", f("async: true, ", "{log: a}, {await: resolved}, {log: b}"), "{call: f}", "a before b", yes},
		{"a generator that has not begun", "functions: {f: {async: true, generator: true, do: [{log: a}]}}\n", "{call: f, as: g}; {log: b}", "a before b", no},
		{"a generator whose call comes behind", "functions: {f: {async: true, generator: true, do: [{log: b}]}}\n", "{log: a}; {call: f, as: g}; {next: g}", "a before b", yes},
		{"a generator that stops", "functions: {f: {async: true, generator: true, do: [{yield: value}, {log: a}]}}\n", "{call: f, as: g}; {next: g}; {log: b}", "a before b", no},

		{"the executor of a promise", "", "{promise: p, do: {log: a}}; {log: b}", "a before b", open},
		{"the executor of a promise that throws", "", "{promise: p, do: [{throw: x}, {log: a}]}; {log: b}", "a before b", no},
		{"links of a chain", "", "{chain: resolved, links: [{then: {log: a}}, {then: {log: b}}]}", "a before b", yes},
		{"the catch of a chain", "", "{chain: resolved, links: [{then: [{throw: x}, {log: a}]}, {catch: {log: b}}]}", "a before b", no},
		{"behind the catch of a chain", "", "{chain: resolved, links: [{then: [{throw: x}, {log: a}]}, {catch: []}, {then: {log: b}}]}", "a before b", no},
		{"behind a catch that logs too", "", "{chain: resolved, links: [{then: {log: a}}, {catch: {log: a}}, {then: {log: b}}]}", "a before b", yes},
		{"a finally between links", "", "{chain: rejected, links: [{then: {log: a}}, {finally: {log: b}}, {catch: []}]}", "a before b", no},
		{"behind a finally between links", "", "{chain: resolved, links: [{then: {log: a}}, {finally: []}, {then: {log: b}}]}", "a before b", yes},
		{"a catch that is not needed", "", "{chain: resolved, links: [{catch: {log: a}}, {then: {log: b}}]}", "a before b", no},
		{"a then that is skipped", "", "{chain: rejected, links: [{then: {log: a}}, {catch: []}, {then: {log: b}}]}", "a before b", no},

		{"a timer that is cleared", "", "{setTimeout: 1, as: t, do: {log: a}}; {setTimeout: 2, do: {log: b}}; {clearTimeout: t}", "a before b", no},
		{"a callback that never comes", "", "{log: c}; {io: net, latency: never, do: [{log: a}]}; {setTimeout: 1, do: {log: b}}", "a before b", no},
		{"a limit before it", "limits: {callbacks: 3}\n", "{setInterval: 1, do: [{log: c}]}; {setTimeout: 9, do: [{log: a}, {log: b}]}", "a before b", yes},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := withRules(t, "evsim: 1\nname: causes\n"+tt.head+"script:\n  - "+strings.ReplaceAll(tt.script, "; ", "\n  - ")+"\n", []string{tt.rule})
			w := s.Rules[0].Watch()
			if got := s.Follows(w.Order); got != (tt.want == yes) {
				t.Errorf("causes decide it: %v, want %q", got, tt.want)
			}
			want := program.Proved
			if tt.want == no {
				want = program.Violated
			}
			for _, o := range []explore.Options{{}, {Searched: true}} {
				if p := explore.Prove(context.Background(), program.NewSetting(s, model.MustLookup("node22")), o, w); p.Verdict != want {
					t.Errorf("it is %v (%s) with %+v, want %v", p.Verdict, p.Why, o, want)
				}
			}
		})
	}
}

// TestCausesNeedNoSearch proves a rule of one of many clients that share threads, of
// which there are far too many orders.
func TestCausesNeedNoSearch(t *testing.T) {
	var functions, script strings.Builder
	for i := range 12 {
		fmt.Fprintf(&functions, "  f%d:\n    async: true\n    do: [{log: start%d}, {promise: p%d}, {io: file, latency: 1ms..9ms, do: {resolve: p%d}}, {await: {promise: p%d}}, {log: end%d}]\n", i, i, i, i, i, i)
		fmt.Fprintf(&script, "  - {io: net, latency: 0ms..9ms, do: {call: f%d}}\n", i)
	}
	for _, clock := range []string{"{startup: 0ms, phase: 0ms}", "{startup: 0ms, phase: 0ms, skew: {jitter: 1ms}}"} {
		s := withRules(t, "evsim: 1\nname: clients\nclock: "+clock+"\nfunctions:\n"+functions.String()+"script:\n"+script.String(),
			[]string{"start3 before end3", "for each n: start${n} before end${n}"})
		for _, c := range s.Verify([]model.Policy{model.MustLookup("node22")}, explore.Runs(context.Background(), explore.Options{Paths: 200})) {
			if verdict, _ := c.Result(); verdict != program.Proved {
				t.Errorf("%s, with the clock %s: %v (%s)", c.What, clock, verdict, c.Why)
			}
		}
	}
}

// TestCausesTakeLittle: what would take long to read off a scenario is not.
func TestCausesTakeLittle(t *testing.T) {
	for n, want := range map[int]bool{1000: true, 3000: false} {
		var script strings.Builder
		for i := range n {
			fmt.Fprintf(&script, "  - log: a%d\n  - log: b%d\n", i, i)
		}
		s := withRules(t, "evsim: 1\nname: many\nscript:\n"+script.String(), []string{"for each n: a${n} before b${n}"})
		if got := s.Follows(s.Rules[0].Watch().Order); got != want {
			t.Errorf("causes decide %d pairs: %v, want %v", n, got, want)
		}
	}
}

// branching writes random scenarios that branch in every way, and of which the
// lines are few.
type branching struct {
	*rand.Rand
	functions []string // their forms
	left      int      // statements
}

func branchingScenario(r *rand.Rand) string {
	b := &branching{Rand: r, left: 14}
	var functions strings.Builder
	for range 3 {
		b.functions = append(b.functions, b.one("", "", "async: true, ", "async: true, ", "limit: 1, ", "async: true, limit: 2, ", "async: true, generator: true, "))
	}
	for i, form := range b.functions {
		fmt.Fprintf(&functions, "  f%d: {%sdo: %s}\n", i, form, b.body(strings.Contains(form, "async"), 0))
	}
	limits := b.one("", "", "", "limits: {callbacks: 6}\n")
	return "evsim: 1\nname: branching\n" + limits + "functions:\n" + functions.String() + "script:\n  - " + strings.Join(b.statements(3, false, 0), "\n  - ") + "\n"
}

func (b *branching) one(of ...string) string { return of[b.IntN(len(of))] }

func (b *branching) log() string { return "{log: " + b.one("a", "a", "b", "c") + "}" }

func (b *branching) body(async bool, depth int) string {
	return "[" + strings.Join(b.statements(1+b.IntN(3), async, depth), ", ") + "]"
}

func (b *branching) statements(n int, async bool, depth int) (out []string) {
	for range n {
		if depth > 0 && b.IntN(10) == 0 {
			return append(out, b.one("{return: }", "{return: {call: f1}}", "{throw: x}", "{exit: 0}")) // nothing may come behind
		}
		out = append(out, b.statement(async, depth))
	}
	return out
}

func (b *branching) statement(async bool, depth int) string {
	if b.left--; b.left < 0 || depth > 3 || b.IntN(3) == 0 {
		return b.log()
	}
	same, other := func() string { return b.body(async, depth+1) }, func() string { return b.body(false, depth+1) }
	f := b.IntN(3)
	switch b.IntN(14) {
	case 0:
		return "{try: " + same() + ", catch: " + same() + "}"
	case 1:
		return "{try: " + same() + ", finally: " + same() + "}"
	case 2:
		return "{try: " + same() + ", catch: " + same() + ", finally: " + same() + "}"
	case 3:
		if body := same(); !strings.Contains(body, "{return") { // it cannot leave a loop of this kind
			return fmt.Sprintf("{repeat: %d, do: %s}", b.IntN(3), body)
		}
	case 4, 5:
		return fmt.Sprintf("{call: f%d}", f)
	case 6:
		return b.one("{promise: p, do: "+other()+"}", "{nextTick: , do: "+other()+"}", "{on: exit, do: "+other()+"}", "{on: uncaughtException, do: "+other()+"}")
	case 8, 9:
		if async {
			return b.one("{await: resolved}", "{await: rejected}", fmt.Sprintf("{await: {call: f%d}}", f), "{'for await': [resolved], do: "+same()+"}")
		}
	case 10:
		return "{chain: " + b.one("resolved", "rejected") + ", links: [{then: " + other() + "}, {" + b.one("then", "catch", "finally") + ": " + other() + "}, {" + b.one("then", "catch") + ": " + other() + "}]}"
	case 11:
		return "{then: " + b.one("resolved", "rejected") + ", do: " + other() + ", catch: " + other() + "}"
	case 12:
		return fmt.Sprintf("{setTimeout: %d, do: %s}", 1+b.IntN(3), other())
	}
	return "{io: net, latency: " + b.one("1ms", "0ms..3ms") + ", do: " + other() + "}"
}

// TestCausesAgainstRuns holds what causes decide against all runs of random scenarios.
func TestCausesAgainstRuns(t *testing.T) {
	pairs := []string{"a before b", "a before c", "b before a", "b before c", "c before a", "c before b"}
	policies := model.Policies()
	of := make(map[string]int)
	from, to := campaignSeeds(t, 300)
	for seed := from; seed < to; seed++ {
		r := rand.New(rand.NewPCG(seed, 16))
		p := policies[r.IntN(len(policies))]
		src := branchingScenario(r)
		s, _ := scenario.Parse("branching.yaml", []byte(src))
		if s == nil { // the script itself returns
			of["not legal"]++
			continue
		}
		if !slices.ContainsFunc(s.RunsOn(), func(q model.Policy) bool { return q.Name == p.Name }) {
			continue
		}
		src += "  - {io: net, latency: never, do: [{log: a}, {log: b}, {log: c}]}\n" // so that each is logged by some statement
		s = withRules(t, src, pairs)
		found := explore.Explore(context.Background(), program.NewSetting(s, p), explore.Options{Paths: 300})
		for i, rule := range pairs {
			holds := !slices.ContainsFunc(found.Orders, func(o explore.Order) bool { return !holdsIn(rule, o.Log) })
			logged := slices.ContainsFunc(found.Orders, func(o explore.Order) bool { return len(placesOf(rule[len(rule)-1:], o.Log)) > 0 })
			switch follows := s.Follows(s.Rules[i].Watch().Order); {
			case follows && !holds:
				t.Fatalf("seed %d, %s: causes are said to decide %q, and there is a run that breaks it\n%s", seed, p.Name, rule, src)
			case follows && logged:
				of["causes decide"]++
			case holds && logged:
				of["holds"]++
			case logged:
				of["violated"]++
			}
		}
	}
	t.Log(of)
	if enough := int(to-from) / 3; of["causes decide"] < enough || of["violated"] < enough {
		t.Errorf("%v: more of each are wanted", of)
	}
}
