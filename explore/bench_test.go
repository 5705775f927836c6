package explore_test

import (
	"context"
	"testing"

	"evsim/explore"
	"evsim/model"
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

// BenchmarkPaths is the speed of the search: paths of a scenario of ten
// callbacks, on one core.
func BenchmarkPaths(b *testing.B) {
	s, complaints := scenario.Parse("ten.yaml", []byte(tenCallbacks))
	if s == nil {
		b.Fatal(complaints)
	}
	p, _ := model.Lookup("node22")
	paths := 0
	b.ReportAllocs()
	for b.Loop() {
		paths += explore.Explore(context.Background(), s, p, explore.Options{Paths: 100_000}).Paths
	}
	b.ReportMetric(float64(paths)/b.Elapsed().Seconds(), "paths/s")
	b.ReportMetric(float64(paths)/float64(b.N), "paths")
}
