package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// nanos writes random scenarios whose lengths are open by a few nanoseconds, next to
// whole milliseconds: every point can be run.
type nanos struct {
	*rand.Rand
	p        model.Policy
	unknowns int
}

func nanoScenario(r *rand.Rand, p model.Policy) string {
	n := &nanos{r, p, 0}
	var b strings.Builder
	fmt.Fprintf(&b, "evsim: 1\nname: nanos\nclock: {startup: %s, phase: %s}\n", n.span(), []string{"0ns", "1ns", "999999ns", "0.5ms", "2ns..3ns", "999998ns..999999ns"}[r.IntN(6)])
	if r.IntN(6) == 0 {
		fmt.Fprintf(&b, "costs: {%s: %s}\n", []string{"callback", "timer", "log"}[r.IntN(3)], []string{"1ns", "999999ns"}[r.IntN(2)])
	}
	b.WriteString("script:\n")
	for range 3 + r.IntN(4) {
		fmt.Fprintf(&b, "  - %s\n", n.statement(1))
	}
	return b.String()
}

// span is a length: near 0, 1 or 2 ms, and open where there are few others.
func (n *nanos) span() string {
	low := max(0, 1_000_000*[]int{0, 1, 1, 1, 2}[n.IntN(5)]-3+n.IntN(4))
	if n.unknowns == 4 || n.IntN(5) == 0 {
		return fmt.Sprintf("%dns", low)
	}
	n.unknowns++
	return fmt.Sprintf("%dns..%dns", low, low+1+n.IntN(5))
}

func (n *nanos) body(depth int) string {
	log := fmt.Sprintf("{log: %c%d}", 'a'+n.IntN(3), n.IntN(2))
	if depth < 3 && n.IntN(3) == 0 {
		return fmt.Sprintf("[%s, %s]", log, n.statement(depth+1))
	}
	return log
}

func (n *nanos) statement(depth int) string {
	body := n.body(depth)
	switch kind := n.IntN(9); {
	case kind < 3 && n.p.Node != nil:
		return fmt.Sprintf("{io: %s, latency: %s, do: %s}", []string{"net", "net", "file"}[n.IntN(3)], n.span(), body)
	case kind < 3:
		return fmt.Sprintf("{fetch: x, latency: %s, do: %s}", n.span(), body)
	case kind == 3:
		return fmt.Sprintf("{busy: %s}", n.span())
	case kind == 4 && n.p.Node != nil:
		return fmt.Sprintf("{setImmediate: , do: %s}", body)
	case kind == 4:
		return fmt.Sprintf("{requestAnimationFrame: , do: %s}", body)
	case kind == 5:
		return fmt.Sprintf("{setInterval: 1, times: 2, do: %s}", body)
	case kind == 6:
		return fmt.Sprintf("{then: resolved, do: %s}", body)
	}
	return fmt.Sprintf("{setTimeout: %d, do: %s}", 1+n.IntN(2), body)
}

// nanoGrid is a grid of single nanoseconds that notes what it answers.
type nanoGrid struct {
	grid
	values []explore.Value
}

func (g *nanoGrid) Add(t clock.Instant, d clock.Range) clock.Instant {
	if d.Known() {
		return t.Add(d.Low)
	}
	length := d.Low + clock.Span(g.ask(int(d.High-d.Low)+1))
	g.values = append(g.values, explore.Value{Of: d.Of, Length: length})
	return t.Add(length)
}

// nanoPoint is a run of one point.
type nanoPoint struct {
	values []explore.Value
	run    program.Observed
}

// manyPoints is how many points of one scenario are run.
const manyPoints = 4000

// nanoPoints runs every point, and every free choice; nil: there are many.
func nanoPoints(s program.Setting) (all []nanoPoint) {
	for g := (&nanoGrid{}); len(all) < manyPoints; {
		g.asked, g.values = 0, nil
		var run program.Observed
		run.Stop = s.Run(program.Options{Oracle: g, Sink: &run, Wants: sim.KindsOf(sim.EventLog)})
		if all = append(all, nanoPoint{g.values, run}); !g.next() {
			return all
		}
	}
	return nil
}

// orderWays are explorations that must find the same orders.
var orderWays = map[string]explore.Options{
	"as usual": {}, "milliseconds at once": {Eager: true}, "state by state": {Small: 1}, "states apart": {Small: 1, Apart: true},
	"with times": {Small: 1, Times: true}, "none of these": {Small: 1, Apart: true, Eager: true}, "by four": {Small: 1, Workers: 4}, "ties at once": {Small: 1, Ties: true},
}

// nanoTest is one scenario.
type nanoTest struct {
	judge
	points []nanoPoint
	count  map[string]int
}

// TestNanosecondsByBruteForce runs each nanosecond of random scenarios. Their orders
// are those that are explored, with whatever saves work left out; each formula is
// true exactly where it may be, and no part of it can be left out; and rules of
// every form have the verdict that the points have. EVSIM_CAMPAIGN=FROM..TO makes the run
// of these seeds.
func TestNanosecondsByBruteForce(t *testing.T) {
	policies := model.Policies()
	from, to := campaignSeeds(t, 50)
	c := campaign{T: t, policies: policies, verbs: make(map[string]int)}
	count := make(map[string]int)
	for seed := from; seed < to && !t.Failed(); seed++ {
		r := rand.New(rand.NewPCG(seed, 21))
		p := policies[r.IntN(len(policies))]
		src := nanoScenario(r, p)
		rules := rulesFor(r, src, true)
		s := withRules(t, src, rules)
		points := nanoPoints(program.NewSetting(s, p))
		if points == nil {
			continue
		}
		n := nanoTest{judge{campaign: &c, s: s, p: p, src: src, head: fmt.Sprintf("seed %d, %s", seed, p.Name)}, points, count}
		count["scenarios"]++
		count["points"] += len(points)
		n.orders()
		n.conditions()
		n.rules(rules)
	}
	t.Log(count)
	if enough := int(to - from); count["scenarios"] < enough/2 || count["parts"] < enough || count["proved"] < enough || count["violated"] < enough {
		t.Errorf("it looks at too little: %v", count)
	}
}

// TestNothingIsSaidTwice: a condition whose bounds were made as wide as may be is told by
// others of its bounds, which may be wider yet.
func TestNothingIsSaidTwice(t *testing.T) {
	for on, src := range map[string]string{
		"node26": `
evsim: 1
name: a timer beside two completions
clock: {startup: 0ns..4ns, phase: 1ns}
script:
  - {setTimeout: 2, do: {log: b0}}
  - {setTimeout: 1, do: {log: a0}}
  - {io: file, latency: 999998ns..1000001ns, do: {log: a1}}
  - {then: resolved, do: {log: b0}}
  - {io: net, latency: 1000000ns..1000002ns, do: {log: b1}}
  - {setInterval: 1, times: 2, do: {log: b0}}
`,
		"node20": `
evsim: 1
name: an interval beside three completions
clock: {startup: 0ns..4ns, phase: 999998ns..999999ns}
script:
  - {io: file, latency: 999998ns..1000002ns, do: {log: c0}}
  - {io: file, latency: 0ns..2ns, do: {log: b1}}
  - {io: net, latency: 999998ns..1000003ns, do: [{log: a0}, {io: net, latency: 1000000ns, do: [{log: b1}, {setInterval: 1, times: 2, do: {log: b0}}]}]}
  - {then: resolved, do: {log: a0}}
  - {setInterval: 1, times: 2, do: [{log: a0}, {setImmediate: , do: {log: c1}}]}
`,
	} {
		s, p := parsed(t, src), policy(t, on)
		c := campaign{T: t}
		n := nanoTest{judge{campaign: &c, s: s, p: p, src: src, head: on}, nanoPoints(program.NewSetting(s, p)), make(map[string]int)}
		if n.conditions(); n.count["parts"] < 20 {
			t.Errorf("%s: %d parts were left out", on, n.count["parts"])
		}
	}
}

func (n *nanoTest) orders() {
	want := make(map[string]bool)
	for i := range n.points {
		want[keyOf(n.points[i].run.Log, n.points[i].run.Stop)] = true
	}
	n.count["orders"] += len(want)
	for name, o := range orderWays {
		found := explore.Explore(context.Background(), program.NewSetting(n.s, n.p), o)
		got := make(map[string]bool)
		for i := range found.Orders {
			order := &found.Orders[i]
			got[keyOf(order.Log, order.Stop)] = true
			var run program.Observed
			run.Stop = n.s.Run(n.p, program.Options{Oracle: order.Witness.Oracle(), Sink: &run, Wants: sim.KindsOf(sim.EventLog)})
			if keyOf(run.Log, run.Stop) != keyOf(order.Log, order.Stop) {
				n.fail("%s: the witness of %q logs %q", name, joined(order.Log), joined(run.Log))
			}
		}
		if !found.Complete || !maps.Equal(got, want) {
			n.fail("%s: %s: points have %q, and explored are %q", name, found.Why, sorted(want), sorted(got))
		}
	}
}

func (n *nanoTest) conditions() {
	found := explore.Explore(context.Background(), program.NewSetting(n.s, n.p), explore.Options{})
	n.r, n.index = &found, make(map[string]int)
	for i := range found.Orders {
		n.index[keyOf(found.Orders[i].Log, found.Orders[i].Stop)] = i
		n.when = append(n.when, found.When(i))
	}
	seen := make(map[string]map[string]bool) // lengths that are drawn, by name
	for i := range n.points {
		at := &n.points[i]
		for _, text := range described(n.s, at.values) {
			cut := strings.LastIndexByte(text, ' ')
			if seen[text[:cut]] == nil {
				seen[text[:cut]] = make(map[string]bool)
			}
			seen[text[:cut]][text[cut+1:]] = true
		}
		order, known := n.index[keyOf(at.run.Log, at.run.Stop)]
		if !known || !n.formulasAt(order, at.values, fmt.Sprint("point ", i)) {
			return
		}
	}
	for i := range n.when {
		n.minimal(n.when[i].Formula, seen)
	}
}

// minimal wants every part of a formula to change its truth somewhere: each bound of
// each region, and each region.
func (n *nanoTest) minimal(formula string, seen map[string]map[string]bool) {
	if formula == "" || formula == "always" {
		return
	}
	worlds := worldsOf(formula, seen)
	regions := strings.Split(formula, ", or ")
	for i, region := range regions {
		parts := strings.Split(region, " and ")
		for k := range parts {
			less := strings.Join(slices.Delete(slices.Clone(parts), k, k+1), " and ")
			if len(parts) == 1 {
				less = "always"
			}
			n.differs(formula, strings.Join(slices.Concat(regions[:i], []string{less}, regions[i+1:]), ", or "), worlds)
		}
		if len(regions) > 1 {
			n.differs(formula, strings.Join(slices.Delete(slices.Clone(regions), i, i+1), ", or "), worlds)
		}
	}
}

func (n *nanoTest) differs(formula, less string, worlds []map[string]clock.Span) {
	n.count["parts"]++
	for _, world := range worlds {
		a, _ := holdsExactly(formula, world)
		if b, _ := holdsExactly(less, world); a != b || strings.Contains(less, "always") && !a {
			return
		}
	}
	n.fail("%q says no more than %q", formula, less)
}

// worldsOf is every combination of the lengths that a formula names.
func worldsOf(formula string, seen map[string]map[string]bool) []map[string]clock.Span {
	worlds := []map[string]clock.Span{{}}
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		if !regexp.MustCompile(`(^| )` + regexp.QuoteMeta(name) + `($| (at|less|more|\+|-|and) |, or )`).MatchString(formula) {
			continue
		}
		var more []map[string]clock.Span
		for _, world := range worlds {
			for _, length := range sorted(seen[name]) {
				next := maps.Clone(world)
				next[name] = mustMillis(length)
				more = append(more, next)
			}
		}
		worlds = more
	}
	return worlds
}

func (n *nanoTest) rules(rules []string) {
	for i, rule := range rules {
		want := program.Proved
		if slices.ContainsFunc(n.points, func(at nanoPoint) bool { return !holdsIn(rule, at.run.Log) }) {
			want = program.Violated
		}
		n.count[want.String()]++
		for name, o := range ways {
			proof := explore.Prove(context.Background(), program.NewSetting(n.s, n.p), o, n.s.Rules[i].Watch())
			if proof.Verdict != want || want == program.Violated && holdsIn(rule, proof.Run.Log) {
				n.fail("%s: %q is %v (%s), and by the points %v", name, rule, proof.Verdict, proof.Why, want)
			}
		}
	}
	for _, unwatched := range []bool{false, true} {
		o := explore.Options{Unwatched: unwatched, Small: 20}
		for _, c := range n.s.Verify([]model.Policy{n.p}, explore.Runs(context.Background(), o)) {
			rule := c.What
			verdict, failure := c.Result()
			holds := !slices.ContainsFunc(n.points, func(at nanoPoint) bool { return !holdsIn(rule, at.run.Log) })
			if holds != (verdict == program.Proved) || verdict == program.Violated && holdsIn(rule, failure.Got) {
				n.fail("unwatched %t: %q is %v, and by the points it holds: %t", unwatched, rule, verdict, holds)
			}
		}
	}
}
