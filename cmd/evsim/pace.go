package main

import (
	"context"

	"evsim/clock"
	"evsim/internal/budget"
	"evsim/internal/trace"
	"evsim/sim"
)

// player slows runs down to the pace that the user asked for. Without one it
// does nothing, and the signals keep their usual meaning.
type player struct {
	ctx  context.Context
	stop func()
	pace clock.Pace
}

func (a *app) newPlayer(ctx context.Context, pace string) (*player, error) {
	if pace == "" {
		ctx, stop := a.bounded(ctx, a.most)
		return &player{ctx: ctx, stop: stop}, nil
	}
	var p clock.Pace
	if err := p.UnmarshalText([]byte(pace)); err != nil {
		return nil, err
	}
	ctx, stop := a.untilInterrupted(ctx, 0)
	ctx, done := a.bounded(ctx, budget.Budget{Memory: a.most.Memory}) // as long as the reader wants to watch
	return &player{ctx: ctx, stop: func() { done(); stop() }, pace: p}, nil
}

// interrupted reports whether the user has had enough.
func (p *player) interrupted() bool { return gone(p.ctx) }

// slowed is the sink of one run, which starts now.
func (p *player) slowed(w trace.Writer) sim.Sink {
	if p.pace == 0 {
		return w
	}
	return &paced{Writer: w, ctx: p.ctx, wait: clock.Play(p.pace)}
}

// paced is a writer that holds each event back until its time has come. Once
// it is interrupted it shows nothing more, and the run ends.
type paced struct {
	trace.Writer
	ctx  context.Context
	wait func(context.Context, clock.Instant) error
}

// Emit waits, and shows what the wait was for at once (sim.Sink).
func (p *paced) Emit(e sim.Event) {
	if p.wait(p.ctx, e.At) == nil {
		p.Writer.Emit(e)
		_ = p.Flush() // the error stays, and End returns it
	}
}
