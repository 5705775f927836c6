package answer

import (
	"cmp"
	"context"
	"hash/crc32"
	"slices"
	"strings"

	"evsim/explore"
	"evsim/internal/document"
	"evsim/internal/summary"
	"evsim/internal/viewer"
	"evsim/program"
	"evsim/why"
)

// What is asked of a race: which of a few logs can be.
const (
	choicePaths = 2000 // that are searched at most; beyond, nothing is asked
	choiceLines = 24   // of a log
	choiceLooks = 200  // orders that are looked at to make up one that cannot be
	mostOfKind  = 3    // logs that can be, and logs that cannot
)

// choice is a log that can be, or one that cannot.
type choice struct {
	log   []string
	order int // of found that it is; -1: it cannot be. Then it was made of base:
	base  int

	first, second why.Line // which in every order come so, and here do not; or
	missing       string   // a line that every order has, and this log has not
}

// choices are logs of a program that has more than one order, mixed so that
// nothing shows which can be; nil where that cannot be asked. Equal programs have
// equal choices.
func (s *Answerer) choices(ctx context.Context, plan *document.Plan) []choice {
	all, _ := s.chooseFrom(ctx, plan)
	return all
}

func (s *Answerer) chooseFrom(ctx context.Context, plan *document.Plan) ([]choice, *explore.Result) {
	found := explore.Explore(ctx, plan.Setting, explore.Options{Paths: choicePaths, Memory: s.Memory})
	n := len(found.Orders)
	if !found.Complete || n < 2 || slices.ContainsFunc(found.Orders, func(o explore.Order) bool { return len(o.Log) > choiceLines || o.Stop.Reason.Limit() }) {
		return nil, &found
	}
	var out []choice
	for _, at := range []int{0, n - 1, n / 2} {
		if !slices.ContainsFunc(out, func(c choice) bool { return slices.Equal(c.log, texts(found.Orders[at].Log)) }) {
			out = append(out, choice{log: texts(found.Orders[at].Log), order: at})
		}
	}
	never := impossible(&found)
	if len(out) < 2 || len(never) == 0 {
		return nil, &found
	}
	out = append(out, never...)
	slices.SortFunc(out, func(a, b choice) int {
		return cmp.Or(cmp.Compare(mixed(a.log), mixed(b.log)), slices.Compare(a.log, b.log))
	})
	return out, &found
}

// mixed is a number that says nothing of what a log is.
func mixed(log []string) uint32 { return crc32.ChecksumIEEE([]byte(strings.Join(log, "\n"))) }

// impossible makes up logs that no order is: two neighbours of an order change
// places that in every order come so; and where there are few of those, a line is
// left out.
func impossible(found *explore.Result) (out []choice) {
	orders := make([]*explore.Order, len(found.Orders))
	for i := range found.Orders {
		orders[i] = &found.Orders[i]
	}
	common := summary.Of(orders)
	inEach := make(map[why.Line]bool)
	for _, b := range common.Blocks {
		for _, l := range b.Lines {
			inEach[l] = true
		}
	}
	fresh := func(c choice) bool {
		return found.Legal(c.log).Claim == explore.Illegal && !slices.ContainsFunc(out, func(o choice) bool {
			return slices.Equal(o.log, c.log) || c.missing == "" && o.first == c.first && o.second == c.second
		})
	}
	for i := range orders[:min(len(orders), choiceLooks)] {
		lines := linesOf(orders[i].Log)
		for k := len(lines) - 2; k >= 0 && len(out) < mostOfKind; k-- {
			a, b := lines[k], lines[k+1]
			if !inEach[a] || !inEach[b] || a.Text == b.Text || common.First(a, b) < len(orders) {
				continue
			}
			log := texts(orders[i].Log)
			log[k], log[k+1] = log[k+1], log[k]
			if c := (choice{log: log, order: -1, base: i, first: a, second: b}); fresh(c) {
				out = append(out, c)
			}
		}
	}
	for i := 0; i < len(orders) && len(out) < 2; i++ {
		lines := linesOf(orders[i].Log)
		if len(lines) == 0 || !inEach[lines[len(lines)-1]] {
			continue
		}
		log := texts(orders[i].Log)
		if c := (choice{log: log[:len(log)-1], order: -1, base: i, missing: log[len(log)-1]}); fresh(c) {
			out = append(out, c)
		}
	}
	return out
}

// linesOf is the lines of a log, those of one text by number.
func linesOf(log []program.Line) (out []why.Line) {
	times := make(map[string]int)
	for i := range log {
		times[log[i].Text]++
		out = append(out, why.Line{Text: log[i].Text, Nth: times[log[i].Text]})
	}
	return out
}

// choosing is what choose is asked.
type choosing struct {
	written
	Policy string `json:"policy"`
	Case   string `json:"case"`
	Ticked []bool `json:"ticked"` // of the choices, which are said to be possible
}

// chosen is what choose answers.
type chosen struct {
	Problems []problem     `json:"problems"`
	Notes    []both        `json:"notes"`
	Policy   string        `json:"policy"`
	Orders   int           `json:"orders"`
	Right    int           `json:"right"` // so many were said rightly
	Logs     []judgedLog   `json:"logs"`
	Rules    []viewer.Rule `json:"rules"` // that the claims name
}

// judgedLog is a choice with what is true of it.
type judgedLog struct {
	Log      []string       `json:"log"`
	Possible bool           `json:"possible"`
	First    string         `json:"first,omitempty"`  // in every order it comes
	Second   string         `json:"second,omitempty"` // before this
	Missing  string         `json:"missing,omitempty"`
	Claims   []viewer.Claim `json:"claims"`
}

// choose says which of the choices of a race can be, and why the others cannot.
func (s *Answerer) choose(ctx context.Context, q *choosing) (chosen, error) {
	plan, problems, notes, err := s.one(q.written, q.Policy, q.Case, s.Searched)
	out := chosen{Problems: problems, Notes: notes, Logs: []judgedLog{}, Rules: []viewer.Rule{}}
	if err != nil || plan == nil {
		return out, err
	}
	all, found := s.chooseFrom(ctx, plan)
	if len(all) != len(q.Ticked) {
		return out, Refuse(statusBadRequest, "ask for its choices again", "%d choices were answered, but there are %d", len(q.Ticked), len(all))
	}
	out.Policy, out.Orders = plan.Policy.Name, len(found.Orders)
	var claims []viewer.Claim
	for i, c := range all {
		log := judgedLog{Log: c.log, Possible: c.order >= 0, Claims: []viewer.Claim{}}
		if log.Possible == q.Ticked[i] {
			out.Right++
		}
		if log.Missing = c.missing; c.order < 0 && c.missing == "" {
			log.First, log.Second = c.first.String(), c.second.String()
			log.Claims = append(log.Claims, plan.WhyBefore(ctx, found.Orders[c.base].Witness.Oracle(), c.first, c.second)...)
		}
		claims = append(claims, log.Claims...)
		out.Logs = append(out.Logs, log)
	}
	out.Rules = rules(claims)
	return out, nil
}
