package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// orders is a finished exploration of logs that are written as words; a log
// that ends in "..." reached its limit.
func orders(logs ...string) explore.Result {
	r := explore.Result{Complete: true}
	for _, log := range logs {
		words, endless := strings.CutSuffix(log, " ...")
		o := explore.Order{Stop: sim.Stop{Reason: sim.Ended}}
		if endless {
			o.Stop.Reason = sim.LimitCallbacks
		}
		for i, word := range strings.Fields(words) {
			o.Log = append(o.Log, program.Line{Text: word, Pos: sim.Pos{Line: int32(i + 1), Col: int32(len(word))}})
		}
		r.Orders = append(r.Orders, o)
	}
	return r
}

func at(line, col int32) []sim.Pos { return []sim.Pos{{Line: line, Col: col}} }

func TestLegal(t *testing.T) {
	for _, c := range []struct {
		name string
		r    explore.Result
		log  string
		want explore.Verdict
	}{
		{"the only order", orders("a b c"), "a b c", explore.Verdict{}},
		{"one of two", orders("a b c", "a c b"), "a c b", explore.Verdict{}},
		{"nothing is an order", orders(""), "", explore.Verdict{}},
		{
			"a wrong line", orders("a b c", "a cc b", "b a"), "a d", explore.Verdict{
				Claim: explore.Illegal, Line: 1, Next: []explore.Next{{Text: "b", At: at(2, 1)}, {Text: "cc", At: at(2, 2)}},
			},
		},
		{
			"only the orders that stay longest count", orders("a b c", "a c b"), "a b b", explore.Verdict{
				Claim: explore.Illegal, Line: 2, Next: []explore.Next{{Text: "c", At: at(3, 1)}},
			},
		},
		{
			"too early", orders("a b", "a c"), "a", explore.Verdict{
				Claim: explore.Illegal, Line: 1, Next: []explore.Next{{Text: "b", At: at(2, 1)}, {Text: "c", At: at(2, 1)}},
			},
		},
		{"too late", orders("a b", "a c"), "a b c", explore.Verdict{Claim: explore.Illegal, Line: 2, Ends: true}},
		{
			"an order ends there, another goes on", orders("a", "a b"), "a c", explore.Verdict{
				Claim: explore.Illegal, Line: 1, Next: []explore.Next{{Text: "b", At: at(2, 1)}}, Ends: true,
			},
		},
		{"the log of a run that never ends", orders("a a a ..."), "a a a", explore.Verdict{}},
		{
			"less of it", orders("a a a ..."), "a a", explore.Verdict{
				Claim: explore.Unclear, Line: 2, Next: []explore.Next{{Text: "a", At: at(3, 1)}},
				Why: say.Of("the log ends where a run goes on to its limit of %s", "callbacks"),
			},
		},
		{
			"more of it", orders("a a a ..."), "a a a a", explore.Verdict{
				Claim: explore.Unclear, Line: 3, Ends: true, Why: say.Of("the log goes on where a run reached its limit of %s", "callbacks"),
			},
		},
		{
			"no beginning of it", orders("a a a ..."), "a b", explore.Verdict{
				Claim: explore.Illegal, Line: 1, Next: []explore.Next{{Text: "a", At: at(2, 1)}},
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, c.r.Legal(strings.Fields(c.log))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Of what was not explored to its end, a log that was found is legal, and of
// another nothing is claimed.
func TestLegalClaimsNothingOfAnUnfinishedExploration(t *testing.T) {
	r := orders("a b")
	r.Complete, r.Why = false, "the limit of 1 paths was reached"
	if v := r.Legal([]string{"a", "b"}); v.Claim != explore.Legal {
		t.Errorf("found: %v", v)
	}
	if v := r.Legal([]string{"b", "a"}); v.Claim != explore.Unclear || v.Why != r.Why {
		t.Errorf("not found: %v", v)
	}
}

func TestBegins(t *testing.T) {
	r := orders("a b c", "b a c")
	for log, want := range map[string]bool{"": true, "a": true, "b a": true, "a b c": true, "a b c d": false, "c": false} {
		if got := r.Begins(strings.Fields(log)); got != want {
			t.Errorf("%q: %v", log, got)
		}
	}
}

// TestSearchAgreesWithLegal holds the search for one log against the twin that
// explores everything: on every order of random scenarios and of the project's
// own, and on logs that are nearly one.
func TestSearchAgreesWithLegal(t *testing.T) {
	asked := 0
	for seed := range seeds(150) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := model.Policies()[r.IntN(len(model.Policies()))]
		src := gridScenario(r, p)
		s, _ := scenario.Parse("grid.yaml", []byte(src))
		asked += searchBoth(t, s, p, r)
	}
	for i, file := range scenarioFiles(t) {
		s := try(file)
		if s == nil || s.World.Limits.Callbacks == 0 && endless(s) {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(i), 4))
		policies := s.RunsOn()
		asked += searchBoth(t, s, policies[r.IntN(len(policies))], r)
	}
	t.Logf("%d logs", asked)
}

// try is a scenario of the project, or nil.
func try(file string) *scenario.Scenario {
	src, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		return nil
	}
	s, _ := scenario.Parse(file, src)
	return s
}

// endless reports whether a run takes long because it never ends.
func endless(s *scenario.Scenario) bool {
	world := s.World
	world.Limits = sim.Limits{Callbacks: 10_000, Turns: 10_000, Time: 3600 * clock.Second}
	return s.In(s.RunsOn()[0], &world).Run(program.Options{}).Reason.Limit()
}

func searchBoth(t *testing.T, s *scenario.Scenario, p model.Policy, r *rand.Rand) int {
	t.Helper()
	found := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{Paths: 20_000})
	if !found.Complete {
		return 0
	}
	asked := 0
	for _, o := range found.Orders[:min(len(found.Orders), 20)] {
		for _, log := range variants(texts(o.Log), r) {
			asked++
			want := found.Legal(log)
			got := explore.Search(context.Background(), s.In(p, &s.World), explore.Options{}, log, nil, nil)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s under %s, log %q:\n%s", s.File, p.Name, log, diff)
			}
		}
	}
	return asked
}

func texts(log []program.Line) []string {
	out := make([]string, len(log))
	for i := range log {
		out[i] = log[i].Text
	}
	return out
}

// variants is a log, and logs that differ from it in one place.
func variants(log []string, r *rand.Rand) [][]string {
	out := [][]string{log, append(slices.Clip(log), "more")}
	if len(log) == 0 {
		return out
	}
	i := r.IntN(len(log))
	swapped := slices.Clone(log)
	swapped[0], swapped[i] = swapped[i], swapped[0]
	twice := slices.Insert(slices.Clone(log), i, log[i])
	return append(out, log[:i], log[i:], swapped, twice)
}

// The search finds an order among more than could ever be explored, and asks
// few paths for a log that is none.
func TestSearchAmongTooMany(t *testing.T) {
	const rounds = 12
	var b strings.Builder
	b.WriteString("evsim: 1\nname: too many orders\nscript:\n")
	var log []string
	for i := range rounds {
		indent := strings.Repeat("    ", i)
		fmt.Fprintf(&b, "%[1]s  - {setTimeout: 4, do: {log: t%[2]d}}\n%[1]s  - io: net\n%[1]s    latency: 3ms..6ms\n%[1]s    do:\n%[1]s      - log: n%[2]d\n", indent, i)
		if pair := []string{fmt.Sprintf("t%d", i), fmt.Sprintf("n%d", i)}; i%3 == 0 {
			log = append(log, pair[1], pair[0])
		} else {
			log = append(log, pair...)
		}
	}
	s, diagnostics := scenario.Parse("many.yaml", []byte(b.String()))
	if s == nil {
		t.Fatal(diagnostics)
	}
	if r := explore.Explore(context.Background(), s.In(model.MustLookup("node22"), &s.World), explore.Options{Paths: 20_000}); r.Complete {
		t.Errorf("only %d paths", r.Paths)
	}
	few := explore.Options{Paths: 20_000}
	if v := explore.Search(context.Background(), s.In(model.MustLookup("node22"), &s.World), few, log, nil, nil); v.Claim != explore.Legal {
		t.Errorf("%q: %+v", log, v)
	}
	log[7] = "t0"
	v := explore.Search(context.Background(), s.In(model.MustLookup("node22"), &s.World), few, log, nil, nil)
	if v.Claim != explore.Illegal || v.Line != 7 || len(v.Next) == 0 {
		t.Errorf("%q: %+v", log, v)
	}
}
