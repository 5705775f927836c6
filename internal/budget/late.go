package budget

import (
	"context"
	"errors"
	"sync"
	"time"

	"evsim/internal/say"
)

// Late is for work that does not end when its budget is spent: nothing asks for
// so long, or one step takes more than is left.
type Late struct {
	Grace  time.Duration // how long after the budget was spent
	Memory int64         // bytes of the process that it must not reach; 0: any
	Stack  int64         // bytes of stacks that it must not reach; 0: any

	// Stuck reports whether the work is in a step that asks nobody, if it is not
	// nil: then it is late Soon after its budget was spent.
	Stuck func() bool
	Soon  time.Duration

	// Lasts is how long the run that is under way has asked nobody, where Longest is
	// above 0: the work is late, too, when that is as long before its budget is spent.
	// From then on it has Grace to end in order.
	Lasts   func() time.Duration
	Longest time.Duration
}

// Watch calls end, once and from a goroutine of its own, when the work of a
// context of [Budget.Within] is late; why says what is told of it. The caller
// calls done when the work is over.
func (l Late) Watch(ctx context.Context, end func(why error)) (done func()) {
	over := make(chan struct{})
	go func() {
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		ended, late, soon := ctx.Done(), (<-chan time.Time)(nil), (<-chan time.Time)(nil)
		for {
			select {
			case <-over:
				return
			case <-ended:
				ended = nil
				if errors.Is(context.Cause(ctx), ErrSpent) {
					late = time.After(l.Grace)
					if l.Stuck != nil {
						soon = time.After(l.Soon)
					}
				}
			case <-soon:
				if l.Stuck() {
					end(context.Cause(ctx))
					return
				}
			case <-late:
				end(context.Cause(ctx))
				return
			case <-tick.C:
				taken := Taken()
				if l.Memory > 0 && taken >= l.Memory {
					end(l.why(ctx))
					return
				}
				// A stack that is full is copied to one twice as large, during which
				// nobody may be able to look.
				if l.Stack > 0 && taken >= l.Stack/2 && stacks() >= l.Stack {
					end(spent{say.Of("calls nest too deeply: their stack takes more than %s", Bytes(l.Stack))})
					return
				}
				if l.Longest > 0 && !errors.Is(context.Cause(ctx), ErrSpent) && l.Lasts() >= l.Longest {
					end(spent{say.Of("one run took %v", l.Longest)})
					return
				}
			}
		}
	}()
	return sync.OnceFunc(func() { close(over) })
}

// why is the limit that was reached first.
func (l Late) why(ctx context.Context) error {
	if cause := context.Cause(ctx); errors.Is(cause, ErrSpent) {
		return cause
	}
	return spent{say.Of("%s of memory were taken", Bytes(l.Memory))}
}
