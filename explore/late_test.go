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
	"evsim/internal/testmain"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// sameEagerly holds what was found, deciding milliseconds when they are
// compared, against an exploration that decides each as the clock is read. It
// reports whether that was complete.
func sameEagerly(t *testing.T, s program.Setting, o explore.Options, late *explore.Result) bool {
	t.Helper()
	o.Eager, o.Small = true, o.Paths // path by path: a search state by state leaves more times open
	eager := explore.Explore(context.Background(), s, o)
	if !eager.Complete || !late.Complete {
		return false
	}
	if clocked(&eager) { // which millisecond a line tells is one of several, or a question mark
		if diff := cmp.Diff(untimedOf(&eager), untimedOf(late)); diff != "" {
			t.Errorf("%s: deciding at once (-) and when compared (+):\n%s", s.Policy.Name, diff)
		}
		return true
	}
	if diff := cmp.Diff(orderSet(eager), orderSet(*late)); diff != "" {
		t.Errorf("%s: deciding at once (-) and when compared (+):\n%s", s.Policy.Name, diff)
	}
	return true
}

// clocked reports whether a line tells the time.
func clocked(r *explore.Result) bool {
	return slices.ContainsFunc(r.Orders, func(o explore.Order) bool {
		return slices.ContainsFunc(o.Log, func(l program.Line) bool { return whatTells(l.Text) != "" })
	})
}

// untimedOf is the orders without the times that lines tell.
func untimedOf(r *explore.Result) []string {
	keys := make(map[string]bool)
	for i := range r.Orders {
		keys[keyOf(r.Orders[i].Log, r.Orders[i].Stop)] = true
	}
	return sorted(keys)
}

// lateScenario is a random scenario in which milliseconds matter: timers that
// are set by callbacks and by timers, intervals, work and costs that take a part
// of a millisecond.
func lateScenario(r *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "evsim: 1\nname: late\nclock: {startup: %s, phase: %s}\n", quarters(r, 3), []string{"0ms..1ms", "0.25ms..0.5ms", "0ms", "0.7ms"}[r.IntN(4)])
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "costs: {%s: %s}\n", []string{"callback", "timer", "log", "turn"}[r.IntN(4)], []string{"0us..300us", "250us", "1us..1100us"}[r.IntN(3)])
	}
	b.WriteString("script:\n")
	for i := range 2 + r.IntN(2) {
		fmt.Fprintf(&b, "  - %s\n", lateStatement(r, fmt.Sprintf("%c", 'a'+i), 0))
	}
	return b.String()
}

func lateStatement(r *rand.Rand, name string, depth int) string {
	do := []string{fmt.Sprintf("{log: %s%d}", name, depth)}
	if depth < 2 && r.IntN(3) > 0 {
		do = append(do, lateStatement(r, name, depth+1))
	}
	if r.IntN(4) == 0 {
		do = append([]string{fmt.Sprintf("{busy: %s}", []string{"250us", "1200us", "0us..700us"}[r.IntN(3)])}, do...)
	}
	body := "[" + strings.Join(do, ", ") + "]"
	switch r.IntN(6) {
	case 0:
		return fmt.Sprintf("{io: net, latency: %s, do: %s}", quarters(r, 6), body)
	case 1:
		return fmt.Sprintf("{io: crypto, latency: %s, do: %s}", quarters(r, 4), body)
	case 2:
		return fmt.Sprintf("{setImmediate: , do: %s}", body)
	case 3:
		return fmt.Sprintf("{setInterval: %d, times: 2, do: %s}", 1+r.IntN(3), body)
	}
	return fmt.Sprintf("{setTimeout: %d, do: %s}", r.IntN(4), body)
}

// TestDecidedLateAsAtOnce: which millisecond an instant lies in is decided when
// that is compared. The orders are those of an exploration that decides it each
// time the clock is read: of every third scenario of the project, of all with
// EVSIM_SWEEPS=1, and of random ones, path by path and state by state.
func TestDecidedLateAsAtOnce(t *testing.T) {
	for i, file := range scenarioFiles(t) {
		if i%testmain.Every(3) != 0 {
			continue
		}
		t.Run(strings.TrimPrefix(file, "../scenarios/"), func(t *testing.T) {
			t.Parallel()
			s := load(t, file)
			for _, p := range s.RunsOn() {
				worlds := []program.World{s.World}
				for i := range s.Cases {
					worlds = append(worlds, s.Cases[i].World)
				}
				for _, w := range worlds {
					if w.Limits.Callbacks == 0 {
						w.Limits.Callbacks = 300
					}
					o := explore.Options{Paths: 5000}
					late := explore.Explore(context.Background(), s.In(p, &w), o)
					sameEagerly(t, s.In(p, &w), o, &late)
				}
			}
		})
	}
	var nodes []model.Policy
	for _, p := range model.Policies() {
		if p.Node != nil {
			nodes = append(nodes, p)
		}
	}
	same := 0
	from, to := campaignSeeds(t, 300)
	for seed := from; seed < to; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		p := nodes[r.IntN(len(nodes))]
		src := lateScenario(r)
		s, complaints := scenario.Parse("late.yaml", []byte(src))
		if s == nil {
			t.Fatalf("%v\n%s", complaints, src)
		}
		o := explore.Options{Paths: 8000}
		late := explore.Explore(context.Background(), s.In(p, &s.World), o)
		if !late.Complete {
			continue
		}
		if sameEagerly(t, s.In(p, &s.World), o, &late) {
			same++
		}
		o.Paths, o.Times = 0, true
		states := explore.ByStates(context.Background(), s.In(p, &s.World), o)
		if diff := cmp.Diff(orderSet(late), orderSet(states)); diff != "" || !states.Complete {
			t.Errorf("path by path (-) and state by state (+), %s:\n%s", states.Why, diff)
		}
		if t.Failed() {
			t.Fatalf("seed %d, %s:\n%s", seed, p.Name, src)
		}
	}
	t.Logf("%d random scenarios were compared", same)
	if uint64(same) < (to-from)/3 {
		t.Errorf("%d random scenarios were compared", same)
	}
}
