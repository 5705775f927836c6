package answer

import (
	"context"
	"runtime"
	"time"

	"evsim/internal/say"
)

// errTime is why a run ended that took too long.
type errTime struct{ most time.Duration }

func (e errTime) Error() string { return e.Told().String() }

// Told is the same, in every language: see [say.OfError].
func (e errTime) Told() say.Text { return say.Of("it took longer than the allowed %v", e.most) }

// prompt is a context whose end is seen by who asks for its error, also where
// nothing interrupts a goroutine that does not wait. That is so in a browser:
// Go runs in one thread there, and a timer fires only when a goroutine yields.
type prompt struct {
	context.Context
	ends  time.Time
	asked int
}

// askClock is how many questions a clock is looked at once for.
const askClock = 64

// within is ctx with a limit of real time. It is for one goroutine where it is
// a prompt.
func within(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeoutCause(ctx, most, errTime{most})
	if runtime.GOOS != "js" {
		return ctx, cancel
	}
	return &prompt{Context: ctx, ends: time.Now().Add(most)}, cancel
}

// Err is that of a context.Context. Once the time is over, it lets the timer
// fire that ends the context.
func (p *prompt) Err() error {
	if p.asked++; p.asked%askClock == 1 && time.Now().After(p.ends) {
		for p.Context.Err() == nil {
			runtime.Gosched()
		}
	}
	return p.Context.Err()
}
