package sim_test

import (
	"slices"
	"testing"

	"evsim/sim"
)

// TestQueueHasATwin holds a ring against a slice.
func TestQueueHasATwin(t *testing.T) {
	for seed := range uint64(100) {
		d := dice(seed)
		var q sim.Queue
		var twin []sim.Task
		pushes := 1 + d.below(5) // of 6: queues that grow, and queues that shrink
		for step := range 500 {
			switch kind := d.below(6); {
			case kind < pushes:
				task := sim.Task{ID: sim.TaskID(step), Call: sim.Callback{Ref: uint32(seed)}}
				q.Push(task)
				twin = append(twin, task)
			case d.below(100) == 0:
				q.Clear()
				twin = nil
			default:
				got, ok := q.Pop()
				if ok != (len(twin) > 0) || ok && got != twin[0] {
					t.Fatalf("seed %d, step %d: popped %v, %t; the twin is %v", seed, step, got, ok, twin)
				}
				if ok {
					twin = twin[1:]
				}
			}
			var all []sim.Task
			for i := range q.Len() {
				all = append(all, q.At(i))
			}
			if !slices.Equal(all, twin) {
				t.Fatalf("seed %d, step %d: %v; the twin is %v", seed, step, all, twin)
			}
		}
	}
}

func TestQueueDoesNotAllocate(t *testing.T) {
	var q sim.Queue
	noAllocations(t, func() {
		for range 1000 {
			q.Push(sim.Task{})
		}
		for range 1000 {
			q.Pop()
		}
	})
}

func BenchmarkQueue(b *testing.B) {
	var q sim.Queue
	for range 100 {
		q.Push(sim.Task{})
	}
	b.ReportAllocs()
	for b.Loop() {
		t, _ := q.Pop()
		q.Push(t)
	}
}
