// Package budget bounds what long work may take: a number of paths, time, and
// the memory of the process.
//
// What explores under one does this:
//
//	ctx, done := b.Within(ctx)
//	defer done()
//	r := explore.Explore(ctx, s, p, explore.Options{Paths: b.Paths, Progress: show})
//	if errors.Is(context.Cause(ctx), budget.ErrSpent) {
//		// r.Why says which limit; r.Orders is what was found by then
//	}
//
// Commands that do many explorations side by side make one [Meter], and give
// each exploration a context of its own with [Meter.Within]: those that are at
// work when memory runs out end, and later ones have what they left.
package budget

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"evsim/internal/say"
)

// Budget is what work may take. The zero value of each is no limit.
type Budget struct {
	Paths  int           // of one exploration, as explore.Result counts them
	Time   time.Duration // by the clock on the wall
	Memory int64         // bytes of the whole process, as the system counts them

	of    time.Duration // what Time is left of, or a share of that; 0: it is all
	share bool          // others come after it
}

// Share is the budget of the first of so many explorations that share the time
// which is left of b: the first takes no more than an equal part, and what it
// leaves is for the others.
func (b Budget) Share(left time.Duration, explorations int) Budget {
	if b.Time > 0 && explorations > 0 {
		b.of, b.Time, b.share = b.Time, max(left/time.Duration(explorations), 1), explorations > 1
	}
	return b
}

// overTime is what is said when the time is over.
func (b Budget) overTime() spent {
	if b.share && b.Time < b.of {
		return spent{say.Of("its share of the limit of %v was reached", b.of)}
	}
	return spent{say.Of("the limit of %v was reached", max(b.Time, b.of))}
}

// ErrSpent is what the cause of a context is that a limit ended.
var ErrSpent = say.Errorf("a limit was reached")

// spent says which limit.
type spent struct{ text say.Text }

// Error is the message in English, and Told what it is made of (package say).
func (s spent) Error() string        { return s.text.String() }
func (s spent) Told() say.Text       { return s.text }
func (s spent) Is(target error) bool { return target == ErrSpent }

// Unlimited is the value of a limit that is taken away.
const Unlimited = "none"

// Parse reads KEY=VALUE, one in each element: paths=1000000, time=30s, memory=1GB or
// time=none. The error names the element and says what is wanted.
func Parse(list []string) (Budget, error) { return Budget{}.With(list) }

// With is b with the limits that a list names as [Parse] reads it, and its own where
// that names none.
func (b Budget) With(list []string) (_ Budget, err error) {
	for _, one := range list {
		key, value, ok := strings.Cut(one, "=")
		switch {
		case !ok:
			return b, say.Errorf("%s: write KEY=VALUE, such as paths=1000000, time=30s or memory=1GB", one)
		case key == "paths" && value == Unlimited:
			b.Paths = 0
		case key == "time" && value == Unlimited:
			b.Time = 0
		case key == "memory" && value == Unlimited:
			b.Memory = 0
		case key == "paths":
			if b.Paths, err = strconv.Atoi(value); err == nil && b.Paths < 1 {
				err = say.Errorf("it must be at least 1")
			}
		case key == "time":
			if b.Time, err = time.ParseDuration(value); err == nil && b.Time <= 0 {
				err = say.Errorf("must be positive")
			}
		case key == "memory":
			b.Memory, err = parseBytes(value)
		default:
			err = say.Errorf("there are paths, time and memory")
		}
		if err != nil {
			return b, say.Errorf("%s: %w", one, err)
		}
	}
	return b, nil
}

// units are those of sizes, each a thousand times the one before.
var units = [...]string{"kB", "MB", "GB", "TB"}

// parseBytes reads a number of bytes with a unit, such as 500MB.
func parseBytes(text string) (int64, error) {
	size := int64(1)
	for _, unit := range units {
		size *= 1000
		if number, ok := strings.CutSuffix(text, unit); ok {
			if n, err := strconv.ParseInt(number, 10, 32); err == nil && n >= 1 && n <= maxBytes/size {
				return n * size, nil
			}
			break
		}
	}
	return 0, say.Errorf("%q is not a size, such as 500MB or 2GB", text)
}

// maxBytes is more than any machine has, and far from the end of an int64.
const maxBytes = 1 << 60

// Bytes is a number of bytes as Parse reads it: in the largest unit that
// divides it, or in bytes.
func Bytes(n int64) string {
	text := fmt.Sprint(n, " bytes")
	size := int64(1)
	for _, unit := range units {
		if size *= 1000; n > 0 && n%size == 0 {
			text = fmt.Sprint(n/size, unit)
		}
	}
	return text
}

// Within is a context that ends when the time is over or the memory is taken;
// its cause then is [ErrSpent], and says which limit. The caller calls done
// when the work is over, once or more.
func (b Budget) Within(ctx context.Context) (within context.Context, done func()) {
	end := func() {}
	if b.Time > 0 {
		ctx, end = context.WithTimeoutCause(ctx, b.Time, b.overTime())
	}
	if b.Memory == 0 {
		return ctx, end
	}
	m := NewMeter(b.Memory)
	ctx, leave := m.Within(ctx)
	return ctx, sync.OnceFunc(func() {
		leave()
		m.Close()
		end()
	})
}
