// Package evidence holds what real runtimes were seen to log against what the
// model allows: as it is seen, and as it was recorded.
package evidence

import (
	"context"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/budget"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// Case is what a log is held against: a scenario in its own world, under a
// policy that has what it needs.
type Case struct {
	Scenario *scenario.Scenario
	Policy   model.Policy
	AnyTime  bool  // milliseconds in lines are not compared
	Paths    int   // how many paths are explored at most; 0: no limit
	Memory   int64 // how many bytes an exploration may take, about; 0: no limit
}

// Judge says whether the case allows a log. Nothing is claimed against it where
// the loop's clock jitters, because that is drawn and not explored.
func (c Case) Judge(ctx context.Context, log []string) explore.Verdict {
	return c.judge(ctx, log, nil)
}

// judge is Judge for a log of which it may be known when its lines came.
func (c Case) judge(ctx context.Context, log []string, when []clock.Range) explore.Verdict {
	var reword func(string) string
	if c.AnyTime {
		timeless := Timeless(c.Scenario)
		reword = func(line string) string { return timeless(worded(line)) }
		log = each(log, reword)
	}
	if c.drawn(ctx, log, when, reword) {
		return explore.Verdict{Claim: explore.Legal}
	}
	v := explore.Search(ctx, c.Scenario.In(c.Policy, &c.Scenario.World), explore.Options{Paths: c.Paths, Memory: c.Memory}, log, when, reword)
	if v.Claim == explore.Illegal && !c.Scenario.World.Clock.Skew.Jitter.IsZero() {
		v.Claim, v.Why = explore.Unclear, "the clock jitters, and jitter is drawn at random and cannot be explored"
	}
	return v
}

// Seen is the verdict on what a real runtime did in real time.
type Seen struct {
	explore.Verdict
	RealTime bool // only a machine allows it that takes its time, but for Perhaps
	Perhaps  bool // as one that has nothing else to do may, too: not all was looked through that it allows
	Overdue  bool // only for its times: every run was later than the order needs to be
	Early    bool // the order is possible, but some run logged the line sooner than anything allows
	Cut      bool // the run was stopped, and its log is a beginning
}

// JudgeReal says whether the case allows what a runtime logged in real time: in
// the scenario's own world; on an idle machine; on one that
// takes its time; in a browser and where code runs, on one that takes it
// between statements, too; and where a thread of the browser's own tells of timers,
// on one that lets that thread wait. The verdict against a log is that of
// the last, which allows the most. Where it is known when lines came, that must
// be possible, too; but how late they come counts only before a machine may take
// its time.
func (c Case) JudgeReal(ctx context.Context, o Outcome) Seen {
	c.AnyTime = true
	var seen Seen
	overdue, perhaps := false, false
	for i, w := range c.worlds() {
		late := i >= lateWorlds
		seen = w.judgeRuns(ctx, o, late)
		overdue = overdue || seen.Overdue && seen.Claim == explore.Illegal
		seen.RealTime, seen.Perhaps, seen.Overdue = late, late && perhaps, late && overdue && !perhaps
		if seen.possible(o) {
			return seen
		}
		if !late {
			perhaps = seen.Claim == explore.Unclear
		}
	}
	if o.Unsettled && seen.Claim == explore.Illegal {
		seen.Claim, seen.Why = explore.Unclear, unsettled
	}
	return seen
}

// lateWorlds is the first of the worlds in which a machine takes its time.
const lateWorlds = 2

// worlds is the case in the worlds of [Case.JudgeReal], the strictest first.
func (c Case) worlds() []Case {
	quick, busy := c, c
	quick.Scenario, quick.Policy = RealTime(c.Scenario, c.Policy, prompt), c.Policy.Displayed(0)
	busy.Scenario, busy.Policy = RealTime(c.Scenario, c.Policy, late), c.Policy.Crowded().Displayed(late)
	if c.Policy.Web == nil && c.Scenario.Code == nil {
		return []Case{c, quick, busy}
	}
	quick.Scenario = Slow(quick.Scenario, prompt)
	slow := busy
	slow.Scenario = Slow(busy.Scenario, late)
	worlds := []Case{c, quick, busy, slow}
	if c.Policy.Web != nil && c.Policy.Web.Early > 0 {
		told := slow
		told.Policy = slow.Policy.Threaded(late)
		worlds = append(worlds, told)
	}
	return worlds
}

// unsettled is why nothing is claimed of what a page logged.
const unsettled = "the page was not loaded or not visible, and browsers have other rules then"

// MostlyLate reports whether most runs did what only a machine does that takes
// its time: of so many runs, those that have a verdict. A rule that the model
// lacks can look like that. Of which it is not known do not count as late.
func MostlyLate(runs []int, seen []Seen) bool {
	all, late := 0, 0
	for i, n := range runs {
		all += n
		if seen[i].RealTime && !seen[i].Perhaps && seen[i].Claim == explore.Legal {
			late += n
		}
	}
	return 2*late > all
}

// possible reports whether the log is, and lets a run that was stopped be the
// beginning of an order.
func (s *Seen) possible(o Outcome) bool {
	if o.Endless && s.Claim != explore.Legal && s.Line == len(o.Log) {
		s.Claim, s.Cut = explore.Legal, true
	}
	return s.Claim == explore.Legal
}

// drawn reports whether one of a few runs that draw what is open has the log, at
// its times: among too many orders to explore these are the likely ones.
func (c Case) drawn(ctx context.Context, log []string, when []clock.Range, reword func(string) string) bool {
	found := false
	same := func(i int, l program.Line) bool {
		if when != nil && (l.At < when[i].Low || l.At > when[i].High) {
			return false
		}
		return log[i] == l.Text || reword != nil && log[i] == reword(l.Text)
	}
	c.Scenario.In(c.Policy, &c.Scenario.World).Sample(program.Options{Halt: func() bool { return ctx.Err() != nil }, Room: budget.Room(ctx), Until: ctx}, func(o *program.Observed) (goOn bool) {
		found = len(o.Log) == len(log)
		for i := 0; found && i < len(log); i++ {
			found = same(i, o.Log[i])
		}
		return !found
	})
	return found
}

func each(lines []string, f func(string) string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = f(line)
	}
	return out
}
