package explore

import (
	"cmp"
	"slices"

	"evsim/internal/say"
	"evsim/program"
	"evsim/sim"
)

// Claim is what can be said of an observed log.
type Claim uint8

// The claims.
const (
	Legal   Claim = iota // the log is one of the orders
	Illegal              // it is none, and these are all
	Unclear              // it is none of those that were found, and there may be others
)

var claimNames = [...]string{"legal", "illegal", "unclear"}

// String is the claim in a word.
func (c Claim) String() string { return claimNames[c] }

// Verdict says whether an observed log is possible; where it is not, also the
// first line that is wrong and what could have stood there.
type Verdict struct {
	Claim Claim
	Line  int      // index of the first line that no order has there; the length of the log when it ended too early
	Next  []Next   // what orders log there that are the same up to there, by place
	Ends  bool     // such an order ends there
	Why   say.Text // Unclear: why nothing can be claimed; Illegal: what is wrong besides, if anything
}

// Next is a line that could have come.
type Next struct {
	Text string
	At   []sim.Pos // the statements that log it there
}

// Legal says whether a log is one of the orders. Where a limit ended an order,
// nothing is claimed of a log that ends sooner or goes on.
func (r Result) Legal(log []string) Verdict {
	f := follower{log: log}
	for i := range r.Orders {
		f.follow(r.Orders[i].Log, r.Orders[i].Stop)
	}
	why := r.Why
	if r.Complete {
		why = ""
	}
	return f.verdict(why)
}

// Begins reports whether some order begins with a log, as that of a runtime
// must which was stopped before it had ended.
func (r Result) Begins(log []string) bool {
	return slices.ContainsFunc(r.Orders, func(o Order) bool {
		return len(o.Log) >= len(log) && slices.EqualFunc(log, o.Log[:len(log)], func(text string, l program.Line) bool { return text == l.Text })
	})
}

// follower holds orders against one log and keeps where those leave it that
// stay with it longest.
type follower struct {
	log   []string
	found bool     // some order is the log
	line  int      // how many lines the longest stay
	next  []Next   // what they log then
	ends  bool     // one of them ends then
	cut   say.Text // why an order that stays throughout may yet become the log; "": none
}

// follow holds one order against the log.
func (f *follower) follow(lines []program.Line, stop sim.Stop) {
	n := 0
	for n < len(lines) && n < len(f.log) && lines[n].Text == f.log[n] {
		n++
	}
	switch {
	case n == len(lines):
		f.end(n, stop)
	default:
		f.leave(n, lines[n])
		f.limit(n, stop)
	}
}

// end takes note of an order that ends after n lines of the log.
func (f *follower) end(n int, stop sim.Stop) {
	if n == len(f.log) {
		f.found = true
		return
	}
	if f.reach(n) {
		f.ends = true
	}
	if stop.Reason.Limit() {
		f.cut = say.Of("the log goes on where a run reached its limit of %s", stop.Reason)
	}
}

// leave takes note of an order that goes on differently after n lines.
func (f *follower) leave(n int, line program.Line) {
	if !f.reach(n) {
		return
	}
	i := slices.IndexFunc(f.next, func(next Next) bool { return next.Text == line.Text })
	if i < 0 {
		i = len(f.next)
		f.next = append(f.next, Next{Text: line.Text})
	}
	if !slices.Contains(f.next[i].At, line.Pos) {
		f.next[i].At = append(f.next[i].At, line.Pos)
	}
}

// limit takes note of how an order ended that stayed for n lines: one that
// never ends has all logs that it begins with, until somebody stops it.
func (f *follower) limit(n int, stop sim.Stop) {
	if n == len(f.log) && stop.Reason.Limit() {
		f.cut = say.Of("the log ends where a run goes on to its limit of %s", stop.Reason)
	}
}

// reach reports whether n lines are as far as any order has stayed.
func (f *follower) reach(n int) bool {
	if n > f.line {
		f.line, f.next, f.ends = n, nil, false
	}
	return n == f.line
}

// verdict is what follows when all orders were followed; why says, unless it
// is empty, that there may be others.
func (f *follower) verdict(why say.Text) Verdict {
	if f.found {
		return Verdict{Claim: Legal}
	}
	for _, next := range f.next {
		slices.SortFunc(next.At, comparePlaces)
	}
	slices.SortFunc(f.next, func(a, b Next) int { return cmp.Or(comparePlaces(a.At[0], b.At[0]), cmp.Compare(a.Text, b.Text)) })
	v := Verdict{Claim: Illegal, Line: f.line, Next: f.next, Ends: f.ends, Why: cmp.Or(why, f.cut)}
	if v.Why != "" {
		v.Claim = Unclear
	}
	return v
}

func comparePlaces(a, b sim.Pos) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}
