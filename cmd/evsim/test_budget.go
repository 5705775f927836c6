package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"evsim/explore"
	"evsim/internal/budget"
	"evsim/internal/chance"
	"evsim/internal/say"
	"evsim/js"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/expect"
)

// usualBudget is what the orders of one scenario may take to be found, unless
// the user says otherwise.
var usualBudget = []string{"time=30s", "memory=900MB"}

// What stands for no limit, where a share or a part of it is taken: ten years, and
// more bytes than there are.
const (
	endless = 10 * 365 * 24 * time.Hour
	allRoom = 1 << 60
)

// testBudget reads --budget: what it does not name is as usual.
func testBudget(given []string) (budget.Budget, error) {
	b, err := budget.Parse(slices.Concat(usualBudget, given))
	if err != nil {
		return b, say.Errorf("--budget %w", err)
	}
	b.Time, b.Memory = cmp.Or(b.Time, endless), cmp.Or(b.Memory, allRoom)
	return b, nil
}

// meter begins to hold the memory of the process, and returns what ends that.
func (t *tester) meter() (end func()) {
	m := budget.NewMeter(t.budget.Memory)
	t.memory = m
	stop := t.a.lastly(context.Background(), &t.doing, t.budget, 0)
	return func() {
		stop()
		m.Close()
	}
}

// allowance is the time that the explorations of one scenario have together.
// Each takes an equal share of what is left, and leaves what it did not need. What
// lies between two of them counts, too: of very many short ones it is most of the time.
type allowance struct {
	mu      sync.Mutex
	left    time.Duration
	waiting int // explorations that may still come
}

// allowanceOf is the allowance of a scenario under so many policies. A world is
// explored twice at most: as it is written, and with what it leaves out open; and
// for all lines that some orders are of.
func (t *tester) allowanceOf(s *scenario.Scenario, policies int) *allowance {
	explored := func(w *program.World, expect []expect.Expectation) int {
		lines := map[string]bool{"all of them": true}
		for i := range expect {
			if expect[i].Only != nil {
				lines[fmt.Sprintf("%q", expect[i].Only)] = true
			}
		}
		if len(w.Assumed()) > 0 {
			return 2 * len(lines)
		}
		return len(lines)
	}
	n := explored(&s.World, s.Expect)
	for i := range s.Cases {
		n += explored(&s.Cases[i].World, s.Cases[i].Expect)
	}
	if t.cover {
		n++
	}
	return &allowance{left: t.budget.Time, waiting: n * policies}
}

// take takes the share of an exploration; all reports that it is all that is left.
func (a *allowance) take() (share time.Duration, all bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	share, all = a.left/time.Duration(max(a.waiting, 1)), a.waiting <= 1
	a.left -= share
	a.waiting--
	return share, all
}

// spend takes time that no exploration had, and reports whether any is left.
func (a *allowance) spend(took time.Duration) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left = max(a.left-took, 0)
	return a.left > 0
}

func (a *allowance) leave(rest time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left += max(rest, 0)
}

// notStuck ends the process where the runs of a context that is over stay in a call
// that asks nobody. The caller calls done when they are made.
func (t *tester) notStuck(ctx context.Context, over error) (done func()) {
	made := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-made:
		case <-time.After(stuckFor):
			if doing := js.DoingOf(ctx); doing.Runs() && context.Cause(ctx) == over {
				t.a.giveUp(doing, over)
			}
		}
	})
	return func() {
		stop()
		close(made)
	}
}

// over is why a search ends when the time of its scenario is over.
func (t *tester) over() error {
	return say.Errorf("the limit of %v for the scenario was reached", t.budget.Time)
}

// overShare is why a search ends when its share of that time is over.
func (t *tester) overShare() error {
	return say.Errorf("its share of the limit of %v for the scenario was reached", t.budget.Time)
}

// within is a context of one share of an allowance, and of the memory of the process. The
// caller calls end.
func (t *tester) within(ctx context.Context, a *allowance) (within context.Context, end func()) {
	share, all := a.take()
	begin, over := time.Now(), t.overShare()
	if all {
		over = t.over()
	}
	within, cancel := context.WithTimeoutCause(t.doing.Within(ctx), max(share, 0), over) // there may be thousands of cases yet
	done, leave := t.notStuck(within, over), func() {}
	if t.memory != nil {
		within, leave = t.memory.Within(within)
	}
	return within, func() {
		leave()
		done()
		cancel()
		a.leave(share - time.Since(begin))
	}
}

// runs makes the runs of a file's scenario, within its allowance.
func (t *tester) runs(ctx context.Context, file string, a *allowance) program.Runner {
	last := time.Now() // when the run before was over
	return func(q program.Question) program.Runs {
		if !a.spend(time.Since(last)) {
			last = time.Now()
			return program.Runs{Why: say.OfError(t.over())}
		}
		defer func() { last = time.Now() }()
		ctx, end := t.within(ctx, a)
		defer end()
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return program.Runs{Why: say.OfError(t.over())}
		}
		o := explore.Options{Paths: t.budget.Paths, Memory: t.budget.Memory}
		if t.show != nil {
			o.Progress = func(progress explore.Progress) { t.show(file, q.Policy.Name, progress) }
		}
		if !t.sampled {
			return explore.Runs(ctx, o)(q)
		}
		until, _ := ctx.Deadline()
		search, stop := context.WithTimeoutCause(ctx, time.Until(until)*(drawShare-1)/drawShare, t.overShare())
		runs := explore.Runs(search, o)(q)
		stop()
		return drawnToo(ctx, q, runs)
	}
}

// What is drawn where runs that are not all are accepted: how many runs, by which
// seed, and what part of the time they may take.
const (
	drawnRuns = 1000
	drawnSeed = 1
	drawShare = 10
)

// drawnToo is runs with others that are drawn by the distributions of their lengths,
// where something is not proved.
func drawnToo(ctx context.Context, q program.Question, runs program.Runs) program.Runs {
	proved := q.Watched && len(runs.Proofs) > 0 && !slices.ContainsFunc(runs.Proofs, func(p *program.Proof) bool { return p == nil || p.Verdict == program.Unproved })
	if runs.Complete || proved {
		return runs
	}
	drawn, whole := chance.Runs(ctx, q.Setting, drawnSeed, drawnRuns)
	if runs.List = append(runs.List, drawn...); whole {
		runs.Drawn = len(drawn)
	}
	return runs
}
