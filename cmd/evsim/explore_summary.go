package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"evsim/explore"
	"evsim/internal/document"
	"evsim/internal/proof"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/internal/summary"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/expect"
	"evsim/scenario/syntax"
	"evsim/sim"
	"evsim/why"
)

// manyOrders is beyond how many orders they are summed up, unless the user says
// otherwise.
const manyOrders = 20

// Which orders are shown, and how many.
const (
	usualOpen = 20 // open pairs of a summary
	mostShown = 1_000_000
)

// shownOrders is the indices of the orders that --where names.
func (o *exploreOptions) shownOrders(r *explore.Result) (at []int) {
	var watcher proof.Watcher
	if o.where != "" {
		rule, err := syntax.ParseRule(o.where)
		if err != nil { // it was read before
			return nil
		}
		watcher = rule.Watch().New()
	}
	for i := range r.Orders {
		order := &r.Orders[i]
		if watcher != nil {
			if found, _ := (&program.Observed{Log: order.Log, Stop: order.Stop}).Follow(watcher); found == proof.Broken {
				continue
			}
		}
		at = append(at, i)
	}
	return at
}

// checkShown refuses what cannot be shown.
func (o *exploreOptions) checkShown(s *scenario.Scenario) error {
	switch {
	case o.limit < 0 || o.limit > mostShown:
		return say.Errorf("--limit %d: from 1 to %d are shown", o.limit, mostShown)
	case o.where == "" && o.limit == 0 && !o.summary:
		return nil
	case o.format == formatNDJSON:
		return say.Errorf("--where, --limit and --summary are for text: ndjson has every order")
	case o.where == "":
		return nil
	}
	rule, err := syntax.ParseRule(o.where)
	if err != nil {
		return say.Errorf("--where: %w", err)
	}
	if rule.Kind == expect.At || rule.Kind == expect.Within {
		return say.Errorf("--where %s: an order has no times: use a rule about what comes before what", o.where)
	}
	for _, line := range rule.Lines() {
		if len(o.only) > 0 && !slices.Contains(o.only, line) {
			return say.Errorf("--where %s: %q is not one of the lines of --only", o.where, line)
		}
	}
	return checkRuleLogged(s, "--where "+o.where, rule)
}

// sums reports whether so many orders are summed up.
func (o *exploreOptions) sums(orders int) bool { return o.summary || !o.listed && orders > manyOrders }

// showSummary writes what orders have in common.
func (p *plan) showSummary(ctx context.Context, w io.Writer, r *explore.Result, at []int, o exploreOptions) {
	s := summaryOf(r, at)
	p.lang.Fprintf(w, "\nin each of them\n")
	for i := range s.Blocks {
		b := &s.Blocks[i]
		after := make([]string, len(b.After))
		for k, n := range b.After {
			after[k] = fmt.Sprint(n + 1)
		}
		text := fmt.Sprintf("%4d  %s", i+1, wrappedTexts(p.lang, marks(b.Lines), 6))
		if len(after) > 0 {
			text += p.lang.Sayf("  after %s", joined(after))
		}
		fmt.Fprintln(w, text)
	}
	if len(s.Blocks) == 0 {
		p.lang.Fprintf(w, "      (no line is in each of them)\n")
	}
	if some := p.someOf(s); len(some) > 0 {
		p.lang.Fprintf(w, "\nnot in each of them\n")
		writeIndented(w, some)
	}
	if open := p.openOf(ctx, r, s, at, o); len(open) > 0 {
		p.lang.Fprintf(w, "\neither can be first\n")
		writeIndented(w, open)
	}
	if s.LeftOut > 0 {
		p.lang.Fprintf(w, "\n%s not examined: there are too many\n", say.Counted("1 further line", "%d further lines", s.LeftOut))
	}
}

func writeIndented(w io.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(w, "      "+line)
	}
}

// drawSummary draws what orders have in common.
func (p *plan) drawSummary(ctx context.Context, w io.Writer, r *explore.Result, o exploreOptions) error {
	at := o.shownOrders(r)
	s := summaryOf(r, at)
	picture := summary.Picture{Title: p.lang.Say(p.src.scenario.Titled()), Heading: p.Policy.Name + ": " + p.lang.Say(document.Found(r))}
	if o.where != "" {
		picture.Heading += "; " + strings.TrimSpace(p.lang.Sayf("%d of these with %s\n", s.Orders, report.Shown(o.where)))
	}
	for _, part := range []struct {
		title say.Text
		lines []string
	}{{"not in each of them", p.someOf(s)}, {"either can be first", p.openOf(ctx, r, s, at, o)}} {
		if len(part.lines) == 0 {
			continue
		}
		picture.Notes = append(picture.Notes, p.lang.Say(part.title))
		for _, line := range part.lines {
			picture.Notes = append(picture.Notes, "  "+line)
		}
	}
	for i := range s.Blocks {
		picture.Spoken += fmt.Sprintf("%d: %s. ", i+1, strings.Join(marks(s.Blocks[i].Lines), ", "))
	}
	return s.Draw(w, picture)
}

func summaryOf(r *explore.Result, at []int) *summary.Summary {
	orders := make([]*explore.Order, len(at))
	for i, n := range at {
		orders[i] = &r.Orders[n]
	}
	return summary.Of(orders)
}

// someOf is the lines that not every order has.
func (p *plan) someOf(s *summary.Summary) (lines []string) {
	for _, one := range s.Some {
		lines = append(lines, p.lang.Sayf("%s  in %d of %d", report.Shown(one.Line.String()), one.In, s.Orders))
	}
	return lines
}

// openOf is the pairs of which either line can be first, and on what that hangs.
func (p *plan) openOf(ctx context.Context, r *explore.Result, s *summary.Summary, at []int, o exploreOptions) (lines []string) {
	most := max(usualOpen, o.limit)
	firsts := p.firsts(ctx, r, at, s.Open[:min(most, len(s.Open))])
	for i := range s.Open[:min(most, len(s.Open))] {
		pair := &s.Open[i]
		line := p.lang.Sayf("%s (%d of %d) or %s", report.Shown(pair.A.String()), pair.First, s.Orders, report.Shown(pair.B.String()))
		if firsts != nil {
			line += firsts[i]
		}
		if names := r.Deciding(ctx, pair.Kind); len(names) > 0 {
			line += p.lang.Sayf("; it depends on %s", strings.Join(names, ", "))
		}
		lines = append(lines, line)
	}
	if rest := len(s.Open) - most; rest > 0 {
		lines = append(lines, p.lang.Sayf("and %s: --limit %d shows them all", say.Counted("1 more pair", "%d more pairs", rest), len(s.Open)))
	}
	if s.Implied > 0 && len(s.Open) > 0 {
		lines = append(lines, p.lang.Sayf("%s also open, among the lines after these", say.Counted("1 pair is", "%d pairs are", s.Implied)))
	}
	return lines
}

func marks(list []why.Line) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.String()
	}
	return out
}

// usualOrder is the order of the run that `run` shows, if it is one of those at
// the indices; otherwise the first of them.
func (p *plan) usualOrder(r *explore.Result, at []int) int {
	var plain program.Observed
	p.Run(program.Options{Sink: &plain, Wants: sim.KindsOf(sim.EventLog)})
	if len(r.Only) > 0 {
		plain.Log = slices.DeleteFunc(plain.Log, func(l program.Line) bool { return !slices.Contains(r.Only, l.Text) })
	}
	for _, i := range at {
		if sameLog(r.Orders[i].Log, plain.Log) {
			return i
		}
	}
	return at[0]
}
