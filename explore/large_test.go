package explore_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/explore"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

func parsed(t testing.TB, src string) *scenario.Scenario {
	s, complaints := scenario.Parse("test.yaml", []byte(src))
	if s == nil {
		t.Fatal(complaints)
	}
	return s
}

func policy(t testing.TB, name string) model.Policy {
	p, err := model.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAlikeCompletionsAreNotPermuted: ten operations overlap in time and no log
// can tell them apart. There are 10! ways to order them alone, and as many
// again for those that coincide.
func TestAlikeCompletionsAreNotPermuted(t *testing.T) {
	one := "  - {io: net, latency: 0ms..10ms, do: {log: done}}\n"
	for name, script := range map[string]string{
		"one statement":  "  - {repeat: 10, do: {io: net, latency: 0ms..10ms, do: {log: done}}}\n",
		"ten statements": strings.Repeat(one, 10),
	} {
		t.Run(name, func(t *testing.T) {
			r := explore.ByStates(context.Background(), program.NewSetting(parsed(t, "evsim: 1\nname: alike\nscript:\n"+script), policy(t, "node22")), explore.Options{})
			if !r.Complete || len(r.Orders) != 1 || r.Paths > 100_000 {
				t.Errorf("complete: %t, %d orders, %d paths", r.Complete, len(r.Orders), r.Paths)
			}
		})
	}
}

// twoChains is a page with timers and with completions, of which each begins
// the next, at times that nobody knows.
func twoChains(each int) string {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: two chains\nscript:\n")
	for i := range each {
		fmt.Fprintf(&b, "  - {setTimeout: %d, do: {log: t%d}}\n", 10*(i+1), i+1)
	}
	for i := range each {
		indent := strings.Repeat("  ", i)
		fmt.Fprintf(&b, "%s  - {fetch: f%d, latency: 1ms..%dms, as: f%d}\n%s  - then: f%d\n%s    do:\n%s    - {log: f%d}\n",
			indent, i+1, 10*each+10, i+1, indent, i+1, indent, indent, i+1)
	}
	return b.String()
}

// TestTwoChainsInterleaveInEveryWay: six timers and six completions in a chain
// have C(12,6) = 924 orders.
func TestTwoChainsInterleaveInEveryWay(t *testing.T) {
	s := parsed(t, twoChains(6))
	for name, search := range map[string]func(context.Context, program.Setting, explore.Options) explore.Result{
		"path by path": explore.Explore, "state by state": explore.ByStates,
	} {
		if r := search(context.Background(), s.In(policy(t, "browser"), &s.World), explore.Options{}); !r.Complete || len(r.Orders) != 924 {
			t.Errorf("%s: complete: %t, %d orders", name, r.Complete, len(r.Orders))
		}
	}
}

// TestWorkersAgree: the result is the same with one worker and with many, also
// when it ends early.
func TestWorkersAgree(t *testing.T) {
	s, p := parsed(t, tenCallbacks), policy(t, "node22")
	for _, paths := range []int{0, 1, 77, 300} {
		one := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{Paths: paths, Workers: 1})
		many := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{Paths: paths, Workers: 8})
		if diff := cmp.Diff(one.Orders, many.Orders); diff != "" || one.Paths != many.Paths || one.Why != many.Why {
			t.Errorf("at most %d paths: %d and %d, %q and %q\n%s", paths, one.Paths, many.Paths, one.Why, many.Why, diff)
		}
	}
}

// TestSearchGoesOn ends a search again and again, and takes it up each time.
func TestSearchGoesOn(t *testing.T) {
	s, p := parsed(t, tenCallbacks), policy(t, "node22")
	whole := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{})
	var part explore.Result
	for paths := 20; !part.Complete; paths += 20 {
		o := explore.Options{Paths: paths, Resume: part.Left}
		if part = explore.ByStates(context.Background(), s.In(p, &s.World), o); part.Complete == (part.Left != nil) {
			t.Fatalf("complete: %t, and left is %v", part.Complete, part.Left)
		}
	}
	if diff := cmp.Diff(whole.Orders, part.Orders); diff != "" || whole.Paths != part.Paths {
		t.Errorf("%d paths at once, %d in pieces\n%s", whole.Paths, part.Paths, diff)
	}
}

// TestPartsAreAll: the parts of a search have together the orders of the whole.
// Runs of several parts may log the same.
func TestPartsAreAll(t *testing.T) {
	p := policy(t, "browser")
	for _, each := range []int{2, 6} {
		s := parsed(t, twoChains(each))
		const parts = 3
		all := make(map[string]bool)
		var paths []int
		for n := range parts {
			r := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{Part: explore.Part{Number: n + 1, Of: parts}})
			if !r.Complete {
				t.Fatal(r.Why)
			}
			paths = append(paths, r.Paths)
			for key := range orderSet(r) {
				all[key] = true
			}
		}
		whole := explore.ByStates(context.Background(), s.In(p, &s.World), explore.Options{})
		want := slices.Sorted(maps.Keys(orderSet(whole)))
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(all))); diff != "" {
			t.Errorf("the whole (-) and its parts (+):\n%s", diff)
		}
		if each == 6 && 2*slices.Max(paths) > 3*slices.Min(paths) {
			t.Errorf("parts have %v paths", paths)
		}
	}
}

// TestNothingFoundIsLost: a large space is searched anew, state by state. What
// was found before counts where that ends early, also when it was taken up from
// a checkpoint.
func TestNothingFoundIsLost(t *testing.T) {
	s, p := parsed(t, twoChains(8)), policy(t, "browser")
	before := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{Paths: 20_000})
	after := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{Paths: 20_001})
	var file bytes.Buffer
	if err := after.Left.Write(&file, nil); err != nil {
		t.Fatal(err)
	}
	left, err := explore.ReadFrontier(&file, nil)
	if err != nil {
		t.Fatal(err)
	}
	resumed := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{Paths: 20_100, Resume: left})
	for _, later := range []explore.Result{after, resumed} {
		found := orderSet(later)
		for order := range orderSet(before) {
			if _, ok := found[order]; !ok || later.Complete {
				t.Fatalf("complete: %t; lost %q", later.Complete, order)
			}
		}
		if len(found) != len(later.Orders) {
			t.Errorf("%d orders, of which %d differ", len(later.Orders), len(found))
		}
	}
}
