package explore_test

import (
	"context"
	"fmt"
	"maps"
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

// TestExploredIsWhatAGridFinds explores random scenarios with small ranges, and
// runs every point of a fine grid: both find the same
// orders, none missing and none extra.
func TestExploredIsWhatAGridFinds(t *testing.T) {
	policies := model.Policies()
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := policies[r.IntN(len(policies))]
		src := gridScenario(r, p)
		s, diagnostics := scenario.Parse("grid.yaml", []byte(src))
		if s == nil {
			t.Fatalf("%v\n%s", diagnostics, src)
		}
		want := gridOrders(s, p)
		result := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{Paths: 500_000})
		if !result.Complete {
			t.Fatalf("seed %d: %s\n%s", seed, result.Why, src)
		}
		got := make(map[string]bool)
		for _, o := range result.Orders {
			got[joined(o.Log)] = true
		}
		if !maps.Equal(want, got) {
			t.Fatalf("seed %d, %s:\n%s\ngrid     %q\nexplored %q", seed, p.Name, src, sorted(want), sorted(got))
		}
	}
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

func joined(log []program.Line) string {
	var b strings.Builder
	for _, line := range log {
		b.WriteString(line.Text + " ")
	}
	return b.String()
}

// gridScenario is a random scenario with at most three unknowns, all of them
// whole quarters of a millisecond.
func gridScenario(r *rand.Rand, p model.Policy) string {
	var b strings.Builder
	fmt.Fprintf(&b, "evsim: 1\nname: grid\nclock: {startup: %s, phase: 0.%d5ms}\nscript:\n", quarters(r, 3), []int{0, 2, 7}[r.IntN(3)])
	unknowns := 1
	for i := range 3 + r.IntN(4) {
		fmt.Fprintf(&b, "  - %s\n", gridStatement(r, p, i, &unknowns, 1))
	}
	return b.String()
}

func quarters(r *rand.Rand, width int) string {
	low := r.IntN(5)
	return fmt.Sprintf("%dus..%dus", 250*low, 250*(low+r.IntN(width)))
}

func gridStatement(r *rand.Rand, p model.Policy, i int, unknowns *int, depth int) string {
	body := fmt.Sprintf("{log: %c%d}", 'a'+i, depth)
	if depth < 3 && r.IntN(3) == 0 {
		body = fmt.Sprintf("[%s, %s]", body, gridStatement(r, p, i, unknowns, depth+1))
	}
	latency := "500us"
	if *unknowns < 3 {
		latency = quarters(r, 4)
	}
	switch choice := r.IntN(6); {
	case choice == 0:
		*unknowns++
		if p.Node != nil {
			return fmt.Sprintf("{io: net, latency: %s, do: %s}", latency, body)
		}
		return fmt.Sprintf("{fetch: x, latency: %s, do: %s}", latency, body)
	case choice == 1 && p.Node != nil:
		return fmt.Sprintf("{setImmediate: , do: %s}", body)
	case choice == 1:
		return fmt.Sprintf("{requestAnimationFrame: , do: %s}", body)
	case choice == 2:
		*unknowns++
		return fmt.Sprintf("{busy: %s}", latency)
	}
	return fmt.Sprintf("{setTimeout: %d, do: %s}", r.IntN(4), body)
}

// gridOrders runs every point of the grid, and every free choice.
func gridOrders(s *scenario.Scenario, p model.Policy) map[string]bool {
	orders := make(map[string]bool)
	for g := (&grid{}); ; {
		g.asked = 0
		log := lines{}
		s.Run(p, program.Options{Oracle: g, Sink: &log, Wants: sim.KindsOf(sim.EventLog)})
		orders[joined(log)] = true
		if !g.next() {
			return orders
		}
	}
}

type lines []program.Line

func (l *lines) Emit(e sim.Event) { *l = append(*l, program.Line{Text: e.Text}) }

// grid is an Oracle of exact times, which an odometer of answers chooses.
type grid struct {
	clock.Plain
	answers []odometer
	asked   int
}

type odometer struct{ at, count int }

func (g *grid) ask(count int) int {
	if g.asked == len(g.answers) {
		g.answers = append(g.answers, odometer{0, count})
	}
	g.asked++
	return g.answers[g.asked-1].at
}

func (g *grid) next() bool {
	for n := len(g.answers); n > 0; n-- {
		if last := &g.answers[n-1]; last.at+1 < last.count {
			last.at++
			g.answers = g.answers[:n]
			return true
		}
	}
	return false
}

// gridStep is finer than the quarters that ranges end on, because an order may
// need several lengths strictly between two of them.
const gridStep = clock.Millisecond / 16

func (g *grid) Add(t clock.Instant, d clock.Range) clock.Instant {
	return t.Add(d.Low + gridStep*clock.Span(g.ask(int((d.High-d.Low)/gridStep)+1)))
}

func (g *grid) Pick(_ clock.Question, n int) int { return g.ask(n) }
