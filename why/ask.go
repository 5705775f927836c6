package why

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/budget"
	"evsim/internal/say"
	"evsim/internal/suggest"
	"evsim/program"
	"evsim/sim"
)

// Verdict says which of two lines comes first in the orders that are possible.
type Verdict uint8

// The verdicts.
const (
	Always   Verdict = iota // the first of the two, in every order that has both
	Never                   // the second, in every order that has both
	Either                  // both are possible
	Unlogged                // no order has both
)

var verdictNames = [...]string{"always", "never", "either", "unlogged"}

// String is the verdict in a word.
func (v Verdict) String() string { return verdictNames[v] }

// Question asks for the order of two lines.
type Question struct {
	program.Setting
	A, B   string // lines; LINE#2 is the second of those that say LINE
	Paths  int    // how many paths to explore at most; 0: no limit
	Memory int64  // how many bytes an exploration may take, about; 0: no limit
	Replay *explore.Witness
}

// Answer is what can be said about a question.
type Answer struct {
	A, B    Line
	Times   [2]int // how often each is logged at most
	Verdict Verdict
	Proved  bool     // over every order
	Why     say.Text // not proved: why not
	Orders  int
	Narrow  bool // the space is large, and orders are those of the two lines alone
	Paths   int
	Sides   []Side // an explanation for each order of the two that is possible; with Replay that of its run
	Lacking []Lack // orders that do not have both
	HangsOn []string
}

// Side is one order of the two lines.
type Side struct {
	Orders      int // how many orders have it
	Condition   explore.Condition
	Witness     explore.Witness
	Explanation Explanation
	Others      []Other // orders of the same side, decided by other rules
}

// Other is that some orders have another reason.
type Other struct {
	Orders  int
	Rules   []sim.Rule
	Witness explore.Witness
}

// Lack is that some orders do not have a line, or neither.
type Lack struct {
	Orders    int
	Lines     []Line // which are not there
	Condition explore.Condition
	Witness   explore.Witness
}

// errUnknown is that nothing logs a line.
type errUnknown struct {
	Line    string
	Nearest string // what may have been meant; ""
}

// Error says so, and what may have been meant.
func (e *errUnknown) Error() string {
	if e.Nearest != "" {
		return fmt.Sprintf("%q is never logged: no statement logs it; did you mean %q?", e.Line, e.Nearest)
	}
	return fmt.Sprintf("%q is never logged: no statement logs it", e.Line)
}

// Ask answers a question. The error is that nothing logs a line, or that a run is too
// long to explain, or that there was no time for it. It ends early, and proves
// nothing, when ctx ends.
func Ask(ctx context.Context, q Question) (Answer, error) {
	for _, name := range []string{q.A, q.B} {
		if p, ok := q.Program.(program.Lined); ok && !slices.ContainsFunc(meant(name), p.Logs) {
			one := explore.Explore(ctx, q.Setting, explore.Options{Paths: 1, Memory: q.Memory})
			if _, _, err := resolve(q.Program, &one, name); err != nil {
				return Answer{Why: one.Why}, err // without a search, which would not find it
			}
		}
	}
	only := slices.Concat(meant(q.A), meant(q.B))
	r := explore.Explore(ctx, q.Setting, explore.Options{Paths: q.Paths, Memory: q.Memory, Narrow: only})
	a := Answer{Proved: r.Complete, Why: r.Why, Orders: len(r.Orders), Paths: r.Paths, Narrow: r.Only != nil}
	if jitter := q.World.Clock.Skew.Jitter; !jitter.IsZero() {
		a.Proved, a.Why = false, "the clock's jitter is drawn at random and cannot be explored"
	}
	var err error
	if a.A, a.Times[0], err = resolve(q.Program, &r, q.A); err != nil {
		return a, err
	}
	if a.B, a.Times[1], err = resolve(q.Program, &r, q.B); err != nil {
		return a, err
	}
	if a.A == a.B {
		return a, say.Errorf("both lines are %q: LINE#2 is the second of those that say LINE", a.A)
	}
	s := asker{q: q, r: &r, a: &a, ended: ctx}
	err = s.answer()
	return a, err
}

// meant is the lines that a name of one can mean.
func meant(name string) []string {
	if at := strings.LastIndexByte(name, '#'); at >= 0 {
		return []string{name, name[:at]}
	}
	return []string{name}
}

// resolve finds the line that somebody means.
func resolve(s program.Program, r *explore.Result, text string) (Line, int, error) {
	var known []string
	times := make(map[string]int)
	for i := range r.Orders {
		here := make(map[string]int)
		for _, l := range r.Orders[i].Log {
			if here[l.Text]++; times[l.Text] == 0 {
				known = append(known, l.Text)
			}
			times[l.Text] = max(times[l.Text], here[l.Text])
		}
	}
	if times[text] > 0 {
		return Line{text, 1}, times[text], nil
	}
	if at := strings.LastIndexByte(text, '#'); at >= 0 {
		n, err := strconv.Atoi(text[at+1:])
		if base := text[:at]; err == nil && n > 0 && (times[base] > 0 || logs(s, base)) {
			return Line{base, n}, times[base], nil
		}
	}
	if logs(s, text) {
		return Line{text, 1}, 0, nil
	}
	if p, ok := s.(program.Lined); ok {
		known = append(known, p.Lines()...)
	}
	return Line{}, 0, &errUnknown{Line: text, Nearest: suggest.Nearest(text, known)}
}

// logs reports whether a statement of the program logs such a line, in a run or
// not.
func logs(s program.Program, line string) bool {
	p, ok := s.(program.Lined)
	return ok && p.Logs(line)
}

type asker struct {
	q     Question
	r     *explore.Result
	a     *Answer
	ended context.Context // of the one question that this answers
}

// index is where a log has a line; -1 when it does not.
func index(log []program.Line, want Line) int {
	seen := 0
	for i := range log {
		if log[i].Text == want.Text {
			if seen++; seen == want.Nth {
				return i
			}
		}
	}
	return -1
}

// answer sorts the orders by which line comes first, and explains each kind.
func (s *asker) answer() error {
	var sides [2][]int
	var lacking [3][]int // A, B, both
	for i := range s.r.Orders {
		log := s.r.Orders[i].Log
		switch kind := s.kind(log); kind {
		case 4:
			lacking[2] = append(lacking[2], i)
		case 3:
			lacking[0] = append(lacking[0], i)
		case 2:
			lacking[1] = append(lacking[1], i)
		default:
			sides[kind] = append(sides[kind], i)
		}
	}
	s.a.Verdict = verdict(sides)
	for i, lines := range [3][]Line{{s.a.A}, {s.a.B}, {s.a.A, s.a.B}} {
		if orders := lacking[i]; len(orders) > 0 {
			s.a.Lacking = append(s.a.Lacking, Lack{len(orders), lines, s.when(orders), s.r.Orders[orders[0]].Witness})
		}
	}
	if s.q.Replay != nil {
		return s.replayed(sides)
	}
	for _, orders := range sides {
		if len(orders) == 0 {
			continue
		}
		if err := s.side(orders); err != nil {
			return err
		}
	}
	s.a.HangsOn = s.hangsOn()
	return nil
}

func verdict(sides [2][]int) Verdict {
	switch {
	case len(sides[0]) > 0 && len(sides[1]) > 0:
		return Either
	case len(sides[0]) > 0:
		return Always
	case len(sides[1]) > 0:
		return Never
	}
	return Unlogged
}

func (s *asker) when(orders []int) explore.Condition {
	if !s.r.Complete {
		return explore.Condition{}
	}
	return s.r.When(orders...)
}

// maxCompared is how many orders of one side are looked at for other reasons.
const maxCompared = 32

// side explains orders in which the two lines come in the same order: the
// first of them, and those of the others that other rules decide.
func (s *asker) side(orders []int) error {
	side := Side{Orders: len(orders), Condition: s.when(orders), Witness: s.r.Orders[orders[0]].Witness}
	var err error
	if side.Explanation, err = s.explain(side.Witness); err != nil {
		return err
	}
	for _, i := range orders[1:min(len(orders), maxCompared)] {
		e, err := s.explain(s.r.Orders[i].Witness)
		if err != nil {
			return err
		}
		rules := e.Rules()
		if slices.Equal(rules, side.Explanation.Rules()) {
			continue
		}
		at := slices.IndexFunc(side.Others, func(o Other) bool { return slices.Equal(o.Rules, rules) })
		if at < 0 {
			at = len(side.Others)
			side.Others = append(side.Others, Other{Rules: rules, Witness: s.r.Orders[i].Witness})
		}
		side.Others[at].Orders++
	}
	s.a.Sides = append(s.a.Sides, side)
	return nil
}

// Rules is the ids of the rules that decide, each once.
func (e *Explanation) Rules() (out []sim.Rule) {
	for _, c := range e.Claims {
		if !slices.Contains(out, c.Rule) {
			out = append(out, c.Rule)
		}
	}
	return out
}

func (s *asker) explain(w explore.Witness) (Explanation, error) {
	return s.record(w.Oracle())
}

func (s *asker) record(oracle clock.Oracle) (Explanation, error) {
	r := Record(s.a.A, s.a.B)
	halt := func() bool { return s.ended.Err() != nil }
	stop := s.q.Run(program.Options{Oracle: oracle, Sink: r, Wants: sim.AllKinds, Halt: halt, Room: budget.Room(s.ended), Until: s.ended})
	if stop.Reason == sim.Abandoned {
		return Explanation{}, say.Errorf("there is no explanation: %w", stop.Cut(context.Cause(s.ended)))
	}
	return r.Explain(s.q.Policy)
}

// replayed explains the run of a token, whatever orders there are.
func (s *asker) replayed(sides [2][]int) error {
	e, err := s.explain(*s.q.Replay)
	if err != nil {
		return err
	}
	orders := sides[0]
	if e.First != s.a.A {
		orders = sides[1]
	}
	s.a.Sides = []Side{{Orders: len(orders), Witness: *s.q.Replay, Explanation: e}}
	if len(orders) > 0 {
		s.a.Sides[0].Condition = s.when(orders)
	}
	return nil
}

// kind says which of the two lines comes first in a log: 0 and 1, or which of
// them it lacks.
func (s *asker) kind(log []program.Line) int {
	switch a, b := index(log, s.a.A), index(log, s.a.B); {
	case a < 0 && b < 0:
		return 4
	case a < 0:
		return 3
	case b < 0:
		return 2
	case a <= b:
		return 0
	}
	return 1
}

// hangsOn names what decides where either is possible.
func (s *asker) hangsOn() (names []string) {
	if s.a.Verdict != Either {
		return nil
	}
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, side := range s.a.Sides {
		for _, name := range side.Condition.On {
			add(name)
		}
		for _, pick := range side.Witness.Picks {
			if pick.Number != 0 {
				add("a free choice (" + pick.Question.String() + ")")
			}
		}
	}
	for _, name := range s.r.Deciding(s.ended, s.kind) {
		add(name)
	}
	return names
}
