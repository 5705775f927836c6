package main

import (
	"context"
	"iter"
	"runtime"

	"evsim/internal/fault"
)

// workers is a number of turns to use a processor. What takes one must not
// wait for another while it has it.
type workers chan struct{}

func newWorkers() workers { return make(workers, runtime.GOMAXPROCS(0)) }

// do does some work when its turn comes.
func (w workers) do(work func()) {
	w <- struct{}{}
	defer func() { <-w }()
	work()
}

// ahead is how many items may be at work or done before the first of them is
// taken: it bounds what is held in memory.
const ahead = 64

// worked is what came of an item, or the panic that ended the work on it.
type worked[R any] struct {
	result R
	fault  *fault.Fault
}

// inOrder starts some work for each item, side by side, and hands out what
// comes of it in the items' order. It starts no more once ctx is over.
func inOrder[T, R any](ctx context.Context, items []T, work func(T) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		slots := make(chan chan worked[R], ahead)
		go func() {
			defer close(slots)
			for _, item := range items {
				slot := make(chan worked[R], 1)
				select {
				case slots <- slot:
					go func() {
						var w worked[R]
						w.fault = fault.Carry(func() { w.result = work(item) })
						slot <- w
					}()
				case <-ctx.Done():
					return
				}
			}
		}()
		for slot := range slots {
			w := <-slot
			w.fault.Raise()
			if !yield(w.result) {
				return
			}
		}
	}
}
