package expect

import (
	"slices"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/internal/proof"
	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// brokenWatched says how a run breaks a rule, by the rule's machine. A log in
// which a line has no one time does not tell how far that is from others.
func (r *Rule) brokenWatched(o *program.Observed) (message say.Text, logged sim.Pos) {
	w := r.watcher()
	if r.Kind == Within && slices.ContainsFunc(o.Log, func(l program.Line) bool { return l.At == program.Unsettled && w.speaks(l.Text) }) {
		return "", sim.Pos{}
	}
	found, at := o.Follow(w)
	if found != proof.Broken {
		return "", sim.Pos{}
	}
	return w.breach(o.Log, at)
}

// speaks reports whether a line is one of the rule's.
func (w *ruleWatcher) speaks(line string) bool {
	_, a := w.a.Match(line)
	_, b := w.b.Match(line)
	return a || b || slices.Contains(w.more, line)
}

// breach says in words how a log breaks the rule: at a line, or at its end.
func (w *ruleWatcher) breach(log []program.Line, at int) (message say.Text, logged sim.Pos) {
	if at < len(log) {
		logged = log[at].Pos
	}
	switch w.rule.Kind {
	case Before:
		number, _ := w.b.Match(log[at].Text)
		return say.Of("%q is logged before %q", log[at].Text, w.a.With(number)), logged
	case Adjacent:
		number, _ := w.a.Match(log[at-1].Text)
		return say.Of("%q is not followed by %q", log[at-1].Text, w.b.With(number)), log[at-1].Pos
	case NeverAfter:
		number, _ := w.a.Match(log[at].Text)
		return say.Of("%q is logged after %q", log[at].Text, w.b.With(number)), logged
	case AtMost:
		return say.Of("with %q, %d of %s..%s have begun and not ended", log[at].Text, w.rule.Most+1, w.rule.A, w.rule.B), logged
	case Eventually:
		return say.Of("%q is never logged", w.rule.A), logged
	case Within:
		return w.distant(log)
	}
	if at == len(log) {
		return w.none(), logged
	}
	if first := slices.IndexFunc(log[:at], func(l program.Line) bool { return w.speaks(l.Text) }); log[first].Text != log[at].Text {
		return say.Of("%q is logged besides %q", log[at].Text, log[first].Text), logged
	}
	return say.Of("%q is logged again", log[at].Text), logged
}

// none says that none of several lines is logged.
func (w *ruleWatcher) none() say.Text {
	if len(w.more) == 1 {
		return say.Of("neither %q nor %q is logged", w.rule.A, w.rule.B)
	}
	all := []string{strconv.Quote(w.rule.A)}
	for _, line := range w.more {
		all = append(all, strconv.Quote(line))
	}
	return say.Of("none of %s is logged", strings.Join(all, ", "))
}

// distant says which line is too far from all of the other kind.
func (w *ruleWatcher) distant(log []program.Line) (message say.Text, logged sim.Pos) {
	near := func(a, b clock.Span) bool { return max(a, b)-min(a, b) <= w.rule.At }
	for i := range log {
		number, is := w.a.Match(log[i].Text)
		if is && !slices.ContainsFunc(log, func(l program.Line) bool { return l.Text == w.b.With(number) && near(log[i].At, l.At) }) {
			return say.Of("%q is logged at %sms, and no %q within %sms of that", log[i].Text, sim.AppendMillis(nil, log[i].At), w.b.With(number), sim.AppendMillis(nil, w.rule.At)), log[i].Pos
		}
	}
	return "", sim.Pos{}
}
