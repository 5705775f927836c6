package explore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/cputime"
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
