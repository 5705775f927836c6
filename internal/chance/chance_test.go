package chance_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/chance"
	"evsim/model"
	"evsim/scenario"
	"evsim/scenario/expect"
)

// exact are scenarios of two and three unknown lengths, with the likelihood of
// each order as a volume, and no other order.
var exact = []struct {
	name, policy, world, script string
	want                        map[string]float64
	coverage                    bool // by many seeds
}{
	// startup + phase less than 1 ms: the pairs of whole nanoseconds, counted.
	{"timer", "node22", "clock: {startup: 0ms..3ms, phase: 0ms..999999ns}",
		"[{setTimeout: 0, do: {log: t}}, {setImmediate: , do: {log: i}}]",
		map[string]float64{"i t": 1e6 * (1e6 + 1) / 2 / (1e6 * (3e6 + 1)), "t i": 1 - 1e6*(1e6+1)/2/(1e6*(3e6+1))}, true},
	{"two", "browser", "network: {/a: {latency: 2ms..9ms uniform}, /b: {latency: 4ms..12ms uniform}}",
		"[{fetch: /a, do: {log: a}}, {fetch: /b, do: {log: b}}]", ordersOf(nil, [2]int{2, 9}, [2]int{4, 12}), false},
	{"three", "browser", "network: {/a: {latency: 2ms..9ms}, /b: {latency: 4ms..12ms}, /c: {latency: 0ms..6ms}}",
		"[{fetch: /a, do: {log: a}}, {fetch: /b, do: {log: b}}, {fetch: /c, do: {log: c}}]", ordersOf(nil, [2]int{2, 9}, [2]int{4, 12}, [2]int{0, 6}), false},
	{"rare", "browser", "network: {/a: {latency: 0ms..10ms}, /b: {latency: 9ms..20ms}, /c: {latency: 0ms..10ms}}",
		"[{fetch: /a, do: {log: a}}, {fetch: /b, do: {log: b}}, {fetch: /c, do: {log: c}}]", ordersOf(nil, [2]int{0, 10}, [2]int{9, 20}, [2]int{0, 10}), true},
	// Rates of 1/2 and 1/6 a millisecond, where what is cut off is one in a million.
	{"exponential", "browser", "network: {/a: {latency: exponential(mean=2ms)}, /b: {latency: exponential(mean=6ms)}}",
		"[{fetch: /a, do: {log: a}}, {fetch: /b, do: {log: b}}]", map[string]float64{"a b": 0.75, "b a": 0.25}, false},
	{"steep", "browser", "network: {/a: {latency: 0ms..20ms exponential(mean=2ms)}, /b: {latency: 10ms..20ms}}",
		"[{fetch: /a, do: {log: a}}, {fetch: /b, do: {log: b}}]", steep(), true},
	{"lognormal", "browser", "network: {/a: {latency: lognormal(p50=4ms p99=60ms)}, /b: {latency: 4ms}}",
		"[{fetch: /a, do: {log: a}}, {fetch: /b, do: {log: b}}]", map[string]float64{"a b": 0.5, "b a": 0.5}, false},
	{"alike", "browser", "network: {/a: {latency: 0ms..6ms}}",
		"[{fetch: /a, do: {log: a}}, {fetch: /a, do: {log: b}}]", map[string]float64{"a b": 0.5, "b a": 0.5}, false},
}

// ordersOf is how likely the orders of some lines are, each of which comes at a
// uniform time between two whole milliseconds: in a cube of one millisecond all
// orders of the lines that share a millisecond are alike.
func ordersOf(at []int, spans ...[2]int) map[string]float64 {
	if len(at) == len(spans) {
		return map[string]float64{}
	}
	out := make(map[string]float64)
	cells := 1.0
	for _, s := range spans {
		cells *= float64(s[1] - s[0])
	}
	var each func(chosen []int)
	each = func(chosen []int) {
		if n := len(chosen); n < len(spans) {
			for ms := spans[n][0]; ms < spans[n][1]; ms++ {
				each(append(slices.Clone(chosen), ms))
			}
			return
		}
		orders := arranged(chosen)
		for _, order := range orders {
			out[order] += 1 / cells / float64(len(orders))
		}
	}
	each(nil)
	return out
}

// arranged is the orders in which the milliseconds do not fall.
func arranged(at []int) (out []string) {
	var each func(order []int)
	each = func(order []int) {
		if len(order) == len(at) {
			names := make([]string, len(order))
			for i, n := range order {
				names[i] = string(rune('a' + n))
			}
			out = append(out, strings.Join(names, " "))
			return
		}
		for n := range at {
			if !slices.Contains(order, n) && (len(order) == 0 || at[n] >= at[order[len(order)-1]]) {
				each(append(slices.Clone(order), n))
			}
		}
	}
	each(nil)
	return out
}

// steep is that of an exponential wait, given that it is at most 20 ms, and of one
// that is uniform from 10 ms: the integral of (20-t)/10 times the density.
func steep() map[string]float64 {
	const mean, whole = 2.0, 20.0
	all := 1 - math.Exp(-whole/mean)
	// From 10 to 20: the part of b's that come before t is (t-10)/10, by hand.
	late := (mean*(math.Exp(-10/mean)-math.Exp(-20/mean)) - 10*math.Exp(-20/mean)) / 10
	return map[string]float64{"b a": late / all, "a b": 1 - late/all}
}

// sampling is what is drawn of a scenario, and all its orders.
func sampling(t testing.TB, policy, world, script, rules string) (chance.Sampling, *explore.Result, []string) {
	t.Helper()
	src := fmt.Sprintf("evsim: 1\nname: x\n%s\nscript: %s\n%s", world, script, rules)
	s, diagnostics := scenario.Parse("x.yaml", []byte(src))
	if s == nil {
		t.Fatal(diagnostics.Render([]byte(src)))
	}
	p, err := model.Lookup(policy)
	if err != nil {
		t.Fatal(err)
	}
	setting := s.In(p, &s.World)
	r := explore.Explore(context.Background(), setting, explore.Options{})
	var names []string
	for i := range r.Orders {
		var lines []string
		for _, line := range r.Orders[i].Log {
			lines = append(lines, line.Text)
		}
		names = append(names, strings.Join(lines, " "))
	}
	out := chance.Sampling{Setting: setting, Seed: 1, Runs: 1000, Workers: 2, Timeless: s.Timeless()}
	for _, d := range (expect.Expected{Expect: s.Expect, Rules: s.Rules}).Demands(policy, s.Timeless()) {
		out.Asked = append(out.Asked, chance.Demand{Breaks: d.Breaks, Timed: d.Timed})
	}
	return out, &r, names
}

func estimate(s chance.Sampling, r *explore.Result) *chance.Likelihoods {
	return s.Estimate(context.Background(), r, s.Draw(context.Background()))
}

// TestVolumes holds estimates against exact likelihoods.
func TestVolumes(t *testing.T) {
	for _, e := range exact {
		s, r, names := sampling(t, e.policy, e.world, e.script, "")
		s.Runs = 20_000
		if len(names) != len(e.want) {
			t.Errorf("%s: the orders are %q, want those of %v", e.name, names, e.want)
			continue
		}
		l := estimate(s, r)
		for i, name := range names {
			got, want := l.Orders[i], e.want[name]
			// Twice as far as the interval reaches: four standard deviations. One in a
			// million is cut off.
			if low, high := 2*got.Low-got.Estimate-1e-6, 2*got.High-got.Estimate+1e-6; want < low || want > high {
				t.Errorf("%s: %s is %v, want %v", e.name, name, got, want)
			}
		}
	}
}

// TestCoverage wants that intervals hold the exact likelihood as often as they say:
// of 1,000 seeds at least 930 times, which is three standard deviations below 950.
func TestCoverage(t *testing.T) {
	seeds, least, confined := 1000, 930, 0
	if testing.Short() {
		seeds, least = 200, 180
	}
	for _, e := range exact {
		if !e.coverage {
			continue
		}
		s, r, names := sampling(t, e.policy, e.world, e.script, "")
		s.Runs, s.Workers = 100, 1
		covered, width := make([]int, len(names)), make([]float64, len(names))
		for seed := range uint64(seeds) {
			s.Seed = seed
			for i, l := range estimate(s, r).Orders {
				if want := e.want[names[i]]; l.Low <= want && want <= l.High {
					covered[i]++
				}
				if width[i] += l.High - l.Low; l.Share < 1 && seed == 0 {
					confined++
				}
			}
		}
		for i, name := range names {
			if covered[i] < least {
				t.Errorf("%s: intervals of %s hold its likelihood %d times of %d", e.name, name, covered[i], seeds)
			}
			if width[i]/float64(seeds) > 0.21 {
				t.Errorf("%s: intervals of %s are %v wide", e.name, name, width[i]/float64(seeds))
			}
		}
	}
	if confined < 2 {
		t.Errorf("only %d orders were drawn from boxes", confined)
	}
}

// What is drawn from a box tells more: an order of one in 6,000 has an interval
// that is a tenth of its likelihood wide, of runs of which the whole has none.
func TestRareIsDrawn(t *testing.T) {
	s, r, names := sampling(t, "browser", "network: {/a: {latency: 0ms..100ms}, /b: {latency: 99ms..200ms}}",
		"[{fetch: /a, do: {log: a}}, {fetch: /b, do: {log: b}}]", "rules: [a before b, b before a, a once, a never]\n")
	want := 0.5 / 100 / 101
	l := estimate(s, r)
	rare := l.Orders[slices.Index(names, "b a")]
	if rare.Share > 2e-4 || rare.Low > want || rare.High < want || rare.High-rare.Low > want/4 {
		t.Errorf("%+v, want %v", rare, want)
	}
	often := l.Broken[1] // "b before a", which fails but where the rare order is
	if often.Low > 1-want || often.High < 1-want || often.High-often.Low > want/4 {
		t.Errorf("%+v, want %v", often, 1-want)
	}
	if never, always := l.Broken[2], l.Broken[3]; never.High != 0 || always.Low != 1 || never.Runs+always.Runs != 0 {
		t.Errorf("%+v, %+v", never, always)
	}
	at := slices.Index(names, "b a")
	for i, e := range l.Each(context.Background(), [][]int{{at}, {1 - at}}) {
		if p := math.Abs(float64(i) - want); e.Low > p || e.High < p || e.High-e.Low > want/2 || e.Share == 1 {
			t.Errorf("%+v, want %v", e, p)
		}
	}
	if pair := l.Among([]int{0, 1}, []int{0, 1}); pair.Hits != 1000 || pair.Runs != 1000 {
		t.Errorf("%+v", pair)
	}
}

// TestWorkers wants the same of any number of workers, and of the same seed again.
func TestWorkers(t *testing.T) {
	for _, e := range exact {
		var first *chance.Likelihoods
		for _, workers := range []int{1, 2, 7} {
			rules := "rules: [a before b, b once, a at 1ms]\n"
			if e.name == "timer" {
				rules = "rules: [t before i, i once, t at 1ms]\n"
			}
			s, r, _ := sampling(t, e.policy, e.world, e.script, rules)
			s.Workers = workers
			l := estimate(s, r)
			if first == nil {
				first = l
			}
			if diff := cmp.Diff(summed(first), summed(l)); diff != "" {
				t.Errorf("%s with %d workers: %s", e.name, workers, diff)
			}
		}
	}
}

// summed is all that is told.
func summed(l *chance.Likelihoods) string {
	return fmt.Sprintf("%+v %+v %+v %d %+v", l.Orders, l.Broken, l.Others, l.Apart, l.Counts.Broken)
}

// An exploration that ends early has not all orders: those that were drawn besides
// are listed, and nothing is certain.
func TestOthers(t *testing.T) {
	e := exact[2]
	s, _, _ := sampling(t, e.policy, e.world, e.script, "rules: [a once]\n")
	r := explore.Explore(context.Background(), s.Setting, explore.Options{Paths: 2})
	l := estimate(s, &r)
	hits := 0
	for _, o := range l.Orders {
		hits += o.Hits
	}
	for _, o := range l.Others {
		if o.Share != 1 || len(o.Log) != 3 {
			t.Errorf("%+v", o)
		}
		hits += o.Hits
	}
	if r.Complete || len(r.Orders)+len(l.Others) != 6 || hits != 1000 {
		t.Errorf("%d orders, %d others, %d runs", len(r.Orders), len(l.Others), hits)
	}
	if b := l.Broken[0]; b.Runs != 1000 || b.Hits != 0 || b.High == 0 {
		t.Errorf("nothing is proved, and %+v", b)
	}
}

// What is open without a name, choices and what is cut off are told.
func TestWhatIsAssumed(t *testing.T) {
	s, _, _ := sampling(t, "browser", "network: {/a: {latency: 2ms}, /b: {latency: exponential(mean=1ms)}}\nclock: {startup: 0ms..1ms}",
		"[{fetch: /a, do: {log: a}}, {fetch: /a, do: {log: b}}, {fetch: /b, do: {log: c}}, {setTimeout: 2, do: {log: d}}]", "")
	c := s.Draw(context.Background())
	names, nameless := c.Assumed(s.Program.Lengths())
	if cut := c.CutOff(s.Program.Lengths()); !slices.Equal(names, []string{"startup"}) || nameless || len(cut) != 1 || cut[0].Range.High != 13_816*clock.Microsecond {
		t.Errorf("%q, %v, %v", names, nameless, cut)
	}
	if !c.Chosen {
		t.Error("which of two answers of one instant comes first is a choice")
	}
}

// Without time nothing is drawn, and nothing is claimed.
func TestNoTime(t *testing.T) {
	e := exact[2]
	s, r, _ := sampling(t, e.policy, e.world, e.script, "rules: [a before b]\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l := s.Estimate(ctx, r, s.Draw(ctx))
	for _, o := range append(l.Orders, l.Broken...) {
		if o.Runs != 0 || o.Low != 0 || o.High != 1 {
			t.Errorf("%+v", o)
		}
	}
}

// Jitter is drawn, and not explored: no proof rests on the orders that were found.
func TestJitter(t *testing.T) {
	s, r, _ := sampling(t, "node22", "clock: {skew: {jitter: 0ms..3ms}, startup: 0ms..2ms}",
		"[{setTimeout: 2, do: {log: t}}, {setImmediate: , do: {log: i}}]", "rules: [i before t, i once]\n")
	l := estimate(s, r)
	if once := l.Broken[1]; once.Runs != 1000 || once.High == 0 {
		t.Errorf("%+v", once)
	}
}
