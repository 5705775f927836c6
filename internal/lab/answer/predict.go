package answer

import (
	"context"
	"slices"

	"evsim/docs"
	"evsim/explore"
	"evsim/internal/document"
	"evsim/internal/say"
	"evsim/internal/viewer"
	"evsim/program"
	"evsim/sim"
)

// guess is what predict is asked: an order of lines.
type guess struct {
	written
	Policy string   `json:"policy"` // "": the scenario's first
	Case   string   `json:"case"`
	Lines  []string `json:"lines"`
	Hints  int      `json:"hints"` // that were asked for: see judged.hinted
}

// judged is what predict answers.
type judged struct {
	Problems []problem     `json:"problems"`
	Notes    []both        `json:"notes"`
	Policy   string        `json:"policy"`
	Possible bool          `json:"possible"` // the prediction is one of the orders
	Complete bool          `json:"complete"` // these are all
	Orders   int           `json:"orders"`
	Score    float64       `json:"score"`   // 0 to 1: what it has in common with the nearest order
	Stand    int           `json:"stand"`   // lines that stand where the nearest order has them
	Length   int           `json:"length"`  // of that order
	First    *departure    `json:"first"`   // null: it is possible, or no hint was asked for
	Nearest  []string      `json:"nearest"` // of the possible orders, where it is told
	Rules    []viewer.Rule `json:"rules"`   // that the claims name
}

// The hints, by how many were asked for. Who solved it is told the order too.
const (
	hintWhere = 1 + iota // the line at which it leaves every order
	hintRule
	hintPair // what could come there, and why
	hintOrder
)

// hinted keeps back what was not asked for.
func (j *judged) hinted(hints int) {
	if j.Possible {
		return
	}
	if hints < hintOrder {
		j.Nearest = []string{}
	}
	if hints < hintPair && j.First != nil {
		j.First.Could, j.First.Claims = []string{}, []viewer.Claim{}
	}
	if hints < hintRule {
		j.Rules = []viewer.Rule{}
	}
	if hints < hintWhere {
		j.First = nil
	}
}

// inPlace is how many lines of a prediction stand where an order has them.
func inPlace(order, lines []string) (n int) {
	for i := range min(len(order), len(lines)) {
		if order[i] == lines[i] {
			n++
		}
	}
	return n
}

// departure is the first line at which a prediction leaves every order.
type departure struct {
	Line   int            `json:"line"`   // from 0; the length of the prediction when lines are missing at its end
	Said   string         `json:"said"`   // "" there
	Could  []string       `json:"could"`  // what could come there; none where the log ends
	Claims []viewer.Claim `json:"claims"` // why the first of these comes there
}

// one is the one plan of a request that is about one policy; it is nil when the
// problems or the notes say why.
func (s *Answerer) one(of written, policy, caseName string, most Work) (plan *document.Plan, problems []problem, notes []both, err error) {
	sc, problems, err := s.read(of, most)
	if sc == nil || err != nil {
		return nil, problems, []both{}, err
	}
	var names []string
	if policy != "" {
		names = []string{policy}
	}
	chosen, told, err := s.chosen(sc, names)
	notes = inBothAll(told)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(chosen) == 0 {
		return nil, problems, append(notes, said(noRuntime)), nil
	}
	all, err := plans(sc, of, caseName, 0, chosen[:1])
	if err != nil {
		return nil, nil, nil, err
	}
	return &all[0], problems, notes, nil
}

// predict holds a prediction against every order that is possible.
func (s *Answerer) predict(ctx context.Context, q *guess) (judged, error) {
	if len(q.Lines) > s.Lines {
		return judged{}, Refuse(statusBadRequest, "", "%d lines are more than the %d that can be predicted", len(q.Lines), s.Lines)
	}
	plan, problems, notes, err := s.one(q.written, q.Policy, q.Case, s.Searched)
	out := judged{Problems: problems, Notes: notes, Nearest: []string{}, Rules: []viewer.Rule{}}
	if err != nil || plan == nil {
		return out, err
	}
	found := explore.Explore(ctx, plan.Setting, explore.Options{Paths: s.Paths, Memory: s.Memory})
	out.Policy, out.Complete, out.Orders = plan.Policy.Name, found.Complete, len(found.Orders)
	if !found.Complete {
		out.Notes = append(out.Notes, said(document.Found(&found)))
	}
	near := nearest(ctx, found.Orders, q.Lines)
	if near.order < 0 {
		return out, nil
	}
	out.Score, out.Possible = near.score, near.exact
	out.Nearest = texts(found.Orders[near.order].Log)
	out.Stand, out.Length = inPlace(out.Nearest, q.Lines), len(out.Nearest)
	if !near.exact {
		out.First = first(ctx, &found, near.order, plan, q.Lines)
		out.Rules = rules(out.First.Claims)
	}
	out.hinted(q.Hints)
	return out, nil
}

// first is where a prediction leaves every order. The order that is nearest
// explains it, if it stays with the prediction as long as any.
func first(ctx context.Context, found *explore.Result, near int, plan *document.Plan, lines []string) *departure {
	v := found.Legal(lines)
	d := &departure{Line: v.Line, Could: []string{}, Claims: []viewer.Claim{}}
	if v.Line < len(lines) {
		d.Said = lines[v.Line]
	}
	for _, next := range v.Next {
		d.Could = append(d.Could, next.Text)
	}
	stays := func(o explore.Order) bool {
		return len(o.Log) > v.Line && slices.Equal(texts(o.Log[:v.Line]), lines[:v.Line])
	}
	order := near
	if !stays(found.Orders[near]) {
		if order = slices.IndexFunc(found.Orders, stays); order < 0 {
			return d // the log ends there
		}
	}
	d.Could = ahead(d.Could, found.Orders[order].Log[v.Line].Text)
	d.Claims = append(d.Claims, document.Why(ctx, plan, found.Orders[order].Witness.Oracle(), v.Line, d.Said)...)
	return d
}

// ahead puts one of the texts before the others.
func ahead(all []string, one string) []string {
	return append([]string{one}, slices.DeleteFunc(all, func(text string) bool { return text == one })...)
}

// rules are those that claims name.
func rules(claims []viewer.Claim) []viewer.Rule {
	out := []viewer.Rule{}
	for _, c := range claims {
		rule, ok := docs.Lookup(c.Rule)
		if ok && !slices.ContainsFunc(out, func(r viewer.Rule) bool { return r.ID == rule.ID }) {
			out = append(out, document.Rule(rule))
		}
	}
	return out
}

func texts(log []program.Line) []string {
	out := make([]string, len(log))
	for i := range log {
		out[i] = log[i].Text
	}
	return out
}

// asking is what lines is asked.
type asking struct {
	written
	Policy string `json:"policy"`
	Case   string `json:"case"`
}

// listed is what lines answers.
type listed struct {
	Problems []problem `json:"problems"`
	Notes    []both    `json:"notes"`
	Policy   string    `json:"policy"`
	Lines    []string  `json:"lines"`

	// Choices are logs of which some can be and others cannot; none where there is
	// one order, or too many paths to it.
	Choices [][]string `json:"choices"`
}

// lines lists what one run logs, sorted, so that nothing shows its order, and what
// there is to choose from.
func (s *Answerer) lines(ctx context.Context, q *asking) (listed, error) {
	plan, problems, notes, err := s.one(q.written, q.Policy, q.Case, s.Searched)
	out := listed{Problems: problems, Notes: notes, Lines: []string{}, Choices: [][]string{}}
	if err != nil || plan == nil {
		return out, err
	}
	log := logged{most: s.Lines, room: s.Limits.Answer / 8}
	plan.Run(program.Options{Sink: &log, Wants: sim.KindsOf(sim.EventLog), Halt: func() bool { return ctx.Err() != nil }, Until: ctx})
	out.Policy = plan.Policy.Name
	if log.full {
		out.Notes = append(out.Notes, said(say.Of("the script logs more than the %d lines that can be put in order", s.Lines)))
		return out, nil
	}
	out.Lines = append(out.Lines, log.lines...)
	slices.Sort(out.Lines)
	for _, c := range s.choices(ctx, plan) {
		out.Choices = append(out.Choices, c.log)
	}
	return out, nil
}

// logged keeps the first lines of a run.
type logged struct {
	lines []string
	most  int
	room  int  // bytes
	full  bool // there are more lines
}

// Emit keeps a line (sim.Sink).
func (l *logged) Emit(e sim.Event) {
	if l.full = l.full || len(l.lines) == l.most || len(e.Text) > l.room; l.full {
		return
	}
	l.room -= len(e.Text)
	l.lines = append(l.lines, e.Text)
}
