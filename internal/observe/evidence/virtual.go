package evidence

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"evsim/clock"
	"evsim/internal/budget"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/script"
	"evsim/sim"
)

// stamp stands between a line and its milliseconds.
const stamp = " @"

// Stamped is the scenario with the milliseconds since its start behind every
// line, so that a log tells when each was logged.
func Stamped(s *scenario.Scenario) *scenario.Scenario {
	out := copied(s)
	out.Script.Texts = slices.Clone(s.Script.Texts)
	eachStatement(out, func(line *script.Stmt) {
		if line.Verb != script.VerbLog {
			return
		}
		parts := append(slices.Clone(s.Script.Texts[line.Text].Parts),
			script.TextPart{Text: stamp, Mark: script.None}, script.TextPart{Hole: script.HoleNow, Mark: script.None})
		line.Text = script.TextID(len(out.Script.Texts))
		out.Script.Texts = append(out.Script.Texts, script.Text{Parts: parts})
	})
	return out
}

// copied is the scenario with statements of its own, which may be changed.
func copied(s *scenario.Scenario) *scenario.Scenario {
	out := *s
	out.Script.Bodies = slices.Clone(s.Script.Bodies)
	for i := range out.Script.Bodies {
		out.Script.Bodies[i].Stmts = slices.Clone(out.Script.Bodies[i].Stmts)
	}
	return &out
}

func eachStatement(s *scenario.Scenario, f func(*script.Stmt)) {
	for i := range s.Script.Bodies {
		stmts := s.Script.Bodies[i].Stmts
		for j := range stmts {
			f(&stmts[j])
		}
	}
}

// Unstamped takes a line of a stamped scenario's log apart.
func Unstamped(line string) (text, millis string) {
	at := strings.LastIndex(line, stamp)
	if at < 0 {
		return line, ""
	}
	return line[:at], line[at+len(stamp):]
}

// In is the scenario with another world as its own.
func In(s *scenario.Scenario, w program.World) *scenario.Scenario {
	out := *s
	out.World = w
	return &out
}

// Outcome is a log and how the run ended.
type Outcome struct {
	Log     []string
	Code    int  // the exit code; of no meaning when the run is endless
	Endless bool // it was stopped, by a limit of the model or for want of time, and may have logged more
	Whole   bool // of an endless run: it waits for ever, and so logs no more

	Unsettled bool        // a page was not loaded or not visible, and browsers have other rules then
	Millis    [][]float64 // in real time, of each run that had this log: how long after its start the script logged each line; nil: not known
}

// endlessLimits end a run that is endless as far as an observer can tell: real
// ones are stopped after seconds.
var endlessLimits = sim.Limits{Callbacks: 50_000, Turns: 50_000}

// Predict is what the model makes of a scenario with every range at its low
// end.
func Predict(s *scenario.Scenario, p model.Policy) Outcome {
	out, _ := predict(context.Background(), s, p, nil) // which does not end
	return out
}

// PredictUntil is Predict, and an error where ctx ends before the run.
func PredictUntil(ctx context.Context, s *scenario.Scenario, p model.Policy) (Outcome, error) {
	return predict(ctx, s, p, nil)
}

func predict(ctx context.Context, s *scenario.Scenario, p model.Policy, oracle clock.Oracle) (Outcome, error) {
	world := s.World
	world.Limits = endlessLimits
	var lines lines
	halt := func() bool { return ctx.Err() != nil }
	stop := s.In(p, &world).Run(program.Options{Oracle: oracle, Sink: &lines, Wants: sim.KindsOf(sim.EventLog), Halt: halt, Room: budget.Room(ctx), Until: ctx})
	if stop.Reason == sim.Abandoned {
		return Outcome{}, stop.Cut(context.Cause(ctx))
	}
	return Outcome{Log: lines, Code: stop.Code, Endless: stop.Reason.Endless(), Whole: stop.Reason == sim.Waiting}, nil
}

// lines is the log of a run.
type lines []string

// Emit keeps a line (sim.Sink).
func (l *lines) Emit(e sim.Event) { *l = append(*l, e.Text) }

// Equal reports whether two outcomes are the same. Of endless ones the longer
// must begin as the shorter, but where one waits for ever, all of it must be the
// same: what logs more or less does something else.
func (o Outcome) Equal(other Outcome) bool {
	a, b := each(o.Log, worded), each(other.Log, worded)
	switch {
	case o.Endless != other.Endless:
		return false
	case !o.Endless:
		return o.Code == other.Code && slices.Equal(a, b)
	case o.Whole || other.Whole:
		return slices.Equal(a, b)
	}
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}

// rewording is what engines say of one mistake, and how it is said here.
type rewording struct {
	said *regexp.Regexp
	here string
}

// What engines say of the same mistake differs from release to release and from
// one to the other, and holds the names of variables.
var rewordings = sync.OnceValue(func() []rewording {
	return []rewording{
		{regexp.MustCompile(`Chaining cycle detected for promise #<Promise>|A promise cannot be resolved with itself\.|Cannot resolve a promise with itself`), "Chaining cycle detected for promise #<Promise>"},
		{regexp.MustCompile(`Cannot read propert(?:y '\w+' of undefined|ies of undefined \(reading '\w+'\))`), "Cannot read properties of undefined"},
		{regexp.MustCompile(`(resolve|reject)\w* is not a function`), "$1 is not a function"},
	}
})

func worded(line string) string {
	for _, r := range rewordings() {
		line = r.said.ReplaceAllString(line, r.here)
	}
	return line
}
