package explore

import (
	"context"

	"evsim/clock"
	"evsim/internal/budget"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// Search says whether a scenario can log what was observed. It answers as
// Result.Legal does, and needs far fewer paths: of all the runs that leave the
// log at the same question it makes one. Lines of the model go through reword
// before they are compared, if there is one.
//
// Where it is known when each line was logged, when has the range of each, since
// the start; nil: it is not known. A log that is possible only at other times is
// not possible; the first of its lines that comes at a wrong time is then the
// verdict's, and also one of Next.
func Search(ctx context.Context, s program.Setting, o Options, log []string, when []clock.Range, reword func(string) string) Verdict {
	e := searcher{follower: follower{log: log}, path: newPath(), reword: reword, when: when}
	run := program.Options{Seed: o.Seed, Oracle: e.path.oracle(o), Sink: &e, Wants: sim.KindsOf(sim.EventLog)}
	run.Halt = e.path.halting(func() bool { return e.astray() || e.path.halted || ctx.Err() != nil })
	run.Room, run.Until = budget.Room(ctx), ctx
	for paths := 1; ; paths++ {
		e.same, e.left = 0, false
		stop := s.Run(run)
		if e.path.failed != "" { // it then answers what need not be consistent
			return e.verdict(e.path.failed)
		}
		if stop.Reason == sim.Abandoned && !e.astray() {
			return e.verdict(say.OfError(stop.Cut(context.Cause(ctx))))
		}
		e.judge(stop)
		switch {
		case e.found:
			return e.verdict("")
		case !e.path.next():
			return e.verdict("")
		case o.Paths > 0 && paths >= o.Paths:
			return e.verdict(pathLimit(o.Paths))
		case ctx.Err() != nil:
			return e.verdict(say.OfError(context.Cause(ctx)))
		}
	}
}

// searcher follows the runs of a path along a log.
type searcher struct {
	follower
	path   *path
	reword func(string) string
	when   []clock.Range // where the time of each line lies; nil: nothing is known of that
	same   int           // lines that this run has in common with the log
	left   bool          // this run has left the log
}

// Emit holds a logged line against the log (sim.Sink).
func (e *searcher) Emit(ev sim.Event) {
	if e.left {
		return
	}
	line := program.Line{Text: ev.Text, Pos: ev.Pos}
	if e.reword != nil {
		line.Text = e.reword(line.Text)
	}
	if e.same < len(e.log) && line.Text == e.log[e.same] && (e.when == nil || e.path.within(ev.At, e.when[e.same])) {
		e.same++
		return
	}
	e.left = true
	e.path.leave()
	e.leave(e.same, line)
}

// astray reports whether the run has left the log before its end: what it does
// then, and how it ends, says nothing of the log.
func (e *searcher) astray() bool { return e.left && e.same < len(e.log) }

// judge takes note of how the run that just ended stands to the log. Other answers to
// what it asked after it had left it change nothing. Of the runs that have the whole
// log and go on alike, one says for all whether they ever end.
func (e *searcher) judge(stop sim.Stop) {
	if e.left {
		e.limit(e.same, stop)
	} else {
		e.end(e.same, stop)
	}
}

// within assumes that an instant lies in a range after the start, and reports
// whether it can. What it assumes is no question: of a run that goes back to an
// earlier one it is forgotten with what that one assumed.
func (p *path) within(t clock.Instant, r clock.Range) bool {
	v, c := p.parts(t)
	low, high := r.Low-c, r.High-c
	switch {
	case v == 0:
		return low <= 0 && high >= 0
	case v == never || !p.bounds.allows(v, 0, high):
		return false
	}
	p.bounds.assume(v, 0, high)
	if !p.bounds.allows(0, v, -low) {
		return false
	}
	p.bounds.assume(0, v, -low)
	return true
}
