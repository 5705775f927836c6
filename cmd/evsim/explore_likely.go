package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"evsim/explore"
	"evsim/internal/chance"
	"evsim/internal/likely"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/internal/summary"
	"evsim/scenario/expect"
	"evsim/scenario/syntax"
)

// likelihoods are those of one exploration.
type likelihoods struct {
	chance.Sampling
	*chance.Likelihoods
	counts  *chance.Counts
	demands []expect.Demand
	asked   int // how many runs were to be drawn
}

// mostDrawn bounds the runs of --probability.
const mostDrawn = 10_000_000

// checkLikely refuses what has no likelihoods.
func (o *exploreOptions) checkLikely() error {
	switch {
	case !o.likely && !o.seeded:
		return nil
	case !o.likely:
		return say.Errorf("--seed is only for --probability: finding orders uses no random numbers")
	case o.probability < 1 || o.probability > mostDrawn:
		return say.Errorf("--probability %d: from 1 to %d runs are drawn", o.probability, mostDrawn)
	case o.shard != "":
		return say.Errorf("--probability needs all orders, and --shard finds a part of them")
	case o.format == formatSVG:
		return say.Errorf("--probability is for text and ndjson")
	}
	return nil
}

// drawn draws the runs of --probability; nil where none are asked for.
func (p *plan) drawn(ctx context.Context, o exploreOptions, workers int) *likelihoods {
	if !o.likely {
		return nil
	}
	s := p.src.scenario
	l := &likelihoods{Sampling: chance.Sampling{
		Setting: p.Setting, Seed: o.seed, Runs: o.probability, Workers: workers, Only: o.only, Timeless: s.Timeless(),
	}, asked: o.probability}
	l.demands = p.demanded.Demands(p.Policy.Name, s.Timeless())
	for _, d := range l.demands {
		l.Asked = append(l.Asked, chance.Demand{Breaks: d.Breaks, Timed: d.Timed})
	}
	if rule, err := syntax.ParseRule(o.where); err == nil && o.where != "" {
		shown := expect.Expected{Rules: []expect.Rule{*rule}}.Demands(p.Policy.Name, s.Timeless())[0]
		l.Asked = append(l.Asked, chance.Demand{Breaks: shown.Breaks, Timed: shown.Timed})
	}
	l.counts = l.Draw(ctx)
	return l
}

// estimate makes likelihoods of the orders that were found.
func (l *likelihoods) estimate(ctx context.Context, r *explore.Result) {
	if l == nil {
		return
	}
	l.Likelihoods = l.Estimate(ctx, r, l.counts)
	if l.counts.Runs < l.asked {
		r.Untold = say.Of("%d of %d runs were drawn; the missing ones may be different", l.counts.Runs, l.asked)
	}
}

// showLikely says which lengths are cut off, so that what is proved is not proved of all
// that a file means; what likelihoods rest on; and how likely it is that what the file
// expects is broken.
func (p *plan) showLikely(w io.Writer) {
	for _, u := range p.Program.Lengths() {
		if u.Shape.Cut {
			p.lang.Fprintf(w, "%s %s is cut off at %s, which one in a million exceeds\n", u.Name, u.Shape.String(), u.Range.High.Duration().String())
		}
	}
	l := p.likely
	if l == nil {
		return
	}
	p.lang.Fprintf(w, "likelihoods are of %s drawn by chance (seed %d), with exact intervals (Clopper and Pearson) at 95%%\n", say.Counted("1 run", "%d runs", l.counts.Runs), l.Seed)
	names, nameless := l.counts.Assumed(p.Program.Lengths())
	if len(names) > 0 {
		p.lang.Fprintf(w, "drawn uniformly, because the file gives no distribution: %s\n", strings.Join(names, ", "))
	}
	if nameless {
		p.lang.Fprintf(w, "drawn uniformly: the times that the runtime itself leaves open\n")
	}
	if l.counts.Chosen {
		p.lang.Fprintf(w, "free choices of the runtime count as equally likely\n")
	}
	if l.Timeless != nil {
		p.lang.Fprintf(w, "orders that differ only in the times in their lines are counted together\n")
	}
	if len(l.demands) > 0 {
		p.lang.Fprintf(w, "\nwhat the file expects\n")
	}
	for i, d := range l.demands {
		p.lang.Fprintf(w, "      %s: %s\n", report.Shown(d.What), brokenBy(l.Broken[i]))
	}
	if n := len(l.Others); n > 0 || l.Apart > 0 {
		p.lang.Fprintf(w, "\ndrawn, and not among these orders\n")
	}
	for _, other := range l.Others {
		p.lang.Fprintf(w, "      %s: %s\n", wrapped(p.lang, &explore.Order{Log: other.Log}, 8), interval(other.Likelihood))
	}
	if l.Apart > 0 {
		p.lang.Fprintf(w, "      further orders: %d of %d runs\n", l.Apart, l.counts.Runs)
	}
}

// brokenBy says how likely something is broken.
func brokenBy(l chance.Likelihood) say.Text {
	switch {
	case l.Runs == 0 && l.High == 0:
		return "no order breaks it"
	case l.Runs == 0 && l.Low == 1:
		return "each order breaks it"
	}
	return say.Of("broken by %s", interval(l))
}

// interval is a likelihood with its interval, and what it was drawn from.
func interval(l chance.Likelihood) say.Text {
	var text say.Text
	switch {
	case l.Runs == 0 && l.Low == 1:
		return "always"
	case l.Runs == 0:
		return "not known: no run was drawn"
	case l.Low == 0:
		text = say.Of("at most %s", likely.Percent(l.High, math.Ceil))
	case l.High == 1:
		text = say.Of("at least %s", likely.Percent(l.Low, math.Floor))
	default:
		text = say.Of("%s (%s to %s)", likely.Percent(l.Estimate, math.Round), likely.Percent(l.Low, math.Floor), likely.Percent(l.High, math.Ceil))
	}
	switch {
	case l.Share < 1:
		return say.Of("%s; %d of %d runs that were drawn from %s of all lengths", text, l.Hits, l.Runs, likely.Percent(l.Share, math.Round))
	case l.Hits == 0:
		return say.Of("%s: none of %s", text, say.Counted("1 run", "%d runs", l.Runs))
	case l.Hits == l.Runs:
		return say.Of("%s: all of %s", text, say.Counted("1 run", "%d runs", l.Runs))
	}
	return text
}

// showLikelihood says how likely an order is.
func (p *plan) showLikelihood(w io.Writer, i int) {
	if p.likely != nil {
		p.lang.Fprintf(w, "      likely  %s\n", interval(p.likely.Orders[i]))
	}
}

// ofShown is how likely it is that the rule of --where holds, as text behind a line; ""
// where that was not asked for.
func (p *plan) ofShown() say.Text {
	if p.likely == nil {
		return ""
	}
	return say.Of("; likely %s", interval(p.likely.Broken[len(p.likely.demands)].Not()))
}

// firsts is how likely the first line of each pair comes first, as text behind a line:
// among some orders, where these are not all; nil where that was not asked for.
func (p *plan) firsts(ctx context.Context, r *explore.Result, at []int, pairs []summary.Open) (out []string) {
	if p.likely == nil {
		return nil
	}
	sets := make([][]int, len(pairs))
	for n := range pairs {
		for _, i := range at {
			if pairs[n].Kind(r.Orders[i].Log) == 1 {
				sets[n] = append(sets[n], i)
			}
		}
	}
	var each []chance.Likelihood
	if len(at) == len(r.Orders) && r.Complete {
		each = p.likely.Each(ctx, sets)
	} else {
		for n := range sets {
			each = append(each, p.likely.Among(at, sets[n]))
		}
	}
	for n := range pairs {
		out = append(out, p.lang.Sayf("; %s first %s", report.Shown(pairs[n].A.String()), interval(each[n])))
	}
	return out
}

// likelyLine is a likelihood in NDJSON.
type likelyLine struct {
	Estimate float64 `json:"estimate"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Hits     int     `json:"hits"`
	Runs     int     `json:"runs"`  // 0: it is known exactly
	Share    float64 `json:"share"` // the part of all lengths that the runs were drawn from
}

// likelyOf is a likelihood in NDJSON, to six digits; nil where there is none.
func likelyOf(l chance.Likelihood) *likelyLine {
	if math.IsNaN(l.Estimate) {
		return nil
	}
	six := func(x float64) float64 {
		short, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
		return short
	}
	return &likelyLine{six(l.Estimate), six(l.Low), six(l.High), l.Hits, l.Runs, six(l.Share)}
}

// drawnLine says in NDJSON what likelihoods rest on.
type drawnLine struct {
	Runs     int            `json:"runs"`
	Seed     uint64         `json:"seed"`
	Level    float64        `json:"level"`
	Interval string         `json:"interval"`
	Uniform  []string       `json:"uniform,omitempty"` // taken for that, since the file does not say
	Cut      []string       `json:"cut,omitempty"`     // distributions that end where one in a million is longer
	Choices  bool           `json:"choices,omitempty"` // free choices were made, and taken for equally likely
	Expected []expectedLine `json:"expected,omitempty"`
	Others   []otherLine    `json:"others,omitempty"` // orders that were drawn, and not found
	Apart    int            `json:"apart,omitempty"`  // how many runs have further ones
}

type expectedLine struct {
	What   string      `json:"what"`
	Line   int32       `json:"line"`
	Broken *likelyLine `json:"broken,omitempty"`
}

type otherLine struct {
	Log        []string    `json:"log"`
	Likelihood *likelyLine `json:"likelihood,omitempty"`
}

// drawnLine is what likelihoods rest on; nil: there are none.
func (p *plan) drawnLine() *drawnLine {
	l := p.likely
	if l == nil {
		return nil
	}
	out := &drawnLine{Runs: l.counts.Runs, Seed: l.Seed, Level: likely.Level, Interval: "Clopper-Pearson", Choices: l.counts.Chosen, Apart: l.Apart}
	var nameless bool
	if out.Uniform, nameless = l.counts.Assumed(p.Program.Lengths()); nameless {
		out.Uniform = append(out.Uniform, "the runtime's own")
	}
	for _, u := range l.counts.CutOff(p.Program.Lengths()) {
		out.Cut = append(out.Cut, fmt.Sprintf("%s %s at %s", u.Name, u.Shape, u.Range.High.Duration()))
	}
	for i, d := range l.demands {
		out.Expected = append(out.Expected, expectedLine{d.What, d.Pos.Line, likelyOf(l.Broken[i])})
	}
	for _, o := range l.Others {
		lines := make([]string, len(o.Log))
		for i := range o.Log {
			lines[i] = o.Log[i].Text
		}
		out.Others = append(out.Others, otherLine{lines, likelyOf(o.Likelihood)})
	}
	return out
}
