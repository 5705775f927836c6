package document

import (
	"context"
	"slices"
	"strings"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/say"
	"evsim/internal/summary"
	"evsim/internal/viewer"
	"evsim/program"
	"evsim/why"
)

// What a document keeps of the orders of one search.
const (
	keptOrders = 2000    // in short
	keptLines  = 200_000 // of these orders together
	askedPairs = 16      // that are asked on what they hang
)

// search is a search of which more is to be said: see Decide.
type search struct {
	of    int // of Document.Searches
	plan  *Plan
	found *explore.Result
	pairs [][2]why.Line
}

// note adds what the orders of a search have in common.
func (r *Recorder) note(p *Plan, found *explore.Result, shown int) {
	s := viewer.Search{
		Policy: p.Policy.Name, Case: p.Command.Case, Orders: len(found.Orders), Paths: found.Paths, Complete: found.Complete, Why: say.InBoth(found.Why), Command: p.Command.replaying("").String(),
		Lines: []string{}, Logs: [][]int{}, Boxes: []viewer.Box{}, Open: []viewer.Pair{}, Shown: shown,
	}
	orders := make([]*explore.Order, len(found.Orders))
	for i := range found.Orders {
		orders[i] = &found.Orders[i]
	}
	common := summary.Of(orders)
	n := numbering{search: &s, of: make(map[why.Line]int)}
	boxes := common.Boxes()
	for _, b := range boxes {
		n.box(b)
	}
	for _, some := range common.Some {
		s.Some = append(s.Some, viewer.SomeLine{Line: n.number(some.Line), In: some.In})
	}
	s.LeftOut = common.LeftOut
	for i := range found.Orders {
		if len(s.Logs) == keptOrders || (len(s.Logs)+1)*len(s.Lines) > keptLines {
			break
		}
		s.Logs = append(s.Logs, n.log(found.Orders[i].Log))
		s.Tokens = append(s.Tokens, found.Orders[i].Witness.Token(p.Text))
	}
	s.Shown = min(s.Shown, len(s.Logs))
	r.size += sizeOf(&s)
	r.Searches = append(r.Searches, s)
	if pairs := asked(common, boxes); len(pairs) > 0 {
		r.searches = append(r.searches, search{len(r.Searches) - 1, p, found, pairs})
	}
}

// sizeOf is what a search takes as JSON, in bytes, about.
func sizeOf(s *viewer.Search) int {
	size := 400 + 40*len(s.Boxes)
	for _, text := range s.Lines {
		size += len(text) + textSize
	}
	for _, log := range s.Logs {
		size += 4 * len(log)
	}
	for _, token := range s.Tokens {
		size += len(token) + textSize
	}
	return size
}

// asked is the pairs to ask about: first those from which others follow.
func asked(s *summary.Summary, boxes []summary.Block) (pairs [][2]why.Line) {
	for _, open := range s.Open {
		if len(pairs) < askedPairs {
			pairs = append(pairs, [2]why.Line{open.A, open.B})
		}
	}
	for i := range boxes {
		for j := i + 1; j < len(boxes) && len(pairs) < askedPairs; j++ {
			pair := [2]why.Line{boxes[i].Lines[0], boxes[j].Lines[0]}
			if first := s.First(pair[0], pair[1]); first > 0 && first < s.Orders && !slices.Contains(pairs, pair) {
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs
}

// numbering gives the lines of a search their numbers.
type numbering struct {
	search *viewer.Search
	of     map[why.Line]int
}

func (n *numbering) number(l why.Line) int {
	at, known := n.of[l]
	if !known {
		at = len(n.search.Lines)
		n.of[l] = at
		n.search.Lines = append(n.search.Lines, l.String())
	}
	return at
}

func (n *numbering) box(b summary.Block) {
	box := viewer.Box{Lines: []int{}, After: append([]int{}, b.After...)}
	for _, l := range b.Lines {
		box.Lines = append(box.Lines, n.number(l))
	}
	n.search.Boxes = append(n.search.Boxes, box)
}

// log is the lines of an order that have numbers.
func (n *numbering) log(log []program.Line) []int {
	out, times := []int{}, make(map[string]int)
	for i := range log {
		times[log[i].Text]++
		if at, known := n.of[why.Line{Text: log[i].Text, Nth: times[log[i].Text]}]; known {
			out = append(out, at)
		}
	}
	return out
}

// Decide says of pairs of lines that can stand in either order on what it hangs,
// and why each is first where it is. It comes after all searches, since it may
// take long; ctx ends it.
func (r *Recorder) Decide(ctx context.Context) {
	for _, s := range r.searches {
		out := &r.Searches[s.of]
		for _, pair := range s.pairs {
			if r.Full() || ctx.Err() != nil {
				break
			}
			p := s.ask(ctx, pair, out.Lines)
			if ctx.Err() != nil { // what was found by then is not all
				break
			}
			for _, way := range p.Ways {
				r.measured(viewer.Reason{Before: way.Example, Claims: way.Claims})
			}
			out.Open = append(out.Open, p)
		}
	}
	r.searches = nil
}

// ask asks about one pair.
func (s *search) ask(ctx context.Context, pair [2]why.Line, lines []string) viewer.Pair {
	open := summary.Open{A: pair[0], B: pair[1]}
	p := viewer.Pair{A: slices.Index(lines, pair[0].String()), B: slices.Index(lines, pair[1].String())}
	p.On = append([]string{}, s.found.Deciding(ctx, open.Kind)...)
	for way, first := range pair {
		order := slices.IndexFunc(s.found.Orders, func(o explore.Order) bool { return open.Kind(o.Log) == 1-way })
		if order < 0 {
			continue
		}
		witness := s.found.Orders[order].Witness
		p.Ways[way] = viewer.Way{
			Order: order + 1, Example: strings.Join(witness.Describe(s.plan.Program), ", "),
			Claims: s.plan.WhyBefore(ctx, witness.Oracle(), first, pair[1-way]),
		}
	}
	return p
}

// WhyBefore is why one line of a run comes before another.
func (p *Plan) WhyBefore(ctx context.Context, oracle clock.Oracle, a, b why.Line) []viewer.Claim {
	kept := sink{most: viewer.MaxEvents, room: maxTexts}
	p.run(ctx, oracle, &kept, nil)
	lines, at := linesOf(kept.events)
	end := slices.Index(lines, b)
	if end < 0 || ctx.Err() != nil {
		return nil
	}
	return claimsOf(kept.events[:at[end]+1], a, b, p.Policy)
}
