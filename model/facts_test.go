package model_test

import (
	"runtime"
	"testing"

	"evsim/clock"
)

// What makes the workloads fast is asserted here in counts, which are the same
// on every machine.

// TestWorkloadsDoNotAllocate runs each workload twice as long: the second half
// must not allocate.
func TestWorkloadsDoNotAllocate(t *testing.T) {
	const callbacks = 30_000
	for name, workload := range map[string]func(callbacks int) *workload{
		"hold":      func(callbacks int) *workload { return hold(1000, 2, callbacks, func() {}) },
		"immediate": func(callbacks int) *workload { return chain("immediate", callbacks) },
		"then":      func(callbacks int) *workload { return chain("then", callbacks) },
		"tick":      func(callbacks int) *workload { return chain("tick", callbacks) },
		"rounds":    func(callbacks int) *workload { return rounds(100_000 + callbacks) },
		"intervals": intervals,
	} {
		policies := []string{"node10", "node22"}
		if name != "immediate" && name != "tick" && name != "rounds" {
			policies = append(policies, "browser", "firefox")
		}
		for _, policy := range policies {
			t.Run(name+"/"+policy, func(t *testing.T) {
				allocations := func(callbacks int) float64 {
					return testing.AllocsPerRun(1, func() { workload(callbacks).run(t, policy, nil) })
				}
				short, long := allocations(callbacks), allocations(2*callbacks)
				if long > short+30 {
					t.Errorf("%d more callbacks allocate %.0f times", callbacks, long-short)
				}
			})
		}
	}
}

// TestPendingTimersAreSmall measures what is alive with many timers pending.
func TestPendingTimersAreSmall(t *testing.T) {
	const timers, most = 200_000, 60
	for _, policy := range timerPolicies {
		t.Run(policy, func(t *testing.T) {
			var empty, full runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&empty)
			w := hold(timers, 2, timers, func() {
				runtime.GC()
				runtime.ReadMemStats(&full)
			})
			w.run(t, policy, nil)
			if bytes := float64(full.HeapAlloc-empty.HeapAlloc) / timers; bytes > most {
				t.Errorf("%.1f bytes for each pending timer, at most %d", bytes, most)
			}
		})
	}
}

// counting is an Oracle of exact times that notes how often it is asked.
type counting struct {
	clock.Plain
	before int
}

func (o *counting) Before(a, b clock.Instant) bool {
	o.before++
	return a < b
}

// TestTimersCompareLittle counts the comparisons of one timer, set and run,
// where an Oracle answers: an explorer may branch at each.
func TestTimersCompareLittle(t *testing.T) {
	const timers = 10_000
	for policy, most := range map[string]int{"node10": 30, "node22": 30, "browser": 40, "firefox": 40} {
		o := &counting{}
		oneShot(timers).run(t, policy, o)
		t.Logf("%s: %d comparisons a timer", policy, o.before/timers)
		if each := o.before / timers; each > most {
			t.Errorf("%s: %d comparisons for each timer, at most %d", policy, each, most)
		}
	}
}
