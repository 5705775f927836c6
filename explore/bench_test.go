package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/cputime"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// tenCallbacks is a scenario of ten callbacks, some of which race.
const tenCallbacks = `
evsim: 1
name: ten callbacks
clock: {startup: 0ms..3ms, phase: 0ms..1ms}
script:
  - {setTimeout: 0, do: {log: t1}}
  - {setTimeout: 1, do: {log: t2}}
  - {setTimeout: 2, do: {log: t3}}
  - {setImmediate: , do: {log: i1}}
  - {setImmediate: , do: {log: i2}}
  - {io: net, latency: 0ms..3ms, do: {log: n1}}
  - {io: net, latency: 0ms..3ms, do: {log: n2}}
  - {nextTick: , do: {log: tick}}
  - {queueMicrotask: , do: {log: job}}
  - {setTimeout: 3, do: {log: t4}}
`

// BenchmarkPaths is the speed of the search on one core: paths a second of
// processor time, for scenarios of about ten callbacks.
func BenchmarkPaths(b *testing.B) {
	for _, one := range []struct{ name, policy, source string }{
		{"a race of ten callbacks", "node22", tenCallbacks},
		{"five timers and a chain of five completions", "browser", twoChains(5)},
		{"ten completions at one instant", "node22", simultaneous(10)},
	} {
		b.Run(one.name, func(b *testing.B) {
			s, p := parsed(b, one.source), policy(b, one.policy)
			paths := 0
			var watch cputime.Stopwatch
			watch.Start()
			b.ReportAllocs()
			for b.Loop() {
				paths += explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{Paths: 10_000}).Paths
			}
			watch.Stop()
			b.ReportMetric(1e9/watch.Per(paths), "paths/s")
			b.ReportMetric(float64(paths)/float64(b.N), "paths/op")
		})
	}
}

// simultaneous is operations that complete at one instant, in any order.
func simultaneous(n int) string {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: simultaneous\nscript:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {io: net, latency: 1ms, do: {log: n%d}}\n", i)
	}
	return b.String()
}

// BenchmarkConditions is what the conditions of all orders take of processor time,
// and what the search before takes.
func BenchmarkConditions(b *testing.B) {
	for _, one := range []struct{ name, policy, source string }{
		{"a race of ten callbacks", "node22", tenCallbacks},
		{"five timers and a chain of five completions", "browser", twoChains(5)},
		{"six timers and a chain of six completions", "browser", twoChains(6)},
		{"random scenarios", "", ""},
	} {
		b.Run(one.name, func(b *testing.B) {
			settings := randomSettings
			if one.source != "" {
				s, p := parsed(b, one.source), policy(b, one.policy)
				settings = func(testing.TB) []program.Setting { return []program.Setting{program.NewSetting(s, p)} }
			}
			all := settings(b)
			var search, conditions cputime.Stopwatch
			searched, told := 0.0, 0.0
			orders := 0
			for b.Loop() {
				found := make([]explore.Result, len(all))
				search.Start()
				for i := range all {
					found[i] = explore.Explore(context.Background(), all[i], explore.Options{})
				}
				search.Stop()
				conditions.Start()
				for i := range found {
					for k := range found[i].Orders {
						found[i].When(k)
						orders++
					}
				}
				conditions.Stop()
				searched, told = searched+search.Per(1), told+conditions.Per(1)
			}
			b.ReportMetric(searched/1e6/float64(b.N), "ms/search")
			b.ReportMetric(told/1e6/float64(b.N), "ms/conditions")
			b.ReportMetric(float64(orders)/float64(b.N), "orders")
		})
	}
}

// randomSettings is some small scenarios of every verb.
func randomSettings(t testing.TB) (all []program.Setting) {
	policies := model.Policies()
	for seed := uint64(0); len(all) < 60; seed++ {
		p := policies[seed%uint64(len(policies))]
		s, _ := scenario.Parse("campaign.yaml", []byte(campaignScenario(rand.New(rand.NewPCG(seed, 0)), p, 3)))
		if s == nil || !slices.ContainsFunc(s.RunsOn(), func(q model.Policy) bool { return q.Name == p.Name }) {
			continue
		}
		if r := explore.Explore(context.Background(), program.NewSetting(s, p), explore.Options{Paths: 4000}); r.Complete {
			all = append(all, program.NewSetting(s, p))
		}
	}
	return all
}
