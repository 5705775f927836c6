package syntax

import (
	"math"

	"evsim/clock"
	"evsim/internal/likely"
	"evsim/internal/say"
	"evsim/program"
)

// outside is the fault of an integer that is not between low and high.
func outside(n, low, high int64) *fault {
	switch {
	case n >= low && n <= high:
		return nil
	case high == math.MaxInt64:
		return &fault{say.Of("%d is too small", n), say.Of("the least is %d", low)}
	}
	return &fault{say.Of("%d is out of bounds", n), say.Of("write a number from %d to %d", low, high)}
}

// bounds says which lengths of time make sense in a place.
type bounds struct {
	low, high clock.Span
	message   say.Text // what is wrong with those outside
	hint      say.Text
}

var (
	notNegative = bounds{0, maxSpan, "a time cannot be negative here", "write it without the minus"}
	positive    = bounds{1, maxSpan, "expected a time above 0 here", "such as `1ms`"}
	anySign     = bounds{-maxSpan, maxSpan, "", ""}
	millisecond = bounds{0, clock.Millisecond, "a phase lies between `0ms` and `1ms`", "such as `0.5ms`, which is the middle of a millisecond"}
)

func (b bounds) fault(r clock.Range) *fault {
	if r.Low < b.low || r.High > b.high {
		return &fault{b.message, b.hint}
	}
	return nil
}

// timeText is the text of a time, which may stand in quotes.
func (p *parser) timeText(n *node) (string, bool) {
	if n.kind != nodeText {
		p.failAt(n, say.Of("expected a duration, but this is %s", described(n)), durationHint)
	}
	return n.text, n.kind == nodeText
}

// span reads one length of time.
func (p *parser) span(n *node, b bounds) (clock.Span, bool) {
	text, ok := p.timeText(n)
	if !ok {
		return 0, false
	}
	span, f := parseSpan(text)
	if f != nil && isRange(text) {
		f = &fault{"a range cannot stand here", "write one duration"}
	}
	if f == nil {
		f = b.fault(clock.Exactly(span))
	}
	if f != nil {
		p.fault(n, f)
	}
	return span, f == nil
}

func isRange(s string) bool {
	_, _, f := parseLength(s)
	return f == nil
}

// spanOrRange reads a length of time that need not be known exactly. One that
// is not is an unknown of the scenario, under the name given.
func (p *parser) spanOrRange(n *node, b bounds, name string) (clock.Range, bool) {
	text, ok := p.timeText(n)
	if !ok {
		return clock.Range{}, false
	}
	r, shape, f := parseLength(text)
	if f == nil {
		f = b.fault(r)
	}
	if f != nil {
		p.fault(n, f)
	} else if !r.Known() {
		p.sc.Unknowns = append(p.sc.Unknowns, program.Unknown{Name: name, Range: r, Pos: n.pos, Shape: shape})
		r.Of = uint32(len(p.sc.Unknowns))
	}
	return r, f == nil
}

// evenRange is spanOrRange where lengths are drawn evenly whatever is said of them.
func (p *parser) evenRange(n *node, b bounds, name string) (clock.Range, bool) {
	r, ok := p.spanOrRange(n, b, name)
	if ok && r.Of != 0 {
		if shape := p.sc.Unknowns[r.Of-1].Shape; shape.Given() && shape.Kind != likely.Uniform {
			p.failAt(n, say.Of("`%s` is drawn evenly from its range", name), "write the range alone")
			return r, false
		}
	}
	return r, ok
}
