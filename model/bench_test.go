package model_test

import (
	"container/heap"
	"flag"
	"fmt"
	"runtime"
	"testing"

	"evsim/clock"
	"evsim/ecma"
	"evsim/internal/cputime"
	"evsim/model"
	"evsim/sim"
)

// The benchmarks of docs/performance.md. Beside each workload that a bare queue
// of events could do stands that queue, on the same numbers, so that a ratio
// comes from one run. They give processor time, which other programs on the
// machine disturb less than the time that passes.

// BenchmarkOneShot is a million timers with random delays of 1 to 10,000 ms.
func BenchmarkOneShot(b *testing.B) {
	const timers = 1_000_000
	eachBare(b, func(b *testing.B, q func() bare) {
		measure(b, b.N*timers, func(func()) {
			for range b.N {
				q, r := q(), random(1)
				for i := range uint64(timers) {
					q.push(event{r.delay(), i, uint32(i)})
				}
				for q.len() > 0 {
					q.pop()
				}
			}
		})
	})
	eachPolicy(b, timerPolicies, func(b *testing.B, policy string) {
		measure(b, b.N*timers, func(func()) {
			for range b.N {
				oneShot(timers).run(b, policy, nil)
			}
		})
	})
}

// turnovers is how often what is pending has been replaced before BenchmarkHold
// measures: until then the distances between what is pending still change.
const turnovers = 20

// fewest is how many callbacks BenchmarkHold measures at least: Go calls a
// benchmark that takes long to begin once, for one of them.
var fewest = flag.Int("callbacks", 50_000, "let BenchmarkHold measure at least `N` callbacks")

// BenchmarkHold is timers that each set another as they fire, in steady state.
func BenchmarkHold(b *testing.B) {
	for _, pending := range []int{1_000, 10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(pending), func(b *testing.B) {
			eachBare(b, func(b *testing.B, q func() bare) {
				callbacks := max(b.N, *fewest)
				measure(b, callbacks, func(start func()) { holdBare(q(), pending, callbacks, weighed(b, pending, start)) })
			})
			eachPolicy(b, timerPolicies, func(b *testing.B, policy string) {
				callbacks := max(b.N, *fewest)
				measure(b, callbacks, func(start func()) {
					hold(pending, turnovers, callbacks, weighed(b, pending, start)).run(b, policy, nil)
				})
			})
		})
	}
}

func holdBare(q bare, pending, callbacks int, start func()) {
	r := random(1)
	for i := range pending {
		q.push(event{r.delay(), uint64(i), uint32(i)})
	}
	for i := range callbacks + turnovers*pending {
		if i == turnovers*pending {
			start()
		}
		e := q.pop()
		q.push(event{e.time + r.delay(), uint64(i + pending), e.id})
	}
}

// weighed reports, before it starts, the bytes that are alive for each of what
// is pending.
func weighed(b *testing.B, pending int, start func()) func() {
	runtime.GC()
	var empty, full runtime.MemStats
	runtime.ReadMemStats(&empty)
	return func() {
		runtime.GC()
		runtime.ReadMemStats(&full)
		b.ReportMetric(float64(int64(full.HeapAlloc)-int64(empty.HeapAlloc))/float64(pending), "B/pending")
		start()
	}
}

// BenchmarkImmediate, BenchmarkThen and BenchmarkTick are callbacks that each
// queue the next.
func BenchmarkImmediate(b *testing.B) { benchmarkChain(b, "immediate", "node22", "node10") }

// BenchmarkThen is two promises and one job for each link.
func BenchmarkThen(b *testing.B) { benchmarkChain(b, "then", "node22", "node10", "browser") }

// BenchmarkTick is process.nextTick. Beside it stands what no loop can do
// without: a queue, and the same script behind an interface.
func BenchmarkTick(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		q := new(bareQueue)
		script := &workload{left: b.N + 1, calls: []func(){func() { q.push(0) }}}
		measure(b, b.N, func(func()) { q.run(script, b.N) })
	})
	benchmarkChain(b, "tick", "node22", "node10")
}

func benchmarkChain(b *testing.B, kind string, policies ...string) {
	eachPolicy(b, policies, func(b *testing.B, policy string) {
		measure(b, b.N, func(func()) { chain(kind, b.N).run(b, policy, nil) })
	})
}

// BenchmarkRounds is timers that each set the next, an immediate, a tick and two
// promise jobs.
func BenchmarkRounds(b *testing.B) {
	eachPolicy(b, []string{"node22", "node10"}, func(b *testing.B, policy string) {
		measure(b, b.N, func(func()) { rounds(b.N).run(b, policy, nil) })
	})
}

// BenchmarkIntervals is a thousand intervals of 1 to 10 s for an hour.
func BenchmarkIntervals(b *testing.B) {
	callbacks := anHour()
	eachBare(b, func(b *testing.B, q func() bare) {
		measure(b, b.N*callbacks, func(func()) {
			for range b.N {
				q := q()
				for i := range 1000 {
					q.push(event{period(i), uint64(i), uint32(i)})
				}
				for seq := range uint64(callbacks) {
					e := q.pop()
					q.push(event{e.time + period(int(e.id)), 1000 + seq, e.id})
				}
				for q.len() > 0 {
					q.pop()
				}
			}
		})
	})
	eachPolicy(b, timerPolicies, func(b *testing.B, policy string) {
		measure(b, b.N*callbacks, func(func()) {
			for range b.N {
				intervals(callbacks).run(b, policy, nil)
			}
		})
	})
}

var timerPolicies = []string{"node22", "node10", "browser", "firefox"}

func eachPolicy(b *testing.B, policies []string, f func(*testing.B, string)) {
	for _, policy := range policies {
		b.Run(policy, func(b *testing.B) { f(b, policy) })
	}
}

// eachBare gives a function that makes the queue: one that was used has another
// time, which an agenda is not made to go back to.
func eachBare(b *testing.B, f func(*testing.B, func() bare)) {
	b.Run("heap", func(b *testing.B) { f(b, func() bare { return new(quad) }) })
	b.Run("container", func(b *testing.B) { f(b, func() bare { return new(boxed) }) })
	b.Run("agenda", func(b *testing.B) {
		f(b, func() bare { return &wheeled{clock: clock.New(clock.Setup{}, clock.Millisecond, 0, nil)} })
	})
}

// measure reports the processor time of each of the callbacks that f makes, from
// the start or from when f says.
func measure(b *testing.B, callbacks int, f func(start func())) {
	var watch cputime.Stopwatch
	b.ReportAllocs()
	watch.Start()
	f(watch.Start)
	watch.Stop()
	b.ReportMetric(watch.Per(callbacks), "cpu-ns/callback")
}

// bare is a queue of events and nothing else: no callbacks, no rules.
type bare interface {
	push(event)
	pop() event
	len() int
}

type event struct {
	time, seq uint64
	id        uint32
}

func (e event) before(f event) bool {
	return e.time < f.time || e.time == f.time && e.seq < f.seq
}

// quad is a typed 4-ary heap.
type quad []event

func (q *quad) len() int { return len(*q) }

func (q *quad) push(e event) {
	*q = append(*q, e)
	h, i := *q, len(*q)-1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

func (q *quad) pop() event {
	h := *q
	first, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) == 0 {
		return first
	}
	i := 0
	for 4*i+1 < len(h) {
		least := 4*i + 1
		for child := least + 1; child < min(4*i+5, len(h)); child++ {
			if h[child].before(h[least]) {
				least = child
			}
		}
		if !h[least].before(last) {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = last
	return first
}

// bareQueue is a first-in, first-out queue of callbacks and nothing else.
type bareQueue struct {
	ring       [16]uint32
	head, size int
}

func (q *bareQueue) push(callback uint32) {
	q.ring[(q.head+q.size)%len(q.ring)] = callback
	q.size++
}

func (q *bareQueue) pop() uint32 {
	callback := q.ring[q.head]
	q.head = (q.head + 1) % len(q.ring)
	q.size--
	return callback
}

// run runs callbacks of a script, which is not known before.
//
//go:noinline
func (q *bareQueue) run(script model.Script, callbacks int) {
	q.push(0)
	for range callbacks {
		script.Call(q.pop(), ecma.Value{})
	}
}

// boxed is the same with container/heap.
type boxed []event

func (q boxed) Len() int           { return len(q) }
func (q boxed) Less(i, j int) bool { return q[i].before(q[j]) }
func (q boxed) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *boxed) Push(e any)        { *q = append(*q, e.(event)) }
func (q *boxed) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// wheeled is what evsim's runtimes keep their timers in. It needs no sequence
// numbers.
type wheeled struct {
	clock *clock.Clock
	sim.Agenda
}

func (q *wheeled) len() int { return q.Len() }

func (q *wheeled) push(e event) {
	q.Push(q.clock, int32(e.id), clock.Instant(e.time)*clock.Instant(clock.Millisecond))
}

func (q *wheeled) pop() event {
	id, due := q.Pop(q.clock)
	return event{time: uint64(due) / uint64(clock.Millisecond), id: uint32(id)}
}

func (q *boxed) len() int     { return len(*q) }
func (q *boxed) push(e event) { heap.Push(q, e) }
func (q *boxed) pop() event   { return heap.Pop(q).(event) }
