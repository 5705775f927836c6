package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// tiedScenario is a random scenario of completions that may coincide, with all that
// can tell whether they did: immediates, closings, timers, work that takes time,
// what ends with the loop, operations that are over at once, the pool, signals.
func tiedScenario(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: tied\n")
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "clock: {startup: %s, phase: %s}\n", quarters(r, 3), []string{"0ms..1ms", "0ms", "0.5ms"}[r.IntN(3)])
	}
	switch r.IntN(12) {
	case 0:
		b.WriteString("costs: {turn: 100us}\n")
	case 1:
		b.WriteString("costs: {callback: 0us..300us}\n")
	}
	b.WriteString("script:\n")
	names := 4
	if r.IntN(4) == 0 { // some log the same
		names = 2
	}
	for i := range 2 + r.IntN(3) {
		fmt.Fprintf(&b, "  - %s\n", tiedStatement(r, fmt.Sprintf("%c", 'a'+i%names), 0))
	}
	return b.String()
}

func tiedStatement(r *rand.Rand, name string, depth int) string {
	do := []string{fmt.Sprintf("{log: %s%d}", name, depth)}
	if depth < 2 && r.IntN(5) < 2 {
		do = append(do, tiedStatement(r, name, depth+1))
	}
	for range r.IntN(2) {
		do = append(do, []string{
			fmt.Sprintf("{setImmediate: , do: {log: %s%di}}", name, depth),
			fmt.Sprintf("{nextTick: , do: {log: %s%dn}}", name, depth),
			fmt.Sprintf("{then: resolved, do: {log: %s%dp}}", name, depth),
			fmt.Sprintf("{setTimeout: 1, do: {log: %s%dt}}", name, depth),
			"{busy: 250us}",
			fmt.Sprintf("{throw: %s}", name),
		}[min(r.IntN(12), r.IntN(10))%6])
	}
	body := "[" + strings.Join(do, ", ") + "]"
	latency := []string{"1ms", "1ms..2ms", "0ms..1ms", "1ms..3ms", "2ms..3ms", "1ms..2ms", "0ms", "500us..1500us"}[r.IntN(8)]
	switch r.IntN(9) {
	case 0:
		return fmt.Sprintf("{setTimeout: %d, do: %s}", r.IntN(4), body)
	case 1:
		return fmt.Sprintf("{io: file, latency: %s, do: %s}", latency, body)
	}
	return fmt.Sprintf("{io: net, latency: %s, do: %s}", latency, body)
}

// TestTiesToldLate: poll takes what comes first alone, where what may coincide with it
// can as well come in the next. The orders are those of an exploration that asks each
// time what coincides, each witness replays its order, and what is proved is the
// same.
func TestTiesToldLate(t *testing.T) {
	var nodes []model.Policy
	for _, p := range model.Policies() {
		if p.Node != nil {
			nodes = append(nodes, p)
		}
	}
	compared, fewer := 0, 0
	from, to := campaignSeeds(t, 60)
	for seed := from; seed < to; seed++ {
		r := rand.New(rand.NewPCG(seed, 11))
		p := nodes[r.IntN(len(nodes))]
		src := tiedScenario(r)
		if seed%3 == 2 {
			src = campaignScenario(r, p, 3)
		}
		s, complaints := scenario.Parse("tied.yaml", []byte(src))
		if s == nil {
			t.Fatalf("%v\n%s", complaints, src)
		}
		if !slices.ContainsFunc(s.RunsOn(), func(q model.Policy) bool { return q.Name == p.Name }) {
			continue
		}
		o := explore.Options{Ties: true, Times: r.IntN(2) == 0, Paths: 20_000}
		if r.IntN(4) == 0 {
			o.Only = []string{"a0", "b0", "c0i"}[:1+r.IntN(3)]
		}
		asked := explore.ByStates(context.Background(), s.In(p, &s.World), o)
		if !asked.Complete {
			continue
		}
		o.Ties, o.Paths = false, 200_000 // mostly they are fewer
		only := o.Only
		late := explore.ByStates(context.Background(), s.In(p, &s.World), o)
		if compared++; late.Paths < asked.Paths {
			fewer++
		}
		if diff := cmp.Diff(keysOf(asked), keysOf(late)); diff != "" || !late.Complete {
			t.Errorf("asked each time (-) and told late (+), %s%s:\n%s", late.Why, late.Fault, diff)
		}
		for i := range late.Orders {
			o := &late.Orders[i]
			log := lines{}
			stop := s.Run(p, program.Options{Oracle: o.Witness.Oracle(), Sink: &log, Wants: sim.KindsOf(sim.EventLog)})
			if log = kept(log, only); keyOf(log, stop) != keyOf(o.Log, o.Stop) {
				t.Errorf("the witness %v of %q logs %q", o.Witness, joined(o.Log), joined(log))
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d, %s:\n%s", seed, p.Name, src)
		}
	}
	t.Logf("%d were compared, %d of them with fewer paths", compared, fewer)
	if uint64(compared) < (to-from)/2 || fewer < compared/8 {
		t.Errorf("%d were compared, %d of them with fewer paths", compared, fewer)
	}
}

// TestAlikeAndTied: of two completions that log the same, a replay takes the one that was
// announced first where both coincide, and an exploration may have taken the other.
func TestAlikeAndTied(t *testing.T) {
	s, p := parsed(t, `
evsim: 1
name: alike and tied
script:
  - {io: net, latency: 1ms, do: {log: a}}
  - {io: net, latency: 1ms..2ms, do: [{log: b}, {nextTick: , do: {log: tick}}]}
  - {io: net, latency: 500us..1500us, do: {log: a}}
`), policy(t, "node22")
	asked := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{Ties: true})
	late := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{})
	if diff := cmp.Diff(keysOf(asked), keysOf(late)); diff != "" || !late.Complete {
		t.Errorf("%s%s\n%s", late.Why, late.Fault, diff)
	}
}

// TestTooManyChoices: where no choices are tried, examples are the first runs that log
// the same.
func TestTooManyChoices(t *testing.T) {
	explore.TryChoices(t, 0)
	s, p := parsed(t, "evsim: 1\nname: a batch\nscript:\n  - {io: net, latency: 1ms..2ms, do: [{log: b}, {setImmediate: , do: {log: bi}}]}\n"+
		"  - {io: net, latency: 1ms..2ms, do: [{log: a}, {setImmediate: , do: {log: ai}}]}\n"), policy(t, "node22")
	r := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{})
	var got []string
	for i := range r.Orders {
		log := lines{}
		stop := s.Run(p, program.Options{Oracle: r.Orders[i].Witness.Oracle(), Sink: &log, Wants: sim.KindsOf(sim.EventLog)})
		if keyOf(log, stop) != keyOf(r.Orders[i].Log, r.Orders[i].Stop) {
			t.Errorf("the witness of %q logs %q", joined(r.Orders[i].Log), joined(log))
		}
		got = append(got, strings.TrimSpace(joined(r.Orders[i].Log)))
	}
	if diff := cmp.Diff([]string{"a ai b bi", "a b ai bi", "b a bi ai", "b bi a ai"}, got); diff != "" || !r.Complete {
		t.Errorf("%s%s\n%s", r.Why, r.Fault, diff)
	}
}

func keysOf(r explore.Result) map[string]bool {
	keys := make(map[string]bool)
	for key := range orderSet(r) {
		keys[key] = true
	}
	return keys
}

// kept is the lines that an exploration of some lines keeps; of none: of all.
func kept(all lines, only []string) lines {
	return slices.DeleteFunc(all, func(l program.Line) bool { return only != nil && !slices.Contains(only, l.Text) })
}
