package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"evsim/internal/budget"
	"evsim/internal/escape"
	"evsim/internal/replace"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/js"
	"evsim/sim"
)

// usual is what the runs of one command may take, whatever a file says: time by
// the clock on the wall, and bytes of the process. Limits of a scenario end a
// run at the same place on every machine; these stand behind them.
var usual = budget.Budget{Time: 50 * time.Second, Memory: 900_000_000}

// What work may take beyond that until it has ended and its result is written.
// Then the process ends: see [app.abandon].
const (
	moreTime   = 7 // the part of its time, or at least soon
	soon       = time.Second
	stuckFor   = 4 * time.Second // of a call that asks nobody whether it is to end
	moreMemory = 16              // the part of its memory
)

// bounded is a context for runs of a command. It ends with ctx, and when they
// have taken what they may; its cause then says what. The caller calls done when
// the runs are over and their result is written.
func (a *app) bounded(ctx context.Context, b budget.Budget) (within context.Context, done func()) {
	within, leave := b.Within(new(js.Doing).Within(ctx))
	stop := a.lastly(within, js.DoingOf(within), b, max(b.Time/moreTime, soon))
	return within, func() {
		stop()
		leave()
	}
}

// reading holds the reading of files to what a command may take, before anything
// runs: a parser asks nobody how much it may. The caller says which file comes, and
// calls done when all are read.
func (a *app) reading() (file func(name string), done func()) {
	within, leave := budget.Budget{Time: a.most.Time}.Within(context.Background())
	var now atomic.Pointer[string]
	stop := late(a.most, soon).Watch(within, func(why error) {
		if name := now.Load(); name != nil {
			a.abandon(limited, say.Errorf("%s: stopped while reading it: %w", report.Shown(*name), why))
		}
		a.giveUp(nil, why)
	})
	return func(name string) { now.Store(&name) }, func() {
		stop()
		leave()
	}
}

// late is work that goes on so long after its budget was spent, or takes far more
// memory.
func late(b budget.Budget, grace time.Duration) budget.Late {
	return budget.Late{Grace: grace, Memory: b.Memory + b.Memory/moreMemory, Stack: largeStack}
}

// mostStack is how far a stack may grow, in bytes: so far that what calls itself
// without end is ended before that. Go's own limit ends a process with pages of what
// was called.
const mostStack = 1 << 30

// largeStack is how many bytes stacks may have: a stack that is full is copied to one
// twice as large, and the next that is more than this is far from a limit of memory.
const largeStack = 250_000_000

// lastly ends the process where work goes on so long after its budget was
// spent, or takes memory far beyond; doing, which may be nil, knows in which call.
// The caller calls done when it is over.
func (a *app) lastly(within context.Context, doing *js.Doing, b budget.Budget, grace time.Duration) (done func()) {
	return a.watched(within, doing, late(b, grace))
}

// hardlyEver is how long an exploration may take to write what it found, and
// searchEnds how long its search may go on after its time is over: not for ever,
// as in a call of the engine of JavaScript that asks nobody, but longer than
// other commands, because what was found is lost.
const (
	hardlyEver = time.Hour
	searchEnds = 8 * time.Second
)

// searching ends the process where a search goes on so long after its time is over,
// or is in one run as long as all runs of another command may take. The caller calls
// done when it is over.
func (a *app) searching(within context.Context) (done func()) {
	doing := js.DoingOf(within)
	return a.watched(within, doing, budget.Late{Grace: searchEnds, Stack: largeStack, Lasts: doing.Lasts, Longest: a.most.Time})
}

// watched ends the process when work is late, also in a call that does not come back.
func (a *app) watched(within context.Context, doing *js.Doing, late budget.Late) (done func()) {
	late.Stuck, late.Soon = doing.Runs, stuckFor
	return late.Watch(within, func(why error) { a.giveUp(doing, why) })
}

// giveUp ends the process where work does not end in order, and says in which call
// it is, or else where it was when it last asked whether it may go on.
func (a *app) giveUp(doing *js.Doing, why error) {
	if at := doing.At(); at != "" {
		a.abandon(limited, say.Errorf("stopped in the call at %s: %w, and it could not end cleanly", at, why))
	}
	if at := doing.After(); at != "" {
		a.abandon(limited, say.Errorf("stopped after %s: %w, and it could not end cleanly", at, why))
	}
	a.abandon(limited, say.Errorf("stopped: %w, and it could not end cleanly", why))
}

// abandon ends the process though work goes on, and takes back the files that
// are being written. It is the last resort, for what does not ask whether it is
// to end.
func (a *app) abandon(code status, why error) {
	replace.Abandon()
	if why != nil {
		fmt.Fprintf(escape.NewGuard(a.errBare, false), "evsim: %s\n", plain(why, a.lang))
	}
	os.Exit(int(code))
}

// halting is a question for scenario.Options.Halt, and costs a run little.
func halting(ctx context.Context) func() bool {
	var ended atomic.Bool
	context.AfterFunc(ctx, func() { ended.Store(true) })
	return ended.Load
}

// spent reports whether a command's runs have taken what they may.
func spent(ctx context.Context) bool { return errors.Is(context.Cause(ctx), budget.ErrSpent) }

// gone reports whether a command is to end because its user, or who reads its
// output, has had enough.
func gone(ctx context.Context) bool { return ctx.Err() != nil && !spent(ctx) }

// cutShort tells that a run was ended where no limit of the scenario ends it, and
// what it was at.
func (a *app) cutShort(ctx context.Context, p *plan, stop sim.Stop) {
	if stop.Reason != sim.Abandoned || !spent(ctx) && stop.Error == "" {
		return
	}
	var where say.Text
	if stop.At.Line > 0 && stop.Error == "" { // an error says its place itself
		where = say.Of(" at %s, in %s", stop.At, stop.Label)
	}
	a.complain(say.Errorf("%s: %s: stopped%s: %w", report.Shown(p.src.name), p.Policy.Name, where, stop.Cut(context.Cause(ctx))))
}
