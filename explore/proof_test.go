package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// The judge of rules below shares nothing with package scenario: it reads the
// text of a rule, and looks at a whole log again and again.

// holdsIn reports whether a rule holds in a log. Labels are single words.
func holdsIn(rule string, log []program.Line) bool {
	if rest, ok := strings.CutPrefix(rule, "for each n: "); ok {
		for n := range 10 {
			if !holdsIn(strings.ReplaceAll(rest, "${n}", strconv.Itoa(n)), log) {
				return false
			}
		}
		return true
	}
	words := strings.Fields(rule)
	count := func(label string) (n int) { return len(placesOf(label, log)) }
	switch {
	case words[0] == "eventually":
		return count(words[1]) > 0
	case words[0] == "exactly":
		all := 0
		for _, label := range words[3:] {
			all += count(strings.TrimSuffix(label, ","))
		}
		return all == 1
	case words[0] == "at":
		start, end, _ := strings.Cut(words[4], "..")
		return mostAtOnce(start, end, log) <= int(words[2][0]-'0')
	case words[1] == "or":
		return count(words[0])+count(words[2]) > 0
	case words[1] == "within":
		return allNear(words[0], words[4], millisOf(words[2]), log)
	case len(words) > 2 && words[2] == "after":
		a, b := placesOf(words[0], log), placesOf(words[3], log)
		return len(a) == 0 || len(b) == 0 || a[len(a)-1] < b[0]
	}
	return brute(rule, log)
}

func placesOf(label string, log []program.Line) (places []int) {
	for i := range log {
		if log[i].Text == label {
			places = append(places, i)
		}
	}
	return places
}

// mostAtOnce is how many have begun and not ended, at most.
func mostAtOnce(start, end string, log []program.Line) (most int) {
	open := 0
	for _, line := range log {
		if line.Text == start {
			open++
		}
		if line.Text == end {
			open = max(open-1, 0)
		}
		most = max(most, open)
	}
	return most
}

func allNear(a, b string, span clock.Span, log []program.Line) bool {
	for _, i := range placesOf(a, log) {
		if !slices.ContainsFunc(placesOf(b, log), func(j int) bool { return max(log[i].At, log[j].At)-min(log[i].At, log[j].At) <= span }) {
			return false
		}
	}
	return true
}

func millisOf(text string) clock.Span {
	f, err := strconv.ParseFloat(strings.TrimSuffix(text, "ms"), 64)
	if err != nil {
		panic(err)
	}
	return clock.Span(f * float64(clock.Millisecond))
}

// rulesFor writes rules of every form about the lines of a scenario.
func rulesFor(r *rand.Rand, src string, each bool) (out []string) {
	var labels []string
	for _, found := range regexp.MustCompile(`\{log: ([a-z]\w*)\}`).FindAllStringSubmatch(src, -1) {
		labels = append(labels, found[1])
	}
	slices.Sort(labels)
	if labels = slices.Compact(labels); len(labels) == 0 {
		return nil
	}
	one := func() string { return labels[r.IntN(len(labels))] }
	two := func() (string, string) {
		a, b := one(), one()
		for a == b && len(labels) > 1 {
			b = one()
		}
		return a, b
	}
	time := func() string { return []string{"0ms", "0.25ms", "1ms", "1.5ms", "2ms"}[r.IntN(5)] }
	forms := []func() string{
		func() string { return one() + " once" },
		func() string { return one() + " at " + time() },
		func() string { return "eventually " + one() },
		func() string { return one() + " never" },
	}
	if len(labels) > 1 {
		pair := func(format string) func() string {
			return func() string { a, b := two(); return fmt.Sprintf(format, a, b) }
		}
		forms = append(forms, pair("%s before %s"), pair("%s before %s"), pair("%s adjacent %s"), pair("%s never after %s"), pair("%s or %s"), pair("exactly one of %s, %s"),
			pair("at most 1 of %s..%s"), pair("at most 2 of %s..%s"), func() string { a, b := two(); return a + " within " + time() + " of " + b })
	}
	if families := familiesOf(labels); each && len(families) > 1 {
		for _, form := range []string{"%s${n} before %s${n}", "%s${n} never after %s${n}", "%s${n} adjacent %s${n}", "%s${n} within 1ms of %s${n}"} {
			i := r.IntN(len(families))
			rule := fmt.Sprintf("for each n: "+form, families[i], families[(i+1)%len(families)])
			forms = append(forms, func() string { return rule })
		}
	}
	for range 6 {
		out = append(out, forms[r.IntN(len(forms))]())
	}
	return out
}

// familiesOf is the labels without the digit at their ends.
func familiesOf(labels []string) (out []string) {
	for _, label := range labels {
		if base := strings.TrimRight(label, "0123456789"); base != label && !slices.Contains(out, base) {
			out = append(out, base)
		}
	}
	return out
}

func withRules(t *testing.T, src string, rules []string) *scenario.Scenario {
	t.Helper()
	if len(rules) > 0 {
		src += "rules:\n"
	}
	for _, rule := range rules {
		src += "  - '" + rule + "'\n"
	}
	s, diagnostics := scenario.Parse("rules.yaml", []byte(src))
	if s == nil {
		t.Fatalf("%v\n%s", diagnostics, src)
	}
	return s
}

// gridLogs are the logs at every point of a fine grid, with every free choice.
func gridLogs(s *scenario.Scenario, p model.Policy) (logs [][]program.Line) {
	for g := (&grid{}); ; {
		g.asked = 0
		var run program.Observed
		program.NewSetting(s, p).Run(program.Options{Oracle: g, Sink: &run, Wants: sim.KindsOf(sim.EventLog)})
		if logs = append(logs, run.Log); !g.next() {
			return logs
		}
	}
}

// ways are explorations that must come to the same verdicts: with all that saves
// work, and with each of that left out.
var ways = map[string]explore.Options{
	"as usual": {}, "milliseconds at once": {Eager: true}, "states apart": {Apart: true}, "sleeps as they end": {Strict: true}, "ties at once": {Ties: true}, "whole programs": {Whole: true}, "what causes decide, too": {Searched: true}, "none of these": {Eager: true, Apart: true, Whole: true, Searched: true},
}

// TestProofsAgainstAGrid holds rules of every form against random scenarios, of
// which every point of a fine grid is run: a rule is proved where it holds at
// each point, and violated where it does not at some. The run that is shown is
// one in which it does not, also when it is made anew; where all ways find one between
// the points, it is violated.
func TestProofsAgainstAGrid(t *testing.T) {
	policies := model.Policies()
	verdicts := make(map[program.Verdict]int)
	from, to := campaignSeeds(t, 60)
	for seed := from; seed < to; seed++ {
		r := rand.New(rand.NewPCG(seed, 9))
		p := policies[r.IntN(len(policies))]
		src := gridScenario(r, p)
		rules := rulesFor(r, src, true)
		s := withRules(t, src, rules)
		logs := gridLogs(s, p)
		for i, rule := range rules {
			want := program.Proved
			if slices.ContainsFunc(logs, func(log []program.Line) bool { return !holdsIn(rule, log) }) {
				want = program.Violated
			}
			verdicts[want]++
			between := 0 // ways that find a run between the points of the grid
			for name, o := range ways {
				proof := explore.Prove(context.Background(), program.NewSetting(s, p), o, s.Rules[i].Watch())
				if proof.Verdict == program.Violated && want == program.Proved {
					between++
				} else if proof.Verdict != want {
					t.Fatalf("seed %d, %s, %s: %q is %v (%s), and on the grid %v\n%s", seed, p.Name, name, rule, proof.Verdict, proof.Why, want, src)
				}
				if proof.Verdict == program.Violated && holdsIn(rule, againLog(t, s, p, proof.Run)) {
					t.Fatalf("seed %d, %s, %s: %q holds in what is shown, %v\n%s", seed, p.Name, name, rule, proof.Run.Log, src)
				}
			}
			if between != 0 && between != len(ways) {
				t.Fatalf("seed %d, %s: %q is violated between the points of the grid by %d ways of %d\n%s", seed, p.Name, rule, between, len(ways), src)
			}
		}
	}
	t.Log(verdicts)
	if enough := int(to-from) * 5 / 6; verdicts[program.Proved] < enough || verdicts[program.Violated] < enough {
		t.Errorf("%v: more of each are wanted", verdicts)
	}
}

// againLog is the log of a run that was found, made anew at its lengths.
func againLog(t *testing.T, s *scenario.Scenario, p model.Policy, found *program.Observed) []program.Line {
	t.Helper()
	witness, ok := found.Origin.(explore.Witness)
	if !ok {
		t.Fatalf("the run has the origin %T", found.Origin)
	}
	var run program.Observed
	s.Run(p, program.Options{Oracle: witness.Oracle(), Sink: &run, Wants: sim.KindsOf(sim.EventLog)})
	return run.Log
}

// TestProofsAgainstOrders holds the verdicts of watching against those of all
// orders, over scenarios of every verb.
func TestProofsAgainstOrders(t *testing.T) {
	policies := model.Policies()
	verdicts := make(map[program.Verdict]int)
	from, to := campaignSeeds(t, 60)
	for seed := from; seed < to; seed++ {
		p := policies[seed%uint64(len(policies))]
		for attempt := uint64(0); attempt < 20; attempt++ {
			r := rand.New(rand.NewPCG(seed, 100+attempt))
			src := campaignScenario(r, p, 2)
			s, _ := scenario.Parse("campaign.yaml", []byte(src))
			if s == nil || !slices.ContainsFunc(s.RunsOn(), func(q model.Policy) bool { return q.Name == p.Name }) {
				continue
			}
			found := explore.Explore(context.Background(), program.NewSetting(s, p), explore.Options{Paths: 4000})
			if found.Complete {
				proofsAgainstOrders(t, fmt.Sprintf("seed %d, attempt %d", seed, attempt), src, p, r, &found, verdicts)
				break
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Log(verdicts)
	if enough := int(to-from) * 5 / 6; verdicts[program.Proved] < enough || verdicts[program.Violated] < enough {
		t.Errorf("%v: more of each are wanted", verdicts)
	}
}

func proofsAgainstOrders(t *testing.T, head, src string, p model.Policy, r *rand.Rand, found *explore.Result, verdicts map[program.Verdict]int) {
	if !strings.Contains(src, "{log: l") {
		return
	}
	rules := slices.DeleteFunc(rulesFor(r, src, false), func(rule string) bool {
		return strings.Contains(rule, " within ") || strings.Contains(rule, " at ")
	})
	s := withRules(t, src, rules)
	for i, rule := range rules {
		want := program.Proved
		if slices.ContainsFunc(found.Orders, func(o explore.Order) bool { return !holdsIn(rule, o.Log) }) {
			want = program.Violated
		}
		verdicts[want]++
		for name, o := range ways {
			proof := explore.Prove(context.Background(), program.NewSetting(s, p), o, s.Rules[i].Watch())
			if proof.Verdict != want {
				t.Fatalf("%s, %s, %s: %q is %v (%s), and by the orders %v\n%s", head, p.Name, name, rule, proof.Verdict, proof.Why, want, src)
			}
			if want == program.Violated && holdsIn(rule, proof.Run.Log) {
				t.Fatalf("%s, %s, %s: %q holds in what is shown, %v\n%s", head, p.Name, name, rule, proof.Run.Log, src)
			}
		}
	}
}
