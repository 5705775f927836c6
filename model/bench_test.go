package model_test

import (
	"container/heap"
	"fmt"
	"testing"

	"evsim/clock"
	"evsim/internal/cputime"
	"evsim/model"
	"evsim/sim"
)

// The workloads of docs/performance.md, on the model alone: the script is Go,
// so that nothing but loops, timers and promises is measured. Beside each that
// a bare heap of events could do stands that heap, on the same numbers.

// workload is a script whose callbacks are functions.
type workload struct {
	rt    *model.Runtime
	main  func()
	calls []func()
	random
}

func (w *workload) Main() bool { w.main(); return false }

func (w *workload) Call(callback uint32, _ model.Value) (model.Value, bool) {
	w.calls[callback]()
	return model.Value{}, false
}

func (w *workload) Resume(uint32, model.Value, bool)       {}
func (w *workload) Describe(uint32) (string, sim.Pos)      { return "", sim.Pos{} }
func (w *workload) DescribeFrame(uint32) (string, sim.Pos) { return "", sim.Pos{} }
func (w *workload) ErrorText(model.Value) string           { return "" }
func (w *workload) Roots(func(uint32))                     {}
func (w *workload) setTimeout(ms float64, cb uint32)       { w.rt.SetTimer(ms, cb, false, false) }
func (w *workload) then(cb uint32) {
	w.rt.Then(w.rt.NewSettled(model.Value{}, false), cb, model.NoCallback)
}
func (w *workload) end() { w.rt.Stop(sim.Stop{Reason: sim.Exited}) }

// run runs the workload under a policy.
func (w *workload) run(b testing.TB, policy string) {
	p, err := model.Lookup(policy)
	if err != nil {
		b.Fatal(err)
	}
	const endless = 1 << 60
	limits := sim.Limits{Callbacks: endless, Turns: endless, Time: endless / 2}
	w.rt = model.New(p, w, model.World{Pool: 4, PromiseRoom: 256}, clock.Setup{}, 0, nil, sim.Config{Limits: limits})
	w.rt.Run()
}

// random is SplitMix64.
type random uint64

func (r *random) delay() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return 1 + (z^z>>31)%10_000
}

// agenda is a bare queue of events: no callbacks, no rules.
type agenda interface {
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

func (q *boxed) len() int     { return len(*q) }
func (q *boxed) push(e event) { heap.Push(q, e) }
func (q *boxed) pop() event   { return heap.Pop(q).(event) }

// report gives the processor time of one callback.
func report(b *testing.B, watch *cputime.Stopwatch, callbacks int) {
	watch.Stop()
	b.ReportMetric(watch.Per(callbacks), "cpu-ns/callback")
}

var bare = map[string]func() agenda{
	"heap":      func() agenda { return new(quad) },
	"container": func() agenda { return new(boxed) },
}
var timerPolicies = []string{"node22", "node10", "browser", "firefox"}

// BenchmarkOneShot is W1: a million timers with random delays of 1 to 10,000 ms.
func BenchmarkOneShot(b *testing.B) {
	const timers = 1_000_000
	for _, name := range []string{"heap", "container"} {
		b.Run(name, func(b *testing.B) {
			var watch cputime.Stopwatch
			watch.Start()
			for range b.N {
				q, r := bare[name](), random(1)
				for i := range uint64(timers) {
					q.push(event{r.delay(), i, uint32(i)})
				}
				for q.len() > 0 {
					q.pop()
				}
			}
			report(b, &watch, b.N*timers)
		})
	}
	for _, policy := range timerPolicies {
		b.Run(policy, func(b *testing.B) {
			var watch cputime.Stopwatch
			watch.Start()
			for range b.N {
				w := &workload{random: 1, calls: []func(){func() {}}}
				w.main = func() {
					for range timers {
						w.setTimeout(float64(w.delay()), 0)
					}
				}
				w.run(b, policy)
			}
			report(b, &watch, b.N*timers)
		})
	}
}

// BenchmarkHold is W2: timers that each set another as they fire. What is
// measured comes after every first timer has fired.
func BenchmarkHold(b *testing.B) {
	for _, pending := range []int{1_000, 100_000, 1_000_000} {
		for _, name := range []string{"heap", "container"} {
			b.Run(fmt.Sprintf("%s/%d", name, pending), func(b *testing.B) {
				var watch cputime.Stopwatch
				q, r := bare[name](), random(1)
				for i := range pending {
					q.push(event{r.delay(), uint64(i), uint32(i)})
				}
				for i := range b.N + 2*pending {
					if i == 2*pending {
						watch.Start()
					}
					e := q.pop()
					q.push(event{e.time + r.delay(), uint64(i + pending), e.id})
				}
				report(b, &watch, b.N)
			})
		}
		for _, policy := range timerPolicies {
			b.Run(fmt.Sprintf("%s/%d", policy, pending), func(b *testing.B) {
				var watch cputime.Stopwatch
				w := &workload{random: 1}
				w.main = func() {
					for range pending {
						w.setTimeout(float64(w.delay()), 0)
					}
				}
				left := b.N + 2*pending
				w.calls = []func(){func() {
					if left--; left == b.N {
						watch.Start()
					}
					if left == 0 {
						w.end()
					}
					w.setTimeout(float64(w.delay()), 0)
				}}
				w.run(b, policy)
				report(b, &watch, b.N)
			})
		}
	}
}

// BenchmarkChain is W3, W4 and W5: one callback that queues the next.
func BenchmarkChain(b *testing.B) {
	for _, name := range []string{"immediate", "then", "tick"} {
		for _, policy := range []string{"node22", "node10", "browser"} {
			if policy == "browser" && name != "then" {
				continue
			}
			b.Run(name+"/"+policy, func(b *testing.B) {
				var watch cputime.Stopwatch
				w, left := &workload{}, b.N
				queue := map[string]func(){
					"immediate": func() { w.rt.Node().SetImmediate(0, true) },
					"then":      func() { w.then(0) },
					"tick":      func() { w.rt.Node().NextTick(0) },
				}[name]
				w.main = queue
				w.calls = []func(){func() {
					if left--; left > 0 {
						queue()
					}
				}}
				b.ReportAllocs()
				watch.Start()
				w.run(b, policy)
				report(b, &watch, b.N)
			})
		}
	}
}

// BenchmarkRounds is W6: each timer sets the next, an immediate, a tick and
// two promise jobs.
func BenchmarkRounds(b *testing.B) {
	for _, policy := range []string{"node22", "node10"} {
		b.Run(policy, func(b *testing.B) {
			var watch cputime.Stopwatch
			watch.Start()
			w, left := &workload{}, b.N
			nothing := func() {
				if left--; left <= 0 {
					w.end()
				}
			}
			w.calls = []func(){func() {
				w.rt.Node().SetImmediate(1, true)
				w.rt.Node().NextTick(1)
				w.then(1)
				w.then(1)
				w.setTimeout(1, 0)
				nothing()
			}, nothing}
			w.main = func() {
				for range 10_000 {
					w.setTimeout(1, 0)
				}
			}
			w.run(b, policy)
			report(b, &watch, b.N)
		})
	}
}

// BenchmarkIntervals is W7: a thousand intervals of 1 to 10 s for an hour.
func BenchmarkIntervals(b *testing.B) {
	const hour = 3_600_000
	period := func(i int) uint64 { return uint64(1000 + 9*i) }
	for _, name := range []string{"heap", "container"} {
		b.Run(name, func(b *testing.B) {
			var watch cputime.Stopwatch
			watch.Start()
			fired := 0
			for range b.N {
				q, seq := bare[name](), uint64(0)
				for i := range 1000 {
					q.push(event{period(i), uint64(i), uint32(i)})
				}
				for {
					e := q.pop()
					if e.time > hour {
						break
					}
					seq++
					fired++
					q.push(event{e.time + period(int(e.id)), seq, e.id})
				}
			}
			report(b, &watch, fired)
		})
	}
	for _, policy := range timerPolicies {
		b.Run(policy, func(b *testing.B) {
			var watch cputime.Stopwatch
			watch.Start()
			fired := 0
			for range b.N {
				w := &workload{}
				w.calls = []func(){func() { fired++ }, func() { w.end() }}
				w.main = func() {
					for i := range 1000 {
						w.rt.SetTimer(float64(period(i)), 0, true, false)
					}
					w.setTimeout(hour, 1)
				}
				w.run(b, policy)
			}
			report(b, &watch, fired)
		})
	}
}
